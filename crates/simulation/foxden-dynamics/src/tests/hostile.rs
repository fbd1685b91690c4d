//! Worlds with extreme values: whatever happens, nothing panics, and bodies
//! far from the trouble go on.

use super::*;
use std::sync::Arc;

/// A small generator, so that the worlds differ but never change.
struct Numbers(u64);

impl Numbers {
    fn whole(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below
    }

    /// Mostly sane numbers, sometimes not.
    fn number(&mut self) -> f64 {
        const STRANGE: [f64; 8] = [
            0.0,
            -1.0,
            1e300,
            -1e-300,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e9,
        ];
        if self.whole(40) == 0 {
            STRANGE[self.whole(STRANGE.len())]
        } else {
            self.whole(2000) as f64 / 1000.0 - 1.0
        }
    }

    fn size(&mut self) -> f64 {
        let number = self.number();
        if number.is_finite() {
            0.05 + number.abs() * 0.2
        } else {
            number
        }
    }

    fn vector(&mut self) -> Vector {
        Vector::new(self.number(), self.number(), self.number())
    }

    fn pose(&mut self) -> Pose {
        let axis = self.vector().normalized();
        let angle = self.number();
        Pose::new(self.vector() * 0.5, AxisAngle { axis, angle })
    }

    fn geometry(&mut self) -> Geometry {
        match self.whole(7) {
            0 => Geometry::Box {
                size: Vector::new(self.size(), self.size(), self.size()),
            },
            1 => Geometry::Sphere {
                radius: self.size(),
            },
            2 => Geometry::Cylinder {
                radius: self.size(),
                height: self.size(),
            },
            3 => Geometry::Capsule {
                radius: self.size(),
                height: self.size(),
            },
            4 => Geometry::Plane,
            5 => {
                let vertices = (0..8).map(|_| self.vector()).collect();
                let corner = |numbers: &mut Self| numbers.whole(9) as u32;
                let triangles = (0..8)
                    .map(|_| [corner(self), corner(self), corner(self)])
                    .collect();
                Geometry::Mesh(Arc::new(Mesh::new(vertices, triangles)))
            }
            _ => {
                let heights: Vec<f64> = (0..12).map(|_| self.number()).collect();
                let field = HeightField::new(4, 3, [0.3, 0.2], &heights, 1.0);
                Geometry::HeightField(Arc::new(field.unwrap()))
            }
        }
    }

    fn axis(&mut self) -> AxisSpec {
        let mut axis = AxisSpec::new(self.vector());
        axis.position = self.number();
        (axis.min_stop, axis.max_stop) = (self.number(), self.number());
        if self.whole(2) == 0 {
            (axis.spring, axis.damping) = (self.number(), self.number());
        }
        axis.static_friction = self.number();
        if self.whole(2) == 0 {
            axis.motor = Some(MotorSpec {
                max_force: self.number(),
                max_velocity: self.number(),
                ..MotorSpec::default()
            });
        }
        axis
    }

    fn kind(&mut self) -> JointKind {
        let anchor = self.vector();
        let suspension = Suspension {
            axis: self.vector(),
            spring: self.number(),
            damping: self.number(),
        };
        match self.whole(5) {
            0 => JointKind::Hinge {
                anchor,
                axis: self.axis(),
                suspension,
            },
            1 => JointKind::Slider { axis: self.axis() },
            2 => JointKind::Ball {
                anchor,
                axes: [self.axis(), self.axis(), self.axis()],
                given: [self.whole(2) == 0, self.whole(2) == 0, self.whole(2) == 0],
            },
            3 => JointKind::Hinge2 {
                anchor,
                axis: self.axis(),
                second: self.axis(),
                suspension,
            },
            _ => JointKind::Fixed,
        }
    }
}

fn is_crowd_reported(scene: &Scene) -> bool {
    let mut faults = scene.world.faults.iter();
    faults.any(|fault| fault.kind == FaultKind::Crowded)
}

