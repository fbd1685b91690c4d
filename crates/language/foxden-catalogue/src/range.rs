//! Which values of a field are valid, and what the others become.

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No limit.
    None,
    /// The limit itself is outside.
    Open(f64),
    /// The limit itself is inside.
    Closed(f64),
    /// The limit is the value of another field of the same node.
    Field {
        /// The other field.
        name: &'static str,
        /// Whether the limit itself is inside.
        closed: bool,
    },
}

/// An interval of numbers, perhaps with one more value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: Bound,
    /// The upper end.
    pub high: Bound,
    /// One value outside that is valid too, such as -1 for "no limit".
    pub also: Option<f64>,
}

/// Which values are valid. For vectors and lists the rule holds for each component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// All.
    Any,
    /// Numbers in an interval.
    Interval(Interval),
    /// Not zero (each component).
    NonZero,
    /// Not the null vector.
    NonNull,
    /// 1 to 5 for an icosphere, 3 to 32 otherwise.
    SphereSubdivision,
    /// A rule in words, for people.
    Documented(&'static str),
}

/// What an invalid value becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reset {
    /// Nothing happens to it.
    Keep,
    /// A number, for each component of a list.
    Number(f64),
    /// A vector of two.
    Vec2([f64; 2]),
    /// A vector of three.
    Vec3([f64; 3]),
    /// Its absolute value.
    Absolute,
    /// The nearest bound.
    Clamp,
    /// The value of another field.
    Field(&'static str),
    /// The value of another field plus one.
    FieldPlusOne(&'static str),
    /// 1 for an icosphere, 24 otherwise.
    SphereSubdivision,
}

impl Range {
    /// Whether a number is valid, as far as the other fields do not matter.
    pub fn admits(&self, value: f64) -> bool {
        match self {
            Self::Interval(interval) => interval.admits(value, |_| None),
            Self::NonZero => value != 0.0,
            Self::Any | Self::NonNull | Self::SphereSubdivision | Self::Documented(_) => true,
        }
    }
}

impl Interval {
    /// Whether a number is inside; `field` gives the value of another field of the node.
    pub fn admits(&self, value: f64, field: impl Fn(&str) -> Option<f64>) -> bool {
        if self.also == Some(value) {
            return true;
        }
        let above = match self.low {
            Bound::None => true,
            Bound::Open(limit) => value > limit,
            Bound::Closed(limit) => value >= limit,
            Bound::Field { name, closed } => {
                field(name).is_none_or(|limit| value > limit || (closed && value == limit))
            }
        };
        let below = match self.high {
            Bound::None => true,
            Bound::Open(limit) => value < limit,
            Bound::Closed(limit) => value <= limit,
            Bound::Field { name, closed } => {
                field(name).is_none_or(|limit| value < limit || (closed && value == limit))
            }
        };
        above && below
    }

    /// The bound that is nearest to a number outside.
    pub fn nearest(&self, value: f64) -> f64 {
        match (self.low, self.high) {
            (Bound::Open(low) | Bound::Closed(low), _) if value < low => low,
            (_, Bound::Open(high) | Bound::Closed(high)) if value > high => high,
            _ => value,
        }
    }
}

impl std::fmt::Display for Interval {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let low = match self.low {
            Bound::None => "any number".to_owned(),
            Bound::Open(limit) => format!("more than {limit}"),
            Bound::Closed(limit) => format!("at least {limit}"),
            Bound::Field { name, closed: true } => format!("at least '{name}'"),
            Bound::Field {
                name,
                closed: false,
            } => format!("more than '{name}'"),
        };
        let high = match self.high {
            Bound::None => String::new(),
            Bound::Open(limit) => format!(" and less than {limit}"),
            Bound::Closed(limit) => format!(" and at most {limit}"),
            Bound::Field { name, closed: true } => format!(" and at most '{name}'"),
            Bound::Field {
                name,
                closed: false,
            } => format!(" and less than '{name}'"),
        };
        write!(formatter, "{low}{high}")?;
        self.also
            .map_or(Ok(()), |also| write!(formatter, ", or {also}"))
    }
}
