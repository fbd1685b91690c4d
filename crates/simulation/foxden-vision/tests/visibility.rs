//! The two ways to find what is seen give the same bits: the rasteriser, and rays
//! through the trees of the geometries.

use foxden_vision::*;

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.next() as f64 / (1_u64 << 31) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.part()
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        std::array::from_fn(|_| self.between(-size, size))
    }

    fn turned(&mut self) -> Matrix {
        let [x, y, z] = self.vector(1.0);
        let length = (x * x + y * y + z * z).sqrt().max(1e-3);
        let angle = self.between(-3.0, 3.0);
        SingleRotation::of_field([x / length, y / length, z / length, angle]).matrix()
    }
}

/// Triangles anywhere: small and huge ones, needles, and some without extent.
fn soup(random: &mut Random) -> Mesh {
    let mut mesh = Mesh::empty();
    let mut triangles = Vec::new();
    for _ in 0..random.below(300) {
        let place = random.vector(3.0);
        let size = [0.01, 0.3, 3.0, 1e4][random.below(4) as usize];
        let thin = [1.0, 1e-3, 1e-6, 0.0][random.below(4) as usize];
        let first = mesh.positions.len() as u32;
        for corner in 0..3 {
            let mut position = random.vector(size);
            if corner == 2 {
                // near the first corner: a needle
                let near = mesh.positions[first as usize].map(f64::from);
                for axis in 0..3 {
                    position[axis] = near[axis] - place[axis] + thin * position[axis];
                }
            }
            mesh.positions.push(std::array::from_fn(|axis| {
                (place[axis] + position[axis]) as f32
            }));
            mesh.normals.push([0.0, 0.0, 1.0]);
            mesh.coordinates.push([0.0; 2]);
        }
        triangles.push([first, first + 1, first + 2]);
    }
    mesh.elements = Elements::Triangles(triangles);
    mesh
}

fn hills(random: &mut Random) -> Mesh {
    let side = 2 + random.below(70) as u32;
    let heights: Vec<f64> = (0..side * side)
        .map(|_| random.between(-1.0, 1.0))
        .collect();
    tessellate::elevation_grid(side, side, &heights)
}

fn mesh(random: &mut Random) -> Mesh {
    match random.below(6) {
        0 => tessellate::box_(),
        1 => tessellate::plane(),
        2 => tessellate::sphere(random.below(5) as u32, true),
        3 => tessellate::lines(&[[0.0; 3], [0.5, 0.2, 0.1], [1.0; 3]], &[0, 1, 2, -1]),
        4 => soup(random),
        _ => hills(random),
    }
}

/// A random scene, far from the origin or near it, and where it is looked at from.
fn scene(random: &mut Random) -> (VisibleScene, ViewPose) {
    let mut scene = VisibleScene::new();
    let materials = [0.0, 0.5].map(|transparency| {
        scene.add_material(Material::phong(Phong {
            transparency,
            ..Phong::default()
        }))
    });
    let middle = match random.below(4) {
        0 => random.vector(2e4),
        _ => [0.0; 3],
    };
    for number in 0..1 + random.below(8) {
        let Ok(geometry) = Geometry::new(mesh(random)) else {
            unreachable!("meshes of finite numbers can be drawn")
        };
        let geometry = scene.add_geometry(geometry);
        let offset = random.vector(4.0);
        let scale = random.between(0.02, 2.0);
        let mut scale = [scale, scale * random.between(0.2, 2.0), scale];
        if random.below(5) == 0 {
            scale[0] = -scale[0];
        }
        scene.add_instance(Instance {
            geometry,
            material: materials[usize::from(random.below(5) == 0)],
            transform: Transform {
                position: std::array::from_fn(|axis| middle[axis] + offset[axis]),
                rotation: random.turned(),
                scale,
            },
            casts_shadows: true,
            segmentation_color: Some([number as u8 + 1, 2, 3]),
            is_in_billboard: false,
        });
    }
    scene.lights.push(Light {
        kind: LightKind::Directional {
            direction: [0.4, 0.5, -1.0],
        },
        color: [1.0; 3],
        intensity: 1.0,
        ambient_intensity: 0.3,
        casts_shadows: false,
    });
    scene.update();
    let offset = random.vector(3.0);
    let pose = ViewPose {
        position: std::array::from_fn(|axis| middle[axis] + offset[axis]),
        rotation: SingleRotation::of_matrix(&random.turned()),
        ..ViewPose::default()
    };
    (scene, pose)
}

