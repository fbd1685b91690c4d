//! Materials of COLLADA files: from the symbol of a list of faces to its effect.

use super::collada::{Named, by_id, numbers};
use super::materials::{MaterialMap, MeshMaterial};
use roxmltree::Node;
use std::collections::HashMap;

type Ids<'a, 'input> = HashMap<&'a str, Node<'a, 'input>>;

/// The exponent of mirrored light where an effect names none.
const USUAL_SHININESS: f64 = 10.0;

/// The element of maps of normals.
const BUMP: &str = "bump";

/// The id of the material that an instance of a geometry gives to a symbol; for one
/// that it does not name, that of the first of its symbols in the order of letters.
pub(super) fn bound_material<'a>(instance: Node<'a, '_>, symbol: &str) -> Option<&'a str> {
    let mut bound: Vec<(&str, Node<'a, '_>)> = instance
        .descendants()
        .filter(|node| node.is_named("instance_material"))
        .filter_map(|node| Some((node.attribute("symbol")?, node)))
        .collect();
    let named = bound.iter().position(|(known, _)| *known == symbol);
    if named.is_none() {
        bound.sort_by_key(|(known, _)| *known);
    }
    let (_, node) = bound.get(named.unwrap_or(0))?;
    node.attribute("target")?.strip_prefix('#')
}

/// The ids of all materials with an effect, in the order in which the genuine program
/// numbers them: that of their letters.
pub(super) fn numbered_materials<'a>(root: Node<'a, '_>, ids: &Ids<'a, '_>) -> Vec<&'a str> {
    let has_effect = |material: &Node<'a, '_>| effect_of(ids, *material).is_some();
    let mut found: Vec<&str> = root
        .descendants()
        .filter(|node| node.is_named("material"))
        .filter(has_effect)
        .filter_map(|node| node.attribute("id"))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn effect_of<'a, 'input>(
    ids: &Ids<'a, 'input>,
    material: Node<'a, 'input>,
) -> Option<Node<'a, 'input>> {
    let instance = material
        .children()
        .find(|node| node.is_named("instance_effect"))?;
    by_id(ids, instance.attribute("url")?)
}

/// The material with an id.
pub(super) fn material<'a>(ids: &Ids<'a, '_>, id: &str) -> MeshMaterial {
    let mut made = MeshMaterial::new(id);
    made.set_shininess(USUAL_SHININESS);
    if let Some(effect) = ids.get(id).and_then(|material| effect_of(ids, *material)) {
        read_effect(ids, effect, &mut made);
    }
    made
}

fn read_effect<'a>(ids: &Ids<'a, '_>, effect: Node<'a, '_>, made: &mut MeshMaterial) {
    let shading = effect.descendants().find(|node| {
        let models = ["phong", "blinn", "lambert", "constant"];
        models.iter().any(|model| node.is_named(model))
    });
    let part = |name: &str| {
        shading
            .into_iter()
            .flat_map(|shading| shading.children())
            .find(|node| node.is_named(name))
    };
    let number = |name: &str| {
        let value = part(name)?.children().find(|node| node.is_named("float"))?;
        numbers::<f64>(value)
            .first()
            .copied()
            .filter(|number| number.is_finite())
    };
    let color = |name: &str| {
        let value = part(name)?.children().find(|node| node.is_named("color"))?;
        color(value)
    };
    let picture = |name: &str| {
        // maps of normals are not a part of the standard, and stand elsewhere
        let bump = || effect.descendants().find(|node| node.is_named(name));
        let node = if name == BUMP { bump() } else { part(name) }?;
        let texture = node.children().find(|node| node.is_named("texture"))?;
        picture(ids, effect, texture.attribute("texture")?)
    };
    if let Some([red, green, blue, _]) = color("diffuse") {
        made.base_color = [red, green, blue];
    }
    if let Some([red, green, blue, _]) = color("emission") {
        made.emissive_color = [red, green, blue];
    }
    if let Some(exponent) = number("shininess") {
        made.set_shininess(exponent);
    }
    let transparent = part("transparent");
    let mode = transparent.and_then(|node| node.attribute("opaque"));
    let [red, green, blue, alpha] = color("transparent").unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let mut opacity = number("transparency").unwrap_or(1.0);
    opacity *= match mode {
        Some("RGB_ZERO" | "RGB_ONE") => 0.212671 * red + 0.715160 * green + 0.072169 * blue,
        _ => alpha,
    };
    if matches!(mode, Some("RGB_ZERO" | "A_ZERO")) {
        opacity = 1.0 - opacity;
    }
    made.set_opacity(opacity);
    for (name, map) in [
        ("diffuse", MaterialMap::BaseColor),
        ("emission", MaterialMap::Emissive),
        (BUMP, MaterialMap::Normal),
    ] {
        if let Some(file) = picture(name) {
            made.add_map(map, &file);
        }
    }
}

