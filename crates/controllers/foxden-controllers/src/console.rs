//! What controllers print: one thread reads the pipes of all of them.
//!
//! A slow reader of the lines slows this thread and the controllers that print,
//! never the thread that steps the world.

use crate::connection::is_readable;
use crate::process::OutputStream;
use crate::waker::{Wakeable, Waker, waker};
use foxden_lang::diagnostic::printable_with_colors;
use foxden_scene::NodeId;
use rustix::event::{PollFd, PollFlags, poll};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The longest line that is passed on whole.
const MAX_LINE_BYTES: usize = 64 << 10;

/// How much is read at most from a program that has ended: the programs that it started may
/// print without end.
const MAX_LAST_BYTES: usize = 4 << 20;

/// How much of what came as messages may wait to be printed.
const MAX_WAITING_BYTES: usize = 4 << 20;

/// How long the last lines of a program are waited for.
const LAST_LINES_TIME: Duration = Duration::from_secs(1);

/// Receives a line: robot, stream, text without its end.
pub type LinePrinter = Arc<dyn Fn(&str, OutputStream, &str) + Send + Sync>;

/// Receives bytes and the stream that they are for.
pub type BytePrinter = Arc<dyn Fn(OutputStream, &[u8]) + Send + Sync>;

/// Receives what controllers print.
#[derive(Clone)]
pub enum Printer {
    /// Line by line, so that those of several controllers do not mix.
    Lines(LinePrinter),
    /// Each byte as it comes: what has no end yet, what is no text.
    Raw(BytePrinter),
}

impl Printer {
    /// Passes on bytes, unless lines are wanted.
    fn raw(&self, stream: OutputStream, bytes: &[u8]) {
        if let Self::Raw(printer) = self {
            printer(stream, bytes);
        }
    }
}

/// The thread that reads what controllers print. It ends when this is dropped.
#[derive(Debug)]
pub struct ControllerOutput {
    orders: Sender<ConsoleOrder>,
    backlog: Arc<Backlog>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

/// Messages that wait to be printed. A controller that sends them faster than
/// they are printed neither fills the memory nor delays the world.
#[derive(Debug, Default)]
struct Backlog {
    waiting: AtomicUsize,
    lost: AtomicUsize,
}

impl Backlog {
    /// Whether this number of bytes may wait; if not they are lost.
    fn takes(&self, bytes: usize) -> bool {
        let before = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes <= MAX_WAITING_BYTES {
            return true;
        }
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
        self.lost.fetch_add(bytes, Ordering::Relaxed);
        false
    }

    /// This number of bytes was printed. Returns a line about bytes that were lost before.
    fn printed(&self, bytes: usize) -> Option<String> {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
        let lost = self.lost.swap(0, Ordering::Relaxed);
        (lost > 0).then(|| format!("\n({lost} bytes that came too fast were left out)\n"))
    }
}

#[derive(Debug)]
enum ConsoleOrder {
    ReadPipe(ConsolePipe),
    /// Bytes that came as a message.
    Print(NodeId, Arc<str>, OutputStream, Vec<u8>),
    /// Read what is left of a program and say when that is done.
    Finish(u32, Sender<()>),
    Close,
}

#[derive(Debug)]
struct ConsolePipe {
    program: u32,
    file: File,
    line: PartialLine,
    has_ended: bool,
}

/// A line that is not complete yet.
#[derive(Debug)]
struct PartialLine {
    robot: Arc<str>,
    stream: OutputStream,
    bytes: Vec<u8>,
}

impl ControllerOutput {
    /// Starts the thread; `printer` receives every line, on that thread.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(printer: Printer) -> io::Result<Self> {
        let (waker, wakeable) = waker()?;
        let (orders, inbox) = channel();
        let backlog = Arc::<Backlog>::default();
        let printed = backlog.clone();
        let thread = std::thread::Builder::new()
            .name("console".into())
            .spawn(move || listen(&inbox, &wakeable, &printer, &printed))?;
        Ok(Self {
            orders,
            backlog,
            waker,
            thread: Some(thread),
        })
    }