#[test]
fn bodies_in_one_place_take_bounded_room() {
    const BODIES: usize = 2_100;
    let mut scene = Scene::new(0.016);
    let cupboard = ShapeSpec::new(cube(), Attachment::World(Pose::IDENTITY));
    scene.floor(Pose::IDENTITY);
    let cupboard = scene.world.add_shape(cupboard);
    for _ in 0..BODIES {
        scene.body(ball(), None, Pose::IDENTITY);
    }
    scene.world.collide();
    assert!(is_crowd_reported(&scene));
    let broad_phase = &scene.world.broad_phase;
    assert!(broad_phase.is_crowded);
    assert!(broad_phase.pairs.len() < 20 * BODIES);
    // what was made first, such as the floor, touches all of them
    let contacts = scene.world.contacts();
    let on_cupboard = contacts
        .iter()
        .filter(|contact| contact.shapes.contains(&cupboard));
    assert_eq!(on_cupboard.count(), BODIES);
}

#[test]
fn parts_of_two_bodies_take_bounded_room() {
    const PARTS: usize = 300;
    let mut scene = Scene::new(0.016);
    for _ in 0..2 {
        let body = scene.body(ball(), None, Pose::IDENTITY);
        for _ in 1..PARTS {
            scene.shape(ball(), body, Pose::IDENTITY);
        }
    }
    scene.world.collide();
    assert!(is_crowd_reported(&scene));
    // parts of one body never touch each other
    assert_eq!(scene.world.broad_phase.pairs.len(), PARTS * PARTS);
    assert_eq!(scene.world.contacts().len(), 10_000);
}

#[test]
fn parts_of_one_robot_in_one_place_are_kept_from_rapier() {
    let mut scene = Scene::new(0.016);
    for _ in 0..200 {
        let mass = MassProperties::of(&ball());
        let body = scene.world.add_body(&BodySpec::new(mass, Pose::IDENTITY));
        let mut spec = ShapeSpec::new(ball(), scene.world.attached(body, &Pose::IDENTITY));
        spec.group = Some(1);
        scene.world.add_shape(spec);
    }
    scene.world.collide();
    assert_eq!(scene.world.broad_phase.hidden, 200 * 199 / 2);
    assert!(!scene.world.pair_limit.suits_rapier());
    // they never touch each other, so there is nothing to report
    assert!(!is_crowd_reported(&scene));
    assert!(scene.world.contacts().is_empty());
}

#[test]
fn no_world_panics() {
    for seed in 0..150 {
        let mut numbers = Numbers(seed);
        let mut scene = Scene::new(0.016);
        scene.world.settings.rapier_rows = if seed % 3 == 0 { 10 } else { 250 };
        scene.floor(Pose::IDENTITY);
        let far = scene.body(cube(), None, at(1e4, 0.0, 1e4));
        let mut is_touched = false;
        let bodies: Vec<BodyId> = (0..5)
            .map(|_| {
                let (geometry, pose) = (numbers.geometry(), numbers.pose());
                scene.body(geometry, None, pose)
            })
            .collect();
        let mut geometry = numbers.geometry();
        while matches!(geometry, Geometry::Plane) {
            geometry = numbers.geometry();
        }
        let obstacle = ShapeSpec::new(geometry, Attachment::World(numbers.pose()));
        scene.world.add_shape(obstacle);
        let mut joints = Vec::new();
        for _ in 0..numbers.whole(4) {
            let spec = JointSpec {
                parent: (numbers.whole(2) == 0).then(|| bodies[numbers.whole(2)]),
                end: bodies[2 + numbers.whole(3)],
                frame: numbers.pose(),
                kind: numbers.kind(),
            };
            joints.extend(scene.world.add_joint(&spec));
        }
        for _ in 0..60 {
            for &joint in &joints {
                let number = numbers.number();
                if let Some(motor) = scene.world.motor_mut(joint, 0) {
                    match numbers.whole(3) {
                        0 => motor.set_position(number),
                        1 => motor.set_velocity(number),
                        _ => motor.set_force(number),
                    };
                }
            }
            scene.run_to(scene.done + 1);
            // Shapes as large as the world do reach it.
            is_touched |= scene.world.contacts().iter().any(|contact| {
                contact
                    .shapes
                    .iter()
                    .any(|&shape| scene.world.shape(shape).and_then(Shape::body) == Some(far))
            });
        }
        for &body in &bodies {
            let _ = scene
                .world
                .feedback(joints.first().copied().unwrap_or(JointId::new(0)), 0);
            let velocity = scene.world.body(body).unwrap().linear_velocity();
            assert!(velocity.is_finite(), "seed {seed}");
        }
        let fallen = scene.world.body(far).unwrap().pose().translation;
        assert!(
            is_touched || fallen.x == 1e4 && fallen.z < 1e4 - 1.0,
            "seed {seed}: {fallen:?}"
        );
    }
}
