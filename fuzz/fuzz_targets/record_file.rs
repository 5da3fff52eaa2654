//! Any bytes as a record: they are read or refused, and what was read is written as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = record::read(bytes) {
        let again = record::read(&record::write(&record)).expect("what was written can be read");
        assert_eq!(again, record);
    }
});
