//! Keys of a person in front of a run: scripted ones, and those typed in the terminal.

use clap::Args;
use foxden_assets::files::read_file;
use foxden_controllers::user_input::{InputSource, Script, key_code, key_of_character};
use foxden_runtime::stop_flag::StopFlag;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often is looked whether the terminal has still the mode for keys. After Ctrl-Z a shell
/// gives it another one.
const LOOK_TIME: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 200_000_000,
};

/// Bytes of a file of keys.
const LONGEST_SCRIPT: u64 = 16 << 20;

/// What a person does with keyboard, mouse and joystick.
#[derive(Args, Clone)]
#[command(next_help_heading = "Keyboard, mouse and joystick")]
pub(crate) struct InputArguments {
    /// Presses keys at simulated times: once as in w@1s, or for a while as in shift+up@2.5s-4s; also mouse:left, mouse:0.5:0.5, button:0, axis:0:32767 and pov:0:1
    #[arg(long, value_name = "KEY@TIME,...")]
    keys: Option<String>,
    /// Reads the keys from a file: one or more on a line, comments after #
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    keys_file: Option<PathBuf>,
    /// Passes keys typed in this terminal to robots; Ctrl-C still ends the run
    #[arg(long)]
    keyboard: bool,
}

impl InputArguments {
    /// Whether keys are read from the terminal.
    pub(crate) fn is_live(&self) -> bool {
        self.keyboard
    }

    /// The person, and the terminal as long as it is listened to.
    pub(crate) fn source(
        &self,
        stop: &StopFlag,
    ) -> Result<(InputSource, Option<Terminal>), String> {
        let text = match (&self.keys, &self.keys_file) {
            (Some(keys), _) => keys.clone(),
            (None, Some(file)) => read_file(file, LONGEST_SCRIPT)
                .and_then(|bytes| String::from_utf8(bytes.to_vec()).map_err(io::Error::other))
                .map_err(|error| format!("{}: {error}", file.display()))?,
            (None, None) => String::new(),
        };
        let script: Script = text.parse().map_err(|error| match &self.keys_file {
            Some(file) => format!("{}: {error}", file.display()),
            None => format!("--keys: {error}"),
        })?;
        let input = InputSource::with_script(script);
        let terminal = self.keyboard.then(|| Terminal::listen(&input, stop));
        Ok((input, terminal))
    }
}

/// The mode of the terminal.
struct TerminalMode {
    /// What it was before it was changed.
    before: Option<Termios>,
    /// Whether it is not changed any more.
    is_final: bool,
}

static MODE: Mutex<TerminalMode> = Mutex::new(TerminalMode {
    before: None,
    is_final: false,
});

/// Gives the terminal its mode back, if it was changed.
pub(crate) fn restore() {
    let mut mode = MODE.lock().unwrap_or_else(PoisonError::into_inner);
    mode.is_final = true;
    if let Some(before) = mode.before.take()
        && is_in_front()
    {
        // the terminal may be gone
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
    }
}

/// Whether the terminal belongs to this program now. The system stops programs in the
/// background that change its mode or read from it.
fn is_in_front() -> bool {
    tcgetpgrp(std::io::stdin()).is_ok_and(|group| group == getpgrp())
}

/// Gives the terminal the mode for keys: they come one by one and are not shown; those for
/// signals keep their meaning. A terminal that does not obey hands on whole lines.
fn take_over() {
    let mut mode = MODE.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok(mut settings) = tcgetattr(std::io::stdin()) else {
        return;
    };
    let modes = LocalModes::ICANON | LocalModes::ECHO;
    if !mode.is_final && settings.local_modes.intersects(modes) {
        mode.before.get_or_insert_with(|| settings.clone());
        settings.local_modes -= modes;
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &settings);
    }
}

/// Waits for keys typed while the terminal belongs to this program.
fn wait_for_keys(stop: &StopFlag) {
    let stdin = std::io::stdin();
    while !stop.is_set() {
        if !is_in_front() {
            std::thread::sleep(Duration::from_millis(200));
            continue;
        }
        take_over();
        let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
        if !matches!(poll(&mut waiting, Some(&LOOK_TIME)), Ok(0)) && is_in_front() {
            return;
        }
    }
}

/// A terminal that passes on each key at once. Dropping this restores its mode.
pub(crate) struct Terminal(());

