//! The commands of viewers: each gets one reply, and the world can be shown after it.

use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant as _;
use foxden_runtime::run_loop::RunLoop;
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::World;
use foxden_view::ReplySender;
use foxden_view::command::{self, Request};
use foxden_view::hub::{Hub, Order, ViewerId};
use foxden_view::topic::Topic;
use foxden_view::viewer::{Viewer, WorldAbout};
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc, oneshot};

const WORLD: &str = r#"
WorldInfo { basicTimeStep 16 }
Viewpoint { }
DEF BALL Solid { translation 0 0 1 name "ball" children [ Shape { geometry Sphere { radius 0.1 } } ] boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF CUB Robot { translation 1 0 0.1 name "cub" battery [ 100 100 10 ] children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device [ RotationalMotor { name "motor" } ] endPoint Solid { translation 0.2 0 0.2 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } }
  LED { name "led" color [ 1 0 0, 0 1 0 ] } ] boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
DEF LAMP PointLight { location 2 0 1 }
"#;

thread_local! {
    /// The world that each input begins with.
    static START: World = super::loading::world(WORLD);
}

/// Runs one input: commands in lines. An empty line makes a step.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // most inputs are no commands; those cost nothing but the parser
    let requests: Vec<_> = text
        .lines()
        .map(|line| (line, command::parse(line)))
        .collect();
    if requests.iter().all(|(_, parsed)| parsed.is_err()) {
        for (_, parsed) in requests {
            if let Err((_, reason)) = parsed {
                assert!(!reason.is_empty());
            }
        }
        return;
    }
    let world = RunningWorld::new(START.with(World::fork));
    let mut run_loop = RunLoop::new(world, Pace::FASTEST.paused(true), &StopFlag::default());
    let hub = Arc::<Hub>::default();
    let mut viewer = Viewer::new(hub.clone(), WorldAbout::default());
    let (replies, mut inbox) = mpsc::unbounded_channel();
    let places = Arc::new(Semaphore::new(64));
    let (attach, mut attached) = oneshot::channel();
    hub.send(Order::Attach(attach));
    viewer.take_commands(run_loop.run_state());
    assert!(attached.try_recv().is_ok(), "a viewer gets the scene");
    let (mut expected, mut is_changed) = (0, false);
    for (line, parsed) in requests {
        if line.is_empty() {
            run_loop.world().step();
            is_changed = true;
        }
        let Ok(Request { id, command }) = parsed else {
            continue;
        };
        if let command::Command::Watch { topics } = &command {
            for topic in topics {
                let _ = Topic::parse(topic);
            }
            continue;
        }
        let Ok(place) = places.clone().try_acquire_owned() else {
            break;
        };
        expected += 1;
        let reply = ReplySender::new(id, replies.clone(), place);
        hub.send(Order::Execute(ViewerId(1), Box::new(command), reply));
        viewer.take_commands(run_loop.run_state());
        let text = inbox.try_recv().expect("a command has a reply");
        let reply: serde_json::Value = serde_json::from_str(&text).expect("a reply is JSON");
        is_changed |= reply["ok"] == true;
        viewer.before_step(run_loop.run_state());
    }
    assert!(inbox.try_recv().is_err(), "more than {expected} replies");
    if !is_changed {
        return;
    }
    run_loop.world().step();
    let (attach, mut attached) = oneshot::channel();
    hub.send(Order::Attach(attach));
    viewer.take_commands(run_loop.run_state());
    assert!(attached.try_recv().is_ok(), "a viewer gets the scene again");
}
