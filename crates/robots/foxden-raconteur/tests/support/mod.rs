//! A world whose services are used.

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
use foxden_view::command::{ControllerAction, JoystickInput, UserInput};
use foxden_view::controller_access::{ControllerAccess, ControllerState};
use raconteur::Node;
use raconteur::client::Session;
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
  SliderJoint { jointParameters JointParameters { axis 0 1 0 }
    device LinearMotor { name "left finger" minPosition 0 maxPosition 0.04 maxVelocity 1 }
    endPoint Solid { translation 0 0.05 0 name "left" } }
  SliderJoint { jointParameters JointParameters { axis 0 1 0 }
    device LinearMotor { name "right finger" minPosition -0.04 maxPosition 0 maxVelocity 1 }
    endPoint Solid { translation 0 -0.05 0 name "right" } }
] }
Robot { name "twin" controller "void" }
Robot { name "twin" controller "void" }
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
    fn joystick(&self, world: &RunningWorld) -> Option<JoystickInput> {
        // a person holds it from the second step to the fourth
        let step = (world.clock() / 32.0).round() as i32;
        (2..=4).contains(&step).then(|| JoystickInput {
            model: "stick".to_owned(),
            axes: vec![1000 * step, -99_999],
            buttons: vec![1, -1, 70],
            povs: vec![0x101],
            button_count: 3,
        })
    }
    fn send_to_controller(&mut self, _: NodeId, _: &str) -> Result<(), String> {
        Ok(())
    }
    fn take_window_messages(&mut self) -> Vec<(NodeId, String)> {
        Vec::new()
    }
}

/// A world that runs, paused, until this is dropped.
pub struct Served {
    pub server: Arc<RaconteurServer>,
    /// The names of its services.
    pub services: Vec<String>,
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
    pub fn start(open_robots: &[&str], users: Option<&str>) -> Self {
        let options = ServerOptions {
            users: users.map(str::to_owned),
            ..ServerOptions::default()
        };
        Self::start_with(open_robots, options)
    }

    /// With options for the server besides its port.
    pub fn start_with(open_robots: &[&str], options: ServerOptions) -> Self {
        let options = ServerOptions {
            port: Some(0),
            is_local: false,
            ..options
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
                ..WorldOptions::default()
            };
            let mut services = WorldServices::open(&server, &mut run_loop, about).unwrap();
            ready.send((services.names(), server.clone())).unwrap();
            let mut participants: Vec<&mut dyn Participant> = vec![&mut services];
            run_loop.run(Until::Stopped, &mut participants);
        });
        let (names, server) = is_ready.recv().unwrap();
        Self {
            server,
            services: names,
            stop,
            thread: Some(thread),
        }
    }

    pub async fn connect(&self, service: &str) -> Session {
        let node = Node::new("").unwrap();
        let url = format!(
            "rr+tcp://127.0.0.1:{}?service={service}",
            self.server.port()
        );
        node.connect(&url).await.unwrap()
    }
}
