//! What a world must satisfy.

use crate::stage::StagedWorld;
use crate::{invariants, mirror, runs};

/// One thing that a world must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// One thread and two give the same bits.
    Threads,
    /// So does a run that goes back to a snapshot in the middle.
    Snapshot,
    /// So does the world after it was saved and loaded.
    Saved,
    /// So does a world that is changed and changed back in the middle.
    Edited,
    /// No energy comes from nowhere.
    Energy,
    /// Momentum in free flight changes by gravity only.
    Momentum,
    /// Friction makes nothing faster.
    Friction,
    /// What rests stays at rest.
    Rest,
    /// Nothing that drives or walks leaves the floor.
    Ground,
    /// The mirror image of a world moves as the mirror image.
    Mirror,
    /// Half the time step gives nearly the same motion.
    HalfStep,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The world satisfies it.
    Holds,
    /// It does not; what was found.
    Fails(String),
    /// The world cannot be opened or run; the reason.
    Unusable(String),
}

impl Verdict {
    /// Fails with what was found, if anything was.
    pub(crate) fn of(found: Option<String>) -> Self {
        found.map_or(Self::Holds, Self::Fails)
    }
}

impl Check {
    /// All checks.
    pub const ALL: [Self; 11] = [
        Self::Threads,
        Self::Snapshot,
        Self::Saved,
        Self::Edited,
        Self::Energy,
        Self::Momentum,
        Self::Friction,
        Self::Rest,
        Self::Ground,
        Self::Mirror,
        Self::HalfStep,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Snapshot => "snapshot",
            Self::Saved => "saved",
            Self::Edited => "edited",
            Self::Energy => "energy",
            Self::Momentum => "momentum",
            Self::Friction => "friction",
            Self::Rest => "rest",
            Self::Ground => "ground",
            Self::Mirror => "mirror",
            Self::HalfStep => "half-step",
        }
    }

    /// Whether it is about bodies, not about ways of running.
    pub(crate) fn is_physical(self) -> bool {
        !matches!(
            self,
            Self::Threads | Self::Snapshot | Self::Saved | Self::Edited
        )
    }

    /// The check of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }

    /// Runs a world and says whether it satisfies the check.
    pub fn run(self, sample: &StagedWorld) -> Verdict {
        let result = match self {
            Self::Threads => runs::threads(sample),
            Self::Snapshot => runs::snapshot(sample),
            Self::Saved => runs::saved(sample),
            Self::Edited => runs::edited(sample),
            Self::Energy => invariants::energy(sample),
            Self::Momentum => invariants::momentum(sample),
            Self::Friction => invariants::friction(sample),
            Self::Rest => invariants::rest(sample),
            Self::Ground => invariants::ground(sample),
            Self::Mirror => mirror::moves_mirrored(sample),
            Self::HalfStep => invariants::half_step(sample),
        };
        result.unwrap_or_else(Verdict::Unusable)
    }
}
