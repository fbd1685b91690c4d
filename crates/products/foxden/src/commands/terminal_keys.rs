//! Keys of a person in front of a run: scripted ones, and those typed in the terminal.

use clap::Args;
use foxden_assets::files::read_file;
use foxden_controllers::user_input::{InputSource, Script, key_code, key_of_character};
use foxden_runtime::stop_flag::StopFlag;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

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

/// The mode that the terminal had before it was changed.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// Gives the terminal its mode back, if it was changed.
pub(crate) fn restore() {
    let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(before) = before {
        // the terminal may be gone
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
    }
}

/// A terminal that passes on each key at once. Dropping this restores its mode.
pub(crate) struct Terminal(());

impl Terminal {
    fn listen(input: &InputSource, stop: &StopFlag) -> Self {
        let stdin = std::io::stdin();
        let before = (stdin.is_terminal())
            .then(|| tcgetattr(&stdin).ok())
            .flatten();
        if let Some(before) = before {
            let mut settings = before.clone();
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
            // keys come one by one and are not shown; those for signals keep their meaning
            settings.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            // a terminal that does not obey hands on whole lines
            let _ = tcsetattr(&stdin, OptionalActions::Now, &settings);
        }
        input.set_live();
        let (input, stop) = (input.clone(), stop.clone());
        // it ends with the program: a read from a terminal cannot be interrupted
        std::thread::spawn(move || {
            let mut bytes = [0; 256];
            while let Ok(count @ 1..) = std::io::stdin().read(&mut bytes) {
                if stop.is_set() {
                    break;
                }
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
