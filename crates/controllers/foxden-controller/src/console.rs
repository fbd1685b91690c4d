//! The controller's own output.

use std::os::fd::RawFd;

use foxden_protocol::robot::OutputStream;

/// How much of a stream goes into one packet.
const PIECE: usize = 1023;

/// Streams that are sent to the simulator instead of being printed here.
#[derive(Debug, Default)]
pub struct RedirectedStreams {
    redirected: Vec<(OutputStream, RawFd)>,
}

unsafe extern "C" {
    /// The streams of the C library, which the controller prints to.
    #[link_name = "stdout"]
    static STANDARD_OUTPUT: *mut libc::FILE;
    #[link_name = "stderr"]
    static STANDARD_ERROR: *mut libc::FILE;
}

/// Sets line buffering even for pipes, and a point as decimal separator in
/// every locale.
pub fn prepare_streams() {
    // SAFETY: the streams of the C library exist as long as the process, and the
    // buffer is theirs; the name of the locale is a C string.
    unsafe {
        libc::setvbuf(STANDARD_OUTPUT, std::ptr::null_mut(), libc::_IOLBF, 4096);
        libc::setvbuf(STANDARD_ERROR, std::ptr::null_mut(), libc::_IOLBF, 4096);
        libc::fflush(std::ptr::null_mut());
        libc::setlocale(libc::LC_NUMERIC, c"C".as_ptr());
    }
}

impl RedirectedStreams {
    /// Redirects what the environment asks for.
    pub fn from_environment() -> Self {
        use foxden_protocol::handshake::variable;
        let mut console = Self::default();
        let streams = [
            (
                variable::STDOUT_REDIRECT,
                OutputStream::Out,
                libc::STDOUT_FILENO,
            ),
            (
                variable::STDERR_REDIRECT,
                OutputStream::Error,
                libc::STDERR_FILENO,
            ),
        ];
        for (name, stream, descriptor) in streams {
            if std::env::var_os(name).is_some() {
                match redirect(descriptor) {
                    Some(reader) => console.redirected.push((stream, reader)),
                    None => eprintln!("Error: cannot create pipe for {name}."),
                }
            }
        }
        console
    }

    /// What was printed since the last call, as far as it fits.
    pub fn take(&mut self) -> Vec<(OutputStream, Vec<u8>)> {
        if self.redirected.is_empty() {
            return Vec::new();
        }
        // SAFETY: flushing all streams of the C library is always allowed.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        let mut texts = Vec::new();
        for (stream, reader) in &self.redirected {
            let mut text = vec![0; PIECE];
            // SAFETY: the buffer is as long as is said, the descriptor is ours.
            let read = unsafe { libc::read(*reader, text.as_mut_ptr().cast(), PIECE) };
            if let Ok(read @ 1..) = usize::try_from(read) {
                text.truncate(read);
                texts.push((*stream, text));
            }
        }
        texts
    }
}

/// Puts a pipe in the place of a stream and gives back its other end.
fn redirect(descriptor: RawFd) -> Option<RawFd> {
    let mut ends = [0; 2];
    // SAFETY: `pipe` writes two descriptors into the array; they are ours then.
    unsafe {
        if libc::pipe(ends.as_mut_ptr()) != 0 {
            return None;
        }
        libc::fcntl(ends[0], libc::F_SETFL, libc::O_NONBLOCK);
        libc::dup2(ends[1], descriptor);
        libc::close(ends[1]);
    }
    Some(ends[0])
}
