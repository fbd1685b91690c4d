//! Where the page of a run can be reached.

use clap::Args;
use foxden_view::server::{Options as ViewOptions, ViewServer};
use foxden_web::ports::Reach;

/// Who can reach the page.
#[derive(Args, Clone)]
#[command(next_help_heading = "Page")]
pub(crate) struct PageArguments {
    /// Page for other machines, too; everybody who reaches the port may look, and who has the token may change the world
    #[arg(long)]
    page_public: bool,
    /// Another name of this host that the page answers to; may be given several times
    #[arg(long = "page-host", value_name = "NAME", requires = "page_public")]
    page_hosts: Vec<String>,
}

impl PageArguments {
    /// A server of the page at a port.
    pub(crate) fn at_port(&self, port: u16) -> ViewPlan {
        ViewPlan {
            options: ViewOptions {
                port,
                reach: match self.page_public {
                    true => Reach::Public,
                    false => Reach::Loopback,
                },
                hosts: self.page_hosts.clone(),
            },
        }
    }
}

/// Where a run is shown.
pub(crate) struct ViewPlan {
    options: ViewOptions,
}

impl ViewPlan {
    /// Opens the port; the second value is what people must know of it.
    pub(crate) fn start(&self) -> Result<(ViewServer, String), String> {
        let ViewOptions { port, hosts, .. } = &self.options;
        let server = ViewServer::start(&self.options)
            .map_err(|error| format!("port {port} cannot be opened: {error}"))?;
        let mut lines = format!("page  {}\n", server.address());
        for host in hosts {
            lines += &format!("page  {}\n", server.address_at(host));
        }
        Ok((server, lines))
    }
}
