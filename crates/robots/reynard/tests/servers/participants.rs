//! Several participants of one run: the den, and controllers of other robots.

use crate::fake::Fake;
use crate::support::{options, start_with};
use foxden_assets::options::AssetOptions;
use foxden_controllers::listener::{ControllerListener, ListenOptions};
use foxden_controllers::options::ControllerOptions;
use foxden_controllers::scheduler::Controllers;
use foxden_runtime::participant::Participant;
use foxden_sim::World;
use reynard::command::RobotCommand;
use reynard::worlds::{DEN, WorldSource};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The step of the den in milliseconds.
const STEP: u32 = 50;

/// The controllers of a world, with their instance folder in a temporary folder.
fn controllers(
    world: &World,
    temporary: PathBuf,
    folder: &Mutex<Sender<PathBuf>>,
) -> std::io::Result<Controllers> {
    let listener = ControllerListener::open(&ListenOptions {
        temporary: temporary.clone(),
        user: "fox".to_owned(),
        address: Ipv4Addr::LOCALHOST.into(),
        port: Some(0),
        secret: None,
    })?;
    let instance = listener.folder().path().to_owned();
    let options = ControllerOptions {
        order_time: Duration::from_secs(3600),
        ..ControllerOptions::silent(temporary.join("worlds/den.wbt"), &temporary)
    };
    let controllers = Controllers::start(world, options, listener)?;
    folder.lock().unwrap().send(instance).unwrap();
    Ok(controllers)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_controller_drives_another_robot_beside_reynard() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("den.wbt");
    let cub = "Robot { name \"cub\" controller \"<extern>\" translation 0.5 0.5 0 }\n";
    std::fs::write(&file, format!("{DEN}{cub}")).unwrap();
    let assets = AssetOptions {
        offline: true,
        ..AssetOptions::default()
    };
    let mut options = options(WorldSource::File(file, assets));
    let (sender, folder) = channel();
    let (sender, own) = (Mutex::new(sender), temporary.path().to_owned());
    options.participants.add(move |world| {
        let controllers = controllers(world, own.clone(), &sender)?;
        Ok(Some(Box::new(controllers) as Box<dyn Participant>))
    });
    options.speed = 50.0;
    let server = start_with(options).await;
    let handle = &server.opened.handle;
    let folder = folder.recv().unwrap();

    // the run waits for the controller; the den answers all the same
    handle.command(0, RobotCommand::Stop).await.unwrap();
    assert_eq!(handle.frame().time, 0.0);

    let driver = std::thread::spawn(move || {
        let mut fake = Fake::local(&folder, "cub");
        let mut times = Vec::new();
        while times.len() < 20 && fake.step(STEP).is_some() {
            times.push(fake.time);
        }
        (fake, times)
    });
    let before = handle.robot(0).unwrap().position;
    let drive = RobotCommand::Drive([0.1, 0.0], 0.2);
    handle.command_and_wait(0, drive, true).await.unwrap();
    let (fake, times) = driver.join().unwrap();
    let wanted: Vec<f64> = (1..=20)
        .map(|step| f64::from(step * STEP) * 0.001)
        .collect();
    assert_eq!(times, wanted, "the controller sees every step");
    let after = handle.robot(0).unwrap().position;
    assert!(after[0] > before[0] + 0.01, "{before:?} {after:?}");

    // pause and single steps hold for both
    handle.clock().pause(true).await.unwrap();
    let driver = std::thread::spawn(move || {
        let mut fake = fake;
        let delay = fake.step(STEP);
        (fake, delay)
    });
    let time = handle.frame().time;
    handle.clock().step(1).await.unwrap();
    assert!((handle.frame().time - time - 0.05).abs() < 1e-9);
    let (fake, delay) = driver.join().unwrap();
    assert!(delay.is_some());
    assert!((fake.time - 21.0 * 0.05).abs() < 1e-9);
}
