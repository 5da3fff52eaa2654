//! Keeps and reads programs and the lock files of contests.

use std::collections::BTreeMap;

use game::Digest;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::StoredProgram;
use crate::codec::{check, digest, program_sum};
use crate::error::InnerError;

/// Keeps a program, and says whether it is new.
pub(crate) fn put_program(connection: &Connection, program: &StoredProgram) -> Result<bool, InnerError> {
    let StoredProgram { id, game, file, source } = program;
    match self::program(connection, *id)? {
        Some(there) if there.game == *game => Ok(false),
        Some(there) => {
            let what = format!("the program {id} is one of {}, and cannot be one of {game}", there.game);
            Err(InnerError::Contradiction(what))
        }
        None => {
            let sql = "INSERT INTO programs (id, game, file, source, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
            let checksum = program_sum(program);
            connection.prepare_cached(sql)?.execute(params![id.as_bytes(), game, file, source, checksum])?;
            Ok(true)
        }
    }
}

pub(crate) fn program(connection: &Connection, id: Digest) -> Result<Option<StoredProgram>, InnerError> {
    let sql = "SELECT id, game, file, source, checksum FROM programs WHERE id = ?1";
    let row = connection.prepare_cached(sql)?.query_row([id.as_bytes()], read_program).optional()?;
    row.map(checked_program).transpose()
}

/// Hands out all programs in the order of their identities.
pub(crate) fn each_program<E: From<InnerError>>(
    connection: &Connection,
    mut take: impl FnMut(StoredProgram) -> Result<(), E>,
) -> Result<(), E> {
    let sql = "SELECT id, game, file, source, checksum FROM programs ORDER BY id";
    let mut statement = connection.prepare_cached(sql).map_err(InnerError::from)?;
    let rows = statement.query_map([], read_program).map_err(InnerError::from)?;
    for row in rows {
        take(checked_program(row.map_err(InnerError::from)?)?)?;
    }
    Ok(())
}

/// Gives programs other file names, and keeps this lock file instead of all others.
pub(crate) fn rename(
    connection: &Connection,
    names: &BTreeMap<&str, &str>,
    lock: &str,
) -> Result<(), InnerError> {
    let mut renamed = Vec::new();
    each_program(connection, |mut program| {
        if let Some(to) = names.get(program.file.as_str()) {
            (*to).clone_into(&mut program.file);
            renamed.push(program);
        }
        Ok::<(), InnerError>(())
    })?;
    for program in renamed {
        let sql = "UPDATE programs SET file = ?2, checksum = ?3 WHERE id = ?1";
        connection.execute(sql, params![program.id.as_bytes(), program.file, program_sum(&program)])?;
    }
    connection.execute("DELETE FROM contests", [])?;
    put_contest(connection, lock).map(drop)
}

fn read_program(row: &Row<'_>) -> rusqlite::Result<(StoredProgram, i64)> {
    let program =
        StoredProgram { id: digest(row, 0)?, game: row.get(1)?, file: row.get(2)?, source: row.get(3)? };
    Ok((program, row.get(4)?))
}

fn checked_program((program, checksum): (StoredProgram, i64)) -> Result<StoredProgram, InnerError> {
    check(checksum, program_sum(&program), || format!("the program {}", program.id))?;
    Ok(program)
}

/// Keeps the text of a lock file, and says whether it is new.
pub(crate) fn put_contest(connection: &Connection, lock: &str) -> Result<bool, InnerError> {
    let sql = "INSERT OR IGNORE INTO contests (id, lock) VALUES (?1, ?2)";
    let added =
        connection.prepare_cached(sql)?.execute(params![Digest::of(lock.as_bytes()).as_bytes(), lock])?;
    Ok(added > 0)
}

pub(crate) fn contests(connection: &Connection) -> Result<Vec<String>, InnerError> {
    let mut statement = connection.prepare_cached("SELECT id, lock FROM contests ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok((digest(row, 0)?, row.get::<_, String>(1)?)))?;
    let mut contests = Vec::new();
    for row in rows {
        let (id, lock) = row?;
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
