//! Services over streams that a program brings itself.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinHandle;

use super::Node;
use crate::connection::Settings;
use crate::link::StreamInfo;
use crate::server::{AcceptedStream, SessionFlag, serve_stream};

impl Node {
    /// Serves one client over any stream of bytes, in a task that ends with the stream.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> raconteur::Result<()> {
    /// use raconteur::Node;
    /// let (server, client) = (Node::new("example.server")?, Node::new("example.client")?);
    /// let (near, far) = tokio::io::duplex(1024);
    /// server.serve_stream(far, Default::default());
    /// let index = "RobotRaconteurServiceIndex";
    /// let session = client.connect_over(near, index, Default::default()).await?;
    /// assert_eq!((server.endpoints(), client.endpoints()), (1, 1));
    /// session.disconnect().await;
    /// drop(session);
    /// assert_eq!((server.endpoints(), client.endpoints()), (0, 0));
    /// # Ok(()) }
    /// ```
    pub fn serve_stream(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        settings: Settings,
    ) -> JoinHandle<()> {
        let accepted = AcceptedStream {
            stream: Box::new(stream),
            initial: Vec::new(),
            info: StreamInfo::without_addresses(),
            tls: None,
            direct_writer: None,
        };
        let node = self.state.clone();
        tokio::spawn(async move {
            serve_stream(&node, accepted, settings, SessionFlag::default()).await;
        })
    }

    /// Lets endpoints be numbers in a row instead of random ones, so that a test sends the
    /// same bytes each time. Not for real networks: a peer could guess them.
    ///
    /// ```
    /// # fn main() -> raconteur::Result<()> {
    /// let node = raconteur::Node::new("example.test")?;
    /// node.number_endpoints(1000);
    /// # Ok(()) }
    /// ```
    pub fn number_endpoints(&self, first: u32) {
        self.state.number_endpoints(first);
    }

    /// How many sessions have an endpoint at this node: those of its clients and those
    /// that it has with other nodes.
    pub fn endpoints(&self) -> usize {
        self.state.endpoints()
    }
}
