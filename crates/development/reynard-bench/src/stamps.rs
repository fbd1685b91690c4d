//! A connection to a server with receive timestamps of the kernel, so that it
//! does not matter when the reading process runs.

use crate::jitter::run_at_once;
use nix::cmsg_space;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt, sockopt};
use nix::sys::time::TimeSpec;
use std::collections::BTreeMap;
use std::io::{self, IoSliceMut, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::thread::JoinHandle;

/// Bytes that arrived.
pub(crate) struct Arrival {
    /// When, in seconds.
    pub(crate) time: f64,
    length: usize,
    /// For how long others had this machine's processors so far, as the
    /// kernel counts it.
    pub(crate) stolen: u64,
}

/// One connection to a server.
pub(crate) struct Stamped {
    pub(crate) port: u16,
    thread: JoinHandle<io::Result<Vec<Arrival>>>,
}

impl Stamped {
    /// Waits for a client at the port, and connects it.
    pub(crate) fn open(server: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let thread = std::thread::spawn(move || {
            // what is read late is read together, and has one time for all
            run_at_once();
            pass(&listener, server)
        });
        Ok(Self { port, thread })
    }

    /// The arrival times of values, after the client has ended: values are the
    /// most frequent packets, and all have the same length.
    pub(crate) fn values(self) -> Vec<Arrival> {
        let arrivals = self.thread.join().ok().and_then(Result::ok);
        let mut arrivals = arrivals.unwrap_or_default();
        let mut counts = BTreeMap::<usize, usize>::new();
        for arrival in &arrivals {
            *counts.entry(arrival.length).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        arrivals.retain(|arrival| most.is_some_and(|(length, _)| length == arrival.length));
        arrivals
    }
}

fn pass(listener: &TcpListener, server: u16) -> io::Result<Vec<Arrival>> {
    let (mut client, _) = listener.accept()?;
    let server = TcpStream::connect(("127.0.0.1", server))?;
    setsockopt(&server, sockopt::ReceiveTimestampns, &true)?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    let (mut asking, mut asked) = (client.try_clone()?, server.try_clone()?);
    let asker = std::thread::spawn(move || {
        // whichever end goes first, the other is to notice
        let _ = io::copy(&mut asking, &mut asked);
        let _ = asked.shutdown(std::net::Shutdown::Both);
    });
    let mut arrivals = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let (length, time) = receive(&server, &mut buffer)?;
        if length == 0 {
            break;
        }
        arrivals.extend(time.map(|time| Arrival {
            time,
            length,
            stolen: stolen(),
        }));
        if client.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = client.shutdown(std::net::Shutdown::Both);
    let _ = asker.join();
    Ok(arrivals)
}

/// The eighth number of the first line, in ticks of the clock.
fn stolen() -> u64 {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let number = stat.split_whitespace().nth(8);
    number.and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn receive(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Option<f64>)> {
    let mut space = cmsg_space!(TimeSpec);
    let mut parts = [IoSliceMut::new(buffer)];
    let flags = MsgFlags::empty();
    let message = recvmsg::<()>(stream.as_raw_fd(), &mut parts, Some(&mut space), flags)?;
    let time = message.cmsgs()?.find_map(|control| match control {
        ControlMessageOwned::ScmTimestampns(time) => {
            Some(time.tv_sec() as f64 + 1e-9 * time.tv_nsec() as f64)
        }
        _ => None,
    });
    Ok((message.bytes, time))
}
