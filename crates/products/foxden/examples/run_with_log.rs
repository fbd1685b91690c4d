//! Runs a world with a participant of its own and a log, in the run loop that
//! `foxden run` uses.
//!
//! ```sh
//! cargo run -p foxden --example run_with_log
//! ```

use foxden::World;
use foxden_runtime::logs::RunLog;
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use std::ops::ControlFlow;

/// Ends the run when a robot has used some energy.
struct EnergyLimit(f64);

impl Participant for EnergyLimit {
    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        let robots = run.world.robots();
        let energies = robots.filter_map(|(robot, _)| run.world.robot_energy(robot));
        match energies.sum::<f64>() < self.0 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::open("worlds/hello.wbt")?.into_simulation();
    let file = std::env::temp_dir().join("foxden_example.csv");
    let mut log = RunLog::create(&file, &world)?;
    let mut limit = EnergyLimit(40.0);
    let stop = StopFlag::default();
    let mut run_loop = RunLoop::new(RunningWorld::new(world), Pace::FASTEST, &stop);
    let summary = run_loop.run(Until::Steps(1000), &mut [&mut limit, &mut log]);
    log.finish()?;
    println!("{} steps, log in {}", summary.steps, file.display());
    Ok(())
}
