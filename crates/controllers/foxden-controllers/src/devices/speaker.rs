//! Plays sounds and speaks. It is not simulated: every sound is over at once, so that a
//! controller that waits for the end goes on.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::speaker::{SpeakerAnswer, SpeakerRequest};
use foxden_sim::controller::{Command, Reading};

/// A speaker on the wire.
pub(super) struct SpeakerWire;

impl DeviceWire for SpeakerWire {
    type Request = SpeakerRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<SpeakerAnswer> {
        None
    }

    fn obey(
        request: &SpeakerRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        mut answer: impl FnMut(SpeakerAnswer),
    ) {
        commands.push(target.not_simulated());
        match request {
            SpeakerRequest::Play { sounds } => {
                for sound in sounds.iter().filter(|sound| !sound.repeats) {
                    let file = sound.file.clone();
                    answer(SpeakerAnswer::SoundOver { file });
                }
            }
            SpeakerRequest::Speak { .. } => answer(SpeakerAnswer::SpeechOver),
            SpeakerRequest::Stop { .. }
            | SpeakerRequest::SetEngine { .. }
            | SpeakerRequest::SetLanguage { .. } => {}
        }
    }

    fn report(_: &Reading, _: impl FnMut(SpeakerAnswer)) {}
}
