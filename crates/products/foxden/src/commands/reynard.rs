//! `foxden reynard`, and `foxden` without a command

use super::{AssetArguments, Outcome};
use crate::exit_code::ExitCode;
use crate::interrupt::Interruptible;
use crate::progress::Progress;
use crate::terminal::{warn, write_addresses};
use clap::Args;
use foxden_runtime::pace::SPEEDS;
use foxden_web::page;
use foxden_web::ports::Reach;
use reynard::servers::{
    self, ASCII_PORT, DenOptions, HTTP_PORT, NODE_NAME, OpenDen, RACONTEUR_PORT, ServerOptions,
};
use reynard::service::WireUnits;
use reynard::worlds::{MOST_ROBOTS, WorldSource};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden reynard                                   # the empty field of the original
  foxden reynard --quiet --http-port 8080
  foxden reynard --den --robots 3 --speed 2

'foxden' without a command is the same as 'foxden reynard --den'.")]
pub(crate) struct ReynardArguments {
    /// Another world instead of the empty field of the original
    #[arg(long, value_name = "FILE")]
    world: Option<PathBuf>,
    /// Reynard's den instead of the empty field: a battery, a charger, a lamp and obstacles
    #[arg(long, conflicts_with = "world")]
    den: bool,
    /// The number of robots, from 1 to 100
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_ROBOTS as i64))]
    robots: u16,
    /// How fast simulated time passes; 2 is twice as fast as real time
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// Prints nothing
    #[arg(long)]
    quiet: bool,
    /// The wire 'state' has millimetres and degrees, as in the original, instead of SI units
    #[arg(long)]
    original_wire_units: bool,
    /// Sends wire values from a thread with real-time priority, if the system allows it; the rate is steadier under load, but this thread runs before all other programs
    #[arg(long)]
    realtime_priority: bool,
    /// There is no window; the page's address is printed instead
    #[arg(long, hide = true)]
    gui: bool,

    #[command(flatten, next_help_heading = "Servers")]
    servers: ServerArguments,

    #[command(flatten)]
    assets: AssetArguments,
}

#[derive(Args)]
struct ServerArguments {
    /// Starts no Robot Raconteur server
    #[arg(long)]
    disable_robotraconteur: bool,
    /// The port of Robot Raconteur
    #[arg(long, value_name = "PORT", default_value_t = RACONTEUR_PORT)]
    robotraconteur_tcp_port: u16,
    /// Opens Robot Raconteur to other machines and announces it on the network
    #[arg(long)]
    robotraconteur_public: bool,
    /// The name of the Robot Raconteur node
    #[arg(long, value_name = "NAME", default_value = NODE_NAME)]
    robotraconteur_nodename: String,
    /// The origin of a web page that may use Robot Raconteur, besides Reynard's own page, such as https://lab.example; may be given several times
    #[arg(long = "robotraconteur-origin", value_name = "ORIGIN")]
    robotraconteur_origins: Vec<String>,
    /// The port of the page and the REST interface
    #[arg(long, value_name = "PORT", default_value_t = HTTP_PORT)]
    http_port: u16,
    /// Opens the page and the REST interface to other machines
    #[arg(long)]
    http_public: bool,
    /// Another name of this machine in the address of the page; may be given several times
    #[arg(long = "http-host", value_name = "NAME")]
    http_hosts: Vec<String>,
    /// Starts no server for text lines
    #[arg(long)]
    disable_ascii_socket: bool,
    /// The port for text lines over TCP
    #[arg(long, value_name = "PORT", default_value_t = ASCII_PORT)]
    ascii_socket_port: u16,
    /// Opens the port for text lines to other machines
    #[arg(long)]
    ascii_socket_public: bool,
}

impl ServerArguments {
    fn raconteur(&self) -> Option<ServerOptions> {
        let server = server(self.robotraconteur_tcp_port, self.robotraconteur_public);
        (!self.disable_robotraconteur).then_some(server)
    }

    fn ascii(&self) -> Option<ServerOptions> {
        let server = server(self.ascii_socket_port, self.ascii_socket_public);
        (!self.disable_ascii_socket).then_some(server)
    }
}

