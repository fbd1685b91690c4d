//! Speakers.

use std::ffi::{c_char, c_double};
use std::ptr::null;

use foxden_client::Misuse;
use foxden_client::devices::{DeviceState, SpeakerSound};
use foxden_protocol::{Dialect, Tag};

use super::{Bool, DeviceTag, boolean, device, functions, getters, some_text, text};
use crate::library::{report_misuse, warn, with};

/// A number within its range, with a warning if it was not.
fn clipped(function: &str, argument: &str, value: f64, least: f64, most: f64) -> f64 {
    let within = value.clamp(least, most);
    if within != value {
        let text = format!("called with {argument}={value}, which is set to {within}.");
        warn(function, &text);
    }
    within
}

getters! {
    wb_speaker_get_engine: Speaker -> *const c_char, null(), |speaker| speaker.engine.as_c_str().as_ptr();
    wb_speaker_get_language: Speaker -> *const c_char, null(), |speaker| speaker.language.as_c_str().as_ptr();
    wb_speaker_is_speaking: Speaker -> Bool, 0, |speaker| boolean(speaker.is_speaking());
}

functions! {
    fn wb_speaker_play_sound(
        left: DeviceTag,
        right: DeviceTag,
        sound: *const c_char,
        volume: c_double,
        pitch: c_double,
        balance: c_double,
        repeats: Bool,
    ) {
        let Some(file) = text(sound) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "sound" });
        };
        let volume = clipped(FUNCTION, "volume", volume, 0.0, 1.0);
        let pitch = clipped(FUNCTION, "pitch", pitch, 0.0, f64::INFINITY);
        let balance = clipped(FUNCTION, "balance", balance, -1.0, 1.0);
        with(FUNCTION, (), |library| {
            for tag in [left, right] {
                let is_speaker = |tag| {
                    let device = library.client.device(Tag(tag));
                    device.is_some_and(|device| matches!(device.state, DeviceState::Speaker(_)))
                };
                if tag != 0 && !is_speaker(tag) {
                    return report_misuse(FUNCTION, &Misuse::Tag);
                }
            }
            let newer = library.dialect() == Dialect::R2025a;
            let mut play = |tag: DeviceTag, volume: f64, balance: f64, side: i16| {
                if tag == 0 || volume <= 0.0 {
                    return;
                }
                // R2025a needs the content of the file, if it can be read.
                let content = match newer {
                    true => std::fs::read(&file).unwrap_or_default(),
                    false => Vec::new(),
                };
                let sound = SpeakerSound {
                    file: file.clone(),
                    volume,
                    pitch,
                    balance,
                    side,
                    repeats: repeats != 0,
                    content,
                };
                let device = library.client.device_mut(Tag(tag));
                if let Some(DeviceState::Speaker(speaker)) = device.map(|device| &mut device.state) {
                    speaker.play(sound);
                }
            };
            if left == right {
                play(left, volume, balance, 0);
            } else {
                play(left, volume * (1.0 - balance.max(0.0)), 0.0, -1);
                play(right, volume * (1.0 + balance.min(0.0)), 0.0, 1);
            }
        });
    }

    fn wb_speaker_stop(tag: DeviceTag, sound: *const c_char) {
        let file = some_text(sound);
        device!(FUNCTION, tag, Speaker, (), |speaker| speaker.stop(file.as_deref()));
    }

    fn wb_speaker_is_sound_playing(tag: DeviceTag, sound: *const c_char) -> Bool {
        let file = some_text(sound);
        device!(FUNCTION, tag, Speaker, 0, |speaker| boolean(speaker.is_playing(file.as_deref())))
    }

    fn wb_speaker_set_engine(tag: DeviceTag, engine: *const c_char) -> Bool {
        let engine = text(engine).unwrap_or_default();
        device!(FUNCTION, tag, Speaker, 0, |speaker| boolean(speaker.set_engine(&engine)))
    }

    fn wb_speaker_set_language(tag: DeviceTag, language: *const c_char) -> Bool {
        let language = text(language).unwrap_or_default();
        let bytes = language.as_bytes();
        let well_formed = matches!(bytes, [a, b, b'-', c, d]
            if a.is_ascii_lowercase() && b.is_ascii_lowercase() && c.is_ascii_uppercase() && d.is_ascii_uppercase());
        if !well_formed {
            let known = foxden_client::devices::Speaker::LANGUAGES.join(", ");
            let text = format!("'language' is \"{language}\"; use one of {known}");
            report_misuse(FUNCTION, &Misuse::Other(text));
            return 0;
        }
        device!(FUNCTION, tag, Speaker, 0, |speaker| boolean(speaker.set_language(&language)))
    }

    fn wb_speaker_speak(tag: DeviceTag, text_to_speak: *const c_char, volume: c_double) {
        let Some(text) = text(text_to_speak) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "text" });
        };
        let volume = clipped(FUNCTION, "volume", volume, 0.0, 1.0);
        device!(FUNCTION, tag, Speaker, (), |speaker| speaker.speak(&text, volume));
    }
}
