//! Tries several velocities from the same snapshot and keeps the one that brings
//! the robot furthest: planning by simulation.
//!
//! ```sh
//! cargo run -p foxden --example futures
//! ```

use foxden::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::open("worlds/hello.wbt")?;
    let cub = world.robot("cub")?;
    let wheels = [
        world.device(cub, "left motor")?,
        world.device(cub, "right motor")?,
    ];
    let start = world.snapshot();
    let mut best = (f64::NEG_INFINITY, 0.0);
    for velocity in [1.0, 2.0, 4.0, 8.0] {
        world.restore(&start);
        for wheel in wheels {
            world.set_velocity(wheel, velocity);
        }
        for _ in 0..60 {
            world.step();
        }
        let [x, _, _] = world.position(cub).unwrap_or_default();
        println!("{velocity:4.1} rad/s: x = {x:.3} m");
        if x > best.0 {
            best = (x, velocity);
        }
    }
    println!("best: {:.1} rad/s", best.1);
    Ok(())
}
