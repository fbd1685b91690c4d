//! All instances of a scene, drawn into one picture.

use super::clip::{self, Cut, WHOLE};
use super::fill::{Depths, Fragment, Listed, Numbered, fill};
use super::frame::{Corner, Frame, ModelView};
use super::lines_and_points;
use super::rays::{self, Choice, Rays, Visibility};
use super::setup::{Patch, Setup};
use crate::geometry::Geometry;
use crate::instance::Instance;
use crate::mesh::Elements;
use crate::scene::{InstanceId, VisibleScene};

/// What a picture becomes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    /// 1/w of what is seen in each pixel; 0: nothing.
    pub(crate) depths: Vec<f32>,
    /// What w times 1/w is after interpolation: 1 but for rounding; empty if
    /// patches are wanted.
    pub(crate) units: Vec<f32>,
    /// The patch that is seen in each pixel; empty if only depths are wanted.
    pub(crate) numbers: Vec<u32>,
    /// Patches that were seen when they were drawn.
    pub(crate) patches: Vec<Patch>,
    /// Pixels of what is translucent, while it is drawn.
    listed: Option<Vec<Fragment>>,
    corners: Vec<Corner>,
    /// For each corner: the borders it is outside of, and those it is far beyond.
    codes: Vec<[u8; 2]>,
    /// Places of corners that are not far beyond a border.
    places: Vec<[f32; 3]>,
    point_size: f32,
    room: [Vec<Cut>; 2],
    /// Triangles that rays may meet, while a geometry is drawn.
    pub(super) found: Vec<u32>,
}

impl Target {
    /// Empties it for a picture.
    pub(crate) fn clear(&mut self, frame: &Frame, is_numbered: bool) {
        let count = frame.width as usize * frame.height as usize;
        self.depths.clear();
        self.depths.resize(count, 0.0);
        self.numbers.clear();
        self.units.clear();
        if is_numbered {
            self.numbers.resize(count, super::NONE);
        } else {
            self.units.resize(count, 1.0);
        }
        self.patches.clear();
    }
}

/// Which instances are drawn.
pub(crate) struct Selection<'a> {
    /// Those that the device does not see, in rising order.
    pub(crate) hidden: &'a [InstanceId],
    /// The side of the square of a point in pixels.
    pub(crate) point_size: f32,
    /// Others that are not drawn now.
    pub(crate) accepts: &'a dyn Fn(&Instance) -> bool,
}

/// Draws what is selected into a target, over what is there already.
pub(crate) fn draw(
    scene: &VisibleScene,
    frame: &Frame,
    selection: &Selection<'_>,
    target: &mut Target,
) {
    for (id, instance) in scene.seen_instances() {
        if selection.hidden.binary_search(&id).is_ok() || !instance.transform.is_finite() {
            continue;
        }
        let material = scene.material(instance.material);
        let (Some(geometry), Some(material)) = (scene.geometry(instance.geometry), material) else {
            continue;
        };
        if material.is_drawn() && (selection.accepts)(instance) {
            target.point_size = selection.point_size;
            draw_instance(frame, id, instance, geometry, scene.visibility, target);
        }
    }
}

/// The pixels of an instance that are not hidden by what was drawn, in the
/// order of its triangles. Its patches are added to those of the target.
pub(crate) fn fragments(
    scene: &VisibleScene,
    frame: &Frame,
    id: InstanceId,
    target: &mut Target,
) -> Vec<Fragment> {
    let Some(instance) = scene.instance(id) else {
        return Vec::new();
    };
    if let Some(geometry) = scene.geometry(instance.geometry) {
        target.listed = Some(Vec::new());
        draw_instance(frame, id, instance, geometry, scene.visibility, target);
    }
    target.listed.take().unwrap_or_default()
}

/// Draws one instance.
fn draw_instance(
    frame: &Frame,
    id: InstanceId,
    instance: &Instance,
    geometry: &Geometry,
    visibility: Visibility,
    target: &mut Target,
) {
    if frame.is_far_off(&instance.transform, geometry.bounds()) {
        return;
    }
    let model_view = frame.model_view(&instance.transform);
    if model_view.misses(geometry.bounds(), frame) {
        return;
    }
    let positions = &geometry.mesh().positions;
    match &geometry.mesh().elements {
        Elements::Triangles(_) => {
            let rays = Rays::new(frame, &model_view);
            match Choice::new(visibility, geometry, &rays) {
                Choice::RayTree => rays::draw(frame, id.0, geometry, &model_view, &rays, target),
                Choice::Rasteriser => {
                    draw_triangles(frame, id, geometry, &model_view, target);
                }
                Choice::RasteriserUntil(enough) => {
                    if draw_triangles(frame, id, geometry, &model_view, target) >= enough {
                        geometry.want_tree();
                    }
                }
            }
        }
        Elements::Lines(segments) => {
            place_corners(frame, &model_view, positions.iter().copied(), target);
            for (element, segment) in segments.iter().enumerate() {
                let [from, to] = segment.map(|at| target.corners[at as usize]);
                if let Some([from, to]) = cut_line(frame, from, to) {
                    let quad = lines_and_points::line(frame.place(from), frame.place(to));
                    draw_quad(frame, [id.0, element as u32], quad, target);
                }
            }
        }
        Elements::Points => {
            place_corners(frame, &model_view, positions.iter().copied(), target);
            for element in 0..target.corners.len() {
                let corner = target.corners[element];
                if clip::beyond(frame, corner) == 0 {
                    let quad = lines_and_points::point(frame.place(corner), target.point_size);
                    draw_quad(frame, [id.0, element as u32], quad, target);
                }
            }
        }
    }
}

