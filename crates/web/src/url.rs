//! Names of strangers in addresses.

use std::fmt::Write;

/// Returns a name as one segment of an address: all but letters, digits and `-._~` is percent-encoded.
pub(crate) fn segment(name: &str) -> String {
    name.bytes().fold(String::with_capacity(name.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("a string takes all text");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::segment;

    #[test]
    fn nothing_in_a_name_ends_a_segment() {
        assert_eq!(segment("a-b_c.crash"), "a-b_c.crash");
        assert_eq!(segment("../x?y#z\"<é"), "..%2Fx%3Fy%23z%22%3C%C3%A9");
    }
}
