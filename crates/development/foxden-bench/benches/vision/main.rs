//! `cargo xtask bench vision`: time that pictures take, beside the genuine
//! program with its software renderer on one core of such a machine, and beside
//! Embree and MuJoCo where their Python packages can be had.
#![allow(missing_docs, clippy::unwrap_used)]

mod peers;
#[path = "../simulator/worlds.rs"]
#[allow(dead_code)]
mod worlds;

use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of, table};
use foxden_sim::controller::{Command, Request};
use foxden_sim::{RobotIndex, World};
use foxden_vision::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::f64::consts::TAU;
use std::fmt::Write as _;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What the genuine program takes for a camera of 64 x 48 pixels, in ms.
const GENUINE_CAMERA: f64 = 1.14;

/// Ten boxes on a floor, in the light of a sun with shadows.
fn scene() -> VisibleScene {
    let mut scene = VisibleScene::new();
    let cuboid = scene.add_geometry(Geometry::new(tessellate::box_()).unwrap());
    let plane = scene.add_geometry(Geometry::new(tessellate::plane()).unwrap());
    add(&mut scene, plane, [0.0; 3], [20.0, 20.0, 1.0]);
    for at in 0..10 {
        let at = f64::from(at);
        let position = [2.0 + 0.4 * at, -1.5 + 0.33 * at, 0.25];
        add(&mut scene, cuboid, position, [0.5; 3]);
    }
    scene.lights.push(Light {
        kind: LightKind::Directional {
            direction: [0.5, 0.3, -1.0],
        },
        color: [1.0; 3],
        intensity: 1.0,
        ambient_intensity: 0.3,
        casts_shadows: true,
    });
    scene.background = Some(Background {
        sky_color: [0.2, 0.4, 0.6],
        luminosity: 1.0,
        sky_box: None,
    });
    scene.update();
    scene
}

fn add(
    scene: &mut VisibleScene,
    geometry: GeometryId,
    position: [f64; 3],
    scale: [f64; 3],
) -> InstanceId {
    let material = scene.add_material(Material::phong(Phong::default()));
    scene.add_instance(Instance {
        geometry,
        material,
        transform: at(position, scale),
        casts_shadows: true,
        is_in_billboard: false,
        segmentation_color: None,
    })
}

fn at(position: [f64; 3], scale: [f64; 3]) -> Transform {
    Transform {
        position,
        scale,
        ..Transform::IDENTITY
    }
}

fn view() -> View<'static> {
    View::at(ViewPose {
        position: [0.0, 0.0, 0.6],
        ..ViewPose::default()
    })
}

/// Milliseconds of one run, the best of several.
fn milliseconds(count: u32, mut run: impl FnMut()) -> f64 {
    run();
    let seconds = best_of(5, || {
        let watch = Stopwatch::start();
        (0..count).for_each(|_| run());
        watch.seconds()
    });
    seconds * 1e3 / f64::from(count)
}

fn camera(scene: &VisibleScene, width: u32, height: u32, count: u32) -> f64 {
    let settings = ColorSettings::plain(Optics::planar(width, height, 0.8));
    let mut camera = ColorCamera::new();
    milliseconds(count, || {
        camera.render(scene, &settings, &view()).unwrap();
    })
}

fn ranges(scene: &VisibleScene, optics: Optics, max_range: f64, count: u32) -> f64 {
    let settings = DepthSettings {
        optics,
        min_range: 0.01,
        max_range,
        noise: 0.0,
        resolution: -1.0,
    };
    let mut camera = DepthCamera::new();
    milliseconds(count, || {
        camera.render(scene, &settings, &view()).unwrap();
    })
}

/// Milliseconds of a camera of 64 x 48 pixels before a ball of 1,300,000 triangles:
/// by rays through its tree, and by the rasteriser.
fn dense_ball() -> [f64; 2] {
    let mut scene = VisibleScene::new();
    let ball = tessellate::sphere(8, true);
    let ball = scene.add_geometry(Geometry::new(ball).unwrap());
    add(&mut scene, ball, [3.0, 0.0, 0.6], [0.5; 3]);
    scene.update();
    [Visibility::RayTree, Visibility::Rasteriser].map(|visibility| {
        scene.visibility = visibility;
        camera(&scene, 64, 48, 5)
    })
}