/// Four parts from 0 to 1; the last one may be left out.
fn color(node: Node<'_, '_>) -> Option<[f64; 4]> {
    let parts: Vec<f64> = numbers(node);
    let [red, green, blue] = parts.get(..3)?.try_into().ok()?;
    let alpha = parts.get(3).copied().unwrap_or(1.0);
    let all: [f64; 4] = [red, green, blue, alpha];
    all.iter()
        .all(|part| part.is_finite())
        .then(|| all.map(|part| part.clamp(0.0, 1.0)))
}

/// The file of a texture: by a sampler and its surface, or the id of an image.
fn picture<'a>(ids: &Ids<'a, '_>, effect: Node<'a, '_>, name: &'a str) -> Option<String> {
    let parameter = |name: &str| {
        effect
            .descendants()
            .filter(|node| node.is_named("newparam"))
            .find(|node| node.attribute("sid") == Some(name))
    };
    let text = |node: Node<'a, '_>, element: &str| {
        let found = node.descendants().find(|node| node.is_named(element))?;
        Some(found.text()?.trim().to_owned())
    };
    let mut image = name.to_owned();
    if let Some(sampler) = parameter(name) {
        image = match text(sampler, "source") {
            Some(surface) => text(parameter(&surface)?, "init_from")?,
            // COLLADA 1.5 names the image itself
            None => {
                let named = sampler
                    .descendants()
                    .find(|node| node.is_named("instance_image"))?;
                named.attribute("url")?.trim_start_matches('#').to_owned()
            }
        };
    }
    let file = text(*ids.get(image.as_str())?, "init_from")?;
    let file = file.strip_prefix("file://").unwrap_or(&file);
    Some(file.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::collada::parse;
    use super::*;

    const TWO: &str = r##"<COLLADA><asset><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i"><init_from>textures/wood.png</init_from></image></library_images>
<library_effects><effect id="e1"><profile_COMMON>
 <newparam sid="surface"><surface type="2D"><init_from>i</init_from></surface></newparam>
 <newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
 <technique sid="t"><phong><emission><color>0.1 0.2 0.3 1</color></emission>
 <diffuse><texture texture="sampler" texcoord="UV"/></diffuse>
 <shininess><float>51</float></shininess></phong></technique></profile_COMMON></effect>
 <effect id="e2"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse>
 <transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent>
 <transparency><float>0.5</float></transparency></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m1"><instance_effect url="#e1"/></material>
 <material id="m2"><instance_effect url="#e2"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
 <source id="s"><float_array id="a">0 0 0 1 0 0 0 1 0</float_array></source>
 <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
 <triangles material="one"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
 <triangles material="two"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene><node><instance_geometry url="#g"><bind_material>
 <technique_common><instance_material symbol="one" target="#m1"/><instance_material symbol="two" target="#m2"/>
 </technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes></COLLADA>"##;

    #[test]
    fn faces_have_the_effect_of_their_material() {
        let file = parse(TWO).unwrap();
        let names: Vec<&str> = file.parts.iter().map(|part| &*part.material).collect();
        assert_eq!(names, ["m1", "m2"]);
        let [one, two] = &file.materials[..] else {
            panic!("{:?}", file.materials)
        };
        assert_eq!(one.emissive_color, [0.1, 0.2, 0.3]);
        assert!((one.roughness - 0.8).abs() < 1e-12);
        assert_eq!(
            one.maps,
            [(MaterialMap::BaseColor, "textures/wood.png".into())]
        );
        assert_eq!((two.base_color, two.transparency), ([1.0, 0.0, 0.0], 0.75));
        assert!((two.roughness - 245.0 / 255.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_missing_gives_the_usual_material() {
        for gone in [
            "library_effects",
            "library_materials",
            "library_images",
            "bind_material",
        ] {
            let text = TWO.replace(gone, "other");
            let file = parse(&text).unwrap();
            assert_eq!(file.parts.len(), 2, "{gone}");
            assert!(file.materials.iter().all(|one| one.base_color[1] < 1.0));
        }
    }
}
