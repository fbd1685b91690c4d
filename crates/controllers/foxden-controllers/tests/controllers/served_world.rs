//! A world with robots that wait for controllers, and what was said about them.

use foxden_controllers::console::Printer;
use foxden_controllers::controller_search::ControllerPaths;
use foxden_controllers::controls::ControllerControls;
use foxden_controllers::listener::{ControllerListener, ListenOptions};
use foxden_controllers::options::{AllowedFolders, ControllerOptions, Notice};
use foxden_controllers::scheduler::Controllers;
use foxden_controllers::secret::Secret;
use foxden_controllers::user_input::InputSource;
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_scene::{Library, load};
use foxden_sim::World;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub type Said = Arc<Mutex<Vec<String>>>;

pub struct ServedWorld {
    pub run_loop: RunLoop,
    pub controllers: Controllers,
    pub said: Said,
    pub printed: Said,
    pub folder: PathBuf,
    pub stop: StopFlag,
    // goes last
    pub temporary: Arc<tempfile::TempDir>,
}

/// A robot that waits for an extern controller.
pub fn robot(name: &str, fields: &str) -> String {
    format!("Robot {{ name \"{name}\" controller \"<extern>\" {fields} }}\n")
}

pub fn world(nodes: &str) -> World {
    let text = format!(
        "#VRML_SIM R2023b utf8\nWorldInfo {{ basicTimeStep 32 }}\nViewpoint {{ }}\n{nodes}"
    );
    let mut storage = MemoryStorage::new();
    storage.insert("/den/worlds/a.wbt", &text);
    let location = Location::file("/den/worlds/a.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    World::new(scene, library)
}

pub fn serve(nodes: &str) -> ServedWorld {
    serve_with(nodes, None)
}

pub fn serve_with(nodes: &str, timeout: Option<Duration>) -> ServedWorld {
    serve_in(Arc::new(tempfile::tempdir().unwrap()), nodes, timeout)
}

pub fn serve_in(
    temporary: Arc<tempfile::TempDir>,
    nodes: &str,
    timeout: Option<Duration>,
) -> ServedWorld {
    serve_as(temporary, nodes, |options| options.timeout = timeout)
}

/// A run that ends when all controllers have left.
pub fn serve_until_controllers_end(nodes: &str) -> ServedWorld {
    let temporary = Arc::new(tempfile::tempdir().unwrap());
    serve_as(temporary, nodes, |options| {
        options.until_controllers_end = true;
    })
}

/// A den whose extern controllers over TCP need a secret.
pub fn serve_with_secret(nodes: &str, secret: Secret) -> ServedWorld {
    let temporary = Arc::new(tempfile::tempdir().unwrap());
    open_world(temporary, nodes, Some(secret), |_| ())
}

/// A run with options of its own.
pub fn serve_as(
    temporary: Arc<tempfile::TempDir>,
    nodes: &str,
    choose: impl Fn(&mut ControllerOptions),
) -> ServedWorld {
    open_world(temporary, nodes, None, choose)
}

fn open_world(
    temporary: Arc<tempfile::TempDir>,
    nodes: &str,
    secret: Option<Secret>,
    choose: impl Fn(&mut ControllerOptions),
) -> ServedWorld {
    let world = world(nodes);
    let (said, printed, stop) = (Said::default(), Said::default(), StopFlag::default());
    let (hears_notices, hears_lines) = (said.clone(), printed.clone());
    let mut options = ControllerOptions {
        controls: ControllerControls::default(),
        animations: None,
        windows: None,
        view_requests: None,
        places: ControllerPaths::default(),
        world_file: "/den/worlds/a.wbt".into(),
        allowed_folders: AllowedFolders::new([temporary.path().to_owned()]),
        can_be_resumed_elsewhere: false,
        until_controllers_end: false,
        waits_for_extern: true,
        timeout: None,
        // tests of the order hold on a machine that stands still for a while
        order_time: Duration::from_secs(3600),
        printer: Printer::Lines(Arc::new(move |robot, _, line| {
            hears_lines.lock().unwrap().push(format!("{robot}: {line}"));
        })),
        notice: Arc::new(move |notice| {
            let (Notice::Info(text) | Notice::Problem(text)) = notice;
            hears_notices.lock().unwrap().push(text.to_owned());
        }),
        input: InputSource::default(),
        stop: stop.clone(),
    };
    choose(&mut options);
    let listen_options = ListenOptions {
        temporary: temporary.path().to_owned(),
        user: "fox".to_owned(),
        address: Ipv4Addr::LOCALHOST.into(),
        port: Some(0),
        secret,
    };
    let listener = ControllerListener::open(&listen_options).unwrap();
    let folder = listener.folder().path().to_owned();
    let controllers = Controllers::start(&world, options, listener).unwrap();
    let run_loop = RunLoop::new(RunningWorld::new(world), Pace::FASTEST, &stop);
    ServedWorld {
        run_loop,
        controllers,
        said,
        printed,
        folder,
        stop,
        temporary,
    }
}

impl ServedWorld {
    /// Makes a number of steps, or fewer if the simulation ends. The number of steps made.
    pub fn run(&mut self, steps: usize) -> usize {
        let until = Until::Steps(steps as u64);
        let summary = self.run_loop.run(until, &mut [&mut self.controllers]);
        summary.steps as usize
    }

    pub fn port(&self) -> u16 {
        self.controllers.port()
    }

    pub fn said(&self) -> String {
        self.said.lock().unwrap().join("\n")
    }

    /// Ends everything and checks that nothing is left on the disk.
    pub fn end(self) {
        let Self {
            controllers,
            temporary,
            ..
        } = self;
        drop(controllers.end());
        if let Some(temporary) = Arc::into_inner(temporary) {
            let left: Vec<_> = std::fs::read_dir(temporary.path()).unwrap().collect();
            assert!(left.is_empty(), "{left:?}");
        }
    }
}
