//! The genuine Python client.

use super::support::{Script, options, script, start, start_with};
use reynard::service::WireUnits;
use reynard::worlds::WorldSource;

async fn classic(units: WireUnits, extra: &[&str]) {
    let mut options = options(WorldSource::Classic);
    options.wire_units = units;
    let server = start_with(options).await;
    let (service, page) = (server.service("reynard"), server.page());
    let mut arguments = vec![service.as_str(), page.as_str()];
    arguments.extend(extra);
    let Some(command) = script("use_reynard.py", &arguments) else {
        return;
    };
    let mut script = Script::start(command);
    script.expect("ready").await;
    for text in ["one", "zwei", "<b>three</b>"] {
        server.opened.handle.talk().hear(text);
        script.tell("go on").await;
        script.expect("heard").await;
    }
    script.expect("all is well").await;
    // what he said is in the log, and reached no client as a message
    let log = server.opened.handle.talk().log();
    assert!(
        log.iter()
            .any(|line| &*line.text == "Hello from the genuine client" && &*line.from == "reynard")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_member_of_the_classic_service() {
    classic(WireUnits::Si, &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_member_with_the_original_units_on_the_wire() {
    classic(WireUnits::Original, &["mm"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_story_of_the_charger() {
    let server = start(WorldSource::Den).await;
    let (reynard, den) = (server.service("reynard"), server.service("den"));
    let Some(command) = script("story.py", &[&reynard, &den]) else {
        return;
    };
    let mut script = Script::start(command);
    script.expect("all is well").await;
    let log = server.opened.handle.talk().log();
    assert!(
        log.iter()
            .any(|line| line.text.contains("battery is empty"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn several_reynards_are_several_services() {
    let mut options = options(WorldSource::Den);
    options.robots = 3;
    let server = start_with(options).await;
    assert_eq!(
        server.opened.services,
        ["reynard", "reynard_2", "reynard_3"]
    );
    let node = raconteur::Node::new("").unwrap();
    let mut foxes = Vec::new();
    for name in &server.opened.services {
        let session = node.connect(&server.service(name)).await.unwrap();
        foxes.push((
            reynard::service::ReynardClient::new(session.root()).unwrap(),
            session,
        ));
    }
    let places: Vec<_> = futures(&foxes).await;
    foxes[1].0.teleport(0.3, 0.4).await.unwrap();
    foxes[2].0.set_color(vec![0.0, 0.0, 1.0]).await.unwrap();
    let after = futures(&foxes).await;
    assert_eq!(after[1], [0.3, 0.4]);
    assert_eq!((&after[0], &after[2]), (&places[0], &places[2]));
    assert_eq!(foxes[0].0.color().await.unwrap(), [0.929, 0.49, 0.192]);
    let answer = server.get("/api/state?robot=reynard_2").await.json();
    assert_eq!((&answer["x"], &answer["y"]), (&300.0.into(), &400.0.into()));
    assert_eq!(server.get("/api/state?robot=nobody").await.status, 404);
    for (_, session) in foxes {
        session.disconnect().await;
    }
}

async fn futures(
    foxes: &[(reynard::service::ReynardClient, raconteur::client::Session)],
) -> Vec<Vec<f64>> {
    let mut places = Vec::new();
    for (fox, _) in foxes {
        places.push(fox.robot_position().await.unwrap());
    }
    places
}
