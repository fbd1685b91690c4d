//! The controllers of a run: options, and what they print.

use super::folder;
use crate::terminal::{is_harmless, note_failure, warn};
use clap::Args;
use foxden_controllers::console::Printer;
use foxden_controllers::controller_search::ControllerPaths;
use foxden_controllers::controls::ControllerControls;
use foxden_controllers::instance_folder::InstanceFolder;
use foxden_controllers::listener::{ControllerListener, ListenOptions};
use foxden_controllers::options::{AllowedFolders, ControllerOptions, Notice, ORDER_TIME};
use foxden_controllers::process::OutputStream;
use foxden_controllers::recordings::AnimationRecorder;
use foxden_controllers::scheduler::Controllers;
use foxden_controllers::secret::{self, Secret};
use foxden_controllers::user_input::InputSource;
use foxden_controllers::view_requests::ViewRequests;
use foxden_controllers::window_messages::WindowMessages;
use foxden_lang::diagnostic::{printable, printable_with_colors};
use foxden_lang::resolve::{normalise, project_root};
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::World;
use foxden_view::hub::Hub;
use indicatif::ProgressBar;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How controllers are run.
#[derive(Args, Clone)]
#[command(next_help_heading = "Controllers")]
pub(crate) struct ControllerRunArguments {
    /// The folder of the controller library; WEBOTS_HOME/lib/controller if not given
    #[arg(long, value_name = "DIR", value_parser = folder)]
    controller_library: Option<PathBuf>,
    /// Starts no controllers
    #[arg(long)]
    no_controllers: bool,
    /// Ends when all controllers have ended and all extern controllers have disconnected
    #[arg(long, conflicts_with = "no_controllers")]
    pub(crate) until_controllers_end: bool,
    /// The address on which extern controllers with the printed secret are accepted over TCP; 127.0.0.1 if not given
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Accepts extern controllers over TCP without a secret: everybody who reaches the port can drive the robots that wait
    #[arg(long, requires = "listen")]
    no_controller_secret: bool,
    /// Continues without a controller that does not answer for this time; if not given, the simulation reports the controller and waits
    #[arg(long, value_name = "TIME", value_parser = super::run_length::duration, allow_hyphen_values = true)]
    controller_timeout: Option<Duration>,
}

impl ControllerRunArguments {
    /// Starts the controllers of a world, if its robots have any.
    pub(crate) fn start(
        &self,
        run: &Run<'_>,
        world: &World,
        listener: &mut Option<ControllerListener>,
    ) -> Result<Option<Controllers>, String> {
        let driven = world
            .robots()
            .filter(|(_, robot)| {
                !matches!(
                    robot.controller.as_str(),
                    "" | "<none>" | "<generic>" | "void"
                )
            })
            .count();
        if driven == 0 || self.no_controllers {
            let options = ListenOptions::from_environment();
            InstanceFolder::clear_dead(&options.temporary, &options.user);
            return Ok(None);
        }
        let fail = |error: std::io::Error| format!("controllers cannot be served: {error}");
        let is_quiet = run.is_quiet;
        let notice = notice(run.bar.clone(), is_quiet, run.hub.cloned());
        let listener = match listener.take() {
            Some(listener) => listener,
            None => self.open(run.port, &*notice).map_err(fail)?,
        };
        let world_file = normalise(&std::path::absolute(run.world).map_err(fail)?);
        let given = run.projects.iter().cloned();
        let options = ControllerOptions {
            allowed_folders: AllowedFolders::new(
                given.chain([project_root(&world_file).to_owned()]),
            ),
            places: self.places(&world_file, run.projects),
            world_file,
            // a page can let a paused simulation go on
            can_be_resumed_elsewhere: run.hub.is_some(),
            until_controllers_end: self.until_controllers_end,
            waits_for_extern: run.waits_for_extern,
            order_time: ORDER_TIME,
            timeout: self.controller_timeout,
            printer: printer(run.bar.clone(), is_quiet && driven == 1, run.hub.cloned()),
            notice,
            input: run.input.clone(),
            controls: run.controls.clone(),
            animations: run.animations.cloned(),
            windows: run.hub.map(|_| run.windows.clone()),
            view_requests: run.hub.map(|_| run.view_requests.clone()),
            stop: run.stop.clone(),
        };
        Controllers::start(world, options, listener)
            .map(Some)
            .map_err(fail)
    }

