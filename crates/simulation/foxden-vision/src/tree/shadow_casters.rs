//! Shapes that cast shadows.

use super::{Ray, SingleBounds, Tree};
use crate::geometry::Geometry;
use crate::instance::Transform;
use crate::scene::VisibleScene;
use crate::vector::{apply, apply_back};

/// Hits nearer than this are the point itself, in metres.
const NEAREST: f64 = 1e-5;

#[derive(Clone, Debug)]
struct Caster {
    instance: u32,
    transform: Transform,
    geometry: Geometry,
}

/// All shapes that cast shadows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Casters {
    casters: Vec<Caster>,
    bounds: Vec<SingleBounds>,
    tree: Tree,
}

/// A way from a point to a light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowRay {
    pub(crate) origin: [f64; 3],
    /// Unit vector.
    pub(crate) to_light: [f64; 3],
    pub(crate) length: f64,
    /// The triangle that the point belongs to: instance and element.
    pub(crate) own: [u32; 2],
}

impl Casters {
    /// The shapes of a scene that cast shadows.
    pub(crate) fn new(scene: &VisibleScene) -> Self {
        let mut casters = Vec::new();
        let mut bounds = Vec::new();
        for (id, instance) in scene.seen_instances() {
            let is_opaque = scene
                .surface(instance.material)
                .is_some_and(|surface| !surface.is_translucent(scene));
            let is_regular = instance.transform.is_finite()
                && instance.transform.scale.iter().all(|part| *part != 0.0);
            let Some(geometry) = scene.geometry(instance.geometry) else {
                continue;
            };
            if instance.casts_shadows
                && is_opaque
                && is_regular
                && !geometry.mesh().triangles().is_empty()
            {
                bounds.push(world_bounds(&instance.transform, geometry.bounds()));
                casters.push(Caster {
                    instance: id.0,
                    transform: instance.transform,
                    geometry: geometry.clone(),
                });
            }
        }
        Self {
            tree: Tree::new(&bounds),
            bounds,
            casters,
        }
    }

    /// The shapes that may be between points within a box and a light.
    /// `towards` is a direction, or the way to the light from the middle of the box.
    pub(crate) fn candidates(
        &self,
        [low, high]: SingleBounds,
        towards: [f64; 3],
        length: f64,
        found: &mut Vec<u32>,
    ) {
        found.clear();
        let middle: [f64; 3] =
            std::array::from_fn(|axis| (f64::from(low[axis]) + f64::from(high[axis])) / 2.0);
        let half: [f32; 3] = std::array::from_fn(|axis| (high[axis] - low[axis]) * 0.501 + 1e-6);
        let ray = Ray::new(middle, towards, length);
        self.tree.all_near(&ray, half, |caster| found.push(caster));
    }

    /// Whether any of these shapes is between a point and a light.
    pub(crate) fn hide(&self, candidates: &[u32], shadow: &ShadowRay) -> bool {
        let ray = Ray::new(shadow.origin, shadow.to_light, shadow.length);
        candidates.iter().any(|caster| {
            ray.meets(&self.bounds[*caster as usize])
                && self.casters[*caster as usize].hides(shadow)
        })
    }
}

/// The box in the world around a box of a geometry, a little larger for rounding.
pub(crate) fn world_bounds(transform: &Transform, [low, high]: SingleBounds) -> SingleBounds {
    let parts = |axis: usize, pick: f64| {
        let (low, high) = (f64::from(low[axis]), f64::from(high[axis]));
        ((low + high) / 2.0 + pick * (high - low) / 2.0) * transform.scale[axis]
    };
    let middle = apply(
        &transform.rotation,
        std::array::from_fn(|axis| parts(axis, 0.0)),
    );
    let half: [f64; 3] = std::array::from_fn(|axis| (parts(axis, 1.0) - parts(axis, 0.0)).abs());
    let corner = |sign: f64| {
        std::array::from_fn(|axis| {
            let size: f64 = (0..3)
                .map(|column| transform.rotation[axis][column].abs() * half[column])
                .sum();
            let middle = middle[axis] + transform.position[axis];
            (middle + sign * (size + 1e-6 * (1.0 + middle.abs() + size))) as f32
        })
    };
    [corner(-1.0), corner(1.0)]
}

impl Caster {
    fn hides(&self, shadow: &ShadowRay) -> bool {
        let transform = &self.transform;
        let local = |vector: [f64; 3]| {
            let turned = apply_back(&transform.rotation, vector);
            std::array::from_fn(|axis| turned[axis] / transform.scale[axis])
        };
        let origin = std::array::from_fn(|axis| shadow.origin[axis] - transform.position[axis]);
        let ray = Ray::new(local(origin), local(shadow.to_light), shadow.length);
        let mesh = self.geometry.mesh();
        let triangles = mesh.triangles();
        self.geometry.tree().any(&ray, |element| {
            if [self.instance, element] == shadow.own {
                return false;
            }
            let corners =
                triangles[element as usize].map(|at| mesh.positions[at as usize].map(f64::from));
            hit(&ray, corners).is_some_and(|at| at > NEAREST && at < shadow.length)
        })
    }
}

/// Where a ray meets a triangle, from either side.
fn hit(ray: &Ray, [a, b, c]: [[f64; 3]; 3]) -> Option<f64> {
    use crate::vector::{long_cross as cross, long_sub as sub};
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (e1, e2) = (sub(b, a), sub(c, a));
    let p = cross(ray.direction, e2);
    let determinant = dot(e1, p);
    if determinant == 0.0 {
        return None;
    }
    let inverse = 1.0 / determinant;
    let from = sub(ray.origin, a);
    let u = dot(from, p) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let q = cross(from, e1);
    let v = dot(ray.direction, q) * inverse;
    if v < 0.0 || u + v > 1.0 {
        return None;
    }
    Some(dot(e2, q) * inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate;

    fn caster(scale: f64) -> Casters {
        let Ok(geometry) = Geometry::new(tessellate::box_()) else {
            unreachable!()
        };
        let transform = Transform {
            position: [0.0, 0.0, 2.0],
            scale: [scale; 3],
            ..Transform::IDENTITY
        };
        let bounds = vec![world_bounds(&transform, geometry.bounds())];
        Casters {
            tree: Tree::new(&bounds),
            bounds,
            casters: vec![Caster {
                instance: 0,
                transform,
                geometry,
            }],
        }
    }

    #[test]
    fn a_box_hides_what_is_behind_it_but_not_beside_it() {
        let casters = caster(0.5);
        let ray = |x: f64, length: f64| ShadowRay {
            origin: [x, 0.01, 0.0],
            to_light: [0.0, 0.0, 1.0],
            length,
            own: [9, 9],
        };
        assert!(casters.hide(&[0], &ray(0.2, 10.0)));
        assert!(!casters.hide(&[0], &ray(0.3, 10.0)));
        // the light is in front of the box
        assert!(!casters.hide(&[0], &ray(0.2, 1.0)));
        let mut found = Vec::new();
        let area = [[0.3, 0.0, 0.0], [0.5, 0.2, 0.1]];
        casters.candidates(area, [0.0, 0.0, 1.0], 10.0, &mut found);
        assert!(found.is_empty());
        let area = [[0.1, 0.0, 0.0], [0.5, 0.2, 0.1]];
        casters.candidates(area, [0.0, 0.0, 1.0], 10.0, &mut found);
        assert_eq!(found, [0]);
    }
}
