//! A client that can say what no client says.

use std::time::Instant;

use raconteur::codec::{self, Limits};
use raconteur::connection::{
    Address, ConnectTarget, Connection, ConnectionEvent, Identity, SessionEndpoints, Settings,
};
use raconteur::message::{Element, Endpoints, Entry, EntryType, Message, NodeId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, ToSocketAddrs};

/// A client by hand.
pub struct Raw {
    pub stream: TcpStream,
    pub core: Connection,
    pub endpoint: u32,
}

impl Raw {
    /// Opens a session of the service `kinds`.
    pub async fn connect(address: impl ToSocketAddrs, endpoint: u32) -> Self {
        Self::connect_to(address, "kinds", endpoint).await
    }

    /// Opens a session of a service.
    pub async fn connect_to(address: impl ToSocketAddrs, service: &str, endpoint: u32) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let identity = Identity {
            id: NodeId::random(),
            ..Identity::default()
        };
        let settings = Settings::default();
        let core = Connection::client(identity, ConnectTarget::default(), settings, Instant::now());
        let mut raw = Self {
            stream,
            core,
            endpoint,
        };
        raw.next().await;
        let node = raw.core.remote().unwrap().id;
        let entry = Entry::new(EntryType::CONNECT_CLIENT_COMBINED, service, "")
            .with(Element::text("clientversion", "1.2.9"))
            .request(1);
        let endpoints = Endpoints {
            sender: endpoint,
            receiver: 0,
        };
        raw.send(&Address::Node { node, endpoints }, entry).await;
        let ConnectionEvent::Message(answer) = raw.next().await else {
            panic!("no answer");
        };
        assert_eq!(answer.entries[0].error, 0);
        raw.core.bind(SessionEndpoints {
            local: endpoint,
            remote: answer.header.endpoints_or_zero().sender,
            node,
        });
        raw
    }

    pub async fn send(&mut self, address: &Address, entry: Entry) {
        self.core
            .send(address, vec![entry], Instant::now())
            .unwrap();
        self.flush().await;
    }

    async fn flush(&mut self) {
        while let Some(bytes) = self.core.poll_transmit() {
            self.stream.write_all(&bytes).await.unwrap();
        }
    }

    async fn next(&mut self) -> ConnectionEvent {
        self.flush().await;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            if let Some(event) = self.core.poll_event() {
                return event;
            }
            let length = self.stream.read(&mut buffer).await.unwrap();
            assert!(length > 0, "closed");
            self.core
                .receive(&buffer[..length], Instant::now())
                .unwrap();
        }
    }

    /// The next entry, whomever it is for.
    pub async fn raw_answer(&mut self) -> Entry {
        let mut input = bytes::BytesMut::new();
        let limits = Limits::default();
        loop {
            if let Some(frame) = codec::take_frame(&mut input, &limits).unwrap() {
                let mut message = codec::decode(&frame, &limits).unwrap().message;
                return message.entries.remove(0);
            }
            let length = self.stream.read_buf(&mut input).await.unwrap();
            assert!(length > 0, "closed");
        }
    }

    pub async fn answer(&mut self) -> Entry {
        loop {
            if let ConnectionEvent::Message(Message { mut entries, .. }) = self.next().await
                && entries[0].kind.0 % 2 == 0
            {
                return entries.remove(0);
            }
        }
    }
}
