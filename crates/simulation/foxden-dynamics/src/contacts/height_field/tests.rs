use super::*;
use std::sync::Arc;

fn field(columns: usize, rows: usize, heights: &[f64]) -> Geometry {
    let field = HeightField::new(columns, rows, [1.0, 1.0], heights, 0.5);
    Geometry::HeightField(Arc::new(field.unwrap_or_else(|| panic!("no cell"))))
}

fn points(ground: &Geometry, geometry: &Geometry, place: Vector) -> Vec<ContactPoint> {
    let pose = Pose {
        translation: place,
        ..Pose::IDENTITY
    };
    let mut out = Vec::new();
    super::super::touch((geometry, &pose), (ground, &Pose::IDENTITY), &mut out);
    out
}

fn ball(radius: f64) -> Geometry {
    Geometry::Sphere { radius }
}

#[test]
fn a_ball_on_level_ground_touches_with_its_lowest_point() {
    let found = points(&field(3, 3, &[]), &ball(0.1), Vector::new(0.5, 1.2, 0.09));
    assert_eq!(found.len(), 1);
    assert!((found[0].position - Vector::new(0.5, 1.2, -0.01)).length() < 1e-12);
    assert!((found[0].normal - Vector::Z).length() < 1e-12);
    assert!((found[0].depth - 0.01).abs() < 1e-12);
}

#[test]
fn a_ball_sinks_through_a_ridge_until_it_is_wholly_below() {
    // a ridge along y at x = 1
    let ridge = field(3, 2, &[0.0, 0.25, 0.0, 0.0, 0.25, 0.0]);
    let at = |z: f64| points(&ridge, &ball(0.1), Vector::new(1.0, 0.5, z));
    assert!(at(0.3).is_empty());
    let pushed = at(-0.11);
    assert_eq!(pushed.len(), 1);
    assert!((pushed[0].depth - 0.01).abs() < 1e-12);
    assert!((pushed[0].position - Vector::new(1.0, 0.5, 0.0)).length() < 1e-12);
}

#[test]
fn unequal_dimensions_scramble_the_heights() {
    let heights: Vec<f64> = (0..15).map(|at| 0.1 * f64::from(at / 3)).collect();
    let ground = field(3, 5, &heights);
    // by rows from the far side
    let rows = [
        [0.3, 0.3, 0.4],
        [0.4, 0.4, 0.1],
        [0.2, 0.2, 0.2],
        [0.3, 0.0, 0.0],
        [0.0, 0.1, 0.1],
    ];
    let Geometry::HeightField(field) = ground else {
        return;
    };
    for (from_far, row) in rows.iter().enumerate() {
        for (column, &height) in row.iter().enumerate() {
            assert!((field.grid().height(column, from_far) - height).abs() < 1e-12);
        }
    }
}

#[test]
fn a_wide_box_touches_peaks_with_their_samples() {
    let mut heights = [0.0; 25];
    heights[12] = 0.2;
    let ground = field(5, 5, &heights);
    let plate = Geometry::Box {
        size: Vector::new(2.0, 2.0, 0.1),
    };
    let found = points(&ground, &plate, Vector::new(2.0, 2.0, 0.24));
    let peak = Vector::new(2.0, 2.0, 0.2);
    assert!(
        found
            .iter()
            .any(|point| (point.position - peak).length() < 1e-12
                && (point.depth - 0.01).abs() < 1e-12),
        "{found:?}"
    );
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let hostile = [
        f64::NAN,
        f64::INFINITY,
        -f64::INFINITY,
        1e300,
        -1e300,
        0.0,
        f64::NAN,
        1.0,
        -1.0,
    ];
    let ground = field(3, 3, &hostile);
    for radius in [0.1, 1e9, f64::NAN] {
        points(&ground, &ball(radius), Vector::new(1.0, 1.0, 0.0));
    }
}
