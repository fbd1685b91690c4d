//! What the field types look like to a template.

use super::*;
use FieldValue::{Bool, Color, Float, Int, List, Node, Rotation, Vec2, Vec3};

fn json(value: FieldValue) -> String {
    folded(
        "%<= typeof fields.p.value + ' ' + JSON.stringify(fields.p.value) >%",
        &[field("p", value)],
    )
}

#[test]
fn every_type_has_its_javascript_form() {
    for (value, expected) in [
        (Bool(true), "boolean true"),
        (Int(7), "number 7"),
        (Float(0.001), "number 0.001"),
        (text("text"), "string \"text\""),
        (Vec2([1.0, 2.0]), "object {\"x\":1,\"y\":2}"),
        (Vec3([1.0, 2.0, 3.0]), "object {\"x\":1,\"y\":2,\"z\":3}"),
        (
            Rotation([0.0, 2.0, 0.0, 1.0]),
            "object {\"x\":0,\"y\":2,\"z\":0,\"a\":1}",
        ),
        (
            Color([0.1, 0.2, 0.3]),
            "object {\"r\":0.1,\"g\":0.2,\"b\":0.3}",
        ),
        (Node(None), "undefined undefined"),
        (List(vec![]), "object []"),
        (List(vec![Bool(true), Bool(false)]), "object [true,false]"),
        (
            List(vec![Vec2([1.0, 2.0]), Vec2([3.0, 4.0])]),
            "object [{\"x\":1,\"y\":2},{\"x\":3,\"y\":4}]",
        ),
    ] {
        assert_eq!(json(value), expected);
    }
}

#[test]
fn nodes_show_their_fields() {
    let pose = Node(Some(Box::new(NodeView {
        node_name: "Pose".to_owned(),
        fields: vec![
            TemplateField {
                name: "translation".to_owned(),
                value: Vec3([0.123456789, 1_234_567.891, 1e-10]),
                default: Vec3([0.0; 3]),
            },
            field("geometry", Node(None)),
            field("children", List(vec![])),
        ],
    })));
    assert_eq!(
        json(pose),
        "object {\"node_name\":\"Pose\",\"fields\":{\"translation\":{\"value\":{\"x\":0.123457,\"y\":1234570,\"z\":1e-10},\
         \"defaultValue\":{\"x\":0,\"y\":0,\"z\":0}},\"geometry\":{},\"children\":{\"value\":[],\"defaultValue\":[]}}}"
    );
}

#[test]
fn value_and_default_are_distinguished() {
    let parameter = TemplateField {
        name: "r".to_owned(),
        value: Float(2.5),
        default: Float(1.25),
    };
    assert_eq!(
        folded(
            "%<= fields.r.value >% %<= fields.r.defaultValue >%",
            &[parameter]
        ),
        "2.5 1.25"
    );
}
