//! The world of the den as a service: what both show is the same, and what one changes the other
//! shows.

use super::support::{Script, Server, options, script, start, start_with, until};
use foxden_web::ports::Reach;
use raconteur::client::{ObjectRef, Session};
use raconteur::value::{FromValue, List, Record};
use raconteur::{ErrorCode, Node};
use reynard::command::{DenCommand, RobotCommand};
use reynard::worlds::WorldSource;

struct Client {
    _node: Node,
    session: Session,
}

impl Client {
    async fn connect(server: &Server, service: &str) -> raconteur::Result<Self> {
        let node = Node::new("")?;
        let session = node.connect(&server.service(service)).await?;
        Ok(Self {
            _node: node,
            session,
        })
    }

    fn root(&self) -> ObjectRef {
        self.session.root()
    }
}

async fn peeked<T: FromValue>(object: &ObjectRef, wire: &str, field: &str) -> T {
    let (value, _) = object.peek_in::<Record>(wire).await.unwrap();
    value.get(field).unwrap().clone().to().unwrap()
}

async fn paused(source: WorldSource) -> Server {
    let server = start(source).await;
    server.opened.handle.clock().pause(true).await.unwrap();
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn den_and_world_are_one() {
    let server = paused(WorldSource::Den).await;
    let client = Client::connect(&server, "world").await.unwrap();
    let world = client.root();
    let frame = || server.opened.handle.frame();
    let step = async |count: u32| world.call::<()>("step", (count,)).await.unwrap();
    let names: List<String> = world.get("robot_names").await.unwrap();
    assert_eq!(names.0, ["reynard"]);
    step(2).await;

    // the same energy and the same light
    let charger = world.object_at("charger", "charger").await.unwrap();
    let energy: f64 = peeked(&charger, "state", "energy").await;
    assert_eq!(energy, frame().charger.as_ref().unwrap().energy);
    let fox = world.object_at("robot", "reynard").await.unwrap();
    let battery = fox.object_at("device", "battery").await.unwrap();
    let energy: f64 = peeked(&battery, "state", "energy").await;
    assert_eq!(energy, frame().robots[0].battery.unwrap().energy);
    let eye = fox.object_at("device", "eye").await.unwrap();
    step(1).await;
    let value: f64 = peeked(&eye, "reading", "value").await;
    let bright = frame().robots[0].light[0].value.unwrap();
    assert_eq!(value, bright);

    // the lamp of the world is the lamp of the den
    let lamp = world.object_at("light", "LAMP_LIGHT").await.unwrap();
    lamp.set("on_off", false).await.unwrap();
    assert!(!frame().lamp.unwrap().on);
    step(1).await;
    assert!(frame().robots[0].light[0].value.unwrap() < bright);
    // while nothing moves, too
    let den = &server.opened.handle;
    den.den_command(DenCommand::SwitchLamp(true)).await.unwrap();
    until("the lamp shines", async || {
        peeked(&lamp, "state", "is_on").await
    })
    .await;

    // robots are driven by their own services
    let shoulder = fox.object_at("device", "shoulder").await.unwrap();
    let error = shoulder.call::<()>("spin", (1.0,)).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::PermissionDenied);
    let error = world.call::<()>("reload", ()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidOperation);

    // a reset by the world is one of the den
    let begin = frame().robots[0].position;
    let drive = RobotCommand::Drive([0.1, 0.0], -1.0);
    server.opened.handle.command(0, drive).await.unwrap();
    step(5).await;
    assert!(frame().robots[0].position[0] > begin[0] + 0.02);
    world.call::<()>("reset", ()).await.unwrap();
    let start = frame().robots[0].clone();
    assert_eq!((start.position, start.velocity), (begin, [0.0; 2]));
    step(3).await;
    assert_eq!(frame().robots[0].position, begin);
    assert_eq!(frame().robots[0].light[0].value, Some(bright));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_den_follows_edits_of_the_world() {
    let server = paused(WorldSource::Den).await;
    let client = Client::connect(&server, "world").await.unwrap();
    let world = client.root();
    let frame = || server.opened.handle.frame();
    let step = async |count: u32| world.call::<()>("step", (count,)).await.unwrap();
    let remove = async |def: &str| {
        let node: u32 = world.call("find_def", (def,)).await.unwrap();
        world.call::<()>("remove_node", (node,)).await.unwrap();
    };
    // a robot and a charger before his own ones
    let root: u32 = world.get("root_id").await.unwrap();
    let text = "Robot { name \"guest\" controller \"<none>\" translation 0 0 5 }\n\
                Charger { name \"spare\" battery [ 1, 2, 3 ] translation 3 3 0 }";
    let place: &str = "children";
    world
        .call::<Record>("add_nodes", (root, place, 0_i32, text))
        .await
        .unwrap();
    step(1).await;
    assert!(frame().robots[0].battery.unwrap().energy > 0.0);
    assert_eq!(frame().charger.as_ref().unwrap().capacity, 2.0);
    let begin = frame().robots[0].position;
    let drive = RobotCommand::Drive([0.1, 0.0], -1.0);
    server.opened.handle.command(0, drive).await.unwrap();
    step(5).await;
    assert!(frame().robots[0].position[0] > begin[0] + 0.02);
    // a den without lamp, chargers and Reynard goes on
    remove("LAMP").await;
    remove("CHARGER").await;
    step(1).await;
    assert!(frame().lamp.is_none());
    remove("REYNARD").await;
    step(3).await;
    assert!(frame().robots[0].battery.is_none());
    let refused = server.opened.handle.command(0, RobotCommand::Stop).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("not in the world any more"), "{refused}");
    // a reset does not bring back what was removed
    world.call::<()>("reset", ()).await.unwrap();
    step(2).await;
    assert!(server.get("/api/state").await.status == 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_original_field_and_public_servers_do_not_offer_the_world() {
    let classic = start(WorldSource::Classic).await;
    let mut open = options(WorldSource::Den);
    open.raconteur.as_mut().unwrap().reach = Reach::Public;
    let public = start_with(open).await;
    for server in [classic, public] {
        let error = Client::connect(&server, "world").await.err().unwrap();
        assert_eq!(error.code, ErrorCode::ServiceNotFound);
        assert!(!server.opened.has_world_service);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_sees_the_den_as_a_world() {
    let server = start(WorldSource::Den).await;
    let Some(command) = script("use_den_world.py", &[&server.service("world")]) else {
        return;
    };
    Script::start(command).expect("all is well").await;
}
