//! Plays sounds and speaks.

use foxden_protocol::devices::speaker::{Sound, SoundFile, SpeakerAnswer, SpeakerRequest};

use super::DeviceRules;
use crate::{Period, Text};

/// A speaker and what it plays.
#[derive(Debug)]
pub struct Speaker {
    /// The engine that speaks.
    pub engine: Text,
    /// The language it speaks.
    pub language: Text,
    sounds: Vec<Playing>,
    speech: Option<String>,
    stop_all: bool,
    stop_some: bool,
    engine_unsent: bool,
    language_unsent: bool,
    speech_unsent: Option<f64>,
}

/// How a sound is played.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeakerSound {
    /// The file.
    pub file: String,
    /// 0 to 1.
    pub volume: f64,
    /// 1 as recorded.
    pub pitch: f64,
    /// -1 left, 1 right.
    pub balance: f64,
    /// 0 both speakers, -1 the left one, 1 the right one.
    pub side: i16,
    /// Whether it begins again at its end.
    pub repeats: bool,
    /// The content of the file, for simulators that need it.
    pub content: Vec<u8>,
}

#[derive(Debug)]
struct Playing {
    sound: SpeakerSound,
    unsent: bool,
    stops: bool,
    is_playing: bool,
}

impl Default for Speaker {
    fn default() -> Self {
        Self {
            engine: "pico".into(),
            language: "en-US".into(),
            sounds: Vec::new(),
            speech: None,
            stop_all: false,
            stop_some: false,
            engine_unsent: false,
            language_unsent: false,
            speech_unsent: None,
        }
    }
}

impl Speaker {
    /// The supported languages.
    pub const LANGUAGES: [&str; 6] = ["en-US", "en-UK", "de-DE", "es-ES", "fr-FR", "it-IT"];

    /// Plays a sound, or changes how it is played.
    pub fn play(&mut self, sound: SpeakerSound) {
        let playing = Playing {
            sound,
            unsent: true,
            stops: false,
            is_playing: true,
        };
        let known = self
            .sounds
            .iter_mut()
            .find(|known| known.sound.file == playing.sound.file);
        match known {
            Some(known) => *known = playing,
            // The newest sound is sent first.
            None => self.sounds.insert(0, playing),
        }
    }

    /// Stops a sound, or everything.
    pub fn stop(&mut self, file: Option<&str>) {
        self.stop_some = true;
        let Some(file) = file else {
            self.stop_all = true;
            for sound in &mut self.sounds {
                sound.unsent = false;
            }
            self.speech_unsent = None;
            self.speech = None;
            return;
        };
        for sound in &mut self.sounds {
            if sound.sound.file == file {
                sound.unsent = false;
                sound.stops = true;
                sound.is_playing = false;
            }
        }
    }

    /// Whether a sound is playing, or anything.
    pub fn is_playing(&self, file: Option<&str>) -> bool {
        match file {
            Some(file) => self
                .sounds
                .iter()
                .any(|sound| sound.sound.file == file && sound.is_playing),
            None => self.is_speaking() || self.sounds.iter().any(|sound| sound.is_playing),
        }
    }

    /// Speaks.
    pub fn speak(&mut self, text: &str, volume: f64) {
        self.speech = Some(text.to_owned());
        self.speech_unsent = Some(volume);
    }

    /// Whether it speaks.
    pub fn is_speaking(&self) -> bool {
        self.speech.is_some()
    }

    /// Sets the engine. Returns whether it exists.
    pub fn set_engine(&mut self, engine: &str) -> bool {
        let known = engine == "pico";
        self.engine_unsent |= known;
        known
    }

    /// Sets the language. Returns whether it is supported.
    pub fn set_language(&mut self, language: &str) -> bool {
        if !Self::LANGUAGES.contains(&language) {
            return false;
        }
        if self.language.as_str() != language {
            self.language = language.into();
            self.language_unsent = true;
        }
        true
    }

    fn stop_request(&mut self) -> Option<SpeakerRequest> {
        if !std::mem::take(&mut self.stop_some) {
            return None;
        }
        if std::mem::take(&mut self.stop_all) {
            return Some(SpeakerRequest::Stop { sounds: Vec::new() });
        }
        let mut sounds = Vec::new();
        for sound in &mut self.sounds {
            if std::mem::take(&mut sound.stops) {
                let file = sound.sound.file.clone();
                sounds.push(SoundFile { file });
            }
        }
        Some(SpeakerRequest::Stop { sounds })
    }
}

impl DeviceRules for Speaker {
    type Request = SpeakerRequest;

    fn requests(&mut self, _: u32) -> Vec<SpeakerRequest> {
        let mut requests: Vec<_> = self.stop_request().into_iter().collect();
        let mut sounds = Vec::new();
        for playing in &mut self.sounds {
            if std::mem::take(&mut playing.unsent) {
                let sound = &mut playing.sound;
                sounds.push(Sound {
                    file: sound.file.clone(),
                    volume: sound.volume,
                    pitch: sound.pitch,
                    balance: sound.balance,
                    side: sound.side,
                    repeats: sound.repeats,
                    content: std::mem::take(&mut sound.content),
                });
            }
        }
        if !sounds.is_empty() {
            requests.push(SpeakerRequest::Play { sounds });
        }
        if std::mem::take(&mut self.engine_unsent) {
            let engine = self.engine.as_str().to_owned();
            requests.push(SpeakerRequest::SetEngine { engine });
        }
        if std::mem::take(&mut self.language_unsent) {
            let language = self.language.as_str().to_owned();
            requests.push(SpeakerRequest::SetLanguage { language });
        }
        if let (Some(volume), Some(text)) = (self.speech_unsent.take(), &self.speech) {
            let text = text.clone();
            requests.push(SpeakerRequest::Speak { text, volume });
        }
        requests
    }

    fn apply(&mut self, answer: SpeakerAnswer) {
        match answer {
            SpeakerAnswer::SoundOver { file } => {
                for sound in &mut self.sounds {
                    sound.is_playing &= sound.sound.file != file;
                }
            }
            SpeakerAnswer::SpeechOver => self.speech = None,
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