    /// Reads a pipe of a program from now on.
    pub(crate) fn read_pipe(
        &self,
        program: u32,
        robot: &Arc<str>,
        stream: OutputStream,
        pipe: OwnedFd,
    ) {
        self.order(ConsoleOrder::ReadPipe(ConsolePipe {
            program,
            file: File::from(pipe),
            line: PartialLine::new(robot.clone(), stream),
            has_ended: false,
        }));
    }

    /// Passes on what a controller sent as a message, by lines.
    pub(crate) fn print(&self, robot: NodeId, name: &str, stream: OutputStream, text: Vec<u8>) {
        if self.backlog.takes(text.len()) {
            self.order(ConsoleOrder::Print(robot, name.into(), stream, text));
        }
    }

    /// Lets go of a program that has ended, after its last lines.
    pub(crate) fn finish(&self, program: u32) {
        let (done, is_done) = channel();
        self.order(ConsoleOrder::Finish(program, done));
        // a printer that is very slow does not delay the end
        let _ = is_done.recv_timeout(LAST_LINES_TIME);
    }

    fn order(&self, order: ConsoleOrder) {
        // without a thread nobody listens, and nothing is lost
        let _ = self.orders.send(order);
        self.waker.wake();
    }
}

impl Drop for ControllerOutput {
    fn drop(&mut self) {
        self.order(ConsoleOrder::Close);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn listen(
    inbox: &Receiver<ConsoleOrder>,
    wakeable: &Wakeable,
    printer: &Printer,
    backlog: &Backlog,
) {
    let mut pipes: Vec<ConsolePipe> = Vec::new();
    let mut messages: BTreeMap<(NodeId, bool), PartialLine> = BTreeMap::new();
    loop {
        let mut waiting: Vec<PollFd<'_>> = pipes
            .iter()
            .map(|pipe| PollFd::new(&pipe.file, PollFlags::IN))
            .collect();
        waiting.push(PollFd::new(wakeable, PollFlags::IN));
        if poll(&mut waiting, None).is_err() {
            continue;
        }
        let is_ready: Vec<bool> = waiting
            .iter()
            .map(|one| !one.revents().is_empty())
            .collect();
        for (pipe, _) in pipes.iter_mut().zip(&is_ready).filter(|(_, ready)| **ready) {
            pipe.read(printer);
        }
        pipes.retain(|pipe| !pipe.has_ended);
        wakeable.clear();
        while let Ok(order) = inbox.try_recv() {
            match order {
                ConsoleOrder::ReadPipe(pipe) => pipes.push(pipe),
                ConsoleOrder::Print(_, _, stream, text) if matches!(printer, Printer::Raw(_)) => {
                    printer.raw(stream, shown_message(&text).as_bytes());
                    if let Some(remark) = backlog.printed(text.len()) {
                        printer.raw(stream, remark.as_bytes());
                    }
                }
                ConsoleOrder::Print(robot, name, stream, text) => {
                    let line = messages
                        .entry((robot, stream == OutputStream::Error))
                        .or_insert_with(|| PartialLine::new(name, stream));
                    line.push(&text, printer);
                    if let Some(remark) = backlog.printed(text.len()) {
                        line.push(remark.as_bytes(), printer);
                    }
                }
                ConsoleOrder::Finish(program, done) => {
                    for pipe in pipes.iter_mut().filter(|pipe| pipe.program == program) {
                        pipe.read_rest(printer);
                    }
                    pipes.retain(|pipe| pipe.program != program);
                    let _ = done.send(());
                }
                ConsoleOrder::Close => {
                    for pipe in &mut pipes {
                        pipe.read_rest(printer);
                    }
                    for line in messages.values_mut() {
                        line.cut(printer);
                    }
                    return;
                }
            }
        }
    }
}

/// A message as a terminal may show it. It may come over the network, and no peer
/// there may command the terminal.
fn shown_message(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<_> = text.split('\n').map(printable_with_colors).collect();
    lines.join("\n")
}

impl ConsolePipe {
    /// Reads what is there, once, and passes on the lines that are complete.
    fn read(&mut self, printer: &Printer) -> usize {
        let mut bytes = [0; 16 << 10];
        let count = match self.file.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return 0,
            Err(_) => 0,
        };
        if count == 0 {
            self.has_ended = true;
            self.line.cut(printer);
            return 0;
        }
        self.line.push(&bytes[..count], printer);
        count
    }

    /// Reads what is there, all of it within reason.
    fn read_rest(&mut self, printer: &Printer) {
        let mut total = 0;
        while !self.has_ended
            && total < MAX_LAST_BYTES
            && is_readable(self.file.as_fd(), Duration::ZERO)
        {
            total += self.read(printer);
        }
        self.line.cut(printer);
    }
}

impl PartialLine {
    fn new(robot: Arc<str>, stream: OutputStream) -> Self {
        Self {
            robot,
            stream,
            bytes: Vec::new(),
        }
    }

