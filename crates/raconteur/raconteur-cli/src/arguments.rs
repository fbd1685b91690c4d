//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  raconteur list
  raconteur list rr+tcp://localhost:29200
  raconteur info 'rr+tcp://localhost:29200?service=reynard'
  raconteur get  'rr+tcp://localhost:29200?service=reynard' robot_position
  raconteur set  'rr+tcp://localhost:29200?service=reynard' color '[0.5, 0, 1]'
  raconteur call 'rr+tcp://localhost:29200?service=reynard' say 'Hello, world'
  raconteur watch 'rr+tcp://localhost:29200?service=reynard' state
  raconteur browse rr+tcp://localhost:29200
  raconteur record 'rr+tcp://localhost:29200?service=reynard' state -o fox.mcap

Quote URLs: `?` and `&` mean something to the shell.";

/// Look at and use Robot Raconteur services.
#[derive(Debug, Parser)]
#[command(name = "raconteur", version, about, after_help = EXAMPLES)]
pub struct Arguments {
    /// Log in as this user; the password comes from RACONTEUR_PASSWORD or
    /// --password-file.
    #[arg(long, global = true, value_name = "NAME")]
    pub user: Option<String>,

    /// Read the password from the first line of a file.
    #[arg(long, global = true, value_name = "FILE")]
    pub password_file: Option<PathBuf>,

    /// Trust the root certificates in this PEM file, for rrs and wss URLs.
    #[arg(long, global = true, value_name = "FILE")]
    pub trust: Option<PathBuf>,

    /// Stop waiting for an answer after this many seconds.
    #[arg(long, global = true, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub timeout: Duration,

