//! Materials of mesh files, as a CadShape shows them: Wavefront MTL here, the effects
//! of COLLADA in `collada_effects`. The genuine program makes a PBRAppearance of each.

use std::sync::Arc;

/// What a map of a material changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum MaterialMap {
    BaseColor,
    Roughness,
    Metalness,
    Normal,
    Occlusion,
    Emissive,
}

/// A material of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeshMaterial {
    pub(crate) name: Arc<str>,
    pub(crate) base_color: [f64; 3],
    pub(crate) emissive_color: [f64; 3],
    pub(crate) transparency: f64,
    pub(crate) roughness: f64,
    /// Pictures, named as they are beside the file.
    pub(crate) maps: Vec<(MaterialMap, Arc<str>)>,
}

/// How many materials of one file are kept apart.
pub(crate) const MOST_MATERIALS: usize = 256;

impl MeshMaterial {
    /// What a file says nothing about.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            base_color: [0.6; 3],
            emissive_color: [0.0; 3],
            transparency: 0.0,
            roughness: 1.0,
            maps: Vec::new(),
        }
    }

    /// Sets the exponent of mirrored light, from 0 to 255 as a rule.
    pub(super) fn set_shininess(&mut self, exponent: f64) {
        self.roughness = within(1.0 - exponent / 255.0);
    }

    /// Sets how much it hides, from 0 to 1.
    pub(super) fn set_opacity(&mut self, opacity: f64) {
        self.transparency = within(1.0 - opacity);
    }

    /// Adds a picture; the first one of each kind counts.
    pub(super) fn add_map(&mut self, map: MaterialMap, file: &str) {
        let is_known = self.maps.iter().any(|(known, _)| *known == map);
        if !file.is_empty() && !is_known {
            self.maps.push((map, file.replace('\\', "/").into()));
        }
    }
}

/// A part from 0 to 1; the genuine program takes 0 for anything else.
fn within(part: f64) -> f64 {
    if (0.0..=1.0).contains(&part) {
        part
    } else {
        0.0
    }
}

/// The materials of an MTL file. What cannot be read is left out.
pub(super) fn read_library(text: &str) -> Vec<MeshMaterial> {
    let mut materials: Vec<MeshMaterial> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word == "newmtl" {
            if materials.len() == MOST_MATERIALS {
                break;
            }
            materials.push(MeshMaterial::new(rest));
            continue;
        }
        let Some(material) = materials.last_mut() else {
            continue;
        };
        match word {
            "Kd" => set_color(&mut material.base_color, rest),
            "Ke" => set_color(&mut material.emissive_color, rest),
            "Ns" => {
                if let Some([exponent]) = numbers(rest) {
                    material.set_shininess(exponent);
                }
            }
            "d" => {
                let opacity = rest.strip_prefix("-halo").unwrap_or(rest);
                if let Some([opacity]) = numbers(opacity) {
                    material.set_opacity(opacity);
                }
            }
            "Tr" => {
                if let Some([transparency]) = numbers(rest) {
                    material.set_opacity(1.0 - transparency);
                }
            }
            _ => {
                if let Some(map) = map_of(word) {
                    material.add_map(map, file_of(rest));
                }
            }
        }
    }
    materials
}

fn map_of(word: &str) -> Option<MaterialMap> {
    Some(match word {
        "map_Kd" => MaterialMap::BaseColor,
        "map_Ke" | "map_emissive" => MaterialMap::Emissive,
        "map_Kn" | "norm" => MaterialMap::Normal,
        "map_Pr" => MaterialMap::Roughness,
        "map_Pm" => MaterialMap::Metalness,
        _ => return None,
    })
}

fn set_color(color: &mut [f64; 3], text: &str) {
    if let Some(parts) = numbers(text) {
        *color = parts.map(|part: f64| part.clamp(0.0, 1.0));
    } else if let Some([grey]) = numbers(text) {
        *color = [grey.clamp(0.0, 1.0); 3];
    }
}

/// As many finite numbers as are asked for, from the beginning of a text.
fn numbers<const COUNT: usize>(text: &str) -> Option<[f64; COUNT]> {
    let mut words = text.split_whitespace();
    let mut all = [0.0; COUNT];
    for number in &mut all {
        *number = words
            .next()?
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())?;
    }
    Some(all)
}

/// The name of a picture behind its options: `-bm 1 -s 1 1 1 a picture.png`.
fn file_of(text: &str) -> &str {
    let mut rest = text.trim();
    while rest.starts_with('-') {
        let mut words = rest.split_whitespace();
        let option = words.next().unwrap_or_default();
        let most = match option {
            "-o" | "-s" | "-t" => 3,
            "-mm" => 2,
            _ => 1,
        };
        rest = rest[option.len()..].trim_start();
        for at in 0..most {
            let value = rest.split_whitespace().next().unwrap_or_default();
            // of up to three numbers the later ones may be left out
            if at > 0 && value.parse::<f64>().is_err() {
                break;
            }
            rest = rest[value.len()..].trim_start();
        }
    }
    rest.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_has_colours_and_pictures() {
        let text = "# by hand\nKd 1 1 1\nnewmtl red paint\n  Kd 0.8 0.1 0.1\nNs 51\nd 0.75\n\
            map_Kd -bm 1 -s 2 2 -o 0.5 wood\\a plank.png\nmap_Kd other.png\nnewmtl lamp\nKe 0.5\n\
            Tr 0.25\nnorm n.png\nmap_bump b.png\nNs 1000\nKd nan 1 1\n";
        let materials = read_library(text);
        assert_eq!(materials.len(), 2);
        let [red, lamp] = &materials[..] else {
            unreachable!()
        };
        assert_eq!(&*red.name, "red paint");
        assert_eq!((red.base_color, red.transparency), ([0.8, 0.1, 0.1], 0.25));
        assert!((red.roughness - 0.8).abs() < 1e-12);
        assert_eq!(
            red.maps,
            [(MaterialMap::BaseColor, "wood/a plank.png".into())]
        );
        assert_eq!((lamp.base_color, lamp.emissive_color), ([0.6; 3], [0.5; 3]));
        // an exponent beyond the scale is taken as a mirror
        assert_eq!((lamp.transparency, lamp.roughness), (0.25, 0.0));
        assert_eq!(lamp.maps, [(MaterialMap::Normal, "n.png".into())]);
    }

    #[test]
    fn hostile_libraries_do_no_harm() {
        for text in [
            "newmtl",
            "d",
            "newmtl a\nmap_Kd -s -s -s",
            "newmtl a\nmap_Kd -o",
        ] {
            assert!(read_library(text).len() < 2);
        }
        let many = "newmtl a\n".repeat(100_000);
        assert_eq!(read_library(&many).len(), MOST_MATERIALS);
    }
}
