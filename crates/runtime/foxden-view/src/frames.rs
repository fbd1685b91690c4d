//! Where all bodies are, shared between the thread of the world and the viewers.
//!
//! The world's thread writes the poses of bodies that moved, each with the version
//! of the frame. Each viewer composes its own frame of all that is newer than what
//! it has, so a slow viewer gets the newest poses and nothing waits for it. Equal
//! viewers share one composition.

use crate::packed_pose::{Extent, POSE_BYTES};
use axum::body::Bytes;
use foxden_sim::viewer_data::BodyPose;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first byte of a frame.
const KIND: u8 = 1;

/// The version of the layout.
const VERSION: u8 = 1;

/// A frame that has all bodies.
pub const ALL: u16 = 1;

/// A frame of the past.
pub const PAST: u16 = 2;

/// The length of the header.
pub const HEADER_BYTES: usize = 56;

/// The greatest gap of a record; this value itself means that a gap goes on.
const LONG_GAP: u16 = u16::MAX;

/// How many compositions are kept for viewers that have the same.
const KEPT: usize = 8;

/// Cubes up to this side are precise enough to need no second frame.
const USUAL_SIDE: f64 = 32.0;

/// When a frame is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// The simulated time in seconds.
    pub time: f64,
    /// The number of steps.
    pub step: u64,
}

/// The table of bodies.
#[derive(Debug, Default)]
pub struct FrameTable(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    /// Counts publications in which something moved.
    version: u64,
    moment: Moment,
    bodies: Vec<Option<(u64, BodyPose)>>,
    composed: VecDeque<(u64, u64, Composition)>,
}

/// The frames that bring a viewer up to date, and the version it has then. There
/// is more than one if bodies are far from the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Composition {
    /// The frames.
    pub frames: Vec<Bytes>,
    /// The version.
    pub version: u64,
}

impl FrameTable {
    /// Writes poses of bodies by their index; `moves` calls its argument for each.
    /// Returns whether anything moved.
    pub fn write(&self, moment: Moment, moves: impl FnOnce(&mut dyn FnMut(u32, BodyPose))) -> bool {
        let mut table = self.table();
        let version = table.version + 1;
        let mut has_moved = false;
        let bodies = &mut table.bodies;
        moves(&mut |body, pose| {
            let at = body as usize;
            if bodies.len() <= at {
                bodies.resize(at + 1, None);
            }
            if bodies[at].as_ref().is_none_or(|(_, known)| *known != pose) {
                bodies[at] = Some((version, pose));
                has_moved = true;
            }
        });
        table.moment = moment;
        if has_moved {
            table.version = version;
        }
        has_moved
    }

    /// Forgets all bodies: another scene comes.
    pub fn clear(&self) {
        let mut table = self.table();
        table.bodies.clear();
        table.composed.clear();
        table.version += 1;
    }

    /// The present version.
    pub fn version(&self) -> u64 {
        self.table().version
    }

    /// The poses of all bodies, by index.
    pub fn poses(&self) -> Vec<Option<BodyPose>> {
        let table = self.table();
        table
            .bodies
            .iter()
            .map(|body| body.map(|(_, pose)| pose))
            .collect()
    }

