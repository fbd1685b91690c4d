//! `cargo xtask bench vision`: time that pictures take on one core, beside the
//! genuine program with its software renderer on one core of such a machine.
#![allow(missing_docs, clippy::unwrap_used)]

use foxden_bench::{Goal, Row, Stopwatch, best_of, table};
use foxden_vision::*;
use std::f64::consts::TAU;

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
        ..ViewPose::IDENTITY
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

fn lidar(columns: i32, layers: i32, angle: f64, vertical: f64) -> Optics {
    let shape = LidarShape::new(columns, layers, angle, vertical, false);
    Optics {
        projection: Projection::Cylindrical,
        ..Optics::planar(shape.width, shape.height, angle)
    }
}

/// A row: ours in ms, and what it is held against.
fn row(what: &str, ours: f64, against: &str, theirs: f64, most: f64) -> Row {
    Row {
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
    let scan = ranges(&scene, lidar(512, 16, TAU, 0.2), 10.0, 200);
    let narrow = ranges(&scene, lidar(512, 16, TAU / 4.0, 0.2), 10.0, 50);
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
    let dense = ranges(&scene, lidar(2048, 64, TAU, 0.5), 100.0, 3);
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
    let genuine = "genuine, software renderer";
    let rows = [
        row(
            "camera 64x48, ten boxes, shadows",
            small,
            genuine,
            1.14,
            0.5,
        ),
        row("range-finder 64x64", finder, genuine, 0.22, 0.5),
        row("lidar 512x16, all around", scan, genuine, 1.8, 0.5),
        row("lidar 512x16, a quarter turn", narrow, genuine, 10.5, 0.5),
        row("camera 640x480, shadows", large, "goal", 50.0, 1.0),
        row("lidar 2048x64, 200,000 triangles", dense, "goal", 25.0, 1.0),
        row("update of 1,000 moving bodies", update, "goal", 1.0, 1.0),
    ];
    println!("{}", table(&rows));
}
