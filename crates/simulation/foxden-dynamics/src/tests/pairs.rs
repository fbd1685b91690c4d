//! What holds for contacts of all pairs of simple shapes, in many random
//! placements, and for bodies that rest, slide and tumble on each other.

use super::*;
use crate::math::Quaternion;

/// A small generator, so that placements differ but never change.
struct Random(u64);

impl Random {
    /// Between -1 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vector {
        Vector::new(self.next(), self.next(), self.next()) * size
    }

    fn rotation(&mut self) -> crate::math::Matrix {
        let quaternion = Quaternion {
            w: self.next(),
            v: self.vector(1.0),
        };
        quaternion.normalized().matrix()
    }

    fn pose(&mut self, size: f64) -> Pose {
        Pose {
            rotation: self.rotation(),
            translation: self.vector(size),
        }
    }
}

fn shapes() -> [Geometry; 4] {
    [
        Geometry::Sphere { radius: 0.08 },
        Geometry::Box {
            size: Vector::new(0.2, 0.13, 0.1),
        },
        Geometry::Cylinder {
            radius: 0.07,
            height: 0.17,
        },
        Geometry::Capsule {
            radius: 0.05,
            height: 0.16,
        },
    ]
}

fn touching(one: (&Geometry, &Pose), two: (&Geometry, &Pose)) -> Vec<ContactPoint> {
    let mut out = Vec::new();
    super::super::contacts::touch(one, two, &mut out);
    out
}

/// Calls something with all pairs of shapes, many times.
fn for_pairs(count: u64, mut each: impl FnMut((&Geometry, &Geometry), &mut Random)) {
    let shapes = shapes();
    for (at, one) in shapes.iter().enumerate() {
        for (number, two) in shapes.iter().enumerate() {
            for seed in 0..count {
                let mut random = Random(seed * 1000 + at as u64 * 10 + number as u64);
                random.next();
                each((one, two), &mut random);
            }
        }
    }
}

#[test]
fn points_have_unit_normals_and_bounded_depths() {
    for_pairs(300, |(one, two), random| {
        let (a, b) = (random.pose(0.1), random.pose(0.1));
        let found = touching((one, &a), (two, &b));
        // a face of four corners, cut by a cap of eight sides and its plane
        assert!(found.len() <= 13, "{one:?} {two:?}");
        for point in found {
            assert!(point.position.is_finite());
            assert!((point.normal.length() - 1.0).abs() < 1e-9, "{point:?}");
            assert!(point.depth.abs() < 0.6, "{point:?}");
        }
    });
}

#[test]
fn shapes_that_are_apart_do_not_touch() {
    for_pairs(100, |(one, two), random| {
        let (a, mut b) = (random.pose(0.1), random.pose(0.1));
        b.translation = a.translation + (b.translation - a.translation).normalized() * 0.5;
        assert!(touching((one, &a), (two, &b)).is_empty(), "{one:?} {two:?}");
    });
}

#[test]
fn the_other_order_gives_opposite_normals() {
    for_pairs(200, |(one, two), random| {
        if std::mem::discriminant(one) == std::mem::discriminant(two) {
            return;
        }
        let (a, b) = (random.pose(0.08), random.pose(0.08));
        let there = touching((one, &a), (two, &b));
        let back = touching((two, &b), (one, &a));
        assert_eq!(there.len(), back.len());
        for (there, back) in there.iter().zip(&back) {
            assert_eq!(there.position, back.position);
            assert_eq!(there.normal, -back.normal);
            assert_eq!(there.depth.to_bits(), back.depth.to_bits());
        }
    });
}

#[test]
fn contacts_move_with_the_shapes() {
    for_pairs(200, |(one, two), random| {
        let (a, b) = (random.pose(0.08), random.pose(0.08));
        let whole = random.pose(1.0);
        // whether a point just on a surface counts is a matter of rounding
        let deep = |mut points: Vec<ContactPoint>| {
            points.retain(|point| point.depth > 1e-7);
            points
        };
        let here = deep(touching((one, &a), (two, &b)));
        let there = deep(touching((one, &whole.then(&a)), (two, &whole.then(&b))));
        assert_eq!(here.len(), there.len(), "{one:?} {two:?}");
        // The portal ends within a tolerance, so these are rough.
        let is_rough = matches!(
            (one, two),
            (Geometry::Cylinder { .. }, Geometry::Cylinder { .. })
        );
        let margin = if is_rough { 1e-2 } else { 1e-6 };
        // In which order a polygon is cut may be a matter of rounding as well.
        for here in &here {
            let moved = whole.apply(here.position);
            let off = |there: &ContactPoint| (moved - there.position).length();
            let nearest = there.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            let there = nearest.expect("as many points");
            assert!(off(there) < margin, "{one:?} {two:?}");
            let turned = whole.rotation * here.normal;
            assert!((turned - there.normal).length() < margin);
            assert!((here.depth - there.depth).abs() < margin);
        }
    });
}

