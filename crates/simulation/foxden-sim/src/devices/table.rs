//! Everything that has to be done for all devices, made from the rows of
//! `all_devices!` in the module above.

use super::{Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork};
use crate::controller::{Command, Reading};
use crate::model::{JointIndex, Model, RowIndex, Table, row_indices};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use std::collections::HashMap;

/// Where the rows of a device are in the tables of model and state.
pub(crate) trait Stored: Sized + Clone + 'static {
    /// What may change while the world runs.
    type State: Clone + PartialEq + serde::Serialize + serde::de::DeserializeOwned;
    /// The index of its rows.
    type Index: RowIndex;

    /// Its table in the model.
    fn rows(rows: &DeviceRows) -> &Table<Self::Index, Self>;

    /// Its table in the model, to change it.
    fn rows_mut(rows: &mut DeviceRows) -> &mut Table<Self::Index, Self>;

    /// Its table in the state, to change it.
    fn states_mut(states: &mut DeviceStates) -> &mut Table<Self::Index, Self::State>;

    /// The index in a row of any kind, if it is of this kind.
    fn index_in(row: DeviceRow) -> Option<Self::Index>;
}

macro_rules! device_table {
    ($($(#[$doc:meta])* $module:ident::$device:ident: $table:ident[$index:ident]
        with $state_module:ident::$state:ident;)*) => {
        $(use super::$module::$device;)*

        row_indices! { $($(#[$doc])* $index,)* }

        /// Where the rows of a device are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum DeviceRow {
            $($(#[$doc])* $device($index),)*
            /// Not simulated.
            None,
        }

        /// What was read of all devices.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct DeviceRows {
            $($(#[$doc])* pub(crate) $table: Table<$index, $device>,)*
        }

        /// What may change about all devices while the world runs.
        #[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
        pub(crate) struct DeviceStates {
            $($(#[$doc])* pub(crate) $table: Table<$index, super::$state_module::$state>,)*
        }

        $(impl Stored for $device {
            type State = super::$state_module::$state;
            type Index = $index;

            fn rows(rows: &DeviceRows) -> &Table<$index, Self> {
                &rows.$table
            }

            fn rows_mut(rows: &mut DeviceRows) -> &mut Table<$index, Self> {
                &mut rows.$table
            }

            fn states_mut(states: &mut DeviceStates) -> &mut Table<$index, super::$state_module::$state> {
                &mut states.$table
            }

            fn index_in(row: DeviceRow) -> Option<$index> {
                match row {
                    DeviceRow::$device(index) => Some(index),
                    _ => None,
                }
            }
        })*

        /// The node types of all devices that are simulated.
        pub fn simulated_devices() -> impl Iterator<Item = NodeType> {
            [$(<$device as Device>::NODE_TYPES),*].into_iter().flatten().copied()
        }

        /// Adds the row of a device to the model.
        pub(crate) fn add_device(
            model: &mut Model,
            scene: &Scene,
            kind: NodeType,
            mount: Mount,
        ) -> Option<DeviceRow> {
            $(if <$device as Device>::NODE_TYPES.contains(&kind) {
                let read = <$device as Device>::read(scene, mount)?;
                let index = model.devices.$table.push(read);
                <$device as Device>::added(model, index);
                return Some(DeviceRow::$device(index));
            })*
            None
        }

        /// All devices were added to the model.
        pub(crate) fn all_added(model: &mut Model) {
            $(<$device as Device>::all_added(model);)*
        }

        impl DeviceStates {
            /// The state of devices that were just loaded.
            pub(crate) fn new(rows: &DeviceRows, joints: &Table<JointIndex, [f64; 3]>) -> Self {
                Self {
                    $($table: rows.$table.iter().map(|row| row.new_state(joints)).collect(),)*
                }
            }

            /// Takes over the states of devices that were there before the
            /// scene was compiled again.
            pub(crate) fn carry_over(&mut self, before: &Self, renumbering: &Renumbering<'_>) {
                $({
                    let old = renumbering.before.devices.$table.indexed();
                    let old: HashMap<NodeId, $index> =
                        old.map(|(index, row)| (row.mount().node, index)).collect();
                    for (index, row) in renumbering.now.devices.$table.indexed() {
                        if let Some(from) = old.get(&row.mount().node) {
                            let mut state = before.$table[*from].clone();
                            <$device as Device>::carry_over(&mut state, index, renumbering);
                            self.$table[index] = state;
                        }
                    }
                })*
            }

            /// When a device is sampled.
            pub(crate) fn sampling(&mut self, row: DeviceRow) -> Option<&mut Sampling> {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::sampling(&mut self.$table[index]),)*
                    DeviceRow::None => None,
                }
            }

            /// What a device measured last.
            pub(crate) fn last_reading(&self, row: DeviceRow) -> Option<Reading> {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::last_reading(&self.$table[index]),)*
                    DeviceRow::None => None,
                }
            }

            /// Makes a device due at once.
            pub(crate) fn restart_sampling(&mut self, row: DeviceRow) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::restart_sampling(&mut self.$table[index]),)*
                    DeviceRow::None => {}
                }
            }

            /// The value of a live field.
            pub(crate) fn live_value(&self, row: DeviceRow, field: usize) -> Option<Value> {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::live_value(&self.$table[index], field),)*
                    DeviceRow::None => None,
                }
            }
        }

        impl DeviceRow {
            /// Fields whose values change while the world runs.
            pub(crate) fn live_fields(self) -> &'static [&'static str] {
                match self {
                    $(Self::$device(_) => <$device as Device>::LIVE_FIELDS,)*
                    Self::None => &[],
                }
            }

            /// In which parts of a step the device works.
            pub(crate) fn step_work(self, rows: &DeviceRows) -> StepWork {
                match self {
                    $(Self::$device(index) => rows.$table[index].step_work(),)*
                    Self::None => StepWork::default(),
                }
            }
        }

        impl World {
            /// Passes a command to a device.
            pub(crate) fn obey_device(&mut self, row: DeviceRow, command: Command) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::obey(self, index, command),)*
                    DeviceRow::None => {}
                }
            }

            /// A field of a device changed; `false` if the scene must be compiled again.
            pub(crate) fn edit_device(&mut self, row: DeviceRow, field: FieldRef) -> bool {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::edit(self, index, field),)*
                    DeviceRow::None => false,
                }
            }

            /// A live field of a device was written.
            pub(crate) fn set_live_value(&mut self, row: DeviceRow, field: usize, value: &Value) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::set_live_value(self, index, field, value),)*
                    DeviceRow::None => {}
                }
            }

            /// The work of a device before physics.
            #[inline]
            pub(crate) fn device_before_physics(&mut self, row: DeviceRow) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::before_physics(self, index),)*
                    DeviceRow::None => {}
                }
            }

            /// What devices find out once bodies have moved.
            pub(crate) fn observe_devices(&mut self) {
                $(<$device as Device>::observe(self);)*
            }

            /// The work of a device after physics.
            pub(crate) fn device_after_physics(&mut self, row: DeviceRow) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::after_physics(self, index),)*
                    DeviceRow::None => {}
                }
            }

            /// Another controller took over the robot of a device.
            pub(crate) fn device_controller_restarted(&mut self, row: DeviceRow) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::controller_restarted(self, index),)*
                    DeviceRow::None => {}
                }
            }

            /// Takes a new sample of a device if it is due at the end of a step, and of
            /// what else it samples then. One look at the row for all three: this is done
            /// for each device in each step.
            #[inline]
            pub(crate) fn refresh_device(&mut self, row: DeviceRow) {
                let clock = self.state.clock;
                match row {
                    $(DeviceRow::$device(index) => {
                        let state = &mut self.state.devices.$table[index];
                        let sampling = <$device as Device>::sampling(state);
                        if sampling.is_some_and(|sampling| sampling.is_due(clock)) {
                            <$device as Device>::refresh(self, index);
                        }
                        <$device as Device>::refresh_extras(self, index);
                    })*
                    DeviceRow::None => {}
                }
            }

            /// Adds what is new about a device to an answer.
            pub(crate) fn answer_device(&mut self, row: DeviceRow, answer: DeviceAnswer<'_>) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::answer(self, index, answer),)*
                    DeviceRow::None => {}
                }
            }

            /// The robot of a device lost its power or got it back.
            pub(crate) fn device_power_changed(&mut self, row: DeviceRow, is_powered: bool) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::power_changed(self, index, is_powered),)*
                    DeviceRow::None => {}
                }
            }

            /// The state of a device's node was restored.
            pub(crate) fn restore_device(&mut self, row: DeviceRow) {
                match row {
                    $(DeviceRow::$device(index) =>
                        <$device as Device>::restore(self, index),)*
                    DeviceRow::None => {}
                }
            }

            /// Restores all devices, while the bodies are still the old ones.
            pub(crate) fn restore_devices(&mut self) {
                $(for index in self.model.devices.$table.indices() {
                    <$device as Device>::restore(self, index);
                })*
            }

            /// Resets all devices after the bodies were built again.
            pub(crate) fn reset_devices(&mut self) {
                $(for index in self.model.devices.$table.indices() {
                    <$device as Device>::reset(self, index);
                })*
            }

            /// The scene was compiled again, or for the first time.
            pub(crate) fn devices_recompiled(&mut self, before: Option<&Model>) {
                $(<$device as Device>::recompiled(self, before);)*
            }
        }
    };
}

all_devices!(device_table);
