//! Changes between the bytes of two states: any changes are read or refused, and changes
//! that were written give the bytes back.

use foxden_runtime::ticket::state_delta::{decode, encode};

/// Runs one input; the first byte says how much of the rest is the earlier state.
pub fn run(data: &[u8]) {
    let Some((share, rest)) = data.split_first() else {
        return;
    };
    let (before, now) = rest.split_at(rest.len() * usize::from(*share) / 256);
    if let Ok(state) = decode(before, now) {
        assert!(state.len() <= before.len() * now.len() + now.len());
    }
    let mut changes = Vec::new();
    encode(before, now, &mut changes);
    assert_eq!(decode(before, &changes).expect("changes fit"), now);
}
