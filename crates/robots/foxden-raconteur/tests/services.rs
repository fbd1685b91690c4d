//! The services with our own client: who may drive, and what happens when somebody leaves.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_raconteur::server::{RaconteurServer, ServerOptions};
use foxden_raconteur::services::{WorldOptions, WorldServices};
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_scene::{Library, NodeId, load_text};
use foxden_sim::World;
use foxden_view::command::{ControllerAction, UserInput};
use foxden_view::controller_access::{ControllerAccess, ControllerState};
use raconteur::client::{ConnectOptions, ObjectRef, Session};
use raconteur::value::{List, Record};
use raconteur::{ErrorCode, Node};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
Robot { name "busy" controller "program" children [ LED { name "eye" color [ 1 0 0 ]
  children [ Shape { appearance PBRAppearance { } geometry Sphere { } } ] }
  Camera { name "view" width 8 height 4 } ] }
Robot { name "free" controller "void" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "motor" maxVelocity 10 } PositionSensor { name "angle" } ]
    endPoint Solid { name "wheel" } }
  GPS { name "gps" } InertialUnit { name "unit" } Accelerometer { name "acceleration" }
] }
"#;

/// Robots named "busy" have a controller that runs.
struct BusyController(Vec<NodeId>);

impl ControllerAccess for BusyController {
    fn state(&self, robot: NodeId) -> Option<ControllerState> {
        self.0.contains(&robot).then(|| ControllerState {
            name: "program".to_owned(),
            state: "running",
            is_restartable: true,
        })
    }
    fn act(&mut self, _: NodeId, _: ControllerAction) -> Result<(), String> {
        Ok(())
    }
    fn restart_all(&mut self) {}
    fn input(&mut self, _: &RunningWorld, _: NodeId, _: &UserInput) -> Result<(), String> {
        Ok(())
    }
    fn send_to_controller(&mut self, _: NodeId, _: &str) -> Result<(), String> {
        Ok(())
    }
    fn take_window_messages(&mut self) -> Vec<(NodeId, String)> {
        Vec::new()
    }
}

/// A world that runs, paused, until this is dropped.
struct Served {
    server: Arc<RaconteurServer>,
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Served {
    fn start(open_robots: &[&str], users: Option<&str>) -> Self {
        let options = ServerOptions {
            port: Some(0),
            is_local: false,
            users: users.map(str::to_owned),
            ..ServerOptions::default()
        };
        let stop = StopFlag::default();
        let open_robots = open_robots.iter().map(|name| (*name).to_owned()).collect();
        let (ready, is_ready) = std::sync::mpsc::channel();
        let end = stop.clone();
        let thread = std::thread::spawn(move || {
            // a runtime of its own, which must not be started in one of a test
            let server = Arc::new(RaconteurServer::start(&options).unwrap());
            let location = Location::file("/test/worlds/services.wbt");
            let settings = SearchSettings::for_document(&location);
            let search = Search::new(settings, MemoryStorage::new());
            let mut library = Library::new(Arc::new(search));
            let scene = load_text(&location, WORLD.as_bytes(), &mut library).scene;
            let world = RunningWorld::new(World::new(scene, library));
            let busy = world.robots().filter(|(_, robot)| robot.name == "busy");
            let busy = busy.map(|(_, robot)| robot.node()).collect();
            let mut run_loop = RunLoop::new(world, Pace::REAL_TIME.paused(true), &end);
            let about = WorldOptions {
                name: "services".to_owned(),
                controllers: Box::new(BusyController(busy)),
                open_robots,
                driver_timeout: Duration::ZERO,
                hub: None,
            };
            let mut services = WorldServices::open(&server, &mut run_loop, about).unwrap();
            ready.send((services.names(), server.clone())).unwrap();
            let mut participants: Vec<&mut dyn Participant> = vec![&mut services];
            run_loop.run(Until::Stopped, &mut participants);
        });
        let (names, server) = is_ready.recv().unwrap();
        assert_eq!(names, ["world", "busy", "free", "busy_view", "free_gps"]);
        Self {
            server,
            stop,
            thread: Some(thread),
        }
    }

    async fn connect(&self, service: &str) -> Session {
        let node = Node::new("").unwrap();
        let url = format!(
            "rr+tcp://127.0.0.1:{}?service={service}",
            self.server.port()
        );
        node.connect(&url).await.unwrap()
    }
}

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
        assert_eq!(names.0, ["busy", "free"]);
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
