//! The names that viewers use for the programs of a match.

use std::borrow::Cow;

use crate::text::one_line;
use crate::{Metadata, Seat};

/// Returns the name that people use for a program: the name that it gives itself, or else its file without the
/// extension.
#[must_use]
pub fn display_name(metadata: &Metadata, file: &str) -> String {
    let stem = || file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    one_line(metadata.name.as_deref().unwrap_or_else(stem))
}

/// The names of the programs of a match, by seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatNames(Vec<String>);

impl SeatNames {
    /// Names these programs, which are given with their files. Programs with the same [name](display_name) are told
    /// apart by their authors, or else by their files, or else by their seats.
    #[must_use]
    pub fn new(programs: &[(&Metadata, &str)]) -> Self {
        let names: Vec<String> =
            programs.iter().map(|(metadata, file)| display_name(metadata, file)).collect();
        let with = |detail: &dyn Fn(usize) -> Option<String>| -> Vec<Option<String>> {
            (0..programs.len()).map(|seat| Some(format!("{} ({})", names[seat], detail(seat)?))).collect()
        };
        let authors = with(&|seat| programs[seat].0.author.as_deref().map(one_line));
        let files = with(&|seat| Some(one_line(programs[seat].1)));
        let seats = with(&|seat| Some(seat.to_string()));
        let name = |seat: usize| {
            let own = Some(names[seat].clone());
            let is_alone = |all: &[Option<String>]| all.iter().filter(|one| **one == all[seat]).count() == 1;
            let plain: Vec<Option<String>> = names.iter().cloned().map(Some).collect();
            let choices = [(&plain, &own), (&authors, &authors[seat]), (&files, &files[seat])];
            let chosen = choices.into_iter().find(|(all, one)| one.is_some() && is_alone(all));
            chosen.map_or(&seats[seat], |(_, one)| one).clone().unwrap_or_default()
        };
        Self((0..programs.len()).map(name).collect())
    }

    /// Returns the name of the program at a seat; `program 3` if its name is not known.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Cow<'_, str> {
        self.0.get(seat).map_or_else(|| format!("program {seat}").into(), |name| name.as_str().into())
    }

    /// Returns these names, with a different name for one seat.
    #[must_use]
    pub fn with(mut self, seat: Seat, name: String) -> Self {
        if let Some(named) = self.0.get_mut(seat) {
            *named = name;
        }
        self
    }

    /// Returns all names, by seat.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(name: Option<&str>, author: Option<&str>) -> Metadata {
        Metadata { name: name.map(String::from), author: author.map(String::from), ..Metadata::default() }
    }

    #[test]
    fn a_program_without_a_name_has_its_files() {
        assert_eq!(display_name(&Metadata::default(), "imp.v2.crash"), "imp.v2");
        assert_eq!(display_name(&Metadata::default(), "-"), "-");
    }

    #[test]
    fn no_two_programs_have_the_same_name() {
        let named = |programs: &[(Option<&str>, Option<&str>, &str)]| {
            let metadata: Vec<Metadata> =
                programs.iter().map(|(name, author, _)| metadata(*name, *author)).collect();
            let files = programs.iter().map(|(_, _, file)| *file);
            SeatNames::new(&metadata.iter().zip(files).collect::<Vec<_>>()).0
        };
        let hawk = Some("Hawk");
        assert_eq!(named(&[(hawk, None, "a.x"), (None, None, "b.x")]), ["Hawk", "b"]);
        assert_eq!(
            named(&[(hawk, Some("Ann"), "a.x"), (hawk, Some("Bob"), "a.x"), (None, None, "c.x")]),
            ["Hawk (Ann)", "Hawk (Bob)", "c"]
        );
        assert_eq!(
            named(&[(hawk, Some("Ann"), "a.x"), (hawk, Some("Ann"), "b.x")]),
            ["Hawk (a.x)", "Hawk (b.x)"]
        );
        assert_eq!(named(&[(hawk, None, "a.x"), (hawk, None, "a.x")]), ["Hawk (0)", "Hawk (1)"]);
    }

    #[test]
    fn a_seat_without_a_name_has_its_number() {
        assert_eq!(SeatNames::default().of(3), "program 3");
    }
}
