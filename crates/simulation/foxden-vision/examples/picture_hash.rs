//! Prints a number made of the bits of several pictures, once for each way to find
//! what is seen and number of threads. All of them are the same, also from builds for
//! different processors.

use foxden_vision::*;

/// FNV-1a.
fn add(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn scene() -> Result<VisibleScene, MeshError> {
    let mut scene = VisibleScene::new();
    let cuboid = scene.add_geometry(Geometry::new(tessellate::box_())?);
    let ball = scene.add_geometry(Geometry::new(tessellate::ico_sphere(3))?);
    let pixels = (0..16 * 16 * 4).map(|at| (at * 37 % 251) as u8).collect();
    let texture = Picture::from_pixels(16, 16, pixels).map(|picture| {
        let texture = scene.add_texture(Texture::new(picture));
        TextureMap {
            texture,
            repeats: [true; 2],
            filtering: 4,
        }
    });
    let plain = scene.add_material(Material::phong(Phong {
        texture,
        ..Phong::default()
    }));
    let shiny = scene.add_material(Material::pbr(Pbr {
        roughness: 0.3,
        metalness: 0.6,
        ..Pbr::default()
    }));
    let shapes = [
        (cuboid, plain, [3.0, 0.0, -0.6], [8.0, 8.0, 0.2]),
        (cuboid, shiny, [3.0, 0.6, 0.0], [0.5; 3]),
        (ball, shiny, [3.0, -0.6, 0.0], [0.4; 3]),
        (ball, plain, [-2.0, 0.3, 0.1], [0.5; 3]),
    ];
    for (geometry, material, position, scale) in shapes {
        let rotation = SingleRotation::of_field([0.0, 0.6, 0.8, 0.7]).matrix();
        scene.add_instance(Instance {
            geometry,
            material,
            transform: Transform {
                position,
                rotation,
                scale,
            },
            casts_shadows: true,
            is_in_billboard: false,
            segmentation_color: None,
        });
    }
    scene.lights.push(Light {
        kind: LightKind::Directional {
            direction: [0.4, 0.5, -1.0],
        },
        color: [1.0, 0.9, 0.8],
        intensity: 1.5,
        ambient_intensity: 0.2,
        casts_shadows: true,
    });
    scene.background = Some(Background {
        sky_color: [0.2, 0.4, 0.6],
        luminosity: 1.0,
        sky_box: None,
    });
    scene.update();
    Ok(scene)
}

/// The ways in which the pictures are drawn.
pub const WAYS: [(Visibility, usize); 5] = [
    (Visibility::Rasteriser, 1),
    (Visibility::Rasteriser, 7),
    (Visibility::RayTree, 1),
    (Visibility::RayTree, 2),
    (Visibility::Fastest, 7),
];

/// The number of the pictures, drawn in one way.
///
/// # Errors
/// None with this scene.
pub fn hash((visibility, threads): (Visibility, usize)) -> Result<u64, Box<dyn std::error::Error>> {
    let mut scene = scene()?;
    (scene.visibility, scene.threads) = (visibility, threads);
    let view = View::at(ViewPose::default());
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for projection in [
        Projection::Planar,
        Projection::Cylindrical,
        Projection::Spherical,
    ] {
        let optics = Optics {
            projection,
            ..Optics::planar(200, 100, 1.4)
        };
        let mut camera = ColorCamera::new();
        let settings = ColorSettings {
            noise: 0.05,
            anti_aliasing: true,
            ..ColorSettings::plain(optics)
        };
        let pixels = camera.render(&scene, &settings, &view)?;
        hash = add(hash, pixels.as_flattened().iter().copied());
        let settings = DepthSettings {
            optics,
            min_range: 0.01,
            max_range: 20.0,
            noise: 0.01,
            resolution: -1.0,
        };
        let mut camera = DepthCamera::new();
        let ranges = camera.render(&scene, &settings, &view)?;
        hash = add(hash, ranges.iter().flat_map(|range| range.to_le_bytes()));
    }
    Ok(hash)
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for way in WAYS {
        println!("{}", hash(way)?);
    }
    Ok(())
}