    /// Adds bytes and passes on the lines that are complete.
    fn push(&mut self, bytes: &[u8], printer: &Printer) {
        if let Printer::Raw(printer) = printer {
            printer(self.stream, bytes);
            return;
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.bytes.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.bytes.len() >= MAX_LINE_BYTES {
                self.cut(printer);
            }
        }
    }

    /// Passes on the line so far.
    fn cut(&mut self, printer: &Printer) {
        let Printer::Lines(printer) = printer else {
            return;
        };
        if self.bytes.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(&self.bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        printer(&self.robot, self.stream, text);
        self.bytes.clear();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::Mutex;

    #[test]
    fn lines_are_cut_and_the_last_one_needs_no_end() {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let own = heard.clone();
        let printer: LinePrinter = Arc::new(move |robot, _, line| {
            own.lock().unwrap().push(format!("{robot}|{line}"));
        });
        let console = ControllerOutput::start(Printer::Lines(printer)).unwrap();
        let (reader, mut writer) = std::io::pipe().unwrap();
        console.read_pipe(7, &"fox".into(), OutputStream::Output, reader.into());
        writer.write_all(b"one\r\ntw").unwrap();
        writer.write_all(b"o\n\nlast").unwrap();
        writer.write_all(&[0xff]).unwrap();
        // the writer stays open, as a grandchild would keep it
        console.finish(7);
        // the thread may be late; it is done when it is gone
        drop(console);
        assert_eq!(
            *heard.lock().unwrap(),
            ["fox|one", "fox|two", "fox|", "fox|last\u{fffd}"]
        );
        drop(writer);
    }

    #[test]
    fn raw_bytes_stay_as_they_are() {
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let own = heard.clone();
        let printer: BytePrinter = Arc::new(move |_, bytes| {
            own.lock().unwrap().extend_from_slice(bytes);
        });
        let console = ControllerOutput::start(Printer::Raw(printer)).unwrap();
        let (reader, mut writer) = std::io::pipe().unwrap();
        console.read_pipe(7, &"fox".into(), OutputStream::Output, reader.into());
        let printed = b"one\r\n 10 %\r 20 %\0\xff";
        writer.write_all(printed).unwrap();
        drop(console);
        assert_eq!(*heard.lock().unwrap(), printed);
    }

    #[test]
    fn messages_do_not_command_the_terminal() {
        assert_eq!(
            shown_message(b"\x1b[32mgreen\n\x1b]0;title\x07\n"),
            "\x1b[32mgreen\x1b[0m\n\\u001b]0;title\\u0007\n"
        );
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let heard: Arc<Mutex<Vec<usize>>> = Arc::default();
        let own = heard.clone();
        let printer: LinePrinter = Arc::new(move |_, _, line| {
            own.lock().unwrap().push(line.len());
        });
        let console = ControllerOutput::start(Printer::Lines(printer)).unwrap();
        let (reader, mut writer) = std::io::pipe().unwrap();
        console.read_pipe(7, &"fox".into(), OutputStream::Error, reader.into());
        writer.write_all(&vec![b'x'; 3 * MAX_LINE_BYTES]).unwrap();
        console.finish(7);
        drop(console);
        let heard = heard.lock().unwrap();
        assert_eq!(heard.iter().sum::<usize>(), 3 * MAX_LINE_BYTES);
        assert!(heard.iter().all(|length| *length < 2 * MAX_LINE_BYTES));
    }
}
