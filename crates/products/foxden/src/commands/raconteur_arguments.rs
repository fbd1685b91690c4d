//! The Robot Raconteur services of a run.

use super::page_arguments::port_reason;
use crate::terminal::{warn, write_addresses};
use clap::Args;
use foxden_assets::files::read_file;
use foxden_raconteur::server::{RaconteurServer, ServerError, ServerOptions, USUAL_PORT};
use foxden_raconteur::services::{WorldOptions, WorldServices};
use foxden_raconteur::snippets::Language;
use foxden_runtime::run_loop::RunLoop;
use foxden_view::controller_access::ControllerAccess;
use foxden_view::hub::Hub;
use foxden_web::ports::Reach;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file of passwords or certificates.
const LARGEST_FILE: u64 = 1 << 20;

/// Whether a world is offered over Robot Raconteur, and which clients may use it.
#[derive(Args, Clone)]
#[command(next_help_heading = "Robot Raconteur")]
pub(crate) struct RaconteurArguments {
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "usual", value_parser = port,
        help = format!("Offers the world, its robots and their devices as services; at port {USUAL_PORT}, or any free port, if none is given"))]
    raconteur: Option<ServicePort>,
    /// A robot that clients may drive while its controller runs; may be given several times
    #[arg(long = "raconteur-drive", value_name = "ROBOT", requires = "raconteur")]
    open_robots: Vec<String>,
    /// The name of the node
    #[arg(
        long = "raconteur-node",
        value_name = "NAME",
        default_value = "foxden",
        requires = "raconteur"
    )]
    node_name: String,
    /// Accepts only the users in this password file; a line is: name, MD5 of the password, privileges (drive,edit,objectlock)
    #[arg(long = "raconteur-users", value_name = "FILE", requires = "raconteur")]
    users: Option<PathBuf>,
    /// A certificate of the node with its key, in PEM: encrypts rrs+tcp and rrs+ws
    #[arg(
        long = "raconteur-certificate",
        value_name = "FILE",
        requires = "raconteur"
    )]
    certificate: Option<PathBuf>,
    /// A certificate of this host with its key, in PEM: encrypts rr+wss, as pages over HTTPS need
    #[arg(
        long = "raconteur-web-certificate",
        value_name = "FILE",
        requires = "raconteur"
    )]
    web_certificate: Option<PathBuf>,
    /// Certificates of authorities in PEM: users log in only from nodes with a certificate of one of them
    #[arg(long = "raconteur-client-authorities", value_name = "FILE", requires_all = ["users", "certificate"])]
    client_authorities: Option<PathBuf>,
    /// Prints a program for the services that run: python, cpp, matlab or rust; may be given several times
    #[arg(
        long = "raconteur-snippet",
        value_name = "LANGUAGE",
        requires = "raconteur"
    )]
    snippets: Vec<Language>,
    /// Pages of this origin may connect over WebSocket, for example http://localhost:8080; may be given several times
    #[arg(
        long = "raconteur-origin",
        value_name = "ORIGIN",
        requires = "raconteur"
    )]
    origins: Vec<String>,
    /// Opens the services to other machines; needs a password file. With a certificate, others than programs of this user need encryption
    #[arg(long = "raconteur-public", requires = "users")]
    is_public: bool,
}

/// The port of services.
#[derive(Clone, Copy, Debug)]
enum ServicePort {
    Usual,
    Number(u16),
}

fn port(text: &str) -> Result<ServicePort, String> {
    match text {
        "usual" => Ok(ServicePort::Usual),
        text => text
            .parse()
            .map(ServicePort::Number)
            .map_err(|_| "a port is a number from 0 (any) to 65535".to_owned()),
    }
}

/// The bytes of a file that may be given.
fn read(path: &Option<PathBuf>) -> Result<Option<Vec<u8>>, String> {
    let read = path.as_ref().map(|path| {
        let bytes = read_file(path, LARGEST_FILE);
        bytes.map_err(|error| format!("{}: {error}", path.display()))
    });
    Ok(read.transpose()?.map(|bytes| bytes.to_vec()))
}

impl RaconteurArguments {
    /// Opens the port, if services are wanted.
    pub(crate) fn start(&self) -> Result<Option<Arc<RaconteurServer>>, String> {
        let Some(port) = self.raconteur else {
            return Ok(None);
        };
        let users = read(&self.users)?.map(String::from_utf8).transpose();
        let users = users.map_err(|error| format!("the file of users: {error}"))?;
        let options = ServerOptions {
            port: match port {
                ServicePort::Usual => None,
                ServicePort::Number(port) => Some(port),
            },
            reach: match self.is_public {
                true => Reach::Public,
                false => Reach::Loopback,
            },
            node_name: self.node_name.clone(),
            users,
            origins: self.origins.clone(),
            certificate: read(&self.certificate)?,
            web_certificate: read(&self.web_certificate)?,
            client_authorities: read(&self.client_authorities)?,
            ..ServerOptions::default()
        };
        let server = RaconteurServer::start(&options).map_err(|error| match &error {
            ServerError::Port(port, reason) => format!(
                "Robot Raconteur: port {port} cannot be opened: {}",
                port_reason(reason)
            ),
            ServerError::Users(error) => {
                let file = self.users.as_ref().map(|file| file.display().to_string());
                format!("{}: {error}", file.unwrap_or_default())
            }
            _ => format!("Robot Raconteur: {error}"),
        })?;
        for remark in server.remarks() {
            warn(remark);
        }
        Ok(Some(Arc::new(server)))
    }

    /// Whether services are wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.raconteur.is_some()
    }

    /// Offers a world and prints its services.
    pub(crate) fn offer(
        &self,
        server: &Arc<RaconteurServer>,
        run_loop: &mut RunLoop,
        file: &Path,
        controllers: Box<dyn ControllerAccess>,
        hub: &Arc<Hub>,
    ) -> Result<WorldServices, String> {
        let name = file.file_stem().map(|name| name.to_string_lossy());
        let options = WorldOptions {
            name: name.map_or_else(|| "world".to_owned(), |name| name.into_owned()),
            controllers,
            open_robots: self.open_robots.clone(),
            hub: Some(hub.clone()),
            ..WorldOptions::default()
        };
        let mut services = WorldServices::open(server, run_loop, options)
            .map_err(|error| format!("Robot Raconteur: {error}"))?;
        let mut text = String::new();
        let names = services.names();
        for name in &names {
            // writing to a string does not fail
            let _ = writeln!(text, "service  {}", server.url(name));
        }
        for language in &self.snippets {
            let _ = writeln!(
                text,
                "\n{}",
                language.snippet(|name| server.url(name), &names, self.users.is_some())
            );
        }
        write_addresses(&text);
        for remark in services.take_remarks() {
            warn(&remark);
        }
        Ok(services)
    }
}
