//! The worlds that are measured, as text.

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load};
use foxden_sim::World;
use foxden_sim::controller::{Command, Request};
use std::fmt::Write as _;
use std::sync::Arc;

/// The text of a world's file.
pub fn file(text: &str) -> String {
    format!("#VRML_SIM R2023b utf8\nWorldInfo {{}}\nViewpoint {{}}\n{text}")
}

/// Reads a world from text, with all sensors sampling.
pub fn world(text: &str) -> World {
    let mut storage = MemoryStorage::new();
    storage.insert("/den/worlds/bench.wbt", file(text));
    let location = Location::file("/den/worlds/bench.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    let mut world = World::new(scene, library);
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in robots {
        let devices = world.devices(robot);
        let commands = devices.map(|(tag, _)| Command::Enable(tag, 32)).collect();
        let duration = u32::MAX;
        world.submit(robot, Request { duration, commands });
    }
    world
}

/// Where the eight sensors of a robot are, and their angle.
pub fn sensors() -> [(f64, f64, f64); 8] {
    std::array::from_fn(|at| {
        let angle = at as f64 * std::f64::consts::FRAC_PI_4;
        (0.1 * angle.cos(), 0.1 * angle.sin(), angle)
    })
}

/// The start position of a robot; they form a square, one metre apart.
pub fn place(at: usize, robots: usize) -> (f64, f64) {
    let side = (robots as f64).sqrt().ceil() as usize;
    ((at % side) as f64, (at / side) as f64)
}

/// Moving robots with eight occluded light sensors, `boxes` boxes, a charger for
/// every hundred robots, two lights.
pub fn swarm(robots: usize, boxes: usize) -> String {
    let mut text = String::from(
        "DirectionalLight { direction 0.3 0.2 -1 }\nPointLight { location 5 5 3 attenuation 0 0 1 }\n\
         Solid { name \"floor\" boundingObject Plane {} }\n",
    );
    for at in 0..robots {
        let (x, y) = place(at, robots);
        let _ = write!(
            text,
            "Robot {{ translation {x} {y} 0.05 name \"r{at}\" controller \"c\" linearVelocity 0.01 0 0 boundingObject Box {{ size 0.2 0.2 0.1 }} children ["
        );
        for (number, (x, y, angle)) in sensors().into_iter().enumerate() {
            let _ = write!(
                text,
                " LightSensor {{ translation {x:.3} {y:.3} 0.06 rotation 0 0 1 {angle:.4} name \"ls{number}\" occlusion TRUE }}"
            );
        }
        text.push_str(" ] }\n");
        if at % 100 == 0 {
            let _ = writeln!(
                text,
                "Charger {{ translation {x} {y} 0 name \"c{at}\" radius 0.5 battery [ 10 100 5 ] }}"
            );
        }
    }
    for at in 0..boxes {
        let (x, y) = place(at, boxes.max(robots));
        let _ = writeln!(
            text,
            "Solid {{ translation {} {} 0.2 name \"b{at}\" boundingObject Box {{ size 0.1 0.1 0.4 }} }}",
            x + 0.4,
            y + 0.45
        );
    }
    text
}

/// Boxes above a floor: where they are.
pub fn boxes(count: usize, apart: f64, height: f64) -> Vec<[f64; 3]> {
    let side = (count as f64).cbrt().round() as usize;
    (0..count)
        .map(|at| {
            let (x, y, z) = (at % side, at / side % side, at / (side * side));
            [
                x as f64 * apart,
                y as f64 * apart,
                height + z as f64 * apart,
            ]
        })
        .collect()
}

/// The same as a world.
pub fn fallen(places: &[[f64; 3]]) -> String {
    let mut text = String::from("Solid { name \"floor\" boundingObject Plane {} }\n");
    for (at, [x, y, z]) in places.iter().enumerate() {
        let _ = writeln!(
            text,
            "Solid {{ translation {x} {y} {z} name \"b{at}\" boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{}} }}"
        );
    }
    text
}
