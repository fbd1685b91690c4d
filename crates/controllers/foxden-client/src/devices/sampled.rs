//! What sensors have in common that take one request, their sampling period, and report
//! values.

use foxden_protocol::devices::{LookupRow, LookupTable};

/// Input, output and noise of each row, as C programs read them.
pub(super) fn flat(table: LookupTable) -> Vec<f64> {
    let row = |row: LookupRow| [row.input, row.output, row.noise];
    table.into_iter().flat_map(row).collect()
}

/// The rules of a sensor that takes only one request: its sampling period. `value` is
/// what its function `get_value` returns, if it has one.
macro_rules! period_sensor {
    (
        $state:ty, $module:ident::$request:ident,
        $(value |$of:ident| $value:expr,)?
        |$self_:ident, $answer:ident| $apply:expr $(,)?
    ) => {
        impl $crate::devices::DeviceRules for $state {
            type Request = $module::$request;

            fn requests(&mut self, _: u32) -> Vec<$module::$request> {
                let period = self.period.take();
                let request = period.map(|period| $module::$request::SetPeriod { period });
                request.into_iter().collect()
            }

            fn apply(&mut self, $answer: $crate::devices::AnswerOf<Self>) {
                let $self_ = self;
                $apply
            }

            fn period_mut(&mut self) -> Option<&mut $crate::Period> {
                Some(&mut self.period)
            }

            $(fn published_value(&self) -> f64 {
                let $of = self;
                if $of.period.is_on() { $value } else { f64::NAN }
            })?
        }
    };
}

/// A sensor with one value and a lookup table.
macro_rules! lookup_sensor {
    (
        $(#[$meta:meta])* $name:ident: $type:ty = $nothing:expr,
        $module:ident::{$request:ident, $answer:ident} $(, value |$of:ident| $value:expr)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name {
            /// How often it measures.
            pub period: $crate::Period,
            /// The newest value; not a number before the first.
            pub value: $type,
            /// Input, output and noise of each row, flat.
            pub lookup_table: Vec<f64>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    period: $crate::Period::default(),
                    value: $nothing,
                    lookup_table: Vec::new(),
                }
            }
        }

        impl $name {
            /// The number of rows of the lookup table.
            pub fn lookup_table_size(&self) -> usize {
                self.lookup_table.len() / 3
            }
        }

        $crate::devices::sampled::period_sensor!(
            $name, $module::$request, $(value |$of| $value,)?
            |sensor, answer| match answer {
                $module::$answer::Configure { lookup_table } => {
                    sensor.lookup_table = $crate::devices::sampled::flat(lookup_table);
                }
                $module::$answer::Value { value } => sensor.value = value,
            }
        );
    };
}

pub(super) use {lookup_sensor, period_sensor};
