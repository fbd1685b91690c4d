//! Plays sounds and speaks.

use crate::devices::DeviceMessages;
use crate::dialect::SoundContent;
use crate::layout::{layout, messages};
use crate::wire::{Counted, SizedText};

messages! {
    /// What a controller asks; stopping comes first.
    pub enum SpeakerRequest: u8, "speaker request" {
        /// Stop sounds.
        2 => Stop {
            /// The files; all sounds if the list is empty.
            sounds: Vec<SoundFile> as Counted<u16>,
        },
        /// Start sounds or change how they play.
        1 => Play {
            /// The sounds.
            sounds: Vec<Sound>,
        },
        /// Speak with this engine.
        3 => SetEngine {
            /// Its name.
            engine: String as SizedText,
        },
        /// Speak this language.
        4 => SetLanguage {
            /// Such as `en-US`.
            language: String as SizedText,
        },
        /// Say something.
        5 => Speak {
            /// The text to speak.
            text: String as SizedText,
            /// How loud, 0 to 1.
            volume: f64,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum SpeakerAnswer: u8, "speaker answer" {
        /// A sound has ended.
        6 => SoundOver {
            /// Its file.
            file: String,
        },
        /// Everything is said.
        7 => SpeechOver,
    }
}

impl DeviceMessages for SpeakerRequest {
    type Answer = SpeakerAnswer;
    const NEEDS_CONFIGURATION: bool = false;
    const SHOWS_DIALECT: bool = true;
}

layout! {
    /// A sound by its file.
    pub struct SoundFile {
        /// The path as the controller wrote it.
        file: String as SizedText,
    }
}

layout! {
    /// How a sound is played.
    pub struct Sound {
        /// The path as the controller wrote it.
        file: String as SizedText,
        /// 0 to 1.
        volume: f64,
        /// 1 is as recorded.
        pitch: f64,
        /// -1 is left, 1 is right.
        balance: f64,
        /// On which speaker: 0 both, -1 left, 1 right.
        side: i16,
        /// Whether it starts again at its end.
        repeats: bool,
        /// What is in the file, the first time and if the controller can read it (R2025a).
        content: Vec<u8> as SoundContent,
    }
}