/// The picture that a lidar takes its layers from.
fn lidar(columns: u32, rows: u32, angle: f64) -> Optics {
    Optics {
        projection: Projection::Cylindrical,
        ..Optics::planar(columns, rows, angle)
    }
}

/// Milliseconds of the clock for each picture of ten cameras on two threads.
fn ten_cameras(scene: &VisibleScene) -> f64 {
    const ROUNDS: u32 = 40;
    let settings = ColorSettings::plain(Optics::planar(64, 48, 0.8));
    let mut cameras: Vec<ColorCamera> = (0..10).map(|_| ColorCamera::new()).collect();
    let seconds = best_of(5, || {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for half in cameras.chunks_mut(5) {
                scope.spawn(|| {
                    for _ in 0..ROUNDS {
                        for camera in half.iter_mut() {
                            camera.render(scene, &settings, &view()).unwrap();
                        }
                    }
                });
            }
        });
        start.elapsed().as_secs_f64()
    });
    seconds * 1e3 / f64::from(10 * ROUNDS)
}

/// Bytes that a camera keeps after its first picture.
fn bytes_of_camera(scene: &VisibleScene, width: u32, height: u32) -> usize {
    let settings = ColorSettings::plain(Optics::planar(width, height, 0.8));
    let region = Region::new(ALLOCATOR);
    let mut camera = ColorCamera::new();
    camera.render(scene, &settings, &view()).unwrap();
    let change = region.change();
    change.bytes_allocated - change.bytes_deallocated
}

/// Milliseconds of the clock for a step of 32 ms with a hundred robots that
/// have a camera of 52 x 39 pixels each, on two threads.
fn hundred_robots() -> f64 {
    const STEPS: u32 = 20;
    let mut text = String::from(
        "Background { skyColor [ 0.4 0.6 0.9 ] } DirectionalLight { direction 0.3 0.2 -1 castShadows TRUE }\n\
         Solid { children [ Shape { appearance Appearance { material Material {} } geometry Plane { size 30 30 } } ] }\n",
    );
    for at in 0..100 {
        let (x, y) = worlds::place(at, 100);
        let _ = writeln!(
            text,
            "Robot {{ translation {x} {y} 0.05 name \"r{at}\" controller \"c\" children [ \
             Shape {{ appearance Appearance {{ material Material {{}} }} geometry Box {{ size 0.2 0.2 0.1 }} }} \
             Camera {{ translation 0.11 0 0.05 width 52 height 39 }} ] }}"
        );
    }
    let mut world = worlds::world(&text);
    world.set_threads(2);
    let robots: Vec<RobotIndex> = world.robots().map(|(robot, _)| robot).collect();
    let step = |world: &mut World, is_first: bool| {
        for robot in &robots {
            let camera = world.device(*robot, "camera").unwrap();
            let commands = match is_first {
                true => vec![Command::Enable(camera, 32)],
                false => Vec::new(),
            };
            let duration = 32;
            world.submit(*robot, Request { duration, commands });
        }
        world.step();
        let pictures = robots.iter().filter(|robot| {
            let answer = world.answer(**robot);
            answer.is_some_and(|answer| !answer.readings.is_empty())
        });
        pictures.count()
    };
    step(&mut world, true);
    let start = Instant::now();
    for _ in 0..STEPS {
        assert_eq!(step(&mut world, false), 100, "each camera has a picture");
    }
    start.elapsed().as_secs_f64() * 1e3 / f64::from(STEPS)
}

/// A row: ours in ms, and what it is held against.
fn row(what: &str, ours: f64, against: &str, theirs: f64, most: f64) -> MeasuredRatio {
    MeasuredRatio {
        what: what.to_owned(),
        ours: format!("{ours:.3} ms"),
        theirs: format!("{against} {theirs} ms"),
        ratio: ours / theirs,
        goal: Goal::AtMost(most),
    }
}

