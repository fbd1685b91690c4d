//! Files: slots, DEF and USE, PROTOs.

use super::{bystander, header, solid_shape, time_step};
use crate::random::Random;
use crate::stage::StagedWorld;

/// A slot with its contents, to this depth.
fn slot(random: &mut Random, depth: usize, number: &mut usize) -> String {
    *number += 1;
    let at = *number;
    let kind = random.pick(&["a", "b", "a+", "a-", ""]);
    let end = match (depth, random.below(3)) {
        (0, _) | (_, 0) => String::new(),
        (_, 1) => format!("endPoint {}", slot(random, depth - 1, number)),
        _ => format!("endPoint Solid {{ name \"in{at}\" }}"),
    };
    format!("DEF SL{at} Slot {{ type {kind:?} {end} }}")
}

/// Slots with what fits and what does not, also imported and removed.
pub(super) fn slots(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = 12;
    let mut number = 0;
    let mut world = header(step, "");
    let mut arguments = Vec::new();
    for at in 0..random.whole(1, 3) {
        let slots: Vec<String> = (0..random.whole(1, 3))
            .map(|_| slot(random, 2, &mut number))
            .collect();
        world += &format!(
            "DEF S{at} Solid {{ name \"s{at}\" children [ {} ] }}\n",
            slots.join(" ")
        );
    }
    for at in 1..=number {
        arguments.push(format!("watch=SL{at}:endPoint"));
    }
    for _ in 0..random.whole(0, 4) {
        let (when, at) = (random.below(steps), random.whole(1, number));
        arguments.push(match random.below(3) {
            0 => format!("at={when}:remove SL{at}"),
            1 => format!(
                "at={when}:set SL{at}:type {}",
                random.pick(&["a", "b", "a+"])
            ),
            _ => {
                let text = slot(random, 1, &mut 100).replace("DEF SL101 ", "");
                format!("at={when}:import SL{at}:endPoint {text}")
            }
        });
    }
    world + &bystander(step, steps, &arguments)
}

/// A PROTO with parameters of several types.
fn proto(random: &mut Random, name: &str) -> String {
    let shape = solid_shape(random, 0.3);
    let inner = random.pick(&["", "DEF BOLT Solid { name \"bolt\" } USE BOLT"]);
    let template = random.chance(0.5);
    let (tags, count, repeated) = match template {
        true => (
            "# template language: javascript\n",
            "field SFInt32 count 2",
            "%< for (let i = 0; i < fields.count.value; ++i) { >% Pose { translation %<= i >% 0 0 } %< } >%",
        ),
        false => ("", "", ""),
    };
    format!(
        "#VRML_SIM R2023b utf8\n{tags}PROTO {name} [\n field SFVec3f translation {}\n \
         field SFRotation rotation 0 0 1 0\n field SFString name {name:?}\n \
         field MFNode extra [ ]\n field SFColor tint {}\n {count}\n]\n{{\n Solid {{ \
         translation IS translation rotation IS rotation name IS name children [ \
         Group {{ children IS extra }} Shape {{ appearance PBRAppearance {{ \
         baseColor IS tint }} geometry {shape} }} {inner} {repeated} ] }}\n}}\n",
        random.vector(-1.0, 1.0),
        random.vector(0.0, 1.0)
    )
}

/// A world of PROTO instances, DEF and USE.
pub(super) fn language(random: &mut Random) -> StagedWorld {
    let step = time_step(random);
    let names = ["Alpha", "Beta"];
    let protos: Vec<(String, String)> = names[..random.whole(1, 2)]
        .iter()
        .map(|name| (format!("{name}.proto"), proto(random, name)))
        .collect();
    let declared: String = protos
        .iter()
        .map(|(file, _)| format!("EXTERNPROTO \"../protos/{file}\"\n"))
        .collect();
    let mut world = header(
        step,
        &format!("title \"t\" info [ \"{}\" ]", random.below(100)),
    );
    world = world.replacen('\n', &format!("\n{declared}"), 1);
    let shape = solid_shape(random, 0.5);
    world += &format!(
        "DEF MODEL Solid {{ translation {} name \"model\" children [ DEF SHAPE Shape {{ \
         appearance DEF LOOK Appearance {{ material Material {{ diffuseColor {} }} }} \
         geometry {shape} }} ] }}\n",
        random.vector(-1.0, 1.0),
        random.vector(0.0, 1.0)
    );
    for at in 0..random.whole(1, 5) {
        let place = random.vector(-3.0, 3.0);
        let extra = random.pick(&["USE SHAPE", "Shape { appearance USE LOOK }", ""]);
        world += &match random.below(4) {
            0 => format!("Pose {{ translation {place} children [ USE SHAPE ] }}\n"),
            1 => format!("Solid {{ translation {place} name \"n{at}\" children [ {extra} ] }}\n"),
            _ => {
                let name = names[random.below(protos.len())];
                format!(
                    "DEF P{at} {name} {{ translation {place} rotation {} name \"p{at}\" \
                     tint {} extra [ {extra} ] }}\n",
                    random.rotation(),
                    random.vector(0.0, 1.0)
                )
            }
        };
    }
    let arguments = [
        format!("at=2:set MODEL:translation {}", random.vector(-1.0, 1.0)),
        "watch=MODEL:translation".to_owned(),
        "watch=P0:translation".to_owned(),
    ];
    world += &bystander(step, 6, &arguments);
    StagedWorld { world, protos }
}
