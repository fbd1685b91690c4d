//! What controllers do to the world does not depend on which of them is faster.

use crate::fake::{Fake, Received};
use crate::served_world::{robot, serve};
use foxden_protocol::supervisor::{FieldInsert, NewItem, SupervisorAnswer, SupervisorRequest};
use foxden_protocol::{AnswerMessage, FieldId, Uid};
use std::path::Path;
use std::time::Duration;

/// Adds a solid to the end of the world.
fn add_solid(fake: &mut Fake, name: &str) {
    let Received::Answer(_, messages) = fake.supervise(SupervisorRequest::FieldByName {
        node: Uid::ROOT,
        proto: None,
        name: "children".to_owned(),
        internal: false,
    }) else {
        panic!("no answer");
    };
    let field = messages.iter().find_map(|message| match message {
        AnswerMessage::Supervisor(SupervisorAnswer::Field(field)) => {
            Some((field.field, field.count))
        }
        _ => None,
    });
    let Some((Some(field), count)) = field else {
        panic!("{messages:?}");
    };
    let insert = FieldInsert {
        node: Uid::ROOT,
        field: FieldId(field.0),
        index: Some(u32::try_from(count).unwrap()),
        item: NewItem::NodeSource(format!("Solid {{ name \"{name}\" }}")),
    };
    let received = fake.supervise(SupervisorRequest::Insert(insert));
    assert!(matches!(received, Received::Answer(..)), "{received:?}");
}

fn build(folder: &Path, own: &str, pauses: &[u64]) -> usize {
    let mut fake = Fake::local(folder, own);
    for (number, pause) in pauses.iter().enumerate() {
        std::thread::sleep(Duration::from_millis(*pause));
        add_solid(&mut fake, &format!("{own}{number}"));
        fake.step(32);
    }
    fake.step_to_the_end(32)
}

/// The names of the solids that two supervisors added, and the state at the end.
fn built(first: &'static [u64], second: &'static [u64]) -> (Vec<String>, u64) {
    let nodes = robot("a", "supervisor TRUE") + &robot("b", "supervisor TRUE");
    let mut world = serve(&nodes);
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let own = folder.clone();
        let a = scope.spawn(move || build(&own, "a", first));
        let b = scope.spawn(move || build(&folder, "b", second));
        assert_eq!(world.run(5), 5);
        let scene = world.run_loop.world().scene();
        let names = scene
            .nodes_in(scene.top_level())
            .iter()
            .filter_map(|node| Some(scene.text(*node, "name")?.value.to_string()))
            .filter(|name| name.len() == 2)
            .collect();
        let hash = world.run_loop.world().state_hash();
        world.end();
        a.join().unwrap();
        b.join().unwrap();
        (names, hash)
    })
}

#[test]
fn supervisors_act_in_the_order_of_the_robots() {
    let expected = built(&[0, 0, 0], &[0, 0, 0]);
    assert_eq!(expected.0, ["a0", "b0", "a1", "b1", "a2", "b2"]);
    assert_eq!(built(&[30, 0, 30], &[0, 0, 0]), expected);
    assert_eq!(built(&[0, 20, 0], &[20, 0, 40]), expected);
}

#[test]
fn many_controllers_are_all_served() {
    let nodes: String = (0..40)
        .map(|number| robot(&format!("r{number}"), ""))
        .collect();
    let mut world = serve(&nodes);
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let folder = &folder;
        let fakes: Vec<_> = (0..40)
            .map(|number| {
                scope.spawn(move || Fake::local(folder, &format!("r{number}")).step_to_the_end(32))
            })
            .collect();
        assert_eq!(world.run(50), 50);
        world.end();
        for fake in fakes {
            assert_eq!(fake.join().unwrap(), 50);
        }
    });
}
