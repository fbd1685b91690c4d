//! Which contacts act, and in which order they are found.

use super::*;

fn positions(world: &Dynamics) -> Vec<[f64; 3]> {
    let contacts = world.contacts().iter();
    contacts
        .map(|contact| contact.point.position.to_array())
        .collect()
}

fn resting_box(max_contact_joints: usize) -> Scene {
    let mut scene = Scene::new(0.016);
    let mut properties = ContactProperties::new([Material(0); 2]);
    properties.max_contact_joints = max_contact_joints;
    scene.world.contact_properties = vec![properties];
    scene.floor(Pose::IDENTITY);
    scene.body(cube(), None, at(0.0, 0.0, 0.049));
    scene.world.collide();
    scene
}

#[test]
fn points_on_what_has_no_physics_are_found_by_selection() {
    // The rule of box and plane gives corner 0, its neighbours 1 and 2, then 3;
    // the selection of equally deep points makes 2 3 0 1 of it.
    let found = positions(&resting_box(10).world);
    let corner = |x: f64, y: f64| [x, y, 0.049 - 0.05];
    assert_eq!(found.len(), 4);
    let mut raw = Vec::new();
    super::super::contacts::touch(
        (&cube(), &at(0.0, 0.0, 0.049)),
        (&Geometry::Plane, &Pose::IDENTITY),
        &mut raw,
    );
    let raw: Vec<[f64; 3]> = raw.iter().map(|point| point.position.to_array()).collect();
    assert_eq!(found, [raw[2], raw[3], raw[0], raw[1]]);
    for place in found {
        assert!([-0.05, 0.05].contains(&place[0]), "{place:?}");
        assert!((place[2] - corner(0.0, 0.0)[2]).abs() < 1e-15);
    }
}

#[test]
fn points_between_bodies_stay_as_they_are_found() {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    let low = scene.body(cube(), None, at(0.0, 0.0, 0.0));
    scene.body(cube(), None, at(0.0, 0.0, 0.099));
    scene.world.collide();
    let mut raw = Vec::new();
    super::super::contacts::touch(
        (&cube(), &at(0.0, 0.0, 0.099)),
        (&cube(), &at(0.0, 0.0, 0.0)),
        &mut raw,
    );
    let raw: Vec<[f64; 3]> = raw.iter().map(|point| point.position.to_array()).collect();
    assert_eq!(positions(&scene.world), raw);
    assert!(scene.world.body(low).is_some());
}

#[test]
fn at_most_the_given_number_of_points_acts() {
    for count in 1..=4 {
        let scene = resting_box(count);
        assert_eq!(scene.world.contacts().len(), count);
        assert_eq!(scene.world.joints_of_contact.len(), count);
    }
}

#[test]
fn a_box_on_one_point_tips() {
    let mut scene = resting_box(1);
    for _ in 0..20 {
        scene.world.step(0.016);
    }
    let body = BodyId::new(0);
    let turning = scene.world.body(body).unwrap().angular_velocity().length();
    assert!(turning > 0.5, "{turning}");
}

#[test]
fn what_moved_last_is_looked_at_first() {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    scene.floor(Pose::IDENTITY);
    // three balls on the floor, made one after the other
    for x in 0..3 {
        scene.body(ball(), None, at(f64::from(x), 0.0, 0.049));
    }
    scene.world.collide();
    let order = |world: &Dynamics| -> Vec<i64> {
        let found = positions(world).into_iter();
        found.map(|[x, ..]| x.round() as i64).collect()
    };
    assert_eq!(order(&scene.world), [2, 1, 0]);
    // bodies move newest first, so the oldest is in front afterwards
    scene.world.step(0.016);
    assert_eq!(order(&scene.world), [0, 1, 2]);
}

#[test]
fn parts_of_a_body_come_newest_first() {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    scene.floor(Pose::IDENTITY);
    let mass = MassProperties::of(&cube());
    let body = scene
        .world
        .add_body(&BodySpec::new(mass, at(0.0, 0.0, 0.049)));
    let mut first: Option<ShapeId> = None;
    for part in 0..3 {
        let spec = ShapeSpec {
            nesting: Nesting {
                part,
                parts: 3,
                ..Nesting::ALONE
            },
            ..ShapeSpec::new(
                ball(),
                Attachment::Body(body, at(f64::from(part), 0.0, 0.0)),
            )
        };
        let shape = match first {
            Some(first) => scene.world.add_part(spec, first),
            None => scene.world.add_shape(spec),
        };
        first = Some(shape);
    }
    for _ in 0..2 {
        scene.world.collide();
        let found: Vec<i64> = positions(&scene.world)
            .into_iter()
            .map(|[x, ..]| x.round() as i64)
            .collect();
        assert_eq!(found, [2, 1, 0]);
        scene.world.step(0.016);
    }
}

#[test]
fn bodies_of_a_chain_do_not_touch() {
    for (level, touches) in [(1, true), (3, false)] {
        let mut scene = Scene::with_gravity(0.016, 0.0);
        let base = scene.body(cube(), None, at(0.0, 0.0, 0.0));
        let mass = MassProperties::of(&cube());
        let end = scene
            .world
            .add_body(&BodySpec::new(mass, at(0.0, 0.0, 0.099)));
        scene.world.add_shape(ShapeSpec {
            chain: Chain {
                level,
                bodies: vec![base],
            },
            ..ShapeSpec::new(cube(), Attachment::Body(end, Pose::IDENTITY))
        });
        // only what the shape that stands deeper says counts; the base is at 2
        scene
            .world
            .change_shape(ShapeId::new(0), |spec| spec.chain.level = 2);
        scene.world.collide();
        assert_eq!(!scene.world.contacts().is_empty(), touches, "{level}");
    }
}
