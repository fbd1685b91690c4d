//! The services with our own client: who may drive, and what happens when somebody leaves.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::{ConnectOptions, ObjectRef};
use raconteur::value::{List, Record};
use raconteur::{ErrorCode, Node};
use support::Served;

async fn device(robot: &ObjectRef, name: &str) -> ObjectRef {
    robot.object_at("device", name).await.unwrap()
}

async fn peek(object: &ObjectRef, wire: &str) -> Record {
    let (value, _) = object.peek_in::<Record>(wire).await.unwrap();
    value
}

fn number(record: &Record, field: &str) -> f64 {
    record.get(field).unwrap().clone().to().unwrap()
}

#[test]
fn everything_has_a_service() {
    let served = Served::start(&[], None);
    let expected = [
        "world",
        "busy",
        "free",
        "twin",
        "twin__2_",
        "free_robot",
        "busy_view",
        "free_gps",
        "free_unit",
        "free_gripper",
        "busy_signals",
        "free_signals",
        "camera",
        "gripper",
        "robot",
    ];
    assert_eq!(served.services, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robot_with_a_controller_is_watched_and_not_driven() {
    let served = Served::start(&[], None);
    let session = served.connect("busy").await;
    let robot = session.root();
    assert_eq!(robot.get::<i32>("driver").await.unwrap(), 1);
    let eye = device(&robot, "eye").await;
    assert_eq!(eye.get::<i32>("value").await.unwrap(), 0);
    let error = eye.set("value", 1).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::PermissionDenied, "{error}");
    assert!(error.message.contains("--raconteur-drive"), "{error}");
    assert_eq!(eye.get::<i32>("value").await.unwrap(), 0);
    let error = robot.set("driver", 2).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::PermissionDenied);
    let error = robot.set("custom_data", "mine").await.unwrap_err();
    assert_eq!(error.code, ErrorCode::PermissionDenied);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jog_that_has_ended_shows_where_it_ended() {
    let served = Served::start(&[], None);
    let world = served.connect("world").await;
    world.root().set("mode", 1).await.unwrap();
    let session = served.connect("free_robot").await;
    let robot = session.root();
    robot.set("command_mode", 1).await.unwrap();
    for at in 0..20 {
        let target = if at % 2 == 0 { 0.02 } else { 0.0 };
        let jog = (vec![target], vec![1.0], true);
        robot.call::<()>("jog_freespace", jog).await.unwrap();
        let state = peek(&robot, "robot_state").await;
        let positions: Vec<f64> = state.get("joint_position").unwrap().clone().to().unwrap();
        assert!((positions[0] - target).abs() < 1e-9, "{positions:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_controller_decides_whether_its_camera_is_on() {
    let served = Served::start(&[], None);
    let session = served.connect("busy_view").await;
    let camera = session.root();
    for function in [
        "capture_frame",
        "capture_frame_compressed",
        "start_streaming",
    ] {
        let error = camera.call::<Record>(function, ()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidOperation, "{function}");
        assert!(error.message.contains("controller"), "{error}");
    }
    let state = peek(&camera, "camera_state").await;
    assert_eq!(
        state
            .get("state_flags")
            .unwrap()
            .clone()
            .to::<i32>()
            .unwrap(),
        1,
        "not streaming"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robot_with_a_controller_is_driven_if_that_is_allowed() {
    let served = Served::start(&["busy"], None);
    let session = served.connect("busy").await;
    let eye = device(&session.root(), "eye").await;
    eye.set("value", 1).await.unwrap();
    assert_eq!(eye.get::<i32>("value").await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn motors_stop_when_the_driver_leaves() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let driver = served.connect("free").await;
    let motor = device(&driver.root(), "motor").await;
    for wrong in [f64::NAN, f64::INFINITY, 1e9] {
        let error = motor.call::<()>("spin", (wrong,)).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{wrong}");
    }
    motor.call::<()>("spin", (5.0,)).await.unwrap();
    assert_eq!(driver.root().get::<i32>("driver").await.unwrap(), 2);
    world.call::<()>("step", (10_u32,)).await.unwrap();
    let robot = world.object_at("robot", "free").await.unwrap();
    let watched = device(&robot, "motor").await;
    let moving = number(&peek(&watched, "state").await, "position");
    assert!(moving > 0.1, "{moving}");
    driver.disconnect().await;
    // the first step after it was noticed stops the motors; then nothing moves
    let mut last = f64::NAN;
    for _ in 0..200 {
        world.call::<()>("step", (5_u32,)).await.unwrap();
        let position = number(&peek(&watched, "state").await, "position");
        if position == last {
            assert_eq!(robot.get::<i32>("driver").await.unwrap(), 0);
            return;
        }
        last = position;
    }
    panic!("the motor still turns");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standard_robot_jogs_in_simulated_time() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let client = served.connect("robot").await;
    let robot = client.root();
    let service: String = served
        .connect("free")
        .await
        .root()
        .get("standard_service")
        .await
        .unwrap();
    assert_eq!(service, "free_robot");
    robot.set("command_mode", 1).await.unwrap();
    // the only axis: fingers belong to the gripper
    let jog = robot.call::<()>("jog_freespace", (vec![0.5], vec![2.0], true));
    let steps = async {
        // the jog has to be there first
        while robot.get::<i32>("command_mode").await.unwrap() != 1 {}
        for _ in 0..100 {
            world.call::<()>("step", (1_u32,)).await.unwrap();
        }
    };
    let (jog, ()) = tokio::join!(jog, steps);
    jog.unwrap();
    let state = peek(&robot, "robot_state").await;
    let positions: Vec<f64> = state.get("joint_position").unwrap().clone().to().unwrap();
    assert!((positions[0] - 0.5).abs() < 1e-6, "{positions:?}");
    // a reset ends everything, and numbers of states go on rising
    let before: u64 = state.get("seqno").unwrap().clone().to().unwrap();
    world.call::<()>("reset", ()).await.unwrap();
    world.call::<()>("step", (2_u32,)).await.unwrap();
    let state = peek(&robot, "robot_state").await;
    let after: u64 = state.get("seqno").unwrap().clone().to().unwrap();
    assert!(after > before);
    assert_eq!(robot.get::<i32>("command_mode").await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gripper_opens_and_closes() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let client = served.connect("gripper").await;
    let gripper = client.root();
    for wrong in [f64::NAN, -0.1, 1.1] {
        let error = gripper.call::<()>("setf_command", (wrong,)).await;
        assert_eq!(error.unwrap_err().code, ErrorCode::InvalidArgument);
    }
    for (function, position, flag) in [("open", 1.0, 0x40), ("close", 0.0, 0x80)] {
        gripper.call::<()>(function, ()).await.unwrap();
        session.root().call::<()>("step", (40_u32,)).await.unwrap();
        let state = peek(&gripper, "tool_state").await;
        let found = number(&state, "position");
        assert!((found - position).abs() < 1e-6, "{function}: {found}");
        let flags: u32 = state.get("tool_state_flags").unwrap().clone().to().unwrap();
        assert_eq!(flags & 0xff, flag | 0x30, "{function}: {flags:x}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robot_takes_the_name_of_one_that_is_gone() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let second = served.connect("twin__2_").await;
    let id: u32 = second.root().get("node_id").await.unwrap();
    let first = served.connect("twin").await;
    let first: u32 = first.root().get("node_id").await.unwrap();
    world.call::<()>("remove_node", (first,)).await.unwrap();
    let renamed = served.connect("twin").await;
    assert_eq!(renamed.root().get::<u32>("node_id").await.unwrap(), id);
}

#[tokio::test(flavor = "multi_thread")]
async fn vectors_are_sampled() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let robot = world.object_at("robot", "free").await.unwrap();
    for (name, expected) in [("gps", [0.0; 3]), ("unit", [0.0; 3])] {
        let sensor = device(&robot, name).await;
        world.call::<()>("step", (2_u32,)).await.unwrap();
        let (values, _) = sensor.peek_in::<Vec<f64>>("sensor_value").await.unwrap();
        assert_eq!(values, expected, "{name}");
    }
    let angle = device(&robot, "angle").await;
    let reading = peek(&angle, "reading").await;
    assert!(
        number(&reading, "value").is_nan(),
        "nothing was sampled yet"
    );
    world.call::<()>("step", (1_u32,)).await.unwrap();
    assert_eq!(number(&peek(&angle, "reading").await, "value"), 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gps_without_geographic_coordinates_has_no_latitude() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let gps = served.connect("free_gps").await;
    let altitude = number(&peek(&gps.root(), "gps_state").await, "altitude");
    assert!(altitude.is_nan(), "it is off");
    session.root().call::<()>("step", (2_u32,)).await.unwrap();
    let state = peek(&gps.root(), "gps_state").await;
    assert_eq!(number(&state, "altitude"), 0.0);
    assert!(number(&state, "latitude_deg").is_nan());
    assert!(number(&state, "longitude_deg").is_nan());
}

#[tokio::test(flavor = "multi_thread")]
async fn users_do_what_their_privileges_allow() {
    // the passwords are "password"
    let file = "watcher 5f4dcc3b5aa765d61d8327deb882cf99 see\n\
                editor 5f4dcc3b5aa765d61d8327deb882cf99 edit,drive\n";
    let served = Served::start(&[], Some(file));
    let url = format!("rr+tcp://127.0.0.1:{}?service=world", served.server.port());
    let node = Node::new("").unwrap();
    let nobody = node.connect(&url).await;
    let is_rejected = match nobody {
        Ok(session) => session.root().get::<i32>("mode").await.is_err(),
        Err(_) => true,
    };
    assert!(is_rejected, "a client without a name");
    for (name, may_edit) in [("watcher", false), ("editor", true)] {
        let options = ConnectOptions::default().password(name, "password");
        let session = node.connect_with(&url, options).await.unwrap();
        let world = session.root();
        let names: List<String> = world.get("robot_names").await.unwrap();
        assert_eq!(names.0, ["busy", "free", "twin", "twin (2)"]);
        let stepped = world.call::<()>("step", (1_u32,)).await;
        assert_eq!(stepped.is_ok(), may_edit, "{name}: {stepped:?}");
        let robot = world.object_at("robot", "free").await.unwrap();
        let motor = device(&robot, "motor").await;
        let spun = motor.call::<()>("spin", (1.0,)).await;
        assert_eq!(spun.is_ok(), may_edit, "{name}: {spun:?}");
        if let Err(error) = spun {
            assert_eq!(error.code, ErrorCode::PermissionDenied);
        }
    }
}

/// The memory of this process in bytes.
fn memory() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_no_robot_has_are_not_kept() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let ask = async |number: usize| {
        // different names, nearly as long as a path may be
        let name = format!("{number}{}", "x".repeat(3900));
        let error = world.object_at("robot", &name).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ObjectNotFound, "{error}");
    };
    for number in 0..1_000 {
        ask(number).await;
    }
    let before = memory();
    for number in 1_000..21_000 {
        ask(number).await;
    }
    let more = memory().saturating_sub(before);
    assert!(more < 40 << 20, "{more} bytes more for 78 MB of names");
}

#[tokio::test(flavor = "multi_thread")]
async fn signals_are_read_and_set_over_wires() {
    let served = Served::start(&["busy"], None);
    let session = served.connect("world").await;
    let world = session.root();
    // a sensor is an input
    let free = served.connect("free_signals").await;
    let groups: List<Record> = free.root().get("signal_group_info").await.unwrap();
    assert_eq!(groups.0.len(), 2);
    let inputs = free
        .root()
        .object_at("signal_groups", "inputs")
        .await
        .unwrap();
    let infos: List<Record> = inputs.get("signal_info").await.unwrap();
    assert_eq!(infos.0.len(), 1);
    let angle = inputs.object_at("signals", "0").await.unwrap();
    // the first use turns the sensor on
    let _ = angle.peek_in::<Vec<f64>>("signal_value_vec").await;
    let motor = device(&served.connect("free").await.root(), "motor").await;
    motor.call::<()>("spin", (5.0,)).await.unwrap();
    world.call::<()>("step", (10_u32,)).await.unwrap();
    let (value, _) = angle.peek_in::<Vec<f64>>("signal_value_vec").await.unwrap();
    assert!(value.len() == 1 && value[0] > 0.1, "{value:?}");
    // an LED is an output
    let busy = served.connect("busy_signals").await;
    let outputs = busy
        .root()
        .object_at("signal_groups", "outputs")
        .await
        .unwrap();
    let eye = outputs.object_at("signals", "0").await.unwrap();
    let value = |eye: ObjectRef| async move {
        let (value, _) = eye.peek_in::<Vec<f64>>("signal_value_vec").await.unwrap();
        value
    };
    assert_eq!(value(eye.clone()).await, [0.0]);
    for wrong in [vec![f64::NAN], vec![1.0, 2.0], vec![], vec![0.0; 100_000]] {
        eye.poke_out("signal_command_vec", wrong).await.unwrap();
        world.call::<()>("step", (1_u32,)).await.unwrap();
        assert_eq!(value(eye.clone()).await, [0.0]);
    }
    eye.poke_out("signal_command_vec", vec![1.0]).await.unwrap();
    world.call::<()>("step", (1_u32,)).await.unwrap();
    assert_eq!(value(eye.clone()).await, [1.0]);
    eye.poke_out("signal_command", raconteur::value::Value::from(0.0))
        .await
        .unwrap();
    world.call::<()>("step", (1_u32,)).await.unwrap();
    assert_eq!(value(eye).await, [0.0]);
    // what is not there
    for (group, number) in [("outputs", "1"), ("outputs", "-1"), ("inputs", "x")] {
        let group = busy.root().object_at("signal_groups", group).await.unwrap();
        let error = group.object_at("signals", number).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ObjectNotFound, "{number}: {error}");
    }
    let error = busy.root().object_at("signal_groups", "x").await;
    assert_eq!(error.unwrap_err().code, ErrorCode::ObjectNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn signals_of_a_robot_with_a_controller_are_only_read() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let busy = served.connect("busy_signals").await;
    let outputs = busy.root().object_at("signal_groups", "outputs").await;
    let eye = outputs.unwrap().object_at("signals", "0").await.unwrap();
    eye.poke_out("signal_command_vec", vec![1.0]).await.unwrap();
    session.root().call::<()>("step", (1_u32,)).await.unwrap();
    let (value, _) = eye.peek_in::<Vec<f64>>("signal_value_vec").await.unwrap();
    assert_eq!(value, [0.0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_joystick_has_a_service_from_its_first_use_on() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let url = format!(
        "rr+tcp://127.0.0.1:{}?service=joystick",
        served.server.port()
    );
    let node = Node::new("").unwrap();
    assert!(node.connect(&url).await.is_err(), "nobody has a joystick");
    world.call::<()>("step", (3_u32,)).await.unwrap();
    let session = node.connect(&url).await.unwrap();
    let joystick = session.root();
    let info: Record = joystick.get("joystick_info").await.unwrap();
    for (field, count) in [("axes_count", 2), ("button_count", 3), ("hat_count", 1)] {
        let found: u32 = info.get(field).unwrap().clone().to().unwrap();
        assert_eq!(found, count, "{field}");
    }
    let state = async || {
        let state = peek(&joystick, "joystick_state").await;
        let axes: Vec<i16> = state.get("axes").unwrap().clone().to().unwrap();
        let buttons: Vec<u8> = state.get("buttons").unwrap().clone().to().unwrap();
        let hats: Vec<u8> = state.get("hats").unwrap().clone().to().unwrap();
        (axes, buttons, hats)
    };
    // up and to the right
    let held = (vec![3000, i16::MIN], vec![0, 1, 0], vec![0x3]);
    assert_eq!(state().await, held);
    world.call::<()>("step", (1_u32,)).await.unwrap();
    assert_eq!(state().await.0, [4000, i16::MIN]);
    // nobody holds it any more
    world.call::<()>("step", (1_u32,)).await.unwrap();
    assert_eq!(state().await, (vec![0, 0], vec![0, 0, 0], vec![0]));
    let error = joystick.call::<()>("rumble", (1.0, 1.0)).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::NotImplementedError);
    let error = joystick
        .peek_in::<Record>("gamepad_state")
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::ValueNotSet, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robot_that_knows_its_positions_needs_no_homing() {
    let served = Served::start(&[], None);
    let session = served.connect("robot").await;
    let robot = session.root();
    let info: Record = robot.get("robot_info").await.unwrap();
    let capabilities: u32 = info
        .get("robot_capabilities")
        .unwrap()
        .clone()
        .to()
        .unwrap();
    assert_eq!(capabilities & 0x10, 0, "homing is not announced");
    let error = robot.set("command_mode", 5).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidOperation);
    let state = peek(&robot, "robot_state").await;
    let flags: u64 = state
        .get("robot_state_flags")
        .unwrap()
        .clone()
        .to()
        .unwrap();
    assert_eq!(flags & 0x10_0000, 0, "homing is not required");
    let error = match robot.generate::<(), i32>("home", ()).await {
        Ok(homing) => homing.next(()).await.unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.code, ErrorCode::NotImplementedError);
}