impl Terminal {
    fn listen(input: &InputSource, stop: &StopFlag) -> Self {
        let is_terminal = std::io::stdin().is_terminal();
        if is_terminal && is_in_front() {
            take_over();
        }
        input.set_live();
        let (input, stop) = (input.clone(), stop.clone());
        // it ends with the program: a read from a terminal cannot be interrupted
        std::thread::spawn(move || {
            let mut bytes = [0; 256];
            loop {
                if is_terminal {
                    wait_for_keys(&stop);
                }
                // nothing is read after the end
                if stop.is_set() {
                    break;
                }
                let count = match read(std::io::stdin(), &mut bytes) {
                    Ok(count @ 1..) => count,
                    Err(Errno::INTR) => continue,
                    Ok(0) | Err(_) => break,
                };
                for key in typed_keys(&bytes[..count]) {
                    input.press(key);
                }
            }
        });
        Self(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// The keys behind what a terminal sends at one time.
fn typed_keys(bytes: &[u8]) -> Vec<i32> {
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.as_ref();
    let mut keys = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (key, length) = match rest.strip_prefix("\x1b[").or(rest.strip_prefix("\x1bO")) {
            Some(sequence) => {
                let end = sequence
                    .find(|c: char| c.is_ascii_alphabetic() || c == '~')
                    .map_or(sequence.len(), |at| at + 1);
                (special_key(&sequence[..end]), end + 2)
            }
            None => (character_key(first), first.len_utf8()),
        };
        keys.extend(key);
        rest = &rest[length..];
    }
    keys
}

/// A key behind an escape sequence, with the modifiers in its second number.
fn special_key(sequence: &str) -> Option<i32> {
    let (numbers, last) = sequence.split_at(sequence.len().checked_sub(1)?);
    let mut numbers = numbers.split(';');
    let first = numbers.next();
    let name = match (last, first) {
        ("A", _) => "up",
        ("B", _) => "down",
        ("C", _) => "right",
        ("D", _) => "left",
        ("H", _) | ("~", Some("1" | "7")) => "home",
        ("F", _) | ("~", Some("4" | "8")) => "end",
        ("~", Some("3")) => "delete",
        ("~", Some("5")) => "page_up",
        ("~", Some("6")) => "page_down",
        _ => return None,
    };
    // one more than the sum of the bits of shift, alt and control
    let bits = numbers
        .next()
        .and_then(|number| number.parse::<u8>().ok()?.checked_sub(1));
    let mut text = String::new();
    for (bit, modifier) in [(1, "shift+"), (2, "alt+"), (4, "ctrl+")] {
        if bits.unwrap_or(0) & bit != 0 {
            text.push_str(modifier);
        }
    }
    key_code(&format!("{text}{name}"))
}

fn character_key(character: char) -> Option<i32> {
    match character {
        '\r' | '\n' => key_code("enter"),
        '\t' => key_code("tab"),
        '\x7f' | '\x08' => key_code("backspace"),
        '\x01'..='\x1a' => {
            let letter = char::from(character as u8 + b'a' - 1);
            key_code(&format!("ctrl+{letter}"))
        }
        _ if character.is_control() => None,
        _ if character.is_ascii_uppercase() => key_code(&format!("shift+{character}")),
        _ => Some(key_of_character(character)),
    }
}

#[cfg(test)]
mod tests {
    use super::typed_keys;

    #[test]
    fn terminals_send_keys_as_text_and_sequences() {
        let (shift, control) = (0x10000, 0x20000);
        assert_eq!(typed_keys(b"w"), ['W' as i32]);
        assert_eq!(typed_keys(b"W"), [shift | 'W' as i32]);
        assert_eq!(typed_keys(b"\x1b[A\x1bOD"), [315, 314]);
        assert_eq!(typed_keys(b"\x1b[1;2C"), [shift | 316]);
        assert_eq!(typed_keys(b"\x1b[1;5D"), [control | 314]);
        assert_eq!(typed_keys(b"\x1b[5~ \r"), [366, 32, 4]);
        assert_eq!(typed_keys(b"\x04"), [control | 'D' as i32]);
        assert_eq!(typed_keys(b"\x1b[\x1b[99999999999;Z\xff"), [0xfffd]);
    }
}
