//! What a random world is about.

use crate::check::Check;

/// An area of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    /// Lights and light sensors.
    Light,
    /// Batteries, chargers and what consumes.
    Energy,
    /// Slots and what they hold.
    Slots,
    /// Files: DEF and USE, PROTOs, saving.
    Language,
    /// Sensors and actuators.
    Devices,
    /// Chains of joints in free flight.
    Flight,
    /// Chains of joints that hang or stand.
    Articulated,
    /// Bodies that fall on others.
    Contacts,
    /// Bodies that slide on a floor.
    Slides,
    /// Piles of boxes at rest.
    Stacks,
    /// Supervisors that change the world.
    Supervisor,
    /// Robots with two driven wheels.
    Wheeled,
    /// Cars with four wheels.
    Vehicles,
    /// Arms with several joints.
    Arms,
    /// Grippers that lift something.
    Grippers,
    /// Machines on six legs.
    Walkers,
}

impl Area {
    /// All areas.
    pub const ALL: [Self; 16] = [
        Self::Light,
        Self::Energy,
        Self::Slots,
        Self::Language,
        Self::Devices,
        Self::Flight,
        Self::Articulated,
        Self::Contacts,
        Self::Slides,
        Self::Stacks,
        Self::Supervisor,
        Self::Wheeled,
        Self::Vehicles,
        Self::Arms,
        Self::Grippers,
        Self::Walkers,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Energy => "energy",
            Self::Slots => "slots",
            Self::Language => "language",
            Self::Devices => "devices",
            Self::Flight => "flight",
            Self::Articulated => "articulated",
            Self::Contacts => "contacts",
            Self::Slides => "slides",
            Self::Stacks => "stacks",
            Self::Supervisor => "supervisor",
            Self::Wheeled => "wheeled",
            Self::Vehicles => "vehicles",
            Self::Arms => "arms",
            Self::Grippers => "grippers",
            Self::Walkers => "walkers",
        }
    }

    /// The area of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|area| area.name() == name)
    }

    /// What its worlds must satisfy.
    pub fn checks(self) -> &'static [Check] {
        use Check::{
            Edited, Energy, Friction, Ground, HalfStep, Mirror, Momentum, Rest, Saved, Snapshot,
            Threads,
        };
        match self {
            Self::Light | Self::Energy | Self::Slots | Self::Language | Self::Devices => {
                &[Threads, Snapshot, Saved, Edited]
            }
            Self::Supervisor => &[Threads, Snapshot, Saved],
            Self::Flight => &[
                Threads, Snapshot, Saved, Edited, Energy, Momentum, Mirror, HalfStep,
            ],
            Self::Articulated | Self::Arms => {
                &[Threads, Snapshot, Saved, Edited, Energy, Mirror, HalfStep]
            }
            Self::Contacts | Self::Grippers => &[Threads, Snapshot, Saved, Edited, Energy],
            Self::Slides => &[
                Threads, Snapshot, Saved, Edited, Energy, Friction, Mirror, HalfStep,
            ],
            Self::Stacks => &[Threads, Snapshot, Saved, Edited, Energy, Rest],
            Self::Wheeled | Self::Vehicles => &[
                Threads, Snapshot, Saved, Edited, Energy, Ground, Mirror, HalfStep,
            ],
            Self::Walkers => &[Threads, Snapshot, Saved, Edited, Energy, Ground],
        }
    }
}
