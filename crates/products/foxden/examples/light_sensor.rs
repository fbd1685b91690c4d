//! Drives a robot towards a lamp and prints what its light sensor measures.
//!
//! ```sh
//! cargo run -p foxden --example light_sensor
//! ```

use foxden::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::open("worlds/hello.wbt")?;
    let cub = world.robot("cub")?;
    let eye = world.device(cub, "eye")?;
    world.enable(eye, 16);
    for motor in ["left motor", "right motor"] {
        let motor = world.device(cub, motor)?;
        world.set_velocity(motor, 3.0);
    }
    println!("time [s]  x [m]   light");
    for step in 0..=100 {
        world.step();
        if step % 10 == 0 {
            let [x, _, _] = world.position(cub).unwrap_or_default();
            println!("{:8.3}  {x:6.3}  {:.4}", world.time(), world.number(eye)?);
        }
    }
    Ok(())
}
