//! How fast a swarm of robots with occluded light sensors runs:
//! `swarm [ROBOTS] [STEPS] [bodies]`.

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load};
use foxden_sim::World;
use foxden_sim::controller::{Command, Request};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let robots: usize = arguments.next().unwrap_or_default().parse().unwrap_or(100);
    let steps: usize = arguments.next().unwrap_or_default().parse().unwrap_or(500);
    let has_bodies = arguments.next().as_deref() == Some("bodies");
    let mut storage = MemoryStorage::new();
    storage.insert("/den/worlds/swarm.wbt", text(robots, has_bodies));
    let location = Location::file("/den/worlds/swarm.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let start = Instant::now();
    let scene = load(&location, &mut library)?.scene;
    println!("loaded in {:?}", start.elapsed());
    let start = Instant::now();
    let mut world = World::new(scene, library);
    println!("compiled in {:?}", start.elapsed());
    world.set_threads(2);
    let all: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in &all {
        let commands = world
            .devices(*robot)
            .map(|(tag, _)| Command::Enable(tag, 32))
            .collect();
        world.submit(
            *robot,
            Request {
                duration: u32::MAX,
                commands,
            },
        );
    }
    let start = Instant::now();
    for _ in 0..steps {
        world.step();
    }
    let elapsed = start.elapsed().as_secs_f64();
    let sensors = (robots * 8 * steps) as f64;
    println!(
        "{steps} steps in {elapsed:.3} s: {:.0} steps/s, {:.0} ns per sensor, {:.2} times real time, hash {:016x}",
        steps as f64 / elapsed,
        elapsed * 1e9 / sensors,
        steps as f64 * 0.032 / elapsed,
        world.state_hash()
    );
    Ok(())
}

fn text(robots: usize, has_bodies: bool) -> String {
    let mut text = String::from(
        "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\nDirectionalLight { direction 0.3 0.2 -1 }\n\
         PointLight { location 5 5 3 attenuation 0 0 1 }\nSolid { name \"floor\" boundingObject Plane {} }\n",
    );
    let physics = if has_bodies {
        "physics Physics {}"
    } else {
        "linearVelocity 0.01 0 0"
    };
    let side = (robots as f64).sqrt().ceil() as usize;
    for at in 0..robots {
        let (x, y) = ((at % side) as f64, (at / side) as f64);
        let _ = write!(
            text,
            "Robot {{ translation {x} {y} 0.05 name \"r{at}\" controller \"c\" boundingObject Box {{ size 0.2 0.2 0.1 }} {physics} children ["
        );
        for sensor in 0..8 {
            let angle = f64::from(sensor) * std::f64::consts::FRAC_PI_4;
            let (sx, sy) = (0.1 * angle.cos(), 0.1 * angle.sin());
            let _ = write!(
                text,
                " LightSensor {{ translation {sx:.3} {sy:.3} 0.06 rotation 0 0 1 {angle:.4} name \"ls{sensor}\" occlusion TRUE }}"
            );
        }
        text.push_str(" ] }\n");
        let _ = writeln!(
            text,
            "Solid {{ translation {} {} 0.2 name \"b{at}\" boundingObject Box {{ size 0.1 0.1 0.4 }} }}",
            x + 0.4,
            y + 0.45
        );
        if at % 100 == 0 {
            let _ = writeln!(
                text,
                "Charger {{ translation {x} {y} 0 name \"c{at}\" radius 0.5 battery [ 10 100 5 ] }}"
            );
        }
    }
    text
}
