//! Compares the statuses with the table of error kinds, by number.
#![allow(unsafe_code)]

use glossweave::ErrorKind;
use glossweave_ffi::{GwStatus, gw_status_name};

#[test]
fn numbers_and_names_are_those_of_the_kinds() {
    assert_eq!(GwStatus::Ok as u32, 0);
    assert_eq!(GwStatus::ALL.len(), ErrorKind::ALL.len() + 1);
    for (kind, status) in ErrorKind::ALL.iter().zip(&GwStatus::ALL[1..]) {
        assert_eq!(kind.number(), *status as u32, "{status:?}");
        assert_eq!(kind.name(), format!("{status:?}"));
        let name = gw_status_name(kind.number());
        // SAFETY: names live as long as the program.
        let name = unsafe { std::slice::from_raw_parts(name.data.cast::<u8>(), name.length) };
        assert_eq!(name, kind.name().as_bytes());
    }
    assert_eq!(gw_status_name(0).length, 2);
    assert_eq!(gw_status_name(99).length, 0);
}