    /// Print JSON, for other programs.
    #[arg(long, global = true)]
    pub json: bool,

    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub colour: Colour,

    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On terminals, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List nodes and services that can be found, or the services of a node.
    List(ListArguments),
    /// Show what a service, or an object of it, offers.
    Info(InfoArguments),
    /// Read a property; peek at a wire; read a memory.
    Get(GetArguments),
    /// Write a property; poke a wire.
    Set(SetArguments),
    /// Call a function; the items of a generator come line by line.
    Call(CallArguments),
    /// Print the values of a wire, the packets of a pipe or events as they come.
    Watch(WatchArguments),
    /// Show services with the values of their properties and wires.
    Browse(BrowseArguments),
    /// Record wires to an MCAP file.
    Record(RecordArguments),
    /// Offer recorded wires again.
    Replay(ReplayArguments),
    /// Write a Rust file with typed services and clients.
    Generate(GenerateArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal the list is drawn again and again until Ctrl-C. Elsewhere it is
printed once, or as often as --count says, one value a line.

Examples:
  raconteur browse
  raconteur browse rr+tcp://localhost:29200
  raconteur browse --count 1 'rr+tcp://localhost:29200?service=reynard'")]
pub struct BrowseArguments {
    /// URLs of services, or of nodes for all their services. Without a URL,
    /// services are looked for.
    pub urls: Vec<String>,

    /// How many seconds to look around.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    pub wait: Duration,

    /// Seconds between two readings.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub interval: Duration,

    /// Stop after this many readings.
    #[arg(long, short = 'n', value_name = "N")]
    pub count: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Recording ends with Ctrl-C or after --duration. The file appears under its name
when it is complete. Messages are JSON with a schema.

Examples:
  raconteur record 'rr+tcp://localhost:29200?service=reynard' state -o fox.mcap
  raconteur record --duration 10 'rr+tcp://localhost:29201?service=robot' 'tools[2].force' -o force.mcap")]
pub struct RecordArguments {
    /// URL of the service.
    pub url: String,
    /// The wires.
    #[arg(required = true)]
    pub wires: Vec<String>,
    /// The MCAP file to write.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: PathBuf,
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub duration: Option<Duration>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The URL of each service is printed. The values begin when a client connects to a
wire, and the command ends after the last one.

Examples:
  raconteur replay fox.mcap
  raconteur replay --speed 2 --listen 127.0.0.1:29200 fox.mcap")]
pub struct ReplayArguments {
    /// The MCAP file.
    pub file: PathBuf,
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub listen: String,
    /// How much faster than recorded.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = speed)]
    pub speed: f64,
    /// Begin without a client.
    #[arg(long)]
    pub at_once: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
One definition is written to the top of the file, several to a module each. The
code needs the crate `raconteur`. Definitions that others import must be given
too; with --from they come from a running service.

Examples:
  raconteur generate robdef/example.lamp.robdef -o src/lamp.rs
  raconteur generate --stored robdef/*.robdef
  raconteur generate --from 'rr+tcp://localhost:29200?service=reynard' -o src/reynard.rs")]
pub struct GenerateArguments {
    /// Service definitions.
    #[arg(required_unless_present = "from")]
    pub files: Vec<PathBuf>,
    /// Takes the definitions of a running service.
    #[arg(long, value_name = "URL", conflicts_with = "files")]
    pub from: Option<String>,
    /// The file to write; without it the code is printed.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Services keep the values of their properties.
    #[arg(long)]
    pub stored: bool,
    /// A member or field that may be null, such as `example.lamp.Lamp.shade`.
    #[arg(long, value_name = "NAME")]
    pub nullable: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without a URL, nodes on this machine and on the local network are looked for.

Examples:
  raconteur list
  raconteur list --type com.robotraconteur.robotics.robot.Robot
  raconteur list rr+tcp://192.168.1.20:48653")]
pub struct ListArguments {
    /// URLs of nodes; the service in them does not matter.
    pub urls: Vec<String>,

    /// Only services whose root object is or implements this type.
    #[arg(long = "type", value_name = "TYPE")]
    pub type_name: Option<String>,

    /// How many seconds to look around.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    pub wait: Duration,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  raconteur info 'rr+tcp://localhost:29200?service=reynard'
  raconteur info 'rr+tcp://localhost:29200?service=robot' 'tools[2]'
  raconteur info --definition 'rr+tcp://localhost:29200?service=reynard'")]
pub struct InfoArguments {
    /// URL of the service.
    pub url: String,

    /// An object below the root, such as `tools[2].gripper`.
    pub object: Option<String>,

    /// Print the service definitions instead.
    #[arg(long)]
    pub definition: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  raconteur get 'rr+tcp://localhost:29200?service=reynard' robot_position
  raconteur get --json 'rr+tcp://localhost:29200?service=robot' 'tools[2].name'")]
pub struct GetArguments {
    /// URL of the service.
    pub url: String,
    /// The member, below other objects if need be: `tools[2].name`.
    pub member: String,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Numbers, texts and names of enumeration values are written plainly, everything
else as JSON: [1, 2, 3] for arrays and lists, {\"x\": 1, \"y\": 2} for structures
and maps, {\"dims\": [2, 2], \"array\": [1, 2, 3, 4]} for several dimensions (first
index fastest), [1, -2] for a complex number.

Examples:
  raconteur set 'rr+tcp://localhost:29200?service=reynard' color '[0.5, 0, 1]'
  raconteur set 'rr+tcp://localhost:29200?service=lamp' mood lively")]
pub struct SetArguments {
    /// URL of the service.
    pub url: String,
    /// The member.
    pub member: String,
    /// The new value.
    #[arg(allow_hyphen_values = true)]
    pub value: String,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Parameters are written as for `raconteur set`. The parameter of a generator is
left out; the generator is asked once for each further parameter.

Examples:
  raconteur call 'rr+tcp://localhost:29200?service=reynard' say 'Hello, world'
  raconteur call 'rr+tcp://localhost:29200?service=reynard' drive_robot 100 -50")]
pub struct CallArguments {
    /// URL of the service.
    pub url: String,
    /// The function.
    pub member: String,
    /// The parameters in order.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    pub parameters: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  raconteur watch 'rr+tcp://localhost:29200?service=reynard' state
  raconteur watch --count 10 'rr+tcp://localhost:29200?service=reynard' new_message")]
pub struct WatchArguments {
    /// URL of the service.
    pub url: String,
    /// The wire, pipe or event.
    pub member: String,
    /// Stop after this many values.
    #[arg(long, short = 'n', value_name = "N")]
    pub count: Option<u64>,
}

fn speed(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number > 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err("a speed is above zero".to_owned())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "not a number of seconds".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Arguments::command().debug_assert();
    }
}
