//! Draws on surfaces.

use foxden_protocol::devices::pen;

use super::DeviceRules;
use crate::Period;

/// Draws on surfaces.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    writes: Option<bool>,
    ink: Option<([u8; 3], f64)>,
}

impl Pen {
    /// Puts the pen down or takes it up.
    pub fn write(&mut self, writes: bool) {
        self.writes = Some(writes);
    }

    /// Takes another ink: red, green, blue from the third byte down.
    pub fn set_ink(&mut self, colour: i32, density: f64) {
        let [blue, green, red, _] = colour.to_le_bytes();
        self.ink = Some(([red, green, blue], density));
    }
}

impl DeviceRules for Pen {
    type Request = pen::PenRequest;

    fn requests(&mut self, _: u32) -> Vec<pen::PenRequest> {
        let writes = self.writes.take().map(|writes| match writes {
            true => pen::PenRequest::Write,
            false => pen::PenRequest::DoNotWrite,
        });
        let ink = self
            .ink
            .take()
            .map(|(colour, density)| pen::PenRequest::SetInk { colour, density });
        writes.into_iter().chain(ink).collect()
    }

    fn apply(&mut self, answer: pen::PenAnswer) {
        match answer {}
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