/// Kinetic and potential energy of a body.
fn energy(world: &Dynamics, id: BodyId) -> f64 {
    let body = world.body(id).unwrap();
    let mass = body.mass();
    let speed = body.linear_velocity().length_squared();
    let turning = body
        .orientation()
        .conjugate()
        .rotate(body.angular_velocity());
    let spin = turning.dot(mass.inertia * turning);
    0.5 * (mass.mass * speed + spin) + mass.mass * 9.81 * body.centre().z
}

#[test]
fn no_body_gains_energy_on_another_shape() {
    let shapes = shapes();
    for (at_base, base) in shapes.iter().enumerate() {
        for (at_body, shape) in shapes.iter().enumerate() {
            for seed in 0..4 {
                let mut random = Random(seed * 100 + at_base as u64 * 10 + at_body as u64);
                random.next();
                let mut scene = Scene::new(0.008);
                scene.floor(at(0.0, 0.0, -0.3));
                let mut turned = random.pose(0.0);
                turned.translation = Vector::ZERO;
                let spec = ShapeSpec::new(base.clone(), Attachment::World(turned));
                scene.world.add_shape(spec);
                let mut pose = random.pose(0.03);
                pose.translation.z = 0.3;
                let slide = [random.next() * 0.5, random.next() * 0.5, 0.0];
                let body = scene.moving(shape.clone(), None, pose, slide, [0.0; 3]);
                scene.world.collide();
                let start = energy(&scene.world, body);
                let weight = scene.world.body(body).unwrap().mass().mass * 9.81;
                for step in 0..400 {
                    scene.world.step(0.008);
                    let now = energy(&scene.world, body);
                    // pushing out of an overlap may lift a body a little
                    assert!(
                        now < start + weight * 0.02,
                        "{base:?} {shape:?} {seed} {step}: {start} {now}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_lies_flat_on_its_like_stays() {
    let flat = [
        (
            Geometry::Box {
                size: Vector::new(0.2, 0.13, 0.1),
            },
            0.1,
        ),
        (
            Geometry::Cylinder {
                radius: 0.07,
                height: 0.17,
            },
            0.17,
        ),
    ];
    for (lower, low) in &flat {
        for (upper, high) in &flat {
            let mut scene = Scene::new(0.008);
            scene.floor(Pose::IDENTITY);
            let bottom = scene.body(lower.clone(), None, at(0.0, 0.0, low * 0.5 - 1e-4));
            let top_height = low + high * 0.5 - 3e-4;
            let top = scene.body(upper.clone(), None, at(0.003, -0.002, top_height));
            for _ in 0..500 {
                scene.world.step(0.008);
            }
            for (body, x, z) in [(bottom, 0.0, low * 0.5), (top, 0.003, low + high * 0.5)] {
                let body = scene.world.body(body).unwrap();
                assert!(
                    body.linear_velocity().length() < 1e-3,
                    "{lower:?} {upper:?}"
                );
                assert!((body.centre().x - x).abs() < 2e-3, "{lower:?} {upper:?}");
                assert!((body.centre().z - z).abs() < 2e-3, "{lower:?} {upper:?}");
            }
        }
    }
}

#[test]
fn mirrored_worlds_move_mirrored() {
    for shape in shapes() {
        let mut heights = [0.0; 2];
        for (side, height) in [1.0, -1.0].into_iter().zip(&mut heights) {
            let mut scene = Scene::new(0.016);
            scene.floor(Pose::IDENTITY);
            let axis = [0.0, side, 0.0, 0.4];
            let pose = turned(0.1 * side, 0.0, 0.3, axis);
            let body = scene.moving(shape.clone(), None, pose, [0.3 * side, 0.0, 0.0], [0.0; 3]);
            for _ in 0..25 {
                scene.world.step(0.016);
            }
            let body = scene.world.body(body).unwrap();
            *height = body.centre().z;
            assert!(body.centre().y.abs() < 1e-9, "{shape:?}");
        }
        assert!(
            (heights[0] - heights[1]).abs() < 1e-9,
            "{shape:?} {heights:?}"
        );
    }
}
