//! Moves the bones of a mesh.

use foxden_protocol::devices::skin::{SkinAnswer, SkinRequest};

use super::DeviceRules;
use crate::{Misuse, Period, Text};

/// A skin.
#[derive(Debug)]
pub struct Skin {
    /// The names of its bones.
    pub bones: Vec<Text>,
    /// Where the bone is that was last asked for.
    pub position: [f64; 3],
    /// How the bone is turned that was last asked for: axis and angle.
    pub orientation: [f64; 4],
    orders: Vec<SkinRequest>,
}

impl Default for Skin {
    fn default() -> Self {
        Self {
            bones: Vec::new(),
            position: [f64::NAN; 3],
            orientation: [f64::NAN; 4],
            orders: Vec::new(),
        }
    }
}

impl Skin {
    /// The number of a bone, if there is such one.
    pub fn bone(&self, index: i32) -> Result<u16, Misuse> {
        let most = i32::try_from(self.bones.len()).unwrap_or(i32::MAX) - 1;
        u16::try_from(index)
            .ok()
            .filter(|_| index <= most)
            .ok_or(Misuse::Index {
                index,
                least: 0,
                most,
            })
    }

    /// Sends a request for a bone.
    pub fn order(&mut self, order: SkinRequest) {
        self.orders.push(order);
    }
}

impl DeviceRules for Skin {
    type Request = SkinRequest;

    fn requests(&mut self, _: u32) -> Vec<SkinRequest> {
        std::mem::take(&mut self.orders)
    }

    fn apply(&mut self, answer: SkinAnswer) {
        match answer {
            SkinAnswer::Configure { bones } => {
                self.bones = bones.into_iter().map(Text::from).collect();
            }
            SkinAnswer::Orientation { orientation } => self.orientation = orientation,
            SkinAnswer::Position { position } => self.position = position,
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
