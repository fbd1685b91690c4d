//! The joystick of the person in front of a run as `com.robotraconteur.hid.joystick.Joystick`.
//!
//! It is what controllers get: the joystick of a viewer page or of a script. The service is
//! there from the first moment at which the run has a joystick, and stays: a joystick that
//! was released is centred.

use crate::devices::{isoch_info, isochronous};
use crate::job::{Scope, WorldLink};
use crate::members::Members;
use crate::service_set::Offered;
use crate::standard_robot::not_implemented;
use crate::stream::Occasion;
use crate::values::{DeviceDescription, no_extras, uuid};
use foxden_view::command::JoystickInput;
use raconteur::Result;
use raconteur::members::{Pipe, Wire};
use raconteur::service::Object;
use raconteur::value::{Record, Value};
use std::sync::Arc;

/// The type of the object.
const TYPE: &str = "com.robotraconteur.hid.joystick.Joystick";

/// The name of the service and of the device.
const NAME: &str = "joystick";

/// Packets that the pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 3;

/// Directions of a point of view, as controllers get them, and of
/// `com.robotraconteur.hid.joystick.JoystickHatState`.
const DIRECTIONS: [(i32, u8); 4] = [(0x1, 0x1), (0x100, 0x2), (0x10, 0x4), (0x1000, 0x8)];

/// The joystick of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunJoystick;

impl RunJoystick {
    /// The joystick, if the run has had one.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
        scope.state.joystick.iter().map(|_| Self).collect()
    }
}

impl Scope<'_> {
    /// Looks at what the person does with a joystick. Returns whether it is the first one.
    pub(crate) fn observe_joystick(&mut self) -> bool {
        let held = self.state.access.controllers.joystick(&self.run.world);
        let is_first = held.is_some() && self.state.joystick.is_none();
        match (held, &mut self.state.joystick) {
            (Some(held), joystick) => *joystick = Some(held),
            (None, Some(joystick)) => {
                joystick.axes.fill(0);
                joystick.povs.fill(0);
                joystick.buttons.clear();
            }
            (None, None) => {}
        }
        is_first
    }

    fn joystick(&self) -> JoystickInput {
        self.state.joystick.clone().unwrap_or_default()
    }

    fn describe_joystick(&self) -> DeviceDescription {
        DeviceDescription {
            name: NAME.to_owned(),
            path: format!("{}/{NAME}", self.state.world_name),
            model: self.joystick().model,
            text: "the joystick of the person in front of the run".to_owned(),
            object_type: TYPE,
            ..DeviceDescription::default()
        }
    }
}

/// `JoystickState`.
fn state(joystick: &JoystickInput) -> Record {
    let axis = |value: &i32| (*value).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let axes: Vec<i16> = joystick.axes.iter().map(axis).collect();
    let is_down = |button: usize| {
        let mut pressed = joystick.buttons.iter();
        pressed.any(|one| usize::try_from(*one).is_ok_and(|one| one == button))
    };
    let buttons: Vec<u8> = (0..joystick.button_count)
        .map(|button| is_down(button).into())
        .collect();
    let hat = |pov: &i32| {
        let set = DIRECTIONS.iter().filter(|(flag, _)| pov & flag != 0);
        set.map(|(_, hat)| hat).sum()
    };
    let hats: Vec<u8> = joystick.povs.iter().map(hat).collect();
    Record::new("com.robotraconteur.hid.joystick.JoystickState")
        .with("axes", axes)
        .with("buttons", buttons)
        .with("hats", hats)
}

/// `JoystickInfo`.
fn info(scope: &Scope<'_>) -> Record {
    let joystick = scope.joystick();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Record::new("com.robotraconteur.hid.joystick.JoystickInfo")
        .with("device_info", scope.describe_joystick().info())
        .with("id", 0_u32)
        .with("axes_count", count(joystick.axes.len()))
        .with("button_count", count(joystick.button_count))
        .with("hat_count", count(joystick.povs.len()))
        .with("joystick_capabilities", 0_u32)
        .with("joystick_device_vendor", 0_u16)
        .with("joystick_device_product", 0_u16)
        .with("joystick_device_version", 0_u16)
        .with("joystick_uuid", uuid([0; 16]))
        .with("extended", no_extras())
}

/// The object of the joystick.
fn object(scope: &mut Scope<'_>, link: &WorldLink) -> Members {
    let members = Members::new(TYPE, link)
        .read("device_info", |scope| Ok(scope.describe_joystick().info()))
        .read("joystick_info", |scope| Ok(info(scope)));
    let (members, sampled) = isochronous(scope, members, |scope| {
        let period = scope.run.world.settings().seconds();
        Ok(isoch_info(scope, period))
    });
    let (states, data) = (Wire::new(), Pipe::new());
    data.limit_backlog(Some(MOST_PACKETS));
    let members = members
        .wire("joystick_state", &states)
        // its axes and buttons have no known meaning: nothing is sent
        .wire("gamepad_state", &Wire::new())
        .pipe("joystick_sensor_data", &data)
        .query("rumble", |_, _: (f64, f64)| -> Result<()> {
            Err(not_implemented("the joystick does not rumble"))
        })
        .query("force_feedback", |_, _: (Value, f64)| -> Result<()> {
            Err(not_implemented("the joystick has no force feedback"))
        });
    let mut seqno = 0;
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        seqno += u64::from(occasion == Occasion::Step);
        let state = state(&scope.joystick());
        let downsampling = &sampled.downsampling;
        downsampling.send(&states, state.clone().into(), seqno);
        sampled.send_clock_if(scope, seqno, true);
        if occasion == Occasion::Step {
            let time = scope.clock().time_spec();
            let packet = Record::new("com.robotraconteur.hid.joystick.JoystickStateSensorData")
                .with(
                    "data_header",
                    scope.describe_joystick().data_header(time, seqno),
                )
                .with("joystick_state", state)
                .with("gamepad_state", Value::Null);
            downsampling.broadcast(&data, packet.into(), seqno);
        }
    });
    members
}

impl Offered for RunJoystick {
    fn title(&self) -> String {
        "the joystick".to_owned()
    }

    fn wanted_name(&self) -> String {
        NAME.to_owned()
    }

    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        _service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)> {
        let members = object(scope, link);
        Ok((Arc::new(members), scope.describe_joystick()))
    }
}