    fn open(
        &self,
        port: Option<u16>,
        notice: &dyn Fn(Notice<'_>),
    ) -> std::io::Result<ControllerListener> {
        let secret = match (self.no_controller_secret, std::env::var(secret::VARIABLE)) {
            (true, _) => None,
            (false, Ok(chosen)) if !chosen.is_empty() => {
                let chosen = Secret::chosen(&chosen);
                let explained = |reason| format!("{}: {reason}", secret::VARIABLE);
                Some(chosen.map_err(|reason| std::io::Error::other(explained(reason)))?)
            }
            (false, _) => Some(Secret::random()?),
        };
        let options = ListenOptions {
            address: self.listen.unwrap_or(Ipv4Addr::LOCALHOST.into()),
            port,
            secret,
            ..ListenOptions::from_environment()
        };
        let listener = ControllerListener::open(&options)?;
        if let Some(missed) = listener.missed_port() {
            let port = listener.port();
            notice(Notice::Info(&format!(
                "port {missed} is taken; extern controllers find this Foxden at port {port}"
            )));
        }
        if let Some(reason) = listener.folder().hidden() {
            notice(Notice::Problem(&format!(
                "{reason}; extern controllers find this Foxden over TCP only"
            )));
        }
        Ok(listener)
    }

    /// Controllers are in the world's project, in those given, and in an installation.
    fn places(&self, world_file: &Path, projects: &[PathBuf]) -> ControllerPaths {
        let mut places = controller_paths();
        let mut all = vec![project_root(world_file).to_owned()];
        all.extend(
            projects
                .iter()
                .filter_map(|one| std::path::absolute(one).ok()),
        );
        all.append(&mut places.projects);
        places.projects = all;
        let library = self.controller_library.as_ref();
        if let Some(library) = library.and_then(|one| std::path::absolute(one).ok()) {
            places.libraries = Some(library);
        }
        places
    }
}

/// Where controllers and their libraries are: as the environment says, or installed with
/// this program.
pub(crate) fn controller_paths() -> ControllerPaths {
    let program = std::env::current_exe().ok();
    ControllerPaths::from_environment(|name| std::env::var(name).ok())
        .or_installed_with(program.as_deref())
}

/// What controllers must know of a run.
pub(crate) struct Run<'a> {
    pub(crate) world: &'a Path,
    pub(crate) projects: &'a [PathBuf],
    pub(crate) is_quiet: bool,
    /// The port for extern controllers.
    pub(crate) port: Option<u16>,
    /// Records animations.
    pub(crate) animations: Option<&'a Arc<dyn AnimationRecorder>>,
    /// Viewers that see what controllers print.
    pub(crate) hub: Option<&'a Arc<Hub>>,
    pub(crate) input: &'a InputSource,
    pub(crate) controls: &'a ControllerControls,
    /// The messages of robot windows.
    pub(crate) windows: &'a WindowMessages,
    /// What supervisors want to be seen.
    pub(crate) view_requests: &'a ViewRequests,
    pub(crate) stop: &'a StopFlag,
    pub(crate) bar: &'a ProgressBar,
    /// Whether the simulation waits until extern controllers have connected.
    pub(crate) waits_for_extern: bool,
}

type Noticer = Arc<dyn Fn(Notice<'_>) + Send + Sync>;

/// Prints what happens to controllers; viewers see what is not as it should be, and have no use
/// for how a program on this machine connects.
fn notice(bar: ProgressBar, is_quiet: bool, hub: Option<Arc<Hub>>) -> Noticer {
    Arc::new(move |notice| {
        let text = match notice {
            Notice::Info(_) if is_quiet => return,
            Notice::Info(text) => text,
            Notice::Problem(text) => {
                if let Some(hub) = &hub {
                    hub.print(None, "foxden", text);
                }
                text
            }
        };
        bar.suspend(|| warn(text));
    })
}

/// Prints what controllers print: raw, or by lines with the robot's name in front,
/// in which colours are the only commands to the terminal.
fn printer(bar: ProgressBar, is_raw: bool, hub: Option<Arc<Hub>>) -> Printer {
    let has_failed = AtomicBool::new(false);
    let print = move |stream, bytes: &[u8]| {
        let printed = bar.suspend(|| match stream {
            OutputStream::Output => {
                let mut output = std::io::stdout().lock();
                output.write_all(bytes).and_then(|()| output.flush())
            }
            OutputStream::Error => std::io::stderr().write_all(bytes),
        });
        // reported once, and the run fails at its end
        if let Err(error) = printed
            && !is_harmless(&error)
            && !has_failed.swap(true, Ordering::Relaxed)
        {
            bar.suspend(|| warn(&format!("what controllers print is lost: {error}")));
            note_failure(error);
        }
    };
    match is_raw && hub.is_none() {
        true => Printer::Raw(Arc::new(print)),
        false => Printer::Lines(Arc::new(move |robot, stream, line| {
            if let Some(hub) = &hub {
                hub.print(Some(robot), stream_name(stream), line);
            }
            if is_raw {
                return print(
                    stream,
                    format!("{}\n", printable_with_colors(line)).as_bytes(),
                );
            }
            let (robot, line) = (printable(robot), printable_with_colors(line));
            print(stream, format!("[{robot}] {line}\n").as_bytes());
        })),
    }
}

/// What viewers call a stream.
fn stream_name(stream: OutputStream) -> &'static str {
    match stream {
        OutputStream::Output => "out",
        OutputStream::Error => "err",
    }
}
