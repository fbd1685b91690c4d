//! Roles: what users may do by their privileges.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use raconteur::client::ConnectOptions;
use raconteur::members::Wire;
use raconteur::schema::Schema;
use raconteur::service::{Access, DynamicObject, PasswordFile, Permissions, Security, Service};
use raconteur::{ErrorCode, Listener, Node};

const DEFINITION: &str = "service example.roles\n\nstdver 0.9\n\nobject Robot\n    \
    property double speed\n    \
    wire double position [readonly]\n    \
    wire double command\n    \
    function void move(double distance)\n    \
    function string describe()\n    \
    function void clear()\nend\n";

const ROBOT: &str = "example.roles.Robot";

/// The service, and the number of commands that reached it.
fn service() -> (Service, Arc<AtomicUsize>) {
    let (position, command): (Wire<f64>, Wire<f64>) = (Wire::new(), Wire::new());
    position.send(0.5).unwrap();
    command.send(0.0).unwrap();
    let commands = Arc::new(AtomicUsize::new(0));
    let count = commands.clone();
    command.on_value(move |_, _, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let robot = DynamicObject::new(ROBOT)
        .property("speed", |_| Ok(0.5), |_: f64, _| Ok(()))
        .wire("position", &position)
        .wire("command", &command)
        .function("move", |(distance,): (f64,), context| async move {
            // A rule that depends on the arguments.
            match distance > 10.0 {
                true => context.require_privilege("edit"),
                false => Ok(()),
            }
        })
        .function("describe", |(): (), context| async move {
            Ok(context.user().map_or_else(String::new, |user| user.name))
        })
        .function("clear", |(): (), _| async move { Ok(()) });
    let digest = "5f4dcc3b5aa765d61d8327deb882cf99";
    let users = format!("guest {digest} see\ndriver {digest} drive\neditor {digest} edit\n");
    let permissions = Permissions::default()
        .read("see")
        .write("drive")
        .call("drive")
        .member(ROBOT, "describe", Access::Call, "see")
        .member(ROBOT, "clear", Access::Call, "edit")
        .includes("drive", "see")
        .includes("edit", "drive");
    let service = Service::new("robot", Schema::parse(&[DEFINITION]).unwrap(), robot)
        .security(Security::require(PasswordFile::parse(&users).unwrap()))
        .permissions(permissions);
    (service, commands)
}

async fn serve() -> (Listener, Arc<AtomicUsize>) {
    let server = Node::new("test.roles").unwrap();
    let (service, commands) = service();
    server.register(service).unwrap();
    let listener = server.listen("127.0.0.1:0", Default::default()).await;
    (listener.unwrap(), commands)
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_decide_about_members() {
    let (listener, commands) = serve().await;
    let node = Node::new("").unwrap();
    let login = async |user: &str| {
        let options = ConnectOptions::default().password(user, "password");
        node.connect_with(&listener.url("robot"), options)
            .await
            .unwrap()
    };
    let guest = login("guest").await;
    let robot = guest.root();
    assert_eq!(robot.get::<f64>("speed").await.unwrap(), 0.5);
    let denied = robot.set("speed", 1.0).await.unwrap_err();
    assert_eq!(denied.code, ErrorCode::PermissionDenied);
    assert!(denied.message.contains("drive"), "{denied}");
    // The wire can be read; what is sent into it is dropped.
    let mut wire = robot.wire::<f64>("command").await.unwrap();
    assert_eq!(wire.next().await.unwrap().0, 0.0);
    wire.send(5.0).unwrap();
    let name: String = robot.call("describe", ()).await.unwrap();
    assert_eq!(name, "guest");
    assert_eq!(commands.load(Ordering::SeqCst), 0);

    let driver = login("driver").await;
    let robot = driver.root();
    robot.set("speed", 1.0).await.unwrap();
    let wire = robot.wire::<f64>("command").await.unwrap();
    wire.send(5.0).unwrap();
    let _: String = robot.call("describe", ()).await.unwrap();
    assert_eq!(commands.load(Ordering::SeqCst), 1);
    let _: () = robot.call("move", (1.0,)).await.unwrap();
    let far = robot.call::<()>("move", (100.0,)).await.unwrap_err();
    assert_eq!(far.code, ErrorCode::PermissionDenied);
    let cleared = robot.call::<()>("clear", ()).await.unwrap_err();
    assert_eq!(cleared.code, ErrorCode::PermissionDenied);
    // Another user of the same session does not inherit the open wire.
    let credentials = [("password".to_owned(), "password".into())];
    driver.log_in("guest", credentials.into()).await.unwrap();
    wire.send(6.0).unwrap();
    let name: String = robot.call("describe", ()).await.unwrap();
    assert_eq!(
        (name.as_str(), commands.load(Ordering::SeqCst)),
        ("guest", 1)
    );

    let editor = login("editor").await;
    let _: () = editor.root().call("clear", ()).await.unwrap();
    let _: () = editor.root().call("move", (100.0,)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_has_the_rights_of_its_role() {
    let Some(python) = support::python() else {
        return;
    };
    let (listener, _) = serve().await;
    support::run_script(&python, "use_roles.py", &[&listener.url("robot")]).await;
}
