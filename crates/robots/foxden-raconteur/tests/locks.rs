//! Several clients of one robot, and of robots that are gone.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod support;

use raconteur::client::{ConnectOptions, LockKind, ObjectRef, Session};
use raconteur::value::{IntoValue, List, Record, Value};
use raconteur::{ErrorCode, Node, Result};
use support::Served;

// the passwords are "password"
const USERS: &str = "one 5f4dcc3b5aa765d61d8327deb882cf99 drive,edit,objectlock\n\
                     two 5f4dcc3b5aa765d61d8327deb882cf99 drive,edit,objectlock\n";

/// A user on a node of its own.
struct Client<'s> {
    served: &'s Served,
    node: Node,
    name: &'static str,
}

impl<'s> Client<'s> {
    fn new(served: &'s Served, name: &'static str) -> Self {
        let node = Node::new("").unwrap();
        Self { served, node, name }
    }

    async fn connect(&self, service: &str) -> Session {
        let port = self.served.server.port();
        let url = format!("rr+tcp://127.0.0.1:{port}?service={service}");
        let options = ConnectOptions::default().password(self.name, "password");
        self.node.connect_with(&url, options).await.unwrap()
    }
}

fn is_locked<T>(result: Result<T>) -> bool {
    match result {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error.code, ErrorCode::ObjectLockedError, "{error}");
            true
        }
    }
}

/// Whether a client is kept from each way to move the robot `free`.
async fn refusals(client: &Client<'_>) -> Vec<bool> {
    let session = client.connect("free").await;
    let motor = session.root().object_at("device", "motor").await.unwrap();
    let mut refused = vec![is_locked(motor.call::<()>("spin", (1.0,)).await)];
    let world = client.connect("world").await;
    let robot = world.root().object_at("robot", "free").await.unwrap();
    let motor = robot.object_at("device", "motor").await.unwrap();
    refused.push(is_locked(motor.call::<()>("spin", (1.0,)).await));
    for service in ["free_robot", "robot"] {
        let session = client.connect(service).await;
        refused.push(is_locked(session.root().set("command_mode", 0).await));
        // a lock does not hinder anybody from looking
        let (state, _) = session
            .root()
            .peek_in::<Record>("robot_state")
            .await
            .unwrap();
        assert!(state.get("seqno").is_some());
    }
    for service in ["free_gripper", "gripper"] {
        let session = client.connect(service).await;
        refused.push(is_locked(session.root().call::<()>("open", ()).await));
    }
    refused
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_of_a_robot_counts_in_all_its_services() {
    let served = Served::start(&[], Some(USERS));
    let (one, two) = (Client::new(&served, "one"), Client::new(&served, "two"));
    assert_eq!(refusals(&two).await, [false; 6]);
    for service in [
        "free",
        "free_robot",
        "robot",
        "free_gripper",
        "free_signals",
    ] {
        let session = one.connect(service).await;
        session.root().lock(LockKind::User).await.unwrap();
        assert_eq!(refusals(&two).await, [true; 6], "{service}");
        assert_eq!(refusals(&one).await, [false; 6], "{service}");
        session.root().unlock().await.unwrap();
    }
    let world = one.connect("world").await;
    let robot = world.root().object_at("robot", "free").await.unwrap();
    for locked in [robot, world.root()] {
        // the sessions of the same client are those of one owner
        locked.lock(LockKind::Session).await.unwrap();
        assert_eq!(refusals(&two).await, [true; 6]);
        locked.unlock().await.unwrap();
    }
    assert_eq!(refusals(&two).await, [false; 6]);
    // a lock ends with its session
    let session = one.connect("robot").await;
    session.root().lock(LockKind::Session).await.unwrap();
    assert_eq!(refusals(&two).await, [true; 6]);
    session.disconnect().await;
    assert_eq!(refusals(&two).await, [false; 6]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_counts_for_wires_that_are_connected_already() {
    let served = Served::start(&[], Some(USERS));
    let (one, two) = (Client::new(&served, "one"), Client::new(&served, "two"));
    let world = two.connect("world").await;
    let session = two.connect("robot").await;
    let robot = session.root();
    robot.set("command_mode", 3).await.unwrap();
    let wire = robot.wire::<Value>("position_command").await.unwrap();
    let is_taken = async || {
        let command = Record::new("com.robotraconteur.robotics.robot.RobotJointCommand")
            .with("seqno", 1_u64)
            .with("state_seqno", number(&robot, "seqno").await)
            .with("command", vec![0.1])
            .with("units", Vec::<u8>::new());
        wire.send(command.into_value()).unwrap();
        // an answer: the value on the wire has arrived before
        robot.get::<i32>("command_mode").await.unwrap();
        world.root().call::<()>("step", (1_u32,)).await.unwrap();
        number(&robot, "robot_state_flags").await & 0x100_0000 != 0
    };
    assert!(is_taken().await);
    let other = one.connect("free").await;
    other.root().lock(LockKind::User).await.unwrap();
    assert!(!is_taken().await);
    other.root().unlock().await.unwrap();
    assert!(is_taken().await);
}

/// A field of the newest state.
async fn number(robot: &ObjectRef, field: &str) -> u64 {
    let (state, _) = robot.peek_in::<Record>("robot_state").await.unwrap();
    state.get(field).unwrap().clone().to().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_driver_takes_nothing_over() {
    let served = Served::start(&[], None);
    let session = served.connect("free").await;
    let robot = session.root();
    let error = robot.set("driver", 7).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert_eq!(robot.get::<i32>("driver").await.unwrap(), 0);
    // a client that gives the robot up also ends what it does as a standard robot
    let standard = served.connect("robot").await;
    standard.root().set("command_mode", 1).await.unwrap();
    assert_eq!(robot.get::<i32>("driver").await.unwrap(), 2);
    robot.set("driver", 0).await.unwrap();
    assert_eq!(robot.get::<i32>("driver").await.unwrap(), 0);
    let mode = standard.root().get::<i32>("command_mode").await.unwrap();
    assert_eq!(mode, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_of_robots_that_are_gone_are_released() {
    let served = Served::start(&[], None);
    let session = served.connect("world").await;
    let world = session.root();
    let robot = "Robot { name \"guest\" controller \"void\" }";
    let arguments = (0_u32, "children", -1, robot);
    for _ in 0..3 {
        let added: Record = world.call("add_nodes", arguments).await.unwrap();
        let ids: Vec<u32> = added.get("ids").unwrap().clone().to().unwrap();
        let guest = world.object_at("robot", "guest").await.unwrap();
        assert_eq!(guest.get::<u32>("node_id").await.unwrap(), ids[0]);
        world.call::<()>("remove_node", (ids[0],)).await.unwrap();
        let error = world.object_at("robot", "guest").await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ObjectNotFound, "{error}");
        let error = guest.get::<List<Record>>("devices").await.unwrap_err();
        assert!(error.message.contains("guest"), "{error}");
    }
}
