//! Where the page of a run can be reached.

use clap::Args;
use foxden_view::server::{ViewServer, ViewServerOptions};
use foxden_web::frame_ancestors::FrameAncestor;
use foxden_web::ports::Reach;
use std::io::ErrorKind;

/// Who can reach the page.
#[derive(Args, Clone)]
#[command(next_help_heading = "Page")]
pub(crate) struct PageArguments {
    /// Opens the page to other machines: everybody who reaches the port may look, everybody with the token may change the world
    #[arg(long)]
    page_public: bool,
    /// Another name of this machine in the address of the page; may be given several times
    #[arg(long = "page-host", value_name = "NAME", requires = "page_public")]
    page_hosts: Vec<String>,
}

impl PageArguments {
    /// A server of the page at a port.
    pub(crate) fn at_port(&self, port: u16) -> ViewPlan {
        ViewPlan {
            options: ViewServerOptions {
                port,
                reach: match self.page_public {
                    true => Reach::Public,
                    false => Reach::Loopback,
                },
                hosts: self.page_hosts.clone(),
                frames: Vec::new(),
            },
        }
    }
}

/// Why a port cannot be opened, and what to do.
pub(crate) fn port_reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => {
            "another program uses it; choose another one, or 0 for any free port".to_owned()
        }
        ErrorKind::PermissionDenied => {
            "this user may not use it; choose a port from 1024 on".to_owned()
        }
        _ => error.to_string(),
    }
}

/// Where a run is shown.
pub(crate) struct ViewPlan {
    options: ViewServerOptions,
}

impl ViewPlan {
    /// The same, for a page that these origins may show in a frame.
    pub(crate) fn framed_by(mut self, origins: &[FrameAncestor]) -> Self {
        self.options.frames = origins.to_vec();
        self
    }

    /// Opens the port; the second value is what people must know of it.
    pub(crate) fn start(&self) -> Result<(ViewServer, String), String> {
        let ViewServerOptions { port, hosts, .. } = &self.options;
        let server = ViewServer::start(&self.options).map_err(|error| {
            format!(
                "port {port} of the page cannot be opened: {}",
                port_reason(&error)
            )
        })?;
        let mut lines = format!("page  {}\n", server.address());
        for host in hosts {
            lines += &format!("page  {}\n", server.address_at(host));
        }
        Ok((server, lines))
    }
}