fn main() {
    let mut scene = scene();
    let small = camera(&scene, 64, 48, 200);
    let finder = ranges(&scene, Optics::planar(64, 64, 0.8), 10.0, 500);
    let scan = ranges(&scene, lidar(512, 18, TAU), 10.0, 200);
    let narrow = ranges(&scene, lidar(512, 67, TAU / 4.0), 10.0, 50);
    let ten = ten_cameras(&scene);
    let memory = [(64, 48), (640, 480)].map(|(w, h)| bytes_of_camera(&scene, w, h));
    let large = camera(&scene, 640, 480, 10);
    // a ground of 200,000 triangles
    let heights: Vec<f64> = (0..318 * 318)
        .map(|at| f64::from((at * 7 + at / 318 * 6) % 17) * 0.02)
        .collect();
    let ground = tessellate::elevation_grid(318, 318, &heights);
    let ground = scene.add_geometry(Geometry::new(ground).unwrap());
    add(
        &mut scene,
        ground,
        [-20.0, -20.0, -1.0],
        [0.126, 0.126, 1.0],
    );
    scene.update();
    let dense = ranges(&scene, lidar(2048, 164, TAU), 100.0, 3);
    let cuboid = scene.add_geometry(Geometry::new(tessellate::box_()).unwrap());
    let bodies: Vec<InstanceId> = (0..1000)
        .map(|number| {
            let x = f64::from(number) * 0.01;
            add(&mut scene, cuboid, [x, 5.0, 0.3], [0.1; 3])
        })
        .collect();
    let update = milliseconds(50, || {
        for body in &bodies {
            let x = f64::from(body.number()) * 0.01;
            scene.set_transform(*body, at([x, 5.0, 0.4], [0.1; 3]));
        }
        scene.update();
    });
    let [by_rays, by_rasteriser] = dense_ball();
    let genuine = "genuine, software renderer";
    let usual = "goal";
    let mut rows = vec![
        row(
            "camera 64x48, ten boxes, shadows",
            small,
            genuine,
            GENUINE_CAMERA,
            0.5,
        ),
        row("range-finder 64x64", finder, genuine, 0.22, 0.5),
        row("lidar 512x16, all around", scan, genuine, 1.8, 0.5),
        row("lidar 512x16, a quarter turn", narrow, genuine, 10.5, 0.5),
        row(
            "each of ten cameras 64x48 on two cores, by the clock",
            ten,
            genuine,
            GENUINE_CAMERA,
            0.2,
        ),
        row("camera 640x480, shadows", large, usual, 50.0, 1.0),
        row("lidar 2048x64, 200,000 triangles", dense, usual, 25.0, 1.0),
        row("update of 1,000 moving bodies", update, usual, 1.0, 1.0),
        MeasuredRatio {
            theirs: format!("own rasteriser {by_rasteriser:.3} ms"),
            ..row(
                "camera 64x48, a ball of 1,300,000 triangles, by rays",
                by_rays,
                "",
                by_rasteriser,
                0.5,
            )
        },
        row(
            "step of 100 robots with cameras 52x39 on two cores, by the clock",
            hundred_robots(),
            "real time",
            32.0,
            1.0,
        ),
    ];
    let beside = [
        (
            "lidar 2048x64, 200,000 triangles",
            dense,
            "embree",
            "Embree",
        ),
        (
            "camera 64x48, ten boxes, shadows",
            small,
            "mujoco",
            "MuJoCo, software renderer",
        ),
    ];
    for (what, ours, peer, name) in beside {
        match peers::milliseconds(peer) {
            Ok(theirs) => rows.push(MeasuredRatio {
                goal: Goal::None,
                theirs: format!("{name} {theirs:.3} ms"),
                ..row(what, ours, name, theirs, 1.0)
            }),
            Err(reason) => println!("{what}: not compared with {name}: {reason}"),
        }
    }
    println!("{}", table(&rows));
    for ((width, height), bytes) in [(64, 48), (640, 480)].into_iter().zip(memory) {
        println!(
            "memory of a camera of {width} x {height} pixels: {} kB",
            bytes / 1000
        );
    }
}