fn server(port: u16, is_public: bool) -> ServerOptions {
    let reach = match is_public {
        true => Reach::Public,
        false => Reach::Loopback,
    };
    ServerOptions { port, reach }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if SPEEDS.contains(&speed) => Ok(speed),
        _ => Err(format!(
            "give a number from {} to {}",
            SPEEDS.start(),
            SPEEDS.end()
        )),
    }
}

pub(crate) fn run(arguments: &ReynardArguments) -> ExitCode {
    let source = match &arguments.world {
        Some(path) => WorldSource::File(path.clone(), arguments.assets.options()),
        None if arguments.den => WorldSource::Den,
        None => WorldSource::Classic,
    };
    let servers = &arguments.servers;
    let options = DenOptions {
        robots: usize::from(arguments.robots),
        speed: arguments.speed,
        has_realtime_priority: arguments.realtime_priority,
        wire_units: match arguments.original_wire_units {
            true => WireUnits::Original,
            false => WireUnits::Si,
        },
        raconteur: servers.raconteur(),
        node_name: servers.robotraconteur_nodename.clone(),
        raconteur_origins: servers.robotraconteur_origins.clone(),
        http: server(servers.http_port, servers.http_public),
        http_hosts: servers.http_hosts.clone(),
        ascii: servers.ascii(),
        ..DenOptions::new(source)
    };
    serve(options, arguments.quiet)
}

/// `foxden` alone: the den, on the usual ports.
pub(crate) fn den() -> ExitCode {
    serve(DenOptions::new(WorldSource::Den), false)
}

fn serve(options: DenOptions, is_quiet: bool) -> ExitCode {
    let fail = |reason: &dyn std::fmt::Display| {
        warn(&reason.to_string());
        ExitCode::from(Outcome::Errors)
    };
    // tasks are short; two threads serve as many clients as the machine can
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut stop = Some(stop);
    let handler = Interruptible::calling(move || {
        if let Some(stop) = stop.take() {
            let _ = stop.send(());
        }
    });
    let opening = match handler {
        Ok(opening) => opening,
        Err(error) => return fail(&error),
    };
    opening.begin();
    let progress = Progress::of("opening the world".to_owned());
    let opened = match runtime.block_on(servers::open(options)) {
        Ok(opened) => opened,
        Err(error) => return fail(&error),
    };
    drop(progress);
    opening.end();
    if !is_quiet {
        write_addresses(&greeting(&opened));
    }
    // the sender lives as long as the handler, which is for ever
    let _ = runtime.block_on(stopped);
    runtime.block_on(async move { drop(opened) });
    Outcome::Good.into()
}

/// What is said of a program that was built where there was no page.
const WITHOUT_PAGE: &str =
    "this build has only a plain page: install Node 20.19 or newer and build Foxden again";

fn greeting(opened: &OpenDen) -> String {
    let mut text = String::from("Reynard is running. Press Ctrl-C to stop.\n\n");
    for remark in &opened.remarks {
        let _ = writeln!(text, "  note      {remark}");
    }
    if !page::is_built() {
        let _ = writeln!(text, "  note      {WITHOUT_PAGE}");
    }
    if let Some(ascii) = &opened.addresses.ascii {
        let _ = writeln!(text, "  ascii     {}:{}", ascii.host, ascii.port);
    }
    if let Some(http) = &opened.addresses.http {
        let _ = writeln!(text, "  rest      {http}/api");
        let _ = writeln!(text, "  page      {http}/");
        let _ = writeln!(text, "  view      {}", opened.view);
    }
    if let Some(url) = &opened.addresses.raconteur {
        let of = |service: &str| url.replace("service=reynard", &format!("service={service}"));
        let _ = writeln!(text, "  service   {url}");
        for name in opened.services.iter().skip(1) {
            let _ = writeln!(text, "            {}", of(name));
        }
        let _ = writeln!(text, "  den       {}", of("den"));
        if opened.has_world_service {
            let _ = writeln!(text, "  world     {}", of("world"));
        }
    }
    text
}
