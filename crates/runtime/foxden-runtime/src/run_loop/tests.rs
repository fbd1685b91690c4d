#![allow(clippy::unwrap_used)]

use super::*;
use crate::input::Input;
use crate::running_world::RunRecorder;
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, Value, load};
use foxden_sim::World;
use foxden_sim::controller::Write;
use std::sync::{Arc, Mutex};

fn world() -> RunningWorld {
    let mut storage = MemoryStorage::new();
    let text = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 10 }\nViewpoint { }\nSolid { linearVelocity 1 0 0 }\n";
    storage.insert("/den/worlds/a.wbt", text);
    let location = Location::file("/den/worlds/a.wbt");
    let mut library = Library::new(Arc::new(Search::new(
        SearchSettings::for_document(&location),
        storage,
    )));
    let scene = load(&location, &mut library).unwrap().scene;
    RunningWorld::new(World::new(scene, library))
}

fn run_loop(pace: Pace, stop: &StopFlag) -> RunLoop {
    RunLoop::new(world(), pace, stop)
}

/// Ends the run after a number of steps, and counts how often it was called.
#[derive(Default)]
struct Counter {
    limit: Option<u64>,
    before: u64,
    after: u64,
    idle: Duration,
}

impl Participant for Counter {
    fn before_step(&mut self, _: &mut Run) {
        self.before += 1;
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        self.after += 1;
        match self.limit == Some(run.steps()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn idle(&mut self, _: &mut Run, limit: Duration) -> bool {
        self.idle += limit;
        std::thread::sleep(limit);
        true
    }
}

#[test]
fn a_run_ends_after_its_steps_or_time_or_when_a_participant_ends_it() {
    let stop = StopFlag::default();
    let run_until = |until| run_loop(Pace::FASTEST, &stop).run(until, &mut []);
    assert_eq!(run_until(Until::Steps(7)).steps, 7);
    let summary = run_until(Until::Elapsed(Duration::from_millis(95)));
    assert_eq!(
        (summary.steps, summary.simulated),
        (10, Duration::from_millis(100))
    );
    let mut first = Counter::default();
    let mut ending = Counter {
        limit: Some(3),
        ..Counter::default()
    };
    let mut last = Counter::default();
    let summary = run_loop(Pace::FASTEST, &stop)
        .run(Until::Stopped, &mut [&mut first, &mut ending, &mut last]);
    assert_eq!(summary.steps, 3);
    assert_eq!((first.before, first.after), (3, 3));
    assert_eq!((last.before, last.after), (3, 2));
    stop.stop();
    assert_eq!(run_until(Until::Stopped).steps, 0);
}

#[test]
fn a_paused_run_ends_when_it_is_stopped() {
    let stop = StopFlag::default();
    let stop = &stop;
    std::thread::scope(|scope| {
        let pace = Pace::FASTEST.paused(true);
        let running = scope.spawn(move || run_loop(pace, stop).run(Until::Stopped, &mut []));
        stop.stop();
        assert_eq!(running.join().unwrap().steps, 0);
    });
}

#[test]
fn in_real_time_participants_are_idle_between_steps() {
    let stop = StopFlag::default();
    // a machine that stands still may be late with every step of a run
    let was_idle = (0..100).any(|_| {
        let mut counter = Counter::default();
        let summary = run_loop(Pace::REAL_TIME, &stop).run(Until::Steps(5), &mut [&mut counter]);
        assert!(summary.took >= summary.simulated);
        assert!(counter.idle <= summary.took);
        !counter.idle.is_zero()
    });
    assert!(was_idle);
}

#[tokio::test]
async fn single_steps_pause_and_speed_work_from_outside() {
    let stop = StopFlag::default();
    let (sender, receiver) = std::sync::mpsc::channel();
    let in_thread = stop.clone();
    let running = std::thread::spawn(move || {
        let mut run_loop = run_loop(Pace::FASTEST.paused(true), &in_thread);
        sender.send(run_loop.handle()).unwrap();
        let mut counter = Counter::default();
        run_loop.run(Until::Stopped, &mut [&mut counter]).steps
    });
    let handle = receiver.recv().unwrap();
    handle.step(3).await.unwrap();
    handle.step(0).await.unwrap();
    assert!((handle.now() - 0.03).abs() < 1e-12, "{}", handle.now());
    assert!(handle.pace().is_paused);
    handle.set_speed(50.0).await.unwrap();
    assert!(handle.pace().is_paused, "a new speed does not end a pause");
    // a loop that got no processor is behind the clock that the wait goes by
    while handle.now() < 0.1 {
        handle.pause(false).await.unwrap();
        handle.wait_until(0.1).await.unwrap();
        handle.pause(true).await.unwrap();
    }
    let time = handle.now();
    handle.step(1).await.unwrap();
    assert!(handle.now() - time <= 0.01 + 1e-12);
    stop.stop();
    assert!(running.join().unwrap() >= 11);
    assert!(handle.step(1).await.is_err());
}

/// Edits the world at some steps.
struct Editor;

impl Participant for Editor {
    fn before_step(&mut self, run: &mut Run) {
        let top = run.world.scene().top_level();
        match run.steps() {
            2 => {
                let solid = run.world.scene().nodes_in(top)[2];
                let field = run.world.scene().base_field(solid, "translation").unwrap();
                let write = Write::Whole(Value::Vec3([0.0, 5.0, 0.0]));
                run.world.set(field, write).unwrap();
            }
            4 => {
                let source = "Solid { name \"b\" linearVelocity 0 0 2 }";
                run.world.insert(top, 3, source).unwrap();
            }
            6 => {
                let solid = run.world.scene().nodes_in(top)[2];
                run.world.remove(solid).unwrap();
            }
            _ => {}
        }
    }
}

/// Applies recorded inputs before the same steps.
struct Replayer(Vec<(u64, Input)>);

impl Participant for Replayer {
    fn before_step(&mut self, run: &mut Run) {
        for (step, input) in &self.0 {
            if *step == run.steps() {
                run.world.apply(input.clone()).unwrap();
            }
        }
    }
}

/// Keeps inputs with the steps before them.
#[derive(Clone, Default)]
struct InputList(Arc<Mutex<Vec<(u64, Input)>>>);

impl RunRecorder for InputList {
    fn input(&mut self, steps: u64, input: &Input) {
        self.0.lock().unwrap().push((steps, input.clone()));
    }
}

#[test]
fn recorded_inputs_repeat_a_run() {
    let stop = StopFlag::default();
    let recorded = InputList::default();
    let mut first = run_loop(Pace::FASTEST, &stop);
    first.world().record(Box::new(recorded.clone()));
    let edited = first.run(Until::Steps(10), &mut [&mut Editor]);
    let inputs = recorded.0.lock().unwrap().clone();
    assert_eq!(
        inputs.iter().map(|(step, _)| *step).collect::<Vec<_>>(),
        [2, 4, 6]
    );
    let repeated =
        run_loop(Pace::FASTEST, &stop).run(Until::Steps(10), &mut [&mut Replayer(inputs)]);
    assert_eq!(repeated.state_hash, edited.state_hash);
    let plain = run_loop(Pace::FASTEST, &stop).run(Until::Steps(10), &mut []);
    assert_ne!(plain.state_hash, edited.state_hash);
}
