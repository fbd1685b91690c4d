//! Telling controllers to leave, all at once.

use crate::connection::{Incoming, Patience};
use crate::console::ControllerOutput;
use crate::process::{Process, end_all};
use crate::session::ControllerSession;
use crate::session_state::Phase;
use foxden_protocol::ControllerPacket;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::time::{Duration, Instant};

/// How long controllers that compute may take to read the last message.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// Ends sessions: each controller receives the last message when it asks for
/// something next, at once if it waits already. Those that Foxden started are
/// ended if they do not go by themselves.
pub(crate) fn end_sessions(mut sessions: Vec<ControllerSession>, console: &ControllerOutput) {
    for session in &mut sessions {
        if session.state.is_in(Phase::Waiting) {
            session.quit();
        } else {
            // one that computes learns it with its next request
            session.state.enter(Phase::Dismissed);
        }
    }
    let deadline = Instant::now() + FAREWELL_TIME;
    while Instant::now() < deadline && sessions.iter().any(is_present) {
        wait(&sessions, deadline);
        for session in &mut sessions {
            listen(session);
        }
    }
    // over TCP the library loops on a closed connection unless it got the last message
    for session in sessions.iter_mut().filter(|session| is_unaware(session)) {
        session.quit();
    }
    let processes: Vec<Process> = sessions
        .iter_mut()
        .filter_map(|session| session.process.take())
        .collect();
    end_all(processes, console);
}

/// Whether its controller has not got the last message yet.
fn is_unaware(session: &ControllerSession) -> bool {
    session.state.is_in(Phase::Dismissed)
}

/// Whether its controller is there still. Of those that know, only programs
/// of our own are waited for.
fn is_present(session: &ControllerSession) -> bool {
    is_unaware(session) || (session.state.is_connected() && session.process.is_some())
}

fn wait(sessions: &[ControllerSession], deadline: Instant) {
    let connections = sessions.iter().filter_map(|one| one.state.connection());
    let mut sockets: Vec<PollFd<'_>> = connections
        .map(|connection| PollFd::new(connection, PollFlags::IN))
        .collect();
    let rest = deadline.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(rest).ok();
    let _ = poll(&mut sockets, timeout.as_ref());
}

/// Answers whatever a controller asks with the end.
fn listen(session: &mut ControllerSession) {
    loop {
        match session.receive(Patience::None) {
            Incoming::Packet(ControllerPacket::Request(_)) => {
                session.quit();
            }
            Incoming::Packet(ControllerPacket::Farewell) | Incoming::Gone(_) => {
                session.disconnect();
                return;
            }
            Incoming::Nothing => return,
        }
        if !session.state.is_connected() {
            return;
        }
    }
}