    /// What a viewer lacks that has a version; version 0 has nothing.
    pub fn compose(&self, from: u64) -> Composition {
        let mut table = self.table();
        let to = table.version;
        if from >= to {
            return Composition {
                frames: Vec::new(),
                version: to,
            };
        }
        let known = table
            .composed
            .iter()
            .find(|(f, t, _)| (*f, *t) == (from, to));
        if let Some((_, _, composition)) = known {
            return composition.clone();
        }
        let newer = table.bodies.iter().enumerate().filter_map(|(at, body)| {
            let (version, pose) = body.as_ref()?;
            (*version > from).then_some((at as u32, *pose))
        });
        let newer: Vec<(u32, BodyPose)> = newer.collect();
        let flags = if from == 0 { ALL } else { 0 };
        let composition = Composition {
            frames: encode(table.moment, flags, &newer),
            version: to,
        };
        if table.composed.len() == KEPT {
            table.composed.pop_front();
        }
        table.composed.push_back((from, to, composition.clone()));
        composition
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frames of bodies in the order of their indices. Poses that are not finite are left out.
pub fn encode(moment: Moment, flags: u16, bodies: &[(u32, BodyPose)]) -> Vec<Bytes> {
    let finite = |pose: &BodyPose| {
        let numbers = pose.position.iter().chain(&pose.rotation);
        numbers
            .into_iter()
            .all(|number| number.is_finite() && number.abs() < 1e15)
    };
    let bodies: Vec<(u32, BodyPose)> = bodies
        .iter()
        .copied()
        .filter(|(_, pose)| finite(pose))
        .collect();
    let Some(extent) = Extent::around(bodies.iter().map(|(_, pose)| pose.position)) else {
        return Vec::new();
    };
    if extent.side <= USUAL_SIDE {
        return vec![encode_one(moment, flags, extent, &bodies)];
    }
    // bodies that fell off or flew away would make all others coarse
    let near = near_cube(&bodies, extent);
    let (near, far): (Vec<_>, Vec<_>) = bodies
        .into_iter()
        .partition(|(_, pose)| near.contains(pose.position));
    let parts = [near, far].into_iter().filter_map(|part| {
        let extent = Extent::around(part.iter().map(|(_, pose)| pose.position))?;
        Some(encode_one(moment, flags, extent, &part))
    });
    parts.collect()
}

/// A cube with the middle half of the bodies along each axis, and as much again around it.
fn near_cube(bodies: &[(u32, BodyPose)], all: Extent) -> Extent {
    let mut low = [0.0; 3];
    let mut side: f64 = 0.0;
    for (axis, low) in low.iter_mut().enumerate() {
        let mut places: Vec<f64> = bodies.iter().map(|(_, pose)| pose.position[axis]).collect();
        places.sort_unstable_by(f64::total_cmp);
        let quarter = places.len() / 4;
        let (first, last) = (places[quarter], places[places.len() - 1 - quarter]);
        *low = (first + last) / 2.0;
        side = side.max(last - first);
    }
    let side = (3.0 * side).clamp(USUAL_SIDE.min(all.side), all.side);
    Extent {
        origin: low.map(|middle| middle - side / 2.0),
        side,
    }
}

fn encode_one(moment: Moment, flags: u16, extent: Extent, bodies: &[(u32, BodyPose)]) -> Bytes {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + bodies.len() * (2 + POSE_BYTES));
    bytes.extend([KIND, VERSION]);
    bytes.extend(flags.to_le_bytes());
    bytes.extend((bodies.len() as u32).to_le_bytes());
    bytes.extend(moment.time.to_le_bytes());
    bytes.extend(moment.step.to_le_bytes());
    for part in extent.origin {
        bytes.extend(part.to_le_bytes());
    }
    bytes.extend(extent.side.to_le_bytes());
    let mut next = 0_u32;
    for (body, pose) in bodies {
        let mut gap = body - next;
        while gap >= u32::from(LONG_GAP) {
            bytes.extend(LONG_GAP.to_le_bytes());
            gap -= u32::from(LONG_GAP);
        }
        bytes.extend((gap as u16).to_le_bytes());
        bytes.extend(extent.pack(pose));
        next = body + 1;
    }
    bytes.into()
}

/// A frame that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseFrame {
    /// When it is.
    pub moment: Moment,
    /// Its flags.
    pub flags: u16,
    /// The bodies with their poses.
    pub bodies: Vec<(u32, BodyPose)>,
}

/// Reads a frame; `None` if the bytes are no whole frame.
pub fn decode(bytes: &[u8]) -> Option<PoseFrame> {
    let eight = |at: usize| -> Option<[u8; 8]> { bytes.get(at..at + 8)?.try_into().ok() };
    let number = |at: usize| eight(at).map(f64::from_le_bytes);
    if bytes.get(..2)? != [KIND, VERSION] {
        return None;
    }
    let flags = u16::from_le_bytes(bytes.get(2..4)?.try_into().ok()?);
    let count = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?);
    let moment = Moment {
        time: number(8)?,
        step: u64::from_le_bytes(eight(16)?),
    };
    let extent = Extent {
        origin: [number(24)?, number(32)?, number(40)?],
        side: number(48)?,
    };
    let mut rest = bytes.get(HEADER_BYTES..)?;
    let mut bodies = Vec::new();
    let mut next = 0_u32;
    for _ in 0..count {
        loop {
            let (gap, after) = rest.split_first_chunk::<2>()?;
            rest = after;
            let gap = u16::from_le_bytes(*gap);
            next = next.checked_add(u32::from(gap))?;
            if gap != LONG_GAP {
                break;
            }
        }
        let (pose, after) = rest.split_first_chunk::<POSE_BYTES>()?;
        rest = after;
        bodies.push((next, extent.unpack(*pose)));
        next = next.checked_add(1)?;
    }
    rest.is_empty().then_some(PoseFrame {
        moment,
        flags,
        bodies,
    })
}

#[cfg(test)]
mod tests;
