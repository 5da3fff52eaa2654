//! Decodes the input as a question and as an answer of `PerlWar`: checks that nothing panics, and that
//! encoding restores the input.

#![no_main]

use std::fmt::Debug;

use game::WireFormat;
use games::perlwar::{Answer, Question};
use libfuzzer_sys::fuzz_target;

fn is_read_as_it_is_written<T: WireFormat + PartialEq + Debug>(bytes: &[u8]) {
    let Some(value) = T::decode(bytes) else { return };
    let mut written = Vec::new();
    value.encode(&mut written);
    assert_eq!(written, bytes);
    assert_eq!(T::decode(&written), Some(value));
}

fuzz_target!(|bytes: &[u8]| {
    is_read_as_it_is_written::<Question>(bytes);
    is_read_as_it_is_written::<Answer>(bytes);
});
