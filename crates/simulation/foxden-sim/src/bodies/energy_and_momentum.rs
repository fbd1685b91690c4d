//! The mechanics of all bodies together: energy and momentum, for judging a run.

use crate::math::Vector;
use crate::world::World;

/// Sums over all bodies of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mechanics {
    /// The mass in kilograms.
    pub mass: f64,
    /// The energy of motion in joules.
    pub kinetic: f64,
    /// The energy of height in joules; 0 is at the origin.
    pub potential: f64,
    /// The momentum in newton seconds.
    pub momentum: Vector,
    /// The angular momentum about the origin.
    pub angular_momentum: Vector,
    /// The centre of mass.
    pub centre: Vector,
    /// The speed of the fastest body, in metres per second.
    pub fastest: f64,
    /// How fast the body that turns fastest does, in radians per second.
    pub turning: f64,
}

impl Mechanics {
    /// Energy of motion and height.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// The angular momentum about the centre of mass.
    pub fn spin(&self) -> Vector {
        self.angular_momentum - self.centre.cross(self.momentum)
    }
}

impl World {
    /// Energy and momentum of all bodies.
    pub fn mechanics(&self) -> Mechanics {
        let bodies = &self.state.bodies;
        let gravity = self.settings().gravity;
        let mut sum = Mechanics::default();
        let mut moment = Vector::ZERO;
        for (_, id) in &bodies.owners {
            let Some(body) = bodies.dynamics.body(*id) else {
                continue;
            };
            let (mass, centre) = (body.mass().mass, body.centre());
            let (linear, angular) = (body.linear_velocity(), body.angular_velocity());
            let rotation = body.orientation().matrix();
            let spin = rotation * (body.mass().inertia * (rotation.transposed() * angular));
            sum.mass += mass;
            sum.kinetic += 0.5 * (mass * linear.length_squared() + angular.dot(spin));
            sum.potential -= mass * gravity.dot(centre);
            sum.momentum += linear * mass;
            sum.angular_momentum += spin + centre.cross(linear * mass);
            sum.fastest = sum.fastest.max(linear.length());
            sum.turning = sum.turning.max(angular.length());
            moment += centre * mass;
        }
        if sum.mass > 0.0 {
            sum.centre = moment * (1.0 / sum.mass);
        }
        sum
    }
}
