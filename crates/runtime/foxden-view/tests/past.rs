//! The time line and recordings.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_view::frames::decode;
use foxden_view::hub::Hub;
use foxden_view::recording::{Recorder, SharedRecorder};
use foxden_view::viewer::{Viewer, WorldAbout};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::Shown;

const FALLING: &str = r#"
WorldInfo { basicTimeStep 20 }
Viewpoint { }
Solid {
  translation 0 0 100
  children [ Shape { geometry Sphere { } } ]
  boundingObject Sphere { }
  physics Physics { }
}
DEF ROBOT Robot { name "watcher" battery [ 1 10 0 ] children [ DistanceSensor { } ] }
"#;

#[tokio::test]
async fn the_past_is_looked_at_and_continued_from() {
    let shown = Shown::new(FALLING, Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    assert!(viewer.ask(json!({ "do": "look", "time": 1.0 })).await["type"] == "reply");
    viewer.order(json!({ "do": "look", "time": null })).await;
    viewer.frames.clear();
    for _ in 0..150 {
        viewer.order(json!({ "do": "step", "count": 1 })).await;
    }
    let clock = viewer
        .wait(|message| message["type"] == "clock" && message["history"]["to"].as_f64() > Some(2.9))
        .await;
    assert!(clock["history"]["from"].as_f64() < Some(0.1));
    let height = |frame: &foxden_view::frames::PoseFrame| {
        let heights = frame.bodies.iter().map(|(_, pose)| pose.position[2]);
        heights.fold(f64::MIN, f64::max)
    };
    for time in [0.5, 1.0, 2.5] {
        let reply = viewer.order(json!({ "do": "look", "time": time })).await;
        assert!(
            (reply["time"].as_f64().unwrap() - time).abs() < 0.05,
            "{reply}"
        );
        let frame = viewer.frame(|frame| frame.flags & 2 == 2).await;
        let expected = 100.0 - 0.5 * 9.81 * time * time;
        assert!(
            (height(&frame) - expected).abs() < 1.0,
            "{time}: {}",
            height(&frame)
        );
    }
    viewer.order(json!({ "do": "look", "time": null })).await;
    let reply = viewer.order(json!({ "do": "continue", "time": 1.5 })).await;
    let back = reply["time"].as_f64().unwrap();
    assert!(back <= 1.5 + 1e-9, "{back}");
    viewer.order(json!({ "do": "step", "count": 1 })).await;
    let world = shown.end();
    assert!((world.time - back - 0.02).abs() < 1e-9, "{}", world.time);
    assert_eq!(world.steps, 151);
}

/// Runs a world as fast as possible with a recorder.
fn record(path: &std::path::Path, steps: u64) {
    let hub = Arc::new(Hub::default());
    let world = RunningWorld::new(support::world(FALLING));
    let mut run_loop = RunLoop::new(world, Pace::FASTEST, &StopFlag::default());
    let recorder = SharedRecorder::new(Recorder::create(path).unwrap());
    let mut viewer = Viewer::new(hub.clone(), WorldAbout::default()).with_recorder(recorder);
    hub.connect(run_loop.handle());
    run_loop.run(Until::Steps(steps), &mut [&mut viewer]);
    viewer.finish();
    viewer.finish_recording().unwrap();
}

fn messages(bytes: &[u8]) -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut found: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for message in mcap::MessageStream::new(bytes).unwrap() {
        let Ok(message) = message else { break };
        let list = found.entry(message.channel.topic.clone()).or_default();
        list.push(message.data.to_vec());
    }
    found
}

#[test]
fn a_recording_has_scene_frames_and_values_at_any_pace() {
    let folder = std::env::temp_dir().join(format!("foxden-view-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("run.mcap");
    record(&path, 500);
    let bytes = std::fs::read(&path).unwrap();
    let found = messages(&bytes);
    let scene: Json = serde_json::from_slice(&found["scene"][0]).unwrap();
    assert_eq!(scene["type"], "scene");
    assert_eq!(found["hello"].len(), 1);
    // ten simulated seconds, 25 frames in each at a step of 20 ms
    let frames = found["frame"].len();
    assert!((200..=320).contains(&frames), "{frames}");
    assert!(found["frame"].iter().all(|frame| decode(frame).is_some()));
    let all = found["frame"]
        .iter()
        .filter(|frame| decode(frame).unwrap().flags & 1 == 1)
        .count();
    assert!(all >= 5, "{all}");
    let event: Json = serde_json::from_slice(&found["events"][0]).unwrap();
    assert_eq!(event["type"], "events");
    // only the battery of the robot changes: it is soon empty
    assert_eq!(found["values"].len(), 2);
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    assert!(
        summary
            .attachment_indexes
            .iter()
            .any(|one| one.name.starts_with("geometry/"))
    );
    assert!(summary.chunk_indexes.len() >= 4);
    // cut off at any place, whole chunks are still read
    let cut = messages(&bytes[..bytes.len() * 3 / 4]);
    assert!(cut["frame"].len() > frames / 3, "{}", cut["frame"].len());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn other_names_are_no_recordings() {
    for name in ["a.csv", "a", "a.mcap.txt"] {
        assert!(!Recorder::has_form(std::path::Path::new(name)), "{name}");
        assert!(
            Recorder::create(std::path::Path::new(name)).is_err(),
            "{name}"
        );
    }
    assert!(Recorder::has_form(std::path::Path::new("a.MCAP")));
}
