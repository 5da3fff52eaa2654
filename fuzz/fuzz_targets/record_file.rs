//! Reads the input as a record: checks that nothing panics, and that a valid record survives writing and
//! reading.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = record::read(bytes) {
        let again = record::read(&record::write(&record)).expect("what was written can be read");
        assert_eq!(again, record);
    }
});
