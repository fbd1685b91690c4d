//! Pictures from outside the crate: what must hold for any scene and setting.

use foxden_vision::*;

fn scene() -> VisibleScene {
    let mut scene = VisibleScene::new();
    let Ok(geometry) = Geometry::new(tessellate::box_()) else {
        unreachable!()
    };
    let geometry = scene.add_geometry(geometry);
    let Ok(ball) = Geometry::new(tessellate::ico_sphere(2)) else {
        unreachable!()
    };
    let ball = scene.add_geometry(ball);
    let plain = scene.add_material(Material::phong(Phong::default()));
    let shiny = scene.add_material(Material::pbr(Pbr {
        roughness: 0.4,
        metalness: 0.5,
        ..Pbr::default()
    }));
    let glass = scene.add_material(Material::phong(Phong {
        transparency: 0.5,
        ..Phong::default()
    }));
    let mut add = |geometry, material, position, scale| {
        scene.add_instance(Instance {
            geometry,
            material,
            transform: Transform {
                position,
                scale,
                ..Transform::IDENTITY
            },
            casts_shadows: true,
            is_in_billboard: false,
            segmentation_color: None,
        });
    };
    add(geometry, plain, [3.0, 0.0, -0.6], [8.0, 8.0, 0.2]);
    add(geometry, shiny, [3.0, 0.6, 0.0], [0.5; 3]);
    add(ball, shiny, [3.0, -0.6, 0.0], [0.4; 3]);
    add(geometry, glass, [2.0, 0.0, 0.0], [0.1, 0.8, 0.3]);
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
    scene
}

fn view() -> View<'static> {
    View::at(ViewPose::default())
}

fn picture(scene: &VisibleScene, settings: &ColorSettings) -> Vec<[u8; 4]> {
    let mut camera = ColorCamera::new();
    match camera.render(scene, settings, &view()) {
        Ok(pixels) => pixels.to_vec(),
        Err(error) => panic!("{error}"),
    }
}

fn depth(optics: Optics) -> DepthSettings {
    DepthSettings {
        optics,
        min_range: 0.01,
        max_range: 10.0,
        noise: 0.0,
        resolution: -1.0,
    }
}

#[test]
fn pictures_do_not_depend_on_threads() {
    let mut scene = scene();
    let mut settings = ColorSettings::plain(Optics::planar(200, 150, 0.9));
    for projection in [Projection::Planar, Projection::Cylindrical] {
        settings.optics.projection = projection;
        scene.threads = 1;
        let one = picture(&scene, &settings);
        for threads in [2, 7] {
            scene.threads = threads;
            assert!(picture(&scene, &settings) == one, "{threads} threads");
        }
    }
}

#[test]
fn light_falls_into_shadow_only_where_something_is_in_its_way() {
    let mut scene = scene();
    let settings = ColorSettings::plain(Optics::planar(64, 48, 0.9));
    let with = picture(&scene, &settings);
    scene.lights[0].casts_shadows = false;
    scene.update();
    let without = picture(&scene, &settings);
    let darker = with
        .iter()
        .zip(&without)
        .filter(|(a, b)| a[1] < b[1])
        .count();
    let lighter = with
        .iter()
        .zip(&without)
        .filter(|(a, b)| a[1] > b[1])
        .count();
    assert!(darker > 20 && darker < 1500, "{darker}");
    assert_eq!(lighter, 0);
}

#[test]
fn what_cannot_be_a_picture_is_an_error() {
    let scene = scene();
    let sizes = [(0, 10), (10, 0), (100_000, 100_000), (u32::MAX, u32::MAX)];
    let angles = [0.0, -1.0, f64::NAN, f64::INFINITY, 7.0];
    let mut settings: Vec<Optics> = sizes
        .iter()
        .map(|(width, height)| Optics::planar(*width, *height, 1.0))
        .collect();
    settings.extend(angles.map(|angle| Optics::planar(8, 8, angle)));
    settings.push(Optics {
        near: f64::NAN,
        ..Optics::planar(8, 8, 1.0)
    });
    for optics in settings {
        let plain = ColorSettings::plain(optics);
        assert!(ColorCamera::new().render(&scene, &plain, &view()).is_err());
        assert!(
            DepthCamera::new()
                .render(&scene, &depth(optics), &view())
                .is_err()
        );
        assert!(
            SegmentationCamera::new()
                .render(&scene, &optics, &view())
                .is_err()
        );
    }
    let mut beyond = depth(Optics::planar(8, 8, 1.0));
    beyond.optics.near = 20.0;
    assert!(DepthCamera::new().render(&scene, &beyond, &view()).is_err());
}

