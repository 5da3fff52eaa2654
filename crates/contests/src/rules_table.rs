//! `[rules]`: the table of a game's parameters in the settings of a hill or a war.

use game::Rules;

/// Parses the parameters in such a table, or returns what is wrong with one.
pub(crate) fn read(table: &toml::Table) -> Result<Rules, String> {
    let mut rules = Rules::new();
    for (key, value) in table {
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        let number = number.ok_or_else(|| format!("[rules] {key} is {value}, but must be a whole number"))?;
        rules.add(key, number).map_err(|error| error.to_string())?;
    }
    Ok(rules)
}
