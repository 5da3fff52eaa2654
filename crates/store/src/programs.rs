//! Keeps and reads programs and the lock files of contests.

use std::collections::BTreeMap;

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::Digest;

use crate::StoredProgram;
use crate::codec::{check, digest, program_sum};
use crate::error::InnerError;

/// Keeps a program, and says whether it is new.
pub(crate) fn put_program(database: &Sql<'_>, program: &StoredProgram) -> Result<bool, InnerError> {
    let StoredProgram { id, game, file, source } = program;
    match self::program(database, *id)? {
        Some(there) if there.game == *game => Ok(false),
        Some(there) => {
            let what = format!("the program {id} is one of {}, and cannot be one of {game}", there.game);
            Err(InnerError::Contradiction(what))
        }
        None => {
            let sql = "INSERT INTO programs (id, game, file, source, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
            let checksum = program_sum(program);
            database.execute(sql, params![id.as_bytes(), game, file, source, checksum])?;
            Ok(true)
        }
    }
}

pub(crate) fn program(database: &Sql<'_>, id: Digest) -> Result<Option<StoredProgram>, InnerError> {
    let sql = "SELECT id, game, file, source, checksum FROM programs WHERE id = ?1";
    let row = database.query_row(sql, [id.as_bytes()], read_program).optional()?;
    row.map(checked_program).transpose()
}

/// Hands out all programs in the order of their identities.
pub(crate) fn each_program<E: From<InnerError>>(
    database: &Sql<'_>,
    mut take: impl FnMut(StoredProgram) -> Result<(), E>,
) -> Result<(), E> {
    // Only one program at a time is in memory, since sources may be long.
    let sql = "SELECT id FROM programs ORDER BY id";
    let ids: Vec<Digest> = database.query_all(sql, (), |row| digest(row, 0)).map_err(InnerError::from)?;
    for id in ids {
        if let Some(program) = program(database, id)? {
            take(program)?;
        }
    }
    Ok(())
}

/// Gives programs other file names, and keeps this lock file instead of all others.
pub(crate) fn rename(database: &Sql<'_>, names: &BTreeMap<&str, &str>, lock: &str) -> Result<(), InnerError> {
    let mut renamed = Vec::new();
    each_program(database, |mut program| {
        if let Some(to) = names.get(program.file.as_str()) {
            (*to).clone_into(&mut program.file);
            renamed.push(program);
        }
        Ok::<(), InnerError>(())
    })?;
    for program in renamed {
        let sql = "UPDATE programs SET file = ?2, checksum = ?3 WHERE id = ?1";
        database.execute(sql, params![program.id.as_bytes(), program.file, program_sum(&program)])?;
    }
    database.execute("DELETE FROM contests", ())?;
    put_contest(database, lock).map(drop)
}

fn read_program(row: &Row<'_>) -> Result<(StoredProgram, i64), SqlError> {
    let program =
        StoredProgram { id: digest(row, 0)?, game: row.get(1)?, file: row.get(2)?, source: row.get(3)? };
    Ok((program, row.get(4)?))
}

fn checked_program((program, checksum): (StoredProgram, i64)) -> Result<StoredProgram, InnerError> {
    check(checksum, program_sum(&program), || format!("the program {}", program.id))?;
    Ok(program)
}

/// Keeps the text of a lock file, and says whether it is new.
pub(crate) fn put_contest(database: &Sql<'_>, lock: &str) -> Result<bool, InnerError> {
    let sql = "INSERT INTO contests (id, lock) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    let added = database.execute(sql, params![Digest::of(lock.as_bytes()).as_bytes(), lock])?;
    Ok(added > 0)
}

pub(crate) fn contests(database: &Sql<'_>) -> Result<Vec<String>, InnerError> {
    let sql = "SELECT id, lock FROM contests ORDER BY id";
    let rows: Vec<(Digest, String)> =
        database.query_all(sql, (), |row| Ok((digest(row, 0)?, row.get(1)?)))?;
    let mut contests = Vec::new();
    for (id, lock) in rows {
        // Its identity is its checksum.
        if Digest::of(lock.as_bytes()) != id {
            return Err(InnerError::Damaged(format!(
                "the contest {id} has a different text from the one that was kept"
            )));
        }
        contests.push(lock);
    }
    Ok(contests)
}