#[test]
fn extreme_pictures_are_drawn() {
    let scene = scene();
    let tau = std::f64::consts::TAU;
    for projection in [Projection::Cylindrical, Projection::Spherical] {
        for (width, height, angle) in [
            (1, 1, tau),
            (1, 300, 0.1),
            (300, 1, tau),
            (64, 64, 1e-6),
            (9, 9, 99.0),
        ] {
            let optics = Optics {
                projection,
                ..Optics::planar(width, height, angle)
            };
            assert_eq!(
                picture(&scene, &ColorSettings::plain(optics)).len(),
                optics.pixels()
            );
            let mut camera = DepthCamera::new();
            let ranges = camera.render(&scene, &depth(optics), &view());
            assert_eq!(ranges.map(<[f32]>::len), Ok(optics.pixels()));
        }
    }
    for angle in [1e-9, std::f64::consts::PI] {
        let optics = Optics::planar(3, 2, angle);
        assert_eq!(picture(&scene, &ColorSettings::plain(optics)).len(), 6);
    }
}

#[test]
fn numbers_that_are_not_finite_are_not_drawn() {
    let mut scene = scene();
    let settings = ColorSettings::plain(Optics::planar(32, 24, 0.9));
    let before = picture(&scene, &settings);
    let first = scene
        .instances()
        .next()
        .map(|(_, instance)| instance.clone());
    let Some(mut instance) = first else {
        unreachable!()
    };
    for bad in [f64::NAN, f64::INFINITY] {
        instance.transform.position[1] = bad;
        scene.add_instance(instance.clone());
    }
    instance.transform = Transform {
        scale: [0.0; 3],
        ..Transform::IDENTITY
    };
    scene.add_instance(instance);
    scene.update();
    assert!(picture(&scene, &settings) == before);
}

#[test]
fn hidden_instances_are_not_seen_and_removed_ones_neither() {
    let mut scene = scene();
    let Some((id, _)) = scene.instances().nth(1) else {
        unreachable!()
    };
    let mut camera = DepthCamera::new();
    let settings = depth(Optics::planar(32, 24, 0.9));
    let hidden = [id];
    let with = View {
        hidden: &hidden,
        ..view()
    };
    let seen = camera
        .render(&scene, &settings, &view())
        .map(<[f32]>::to_vec);
    let without = camera.render(&scene, &settings, &with).map(<[f32]>::to_vec);
    assert_ne!(seen, without);
    scene.remove_instance(id);
    scene.update();
    let removed = camera
        .render(&scene, &settings, &view())
        .map(<[f32]>::to_vec);
    assert_eq!(removed, without);
}

#[test]
fn motion_blur_mixes_with_the_picture_before() {
    let mut scene = VisibleScene::new();
    let Ok(geometry) = Geometry::new(tessellate::box_()) else {
        unreachable!()
    };
    let geometry = scene.add_geometry(geometry);
    let material = scene.add_material(Material::UNLIT);
    let at = |x: f64| Transform {
        position: [x, 0.0, 0.0],
        ..Transform::IDENTITY
    };
    let id = scene.add_instance(Instance {
        geometry,
        material,
        transform: at(2.5),
        casts_shadows: false,
        is_in_billboard: false,
        segmentation_color: None,
    });
    let mut settings = depth(Optics::planar(1, 1, 0.5));
    settings.optics.motion_blur = 100.0;
    let view = View {
        period: 100.0,
        ..view()
    };
    let mut camera = DepthCamera::new();
    let mut range = |scene: &VisibleScene| match camera.render(scene, &settings, &view) {
        Ok(ranges) => ranges[0],
        Err(error) => panic!("{error}"),
    };
    assert!((range(&scene) - 2.0).abs() < 1e-5);
    scene.set_transform(id, at(3.5));
    // 0.5 % of the picture before is left
    assert!((range(&scene) - 2.995).abs() < 1e-5);
}

#[test]
fn only_opaque_things_lose_the_intensity_of_their_glow_beside_shadows() {
    // 0.2 of full light or twice as much
    let seen = |transparency: f64, casts_shadows: bool| {
        let mut scene = scene();
        let Ok(geometry) = Geometry::new(tessellate::box_()) else {
            unreachable!()
        };
        let geometry = scene.add_geometry(geometry);
        let material = scene.add_material(Material::pbr(Pbr {
            base_color: [0.0; 3],
            transparency,
            metalness: 0.0,
            emissive_color: [0.2; 3],
            emissive_intensity: 2.0,
            ..Pbr::default()
        }));
        scene.add_instance(Instance {
            geometry,
            material,
            transform: Transform {
                position: [1.0, 0.0, 0.0],
                scale: [0.1, 4.0, 4.0],
                ..Transform::IDENTITY
            },
            casts_shadows: false,
            segmentation_color: None,
            is_in_billboard: false,
        });
        scene.lights[0].casts_shadows = casts_shadows;
        scene.lights[0].intensity = 0.0;
        scene.background = None;
        scene.update();
        picture(&scene, &ColorSettings::plain(Optics::planar(2, 2, 0.5)))[0][1]
    };
    assert!(seen(0.0, true) < seen(0.0, false));
    assert_eq!(seen(0.01, true), seen(0.01, false));
}
