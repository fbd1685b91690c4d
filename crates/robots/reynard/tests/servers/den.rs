//! Life in the den: bodies that are in each other's way, and what driving costs.

use super::pages::Viewer;
use super::support::{Server, options, start, start_with};
use foxden_assets::options::AssetOptions;
use reynard::body;
use reynard::command::RobotCommand;
use reynard::frame::RobotFrame;
use reynard::obstacle::Obstacle;
use reynard::service::ReynardClient;
use reynard::worlds::WorldSource;
use serde_json::json;

/// A server whose time is stopped, with a number of Reynards.
async fn paused(source: WorldSource, robots: usize) -> Server {
    let mut options = options(source);
    options.robots = robots;
    let server = start_with(options).await;
    server.opened.handle.clock().pause(true).await.unwrap();
    server
}

impl Server {
    async fn command(&self, robot: usize, act: RobotCommand) {
        self.opened.handle.command(robot, act).await.unwrap();
    }

    async fn step(&self, steps: u32) {
        self.opened.handle.clock().step(steps).await.unwrap();
    }

    fn robot(&self, robot: usize) -> RobotFrame {
        self.opened.handle.robot(robot).unwrap()
    }
}

const ENDLESS: f64 = -1.0;

#[tokio::test(flavor = "multi_thread")]
async fn reynards_do_not_drive_through_each_other() {
    let server = paused(WorldSource::Den, 2).await;
    server.command(0, RobotCommand::Teleport([-0.5, 0.0])).await;
    server.command(1, RobotCommand::Teleport([0.1, 0.0])).await;
    server
        .command(0, RobotCommand::Drive([0.1, 0.0], ENDLESS))
        .await;
    server
        .command(1, RobotCommand::Drive([-0.1, 0.0], ENDLESS))
        .await;
    for _ in 0..20 {
        server.step(5).await;
        let gap = server.robot(1).position[0] - server.robot(0).position[0];
        assert!(gap > 0.32 - 1e-9, "{gap}");
    }
    let (left, right) = (server.robot(0), server.robot(1));
    assert!(right.position[0] - left.position[0] < 0.321);
    assert_eq!(left.contacts[..], ["reynard_2".into()]);
    assert_eq!(right.contacts[..], ["reynard".into()]);
    // past each other there is room
    server
        .command(0, RobotCommand::Drive([0.0, 0.1], ENDLESS))
        .await;
    server.step(40).await;
    server
        .command(0, RobotCommand::Drive([0.1, 0.0], ENDLESS))
        .await;
    server.step(40).await;
    assert!(server.robot(0).position[0] > left.position[0] + 0.15);
    // a Reynard that was put onto another may leave him
    server
        .command(0, RobotCommand::Teleport(right.position))
        .await;
    server
        .command(0, RobotCommand::Drive([0.0, -0.1], ENDLESS))
        .await;
    server.step(20).await;
    assert!(server.robot(0).position[1] < right.position[1] - 0.09);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_classic_field_nothing_holds_them() {
    let server = paused(WorldSource::Classic, 2).await;
    server.command(0, RobotCommand::Teleport([-0.1, 0.0])).await;
    server.command(1, RobotCommand::Teleport([0.1, 0.0])).await;
    server
        .command(0, RobotCommand::Drive([0.1, 0.0], ENDLESS))
        .await;
    server.step(100).await;
    let robot = server.robot(0);
    assert!((robot.position[0] - 0.4).abs() < 1e-9, "{robot:?}");
    assert!(robot.contacts.is_empty());
}

/// Shapes that are in the way, each in a row of its own, and some that are not.
const OBSTACLE_COURSE: &str = r#"
Solid { translation 0.6 0.4 0.1 name "pillar" boundingObject Capsule { radius 0.05 height 0.2 } }
Pose { translation 0.5 0.1 0.02 children [
  Solid { rotation 0 1 0 1.5707963267948966 name "log"
    boundingObject Group { children [ Pose { translation 0 0 0.1 children [
      Cylinder { radius 0.02 height 0.4 } ] } ] } } ] }
Robot { translation 0.6 -0.2 0 name "cub" controller "<none>" boundingObject Box { size 0.1 0.1 0.1 } }
Solid { translation 0 0 -0.05 name "slab" boundingObject Box { size 9 9 0.1 } }
Solid { translation 0 0 0.3 name "beam" boundingObject Box { size 9 9 0.1 } }
"#;

#[tokio::test(flavor = "multi_thread")]
async fn shapes_of_all_kinds_are_in_the_way() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("course.wbt");
    let empty = include_str!("../../../../../worlds/reynard_den.wbt")
        .split("DEF CHARGER")
        .next()
        .unwrap();
    let fox = r#"Reynard { boundingObject Box { size 0.32 0.141 0.06 } }"#;
    let declared = "EXTERNPROTO \"webots://projects/robots/foxden/reynard/protos/Reynard.proto\"\n";
    let (head, rest) = empty.split_once('\n').unwrap();
    let world = format!("{head}\n{declared}{rest}{fox}\n{OBSTACLE_COURSE}");
    std::fs::write(&file, world).unwrap();
    let assets = AssetOptions {
        offline: true,
        ..AssetOptions::default()
    };
    let server = paused(WorldSource::File(file, assets), 1).await;
    let frame = server.opened.handle.frame();
    let seen: Vec<_> = frame.obstacles.iter().map(|thing| &*thing.name).collect();
    assert_eq!(seen, ["pillar", "log", "cub"]);
    // the row of each, and where Reynard's snout meets it
    for (y, name, edge) in [
        (0.4, "pillar", 0.55),
        (0.1, "log", 0.4),
        (-0.2, "cub", 0.55),
    ] {
        server.command(0, RobotCommand::Teleport([-0.3, y])).await;
        server
            .command(0, RobotCommand::Drive([0.1, 0.0], ENDLESS))
            .await;
        server.step(200).await;
        let robot = server.robot(0);
        assert_eq!(robot.contacts[..], [name.into()], "{robot:?}");
        assert!((robot.position[0] + 0.16 - edge).abs() < 1e-3, "{robot:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_begins_with_room_around_him() {
    for (source, robots) in [
        (WorldSource::Den, 2),
        (WorldSource::Den, 15),
        (WorldSource::Den, 50),
        (WorldSource::Classic, 50),
    ] {
        let server = paused(source, robots).await;
        assert_eq!(server.opened.services.len(), robots);
        let frame = server.opened.handle.frame();
        // things that stand there, and the parts of those who were looked at before
        let mut taken: Vec<Obstacle> = frame.obstacles.to_vec();
        for robot in &frame.robots {
            assert_eq!(robot.contacts[..], []);
            assert!(server.opened.handle.field().contains(robot.position));
            let parts = body::outline(robot.position);
            for part in parts {
                let met = taken.iter().find(|thing| thing.meets(part, 0.0));
                assert_eq!(met, None, "{} of {robots}", robot.name);
            }
            taken.extend(parts.map(|part| Obstacle::upright(robot.name.clone(), part)));
        }
        // nobody loads before he was sent there
        assert!(
            frame
                .charger
                .as_ref()
                .is_none_or(|charger| charger.robot.is_none())
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_that_has_grown_is_the_field_for_all_servers() {
    let server = paused(WorldSource::Classic, 50).await;
    let hello = Viewer::open(&server).await.next().await;
    assert_eq!(
        hello["field"],
        json!({"min": [-1.75, -0.875], "max": [1.75, 0.875]})
    );
    server
        .post("/api/teleport", r#"{"x": 9999, "y": -9999}"#)
        .await;
    assert_eq!(server.robot(0).position, [1.75, -0.875]);
    let node = raconteur::Node::new("").unwrap();
    let session = node.connect(&server.service("reynard_50")).await.unwrap();
    let fox = ReynardClient::new(session.root()).unwrap();
    fox.teleport(1.7, -0.8).await.unwrap();
    let refusal = fox.teleport(1.8, 0.0).await.unwrap_err().to_string();
    assert!(refusal.contains("x is from -1.75 to 1.75 m"), "{refusal}");
    fox.drive_robot(0.1, 0.0, -1.0, false).await.unwrap();
    server.step(20).await;
    assert_eq!(server.robot(49).position, [1.75, -0.8]);
    session.disconnect().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn driving_costs_more_than_standing() {
    let server = paused(WorldSource::Den, 1).await;
    let energy = || server.robot(0).battery.unwrap().energy;
    let mut used = Vec::new();
    for act in [
        RobotCommand::Stop,
        RobotCommand::Drive([0.1, 0.0], ENDLESS),
        RobotCommand::Drive([-0.05, 0.0], ENDLESS),
        RobotCommand::Stop,
        RobotCommand::DriveArm([1.0, 0.0, -1.0], ENDLESS),
        RobotCommand::Stop,
    ] {
        let before = energy();
        server.command(0, act).await;
        // one second
        server.step(20).await;
        used.push(before - energy());
    }
    let arm = 1.0 + 2.0 * 2.0 / reynard::body::ARM_SPEED;
    for (used, wanted) in used.iter().zip([1.0, 5.0, 3.0, 1.0, arm, 1.0]) {
        assert!((used - wanted).abs() < 1e-9, "{used} {wanted}");
    }
    let robot = server.robot(0);
    assert!((robot.ledger.balance - energy()).abs() < 1e-9);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_opens_late_sees_where_he_has_been() {
    let server = start(WorldSource::Den).await;
    server.opened.handle.clock().pause(true).await.unwrap();
    server.command(0, RobotCommand::Teleport([0.0, 0.0])).await;
    server.command(0, RobotCommand::Tool("pen".into())).await;
    server
        .command(0, RobotCommand::Drive([0.1, 0.0], ENDLESS))
        .await;
    server.step(20).await;
    server.command(0, RobotCommand::Stop).await;
    let hello = Viewer::open(&server).await.next().await;
    let trail = &hello["trails"][0];
    assert_eq!(trail["robot"], "reynard");
    let points = trail["path"][0]["points"].as_array().unwrap();
    assert_eq!((&points[0], points.len()), (&json!([0.0, 0.0]), 21));
    assert_eq!(trail["path"][0]["color"], json!([0.929, 0.49, 0.192]));
    assert_eq!(trail["ink"][0]["points"].as_array().unwrap().len(), 21);
    // a reset wipes it
    let mut viewer = Viewer::open(&server).await;
    viewer.send(json!({"type": "reset"})).await;
    viewer.next_of("reset").await;
    let hello = Viewer::open(&server).await.next().await;
    assert_eq!(hello["trails"][0]["ink"], json!([]));
}
