//! Which controllers are accepted over TCP, and what a supervisor may do to files.

use crate::fake::{Fake, Received};
use crate::served_world::{robot, serve, serve_with_secret};
use foxden_controllers::secret::Secret;
use foxden_protocol::handshake::{GreetingReply, percent_encode};
use foxden_protocol::supervisor::{SaveWorld, SupervisorAnswer, SupervisorRequest};
use foxden_protocol::{AnswerMessage, RequestMessages};

#[test]
fn controllers_over_tcp_must_know_the_secret() {
    let secret = Secret::random().unwrap();
    let nodes = robot("my cub", "") + &robot("other", "synchronization FALSE");
    let mut world = serve_with_secret(&nodes, secret.clone());
    let (folder, port) = (world.folder.clone(), world.port());
    assert_eq!(
        std::fs::read_to_string(folder.join("secret")).unwrap(),
        secret.reveal()
    );
    std::thread::scope(|scope| {
        let rejected = scope.spawn(move || {
            let other = Secret::random().unwrap();
            let encoded = |name: String| percent_encode(&name);
            for name in [
                None,
                Some(encoded("my cub".to_owned())),
                Some(encoded(other.name_for(Some("my cub")))),
                Some(encoded(secret.name_for(Some("nobody")))),
                Some(other.name_for(None)),
                // two robots wait, so one must be named
                Some(secret.name_for(None)),
            ] {
                let reply = Fake::tcp(port, name.as_deref()).err();
                assert_eq!(reply, Some(GreetingReply::Failed), "{name:?}");
            }
            // local sockets are private to the user and need none
            let _local = Fake::local(&folder, "other");
            let name = encoded(secret.name_for(Some("my cub")));
            let mut fake = Fake::tcp(port, Some(&name)).ok().unwrap();
            assert_eq!(fake.told_name.as_deref(), Some("my cub"));
            fake.step_to_the_end(32)
        });
        assert_eq!(world.run(5), 5);
        let said = world.said();
        world.end();
        assert_eq!(rejected.join().unwrap(), 5);
        assert!(said.contains("the secret in front"), "{said}");
    });
}

#[test]
fn the_secret_is_enough_where_one_robot_waits() {
    let secret = Secret::random().unwrap();
    let mut world = serve_with_secret(&robot("cub", ""), secret.clone());
    let port = world.port();
    std::thread::scope(|scope| {
        let accepted = scope.spawn(move || {
            let name = secret.name_for(None);
            Fake::tcp(port, Some(&name))
                .ok()
                .unwrap()
                .step_to_the_end(32)
        });
        assert_eq!(world.run(3), 3);
        world.end();
        assert_eq!(accepted.join().unwrap(), 3);
    });
}

/// Whether a supervisor's world was saved.
fn is_saved(received: Received) -> bool {
    let Received::Answer(_, messages) = received else {
        panic!("{received:?}");
    };
    messages.iter().any(|message| {
        let saved = AnswerMessage::from(SupervisorAnswer::WorldSaved { success: true });
        *message == saved
    })
}

#[test]
fn a_supervisor_writes_worlds_of_the_project_and_nothing_else() {
    let mut world = serve(&robot("boss", "supervisor TRUE"));
    // the project is in the world's folder, which must outlive the controllers
    let temporary = world.temporary.clone();
    let (folder, project) = (world.folder.clone(), temporary.path().to_owned());
    let home = project.join("controllers/x");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join("runtime.ini"), "precious").unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let boss = scope.spawn(|| {
            let mut fake = Fake::local(&folder, "boss");
            let mut save = |name: String| {
                let file = Some(name);
                is_saved(fake.supervise(SupervisorRequest::SaveWorld(SaveWorld { file })))
            };
            let at = |path: &std::path::Path| path.display().to_string();
            assert!(!save(at(&home.join("runtime.ini"))));
            assert!(!save(at(&outside.path().join("a.wbt"))));
            assert!(!save(at(&project.join("controllers/x/x"))));
            assert!(save(at(&project.join("a.wbt"))));
            let load = |name: String| SupervisorRequest::LoadWorld { file: name };
            fake.supervise(load(at(&outside.path().join("a.wbt"))));
            fake.supervise(load("/etc/passwd".to_owned()));
            fake.step_to_the_end(32)
        });
        assert_eq!(world.run(3), 3, "no other world was opened");
        let said = world.said();
        world.end();
        assert_eq!(boss.join().unwrap(), 3);
        assert!(said.contains("its name must end in .wbt"), "{said}");
        assert!(said.contains("--project"), "{said}");
    });
    let kept = std::fs::read_to_string(home.join("runtime.ini")).unwrap();
    assert_eq!(kept, "precious");
    assert!(project.join("a.wbt").is_file());
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn one_that_was_killed_in_a_long_step_gives_its_robot_free() {
    let mut world = serve(&robot("cub", ""));
    let (folder, stop) = (world.folder.clone(), world.stop.clone());
    std::thread::scope(|scope| {
        let visits = scope.spawn(move || {
            let mut first = Fake::local(&folder, "cub");
            // longer than the test: the simulation goes on for ever
            first
                .send(u32::MAX / 2, Vec::<RequestMessages>::new())
                .unwrap();
            drop(first);
            let mut second = loop {
                let mut fake = Fake::knock(&folder, "cub");
                if !matches!(fake.ask(Vec::new()), Received::Closed) {
                    break fake;
                }
            };
            assert!(second.step(32).is_some());
            stop.stop();
        });
        world.run(usize::MAX);
        visits.join().unwrap();
        world.end();
    });
}
