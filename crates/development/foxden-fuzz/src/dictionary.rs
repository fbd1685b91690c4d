//! Words that mutations insert: the catalogue for worlds, and the words of each protocol.

use foxden_catalogue::NodeType;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Which words a target uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// None: each byte is a number or a choice.
    None,
    /// The language of worlds and PROTO files.
    World,
    /// Templates.
    Template,
    /// Mesh files.
    Mesh,
    /// Robot Raconteur messages.
    Message,
    /// Service definitions.
    Definition,
    /// HTTP and WebSocket.
    Http,
    /// Paths and keys of the REST server.
    Rest,
    /// Commands of the ASCII server.
    Ascii,
    /// Commands of viewers.
    Viewer,
}

const WORLD: &str = "#VRML_SIM R2023b utf8|#VRML_SIM R2025a utf8|DEF |USE |IS |NULL|TRUE|FALSE|PROTO \
    |EXTERNPROTO |field |unconnectedField |hiddenField |hidden |%<|>%|%<=|%{|}%|X.proto|webots://|\\\"|# tags:|# template language: javascript";
const TEMPLATE: &str = "for (let i = 0; i < 9; ++i)|while (true)|fields.r.value|fields.list.value|context.id|import * as wbrandom from 'wbrandom.js';|function |return |Math.|new Array(|.repeat(|%<=|>%|%<|%{=|}%|%{|for i = 1, 9 do| end |local |string.rep(|table.|math.|require(";
const MESH: &str = "solid |facet normal |outer loop|vertex |endloop|endfacet|endsolid|v |vn |vt |f |o |g |usemtl |1/2/3|-1//-2|<COLLADA |<library_geometries>|<geometry id=|<mesh>|<source id=|<float_array count=|<technique_common>|<accessor source=\"#|<vertices id=|<triangles count=|<polylist count=|<input semantic=\"VERTEX\"|<p>|<vcount>|<library_visual_scenes>|<visual_scene id=|<node>|<instance_geometry url=\"#|<matrix>|<unit meter=|<up_axis>Z_UP";
const MESSAGE: &str = "RRAC|CreateConnection|STARTTLS|GetRemoteNodeID|capabilities|mutualauth|return|RobotRaconteurServiceIndex|GetLocalNodeServices|username|credentials|clientversion|returnservicedefs|objecttype";
const DEFINITION: &str = "service |stdver 0.9|struct |pod |namedarray |object |end|field |property |function |event |objref |pipe |callback |wire |memory |constant |enum |exception |import |using |implements |option |double|double[]|double[4]|string|varvalue|varobject|{string}|{int32}|{list}|[readonly]|[writeonly]|[unreliable]|[lock]|void|generator|cdouble|bool|int8|uint64|[*]|[3,3]|[-]";
const HTTP: &str = "GET / HTTP/1.1|Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Key: |Sec-WebSocket-Version: 13|Sec-WebSocket-Protocol: robotraconteur.robotraconteur.com|Host: |Origin: |http://localhost";
const REST: &str = "GET |POST |PUT |DELETE |/api/state|/api/color|/api/messages|/api/teleport|/api/say|/api/arm|/api/set_arm_position|/api/drive_robot|/api/drive_arm|/api/openapi.json|/api/stream|/api/den|/api/den/robots|/api/den/reset|/api/den/lamp|/api/den/clock|/api/den/pause|/api/den/step|/api/den/speed|/api/den/trails|?robot=reynard|\"message\":|\"r\":|\"g\":|\"b\":|\"x\":|\"y\":|\"q1\":|\"q2\":|\"q3\":|\"vel_x\":|\"vel_y\":|\"timeout\":|\"wait\":|NaN|Infinity|1e999|true|false|null";
const ASCII: &str = "STATE|COLORGET|COLORSET |MESSAGE|SAY |TELEPORT |SETARM |DRIVE |DRIVEARM |nan|inf|-inf|1e999|1_0|\\\"|'";
const VIEWER: &str = "{\"id\":1,\"do\":|\"play\"|\"pause\"|\"step\"|\"speed\"|\"reset\"|\"reload\"|\"save\"|\"look\"|\"continue\"|\"quit\"|\"open\"|\"fields\"|\"set\"|\"undo\"|\"redo\"|\"move\"|\"remove\"|\"insert\"|\"pull\"|\"motor\"|\"led\"|\"controller\"|\"input\"|\"window\"|\"watch\"|\"node\":|\"field\":|\"text\":|\"position\":|\"rotation\":|\"index\":|\"point\":|\"target\":|\"robot\":|\"device\":|\"velocity\":|\"torque\":|\"topics\":[|\"contacts\"|\"energy\"|\"node:1\"|\"robot:1\"|\"children\"|\"translation\"|\"count\":|\"factor\":|null|1e999";

impl Words {
    /// Those of texts that have tokens.
    pub const TEXTS: [Self; 7] = [
        Self::World,
        Self::Template,
        Self::Mesh,
        Self::Definition,
        Self::Rest,
        Self::Ascii,
        Self::Viewer,
    ];

    /// The words.
    pub fn list(self) -> Vec<String> {
        let fixed = match self {
            Self::None => "",
            Self::World => WORLD,
            Self::Template => TEMPLATE,
            Self::Mesh => MESH,
            Self::Message => MESSAGE,
            Self::Definition => DEFINITION,
            Self::Http => HTTP,
            Self::Rest => REST,
            Self::Ascii => ASCII,
            Self::Viewer => VIEWER,
        };
        let mut words: BTreeSet<String> = fixed
            .split('|')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if self == Self::World {
            for node in NodeType::all() {
                words.insert(format!("{} {{ ", node.name()));
                for field in node.model().fields {
                    words.insert(format!("{} ", field.name));
                }
            }
        }
        words.into_iter().collect()
    }

    /// The dictionary as libFuzzer reads it.
    pub fn text(self) -> String {
        let mut text = String::new();
        for word in self.list() {
            text.push('"');
            for byte in word.bytes() {
                match byte {
                    b'"' | b'\\' => {
                        text.push('\\');
                        text.push(char::from(byte));
                    }
                    b' '..=b'~' => text.push(char::from(byte)),
                    // writing to a String cannot fail
                    _ => drop(write!(text, "\\x{byte:02X}")),
                }
            }
            text.push_str("\"\n");
        }
        text
    }
}