/// The bits of everything that is seen.
fn seen(scene: &VisibleScene, optics: Optics, pose: ViewPose) -> Result<Vec<u32>, OpticsError> {
    let view = View::at(pose);
    let settings = DepthSettings {
        optics,
        min_range: optics.near,
        max_range: 50.0,
        noise: 0.0,
        resolution: -1.0,
    };
    let mut depth = DepthCamera::new();
    let ranges = depth.render(scene, &settings, &view)?;
    let mut bits: Vec<u32> = ranges.iter().map(|range| range.to_bits()).collect();
    let mut color = ColorCamera::new();
    let pixels = color.render(scene, &ColorSettings::plain(optics), &view)?;
    bits.extend(pixels.iter().map(|pixel| u32::from_le_bytes(*pixel)));
    let mut segmentation = SegmentationCamera::new();
    let pixels = segmentation.render(scene, &optics, &view)?;
    bits.extend(pixels.iter().map(|pixel| u32::from_le_bytes(*pixel)));
    Ok(bits)
}

fn optics(random: &mut Random) -> Optics {
    let projection = match random.below(4) {
        0 => Projection::Cylindrical,
        1 => Projection::Spherical,
        _ => Projection::Planar,
    };
    let (width, height) = (1 + random.below(60) as u32, 1 + random.below(40) as u32);
    Optics {
        projection,
        near: [0.01, 0.1, 1.0][random.below(3) as usize],
        ..Optics::planar(width, height, random.between(0.05, 3.0))
    }
}

#[test]
fn rays_and_the_rasteriser_see_the_same_bits() {
    let count = std::env::var("FOXDEN_SCENES").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(150);
    let mut pictures_with_something = 0;
    for seed in 0..count {
        let mut random = Random(seed);
        let (mut scene, pose) = scene(&mut random);
        for _ in 0..3 {
            let optics = optics(&mut random);
            scene.visibility = Visibility::Rasteriser;
            let drawn = seen(&scene, optics, pose);
            scene.visibility = Visibility::RayTree;
            let found = seen(&scene, optics, pose);
            assert!(drawn == found, "scene {seed}, {optics:?}");
            let Ok(bits) = drawn else {
                panic!("scene {seed}: {drawn:?}")
            };
            let ranges = &bits[..optics.pixels()];
            let nothing = f32::INFINITY.to_bits();
            pictures_with_something += u64::from(ranges.iter().any(|range| *range != nothing));
        }
    }
    assert!(pictures_with_something > count, "{pictures_with_something}");
}

#[test]
fn the_faster_way_changes_nothing_when_it_begins() {
    let mut random = Random(7);
    let heights: Vec<f64> = (0..200 * 200).map(|_| random.between(0.0, 0.1)).collect();
    let Ok(geometry) = Geometry::new(tessellate::elevation_grid(200, 200, &heights)) else {
        unreachable!("meshes of finite numbers can be drawn")
    };
    let mut scene = VisibleScene::new();
    let geometry = scene.add_geometry(geometry);
    let material = scene.add_material(Material::phong(Phong::default()));
    scene.add_instance(Instance {
        geometry,
        material,
        transform: Transform {
            position: [0.0, -2.5, -0.5],
            scale: [0.025, 0.025, 1.0],
            ..Transform::IDENTITY
        },
        casts_shadows: true,
        segmentation_color: None,
        is_in_billboard: false,
    });
    scene.update();
    let optics = Optics::planar(32, 24, 1.0);
    scene.visibility = Visibility::Rasteriser;
    let drawn = seen(&scene, optics, ViewPose::default());
    scene.visibility = Visibility::Fastest;
    for picture in 0..20 {
        let found = seen(&scene, optics, ViewPose::default());
        assert!(found == drawn, "picture {picture}");
    }
}
