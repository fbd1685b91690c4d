//! Lights, background and fog.

use super::Sources;
use super::textures::Textures;
use crate::light::LightNodeKind;
use crate::math::Vector;
use crate::model::compile::read;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{Background, Fog, FogKind, Light, LightKind, VisibleScene};

/// How a light that does not fade is attenuated.
const UNFADED: Vector = Vector::X;

/// The lights that are on, in scene order.
pub(super) fn lights(sources: &Sources<'_>) -> Vec<Light> {
    let (scene, state) = (sources.scene, sources.state);
    let rows = sources.model.lights.iter().zip(&state.lights);
    rows.filter(|(_, state)| state.is_on)
        .map(|(row, now)| {
            let place = row.place.map(|place| &state.poses[place]);
            let location = || {
                let position = match place {
                    Some(pose) => pose.apply(now.location),
                    None => now.location,
                };
                position.to_array()
            };
            let radius = || read::number(scene, row.node, "radius");
            let turned = |direction: Vector| match place {
                Some(pose) => (pose.rotation * direction).to_array(),
                None => direction.to_array(),
            };
            let attenuation = row.attenuation.to_array();
            let kind = match row.kind {
                LightNodeKind::Directional { direction } => LightKind::Directional {
                    direction: direction.to_array(),
                },
                LightNodeKind::Point => LightKind::Point {
                    location: location(),
                    attenuation,
                    radius: radius(),
                },
                LightNodeKind::Spot {
                    direction,
                    cut_off_angle,
                    beam_width,
                } => LightKind::Spot {
                    location: location(),
                    direction: turned(direction),
                    attenuation,
                    radius: radius(),
                    beam_width,
                    cut_off_angle,
                },
            };
            let fades = row.attenuation != UNFADED
                && !matches!(row.kind, LightNodeKind::Directional { .. });
            Light {
                kind,
                color: now.color,
                intensity: row.intensity,
                // light that fades has no share in what comes from everywhere
                ambient_intensity: if fades { 0.0 } else { row.ambient },
                casts_shadows: read::flag(scene, row.node, "castShadows"),
            }
        })
        .collect()
}

/// The first node of a kind at the top level.
fn top_node(scene: &Scene, kind: NodeType) -> Option<NodeId> {
    let top = scene.nodes_in(scene.top_level()).iter().copied();
    top.into_iter()
        .find(|node| read::kind(scene, *node) == kind)
}

/// The Background node.
pub(super) fn background(
    sources: &Sources<'_>,
    textures: &mut Textures,
    visible: &mut VisibleScene,
) -> Option<Background> {
    let (scene, assets) = (sources.scene, sources.assets);
    let node = top_node(scene, NodeType::Background)?;
    let colors = read::colors(scene, node, "skyColor");
    let sides = crate::spatial::textures::SKY_BOX_FIELDS
        .map(|field| assets.textures.sky_side(node, field).cloned());
    let sky_box = match sides {
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] => {
            Some([a, b, c, d, e, f].map(|side| textures.of_picture(visible, &side)))
        }
        _ => None,
    };
    Some(Background {
        sky_color: colors.first().copied().unwrap_or([0.0; 3]),
        luminosity: read::number(scene, node, "luminosity"),
        sky_box,
    })
}

/// The Fog node.
pub(super) fn fog(scene: &Scene) -> Option<Fog> {
    let node = top_node(scene, NodeType::Fog)?;
    Some(Fog {
        color: read::color(scene, node, "color"),
        kind: match read::text(scene, node, "fogType").as_str() {
            "EXPONENTIAL" => FogKind::Exponential,
            "EXPONENTIAL2" => FogKind::Exponential2,
            _ => FogKind::Linear,
        },
        visibility_range: read::number(scene, node, "visibilityRange"),
    })
}
