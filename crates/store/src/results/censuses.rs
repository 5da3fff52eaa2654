//! Censuses: the results of every setup of a pairing.

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::Counts;

use super::PairingFacts;
use crate::codec::{census_sum, check, number};
use crate::error::InnerError;
use crate::{PairingId, StoredCensus};

/// Keeps a census, and returns whether it is new. Estimates may differ, since they are not results: the first is kept.
pub(crate) fn put_census(
    database: &Sql<'_>,
    facts: PairingFacts,
    census: &StoredCensus,
) -> Result<bool, InnerError> {
    if facts.seats != 2 {
        let why = format!("the census of {} is of {} programs, not of two", facts.key, facts.seats);
        return Err(InnerError::Invalid(why));
    }
    let known = census_of(database, facts)?;
    let kept = match (known.as_ref().map(|known| (known.estimated_ms, known.counts)), census.counts) {
        (Some((_, Some(known))), Some(counts)) if known != counts => {
            let why = format!("pairing {}: its census has other counts than were kept", facts.key);
            return Err(InnerError::Contradiction(why));
        }
        (Some((_, Some(_))), _) | (Some(_), None) => return Ok(false),
        (Some((estimated_ms, None)), counts @ Some(_)) => StoredCensus { estimated_ms, counts },
        (None, _) => census.clone(),
    };
    let StoredCensus { estimated_ms, counts } = &kept;
    let column = |of: fn(&Counts) -> u64| counts.as_ref().map(of).map(u64::cast_signed);
    let sql = "INSERT INTO censuses (pairing, estimated_ms, first_wins, second_wins, draws, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (pairing) DO UPDATE SET \
               estimated_ms = excluded.estimated_ms, first_wins = excluded.first_wins, \
               second_wins = excluded.second_wins, draws = excluded.draws, checksum = excluded.checksum";
    database.execute(
        sql,
        params![
            facts.id.0,
            estimated_ms.cast_signed(),
            column(|counts| counts.wins[0]),
            column(|counts| counts.wins[1]),
            column(|counts| counts.draws),
            census_sum(facts.key, &kept),
        ],
    )?;
    Ok(true)
}

pub(crate) fn census(database: &Sql<'_>, id: PairingId) -> Result<Option<StoredCensus>, InnerError> {
    census_of(database, PairingFacts::of(database, id)?)
}

fn census_of(database: &Sql<'_>, facts: PairingFacts) -> Result<Option<StoredCensus>, InnerError> {
    let sql =
        "SELECT estimated_ms, first_wins, second_wins, draws, checksum FROM censuses WHERE pairing = ?1";
    let Some((census, checksum)) = database.query_row(sql, [facts.id.0], read).optional()? else {
        return Ok(None);
    };
    check(checksum, census_sum(facts.key, &census), || format!("the census of pairing {}", facts.key))?;
    Ok(Some(census))
}

fn read(row: &Row<'_>) -> Result<(StoredCensus, i64), SqlError> {
    let counts = match row.get::<Option<i64>>(1)? {
        Some(_) => Some(Counts { wins: [number(row, 1)?, number(row, 2)?], draws: number(row, 3)? }),
        None => None,
    };
    Ok((StoredCensus { estimated_ms: number(row, 0)?, counts }, row.get(4)?))
}