/// Draws all triangles of a geometry that may be within the picture. Returns
/// how many they are.
fn draw_triangles(
    frame: &Frame,
    id: InstanceId,
    geometry: &Geometry,
    model_view: &ModelView,
    target: &mut Target,
) -> usize {
    let mesh = geometry.mesh();
    let (positions, triangles) = (&mesh.positions, mesh.triangles());
    let clusters = geometry.clusters();
    if clusters.is_empty() {
        place_corners(frame, model_view, positions.iter().copied(), target);
        for (element, triangle) in (0..).zip(triangles) {
            let corners = triangle.map(|at| at as usize);
            draw_triangle(frame, [id.0, element], corners, target);
        }
        return triangles.len();
    }
    let mut drawn = 0;
    for cluster in clusters {
        if model_view.misses(cluster.bounds, frame) {
            continue;
        }
        drawn += cluster.corners.len();
        let used = cluster.vertices.iter().map(|at| positions[*at as usize]);
        place_corners(frame, model_view, used, target);
        for (element, triangle) in (cluster.first..).zip(&cluster.corners) {
            draw_triangle(frame, [id.0, element], triangle.map(usize::from), target);
        }
    }
    drawn
}

/// Draws a triangle, given the places of its corners in the lists of the target.
pub(super) fn draw_triangle(
    frame: &Frame,
    owner: [u32; 2],
    triangle: [usize; 3],
    target: &mut Target,
) {
    let [a, b, c] = triangle.map(|at| target.codes[at]);
    if a[0] & b[0] & c[0] != 0 {
        return;
    }
    let corners = triangle.map(|at| target.corners[at]);
    let borders = a[1] | b[1] | c[1];
    if borders == 0 {
        let places = triangle.map(|at| target.places[at]);
        let units = [0, 1, 2].map(|at| corners[at].w * places[at][2]);
        draw_patch(frame, owner, places, units, WHOLE, target);
    } else {
        draw_cut(frame, owner, corners, borders, target);
    }
}

/// Lists corners with their places and the borders that they are beyond.
pub(super) fn place_corners(
    frame: &Frame,
    model_view: &ModelView,
    positions: impl Iterator<Item = [f32; 3]>,
    target: &mut Target,
) {
    target.corners.clear();
    target
        .corners
        .extend(positions.map(|position| model_view.corner(position)));
    target.codes.clear();
    target.places.clear();
    for corner in &target.corners {
        let code = [clip::outside(frame, *corner), clip::beyond(frame, *corner)];
        target.codes.push(code);
        target.places.push(match code[1] {
            0 => frame.place(*corner),
            _ => [0.0; 3],
        });
    }
}

/// Draws what is left of a triangle that goes beyond borders.
fn draw_cut(
    frame: &Frame,
    owner: [u32; 2],
    corners: [Corner; 3],
    borders: u8,
    target: &mut Target,
) {
    let mut room = std::mem::take(&mut target.room);
    if let Some(cuts) = clip::cut(frame, corners, borders, &mut room) {
        for at in 2..cuts.len() {
            let parts = [cuts[at - 1], cuts[at], cuts[0]];
            let places = parts.map(|cut| match cut.is_new {
                true => frame.place_cut(cut.corner),
                false => frame.place(cut.corner),
            });
            let units = parts.map(|cut| unit(cut.corner));
            let weights = parts.map(|cut| cut.weights);
            draw_patch(frame, owner, places, units, weights, target);
        }
    }
    target.room = room;
}

/// What of a line is in front of the camera and near the picture.
fn cut_line(frame: &Frame, from: Corner, to: Corner) -> Option<[Corner; 2]> {
    let borders = clip::beyond(frame, from) | clip::beyond(frame, to);
    if borders == 0 {
        return Some([from, to]);
    }
    let mut room = Default::default();
    let cuts = clip::cut(frame, [from, to, to], borders, &mut room)?;
    let first = cuts.first()?.corner;
    let last = cuts.iter().rev().find(|cut| cut.corner != first)?.corner;
    Some([first, last])
}

fn draw_quad(frame: &Frame, owner: [u32; 2], quad: [[f32; 3]; 4], target: &mut Target) {
    for places in [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]] {
        draw_patch(frame, owner, places, [1.0; 3], WHOLE, target);
    }
}

/// w times 1/w: 1 but for rounding.
fn unit(corner: Corner) -> f32 {
    corner.w * (1.0 / corner.w)
}

fn draw_patch(
    frame: &Frame,
    owner: [u32; 2],
    places: [[f32; 3]; 3],
    units: [f32; 3],
    weights: [[f32; 3]; 3],
    target: &mut Target,
) {
    let Some((setup, slopes)) = Setup::new(frame, &places) else {
        return;
    };
    if target.numbers.is_empty() {
        let mut surface = Depths {
            depths: &mut target.depths,
            units: &mut target.units,
            unit: slopes.plane(units),
        };
        fill(&setup, frame.width, &mut surface);
        return;
    }
    let number = target.patches.len() as u32;
    let is_seen = match &mut target.listed {
        Some(fragments) => fill(
            &setup,
            frame.width,
            &mut Listed {
                depths: &target.depths,
                fragments,
                number,
            },
        ),
        None => fill(
            &setup,
            frame.width,
            &mut Numbered {
                depths: &mut target.depths,
                numbers: &mut target.numbers,
                number,
            },
        ),
    };
    if is_seen {
        target.patches.push(Patch {
            instance: owner[0],
            element: owner[1],
            places,
            weights,
        });
    }
}
