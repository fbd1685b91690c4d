//! The texts that are measured.

use std::fmt::Write;

pub const HEAD: &str = "#VRML_SIM R2023b utf8\n";

/// A world of about this many bytes: meshes, robots with joints and devices, furniture.
pub fn world(bytes: usize) -> String {
    let mut text = format!("{HEAD}WorldInfo {{\n  title \"bench\"\n}}\nViewpoint {{\n}}\n");
    let mut at = 0_u32;
    while text.len() < bytes {
        solid(&mut text, at);
        if at.is_multiple_of(4) {
            mesh(&mut text, at);
        }
        at += 1;
    }
    text
}

fn solid(text: &mut String, at: u32) {
    let x = f64::from(at) * 0.37 - 12.5;
    let _ = write!(
        text,
        "DEF SOLID_{at} Solid {{\n  translation {x} {} 0.25\n  rotation 0 0 1 {}\n  children [\n    DEF SHAPE_{at} Shape {{\n      appearance PBRAppearance {{\n        baseColor 0.8 0.{} 0.2\n        roughness 0.5\n        metalness 0\n      }}\n      geometry Box {{\n        size 0.1 0.2 0.3\n      }}\n    }}\n    Pose {{\n      translation 0 0 0.5\n      children [\n        USE SHAPE_{at}\n      ]\n    }}\n  ]\n  name \"solid {at}\"\n  boundingObject Box {{\n    size 0.1 0.2 0.3\n  }}\n  physics Physics {{\n    density -1\n    mass 1.5\n  }}\n}}\n",
        -x * 0.5,
        x.sin(),
        at % 10,
    );
}

fn mesh(text: &mut String, at: u32) {
    let _ = write!(
        text,
        "Shape {{\n  geometry IndexedFaceSet {{\n    coord Coordinate {{\n      point [\n"
    );
    for point in 0..120 {
        let angle = f64::from(point) * 0.1 + f64::from(at);
        let _ = writeln!(
            text,
            "        {:.6} {:.6} {:.6}",
            angle.cos(),
            angle.sin(),
            angle * 0.01
        );
    }
    text.push_str("      ]\n    }\n    coordIndex [\n      ");
    for face in 0..118 {
        let _ = write!(text, "{face}, {}, {}, -1, ", face + 1, face + 2);
    }
    text.push_str("\n    ]\n    creaseAngle 1\n  }\n}\n");
}

/// The body of a PROTO of about 70 kB in the manner of the E-puck: conditions
/// by version, loops over sensors, expressions among much plain text.
pub fn robot_body() -> String {
    let mut text = "  %<\n    const isTwo = fields.version.value === '2';\n    const radius = fields.wheelRadius.value;\n    const angles = [];\n    for (let i = 0; i < fields.sensors.value; ++i)\n      angles.push(2 * Math.PI * i / fields.sensors.value);\n  >%\n  Robot {\n    translation IS translation\n    name %<= '\"' + fields.label.value + '\"' >%\n    children [\n".to_owned();
    for part in 0..40 {
        let _ = write!(
            text,
            "      %< if (isTwo || {part} % 3 !== 1) {{ >%\n      HingeJoint {{\n        jointParameters HingeJointParameters {{\n          axis 0 1 0\n          anchor 0 %<= radius * {part} >% 0.02\n        }}\n        device [\n          RotationalMotor {{\n            name \"wheel motor {part}\"\n            maxVelocity %<= isTwo ? 7.536 : 6.28 >%\n          }}\n          PositionSensor {{\n            name \"wheel sensor {part}\"\n          }}\n        ]\n        endPoint Solid {{\n          translation 0 0.0{part} %<= radius >%\n          children [\n            Shape {{\n              appearance PBRAppearance {{ baseColor 0.1 0.5 0.1 roughness 0.4 metalness 0 }}\n              geometry IndexedFaceSet {{\n                coord Coordinate {{\n                  point [\n"
        );
        for point in 0..16 {
            let angle = f64::from(point) * 0.39;
            let _ = writeln!(
                text,
                "                    {:.6} {:.6} 0.004000",
                angle.cos() * 0.02,
                angle.sin() * 0.02
            );
        }
        text.push_str("                  ]\n                }\n                coordIndex [ 0 1 2 -1 2 3 4 -1 4 5 6 -1 6 7 8 -1 8 9 10 -1 ]\n              }\n            }\n          ]\n");
        let _ = write!(
            text,
            "          name \"wheel {part}\"\n          boundingObject Cylinder {{ radius %<= radius >% height 0.004 }}\n          physics Physics {{ density -1 mass 0.01 }}\n        }}\n      }}\n      %< }} >%\n"
        );
    }
    text.push_str("      %< for (let i = 0; i < angles.length; ++i) { >%\n      DistanceSensor {\n        translation %<= Math.cos(angles[i]) * 0.035 >% %<= Math.sin(angles[i]) * 0.035 >% 0.034\n        rotation 0 0 1 %<= angles[i] >%\n        name %<= '\"ps' + i + '\"' >%\n        numberOfRays 4\n        aperture 1.5\n      }\n      %< } >%\n    ]\n    boundingObject Box { size 0.07 0.07 0.05 }\n    physics Physics { density -1 mass 0.15 }\n  }\n");
    text
}

/// The PROTO around [`robot_body`].
pub fn robot_proto() -> String {
    format!(
        "{HEAD}# template language: javascript\nPROTO BenchRobot [\n  field SFVec3f translation 0 0 0\n  field SFString version \"2\"\n  field SFString label \"bench\"\n  field SFFloat wheelRadius 0.02\n  field SFInt32 sensors 8\n]\n{{\n{}}}\n",
        robot_body()
    )
}

/// A tree of 20 nodes; `place` and `name` may be IS or values.
pub fn twenty_nodes(translation: &str, name: &str) -> String {
    let part = |at: u32| {
        format!(
            "Pose {{ translation 0 0 0.{at} children [ Shape {{ appearance PBRAppearance {{ baseColor 0.{at} 0.5 0.5 roughness 0.3 }} geometry Box {{ size 0.1 0.{at} 0.1 }} }} ] }} "
        )
    };
    format!(
        "Solid {{ translation {translation} name {name} children [ {}{}{}{}] boundingObject Box {{ size 1 1 1 }} physics Physics {{ density -1 mass 2 }} }}",
        part(1),
        part(2),
        part(3),
        part(4),
    )
}
