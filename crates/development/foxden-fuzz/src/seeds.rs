//! First inputs: parts of files of the repository, and a valid message of each protocol.

use crate::Target;
use crate::dictionary::Words;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The files of a folder with an ending, in the order of their names.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| fs::read(path).ok())
        .collect()
}

/// Targets whose first byte chooses between a world and a PROTO file.
const WITH_KIND: [&str; 3] = ["lexer", "parser", "writers"];

/// First inputs of a target.
pub fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let mut seeds = match target.name {
        "meshes" => meshes(),
        "images" => ["png", "jpg"]
            .iter()
            .flat_map(|ending| files("crates/development/foxden-fuzz/seeds", ending))
            .collect(),
        "templates" => templates(),
        "definitions" => files("crates/raconteur/raconteur/tests/data", "robdef"),
        "wire_recordings" => vec![
            b"\x01\n---\n{\"time\":{\"sec\":1,\"nsec\":2},\"value\":{\"x\":1.5,\"names\":[\"a\"]}}"
                .to_vec(),
        ],
        _ => by_words(target),
    };
    if seeds.is_empty() {
        // rows of choices
        seeds = (0..16_u8)
            .map(|first| {
                let mut state = u32::from(first) + 1;
                let bytes = std::iter::repeat_with(move || {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) as u8
                });
                bytes.take(target.longest.min(128)).collect()
            })
            .collect();
    }
    for seed in &mut seeds {
        seed.truncate(target.longest);
    }
    seeds
}

fn by_words(target: &Target) -> Vec<Vec<u8>> {
    let lines = |lines: &[&str]| lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    match target.words {
        Words::World => {
            let worlds = files("worlds", "wbt").into_iter().map(|file| (0, file));
            let protos = files("protos", "proto").into_iter().map(|file| (1, file));
            worlds
                .chain(protos)
                .flat_map(|(kind, file)| {
                    let size = target.longest - 1;
                    let parts: Vec<Vec<u8>> = file.chunks(size).map(<[u8]>::to_vec).collect();
                    parts.into_iter().map(move |part| (kind, part))
                })
                .filter(|(kind, _)| target.name != "expansion" || *kind == 1)
                .map(|(kind, part)| match WITH_KIND.contains(&target.name) {
                    true => [&[kind], &part[..]].concat(),
                    false => part,
                })
                .collect()
        }
        Words::Ascii => lines(&[
            "\x40STATE\nCOLORGET\nMESSAGE\n",
            "\x40TELEPORT 10 20\r\nSETARM 1 2 3\r\nSAY \"a b\"\r\n",
            "\x08DRIVE 100 0 0.5 1\nDRIVEARM 1 2 3 4\nCOLORSET 1 0 0.5\n",
        ]),
        Words::Rest => lines(&[
            "GET /api/state",
            "GET /api/den",
            "GET /api/openapi.json",
            "POST /api/teleport\n{\"x\": 1, \"y\": 2.5e3}",
            "POST /api/say?robot=reynard\n{\"message\": \"hello\"}",
            "POST /api/drive_robot\n{\"vel_x\": 1, \"vel_y\": 0, \"timeout\": 1, \"wait\": true}",
            "POST /api/den/lamp\n{\"on\": true}",
        ]),
        Words::Viewer => lines(&[
            "{\"id\":1,\"do\":\"fields\",\"node\":1}",
            "{\"id\":1,\"do\":\"set\",\"node\":3,\"field\":\"translation\",\"text\":\"1 2 3\"}\n\n{\"id\":2,\"do\":\"undo\"}",
            "{\"id\":1,\"do\":\"insert\",\"node\":0,\"field\":\"children\",\"text\":\"Solid { }\"}\n{\"id\":2,\"do\":\"remove\",\"node\":4}",
            "{\"id\":1,\"do\":\"pull\",\"node\":3,\"point\":[0,0,0],\"target\":[1,1,1]}\n\n",
            "{\"id\":1,\"do\":\"motor\",\"robot\":7,\"device\":\"motor\",\"velocity\":1}\n\n{\"id\":3,\"do\":\"reset\"}",
            "{\"id\":1,\"do\":\"move\",\"node\":3,\"position\":[1,2,3],\"rotation\":[1,0,0,0]}",
        ]),
        Words::Http => {
            vec![b"\x01\x20\x82\x85\x01\x02\x03\x04abcde\x89\x80\0\0\0\0\x88\x80\0\0\0\0".to_vec()]
        }
        _ => Vec::new(),
    }
}

fn meshes() -> Vec<Vec<u8>> {
    let obj = "\0v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\n";
    let stl = "\x01solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    let dae = "\x02<COLLADA><asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source=\"#a\" count=\"3\" stride=\"3\"/></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes></COLLADA>";
    [obj, stl, dae]
        .map(|text| text.as_bytes().to_vec())
        .to_vec()
}

fn templates() -> Vec<Vec<u8>> {
    [
        "\0Solid { mass %<= fields.r.value * 2 >% }",
        "\0%< for (let i = 0; i < 3; ++i) { >% Group { } %< } >%",
        "\0%< import * as wbrandom from 'wbrandom.js'; >% %<= wbrandom.real() >%",
        "\x01Solid { mass %{= fields.r.value * 2 }% }",
        "\x01%{ for i = 1, 3 do }% Group { } %{ end }%",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
