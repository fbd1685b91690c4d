//! The ASCII server: each line gets one reply.

use super::byte_stream::ByteStream;
use super::den::FuzzDen;
use reynard::ascii::serve_stream;
use std::cell::RefCell;

thread_local! {
    static DEN: RefCell<FuzzDen> = RefCell::new(FuzzDen::new());
}

/// Runs one input; the first byte is the size of the pieces in which the rest arrives.
pub fn run(data: &[u8]) {
    let Some((piece, lines)) = data.split_first() else {
        return;
    };
    DEN.with_borrow_mut(|den| {
        let mut stream = ByteStream::new(lines, usize::from(*piece));
        let handle = den.handle.clone();
        let served = den.serve(serve_stream(&mut stream, &handle));
        let ends = lines
            .iter()
            .filter(|byte| matches!(byte, b'\n' | b'\r'))
            .count();
        let replies = stream.output.iter().filter(|byte| **byte == b'\n').count();
        assert!(replies <= ends, "{replies} replies to {ends} lines");
        if served.is_some() {
            assert!(
                replies >= ends.div_ceil(2),
                "{replies} replies to {ends} lines"
            );
        }
    });
}
