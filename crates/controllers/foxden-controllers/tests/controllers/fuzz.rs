//! A controller that sends anything, from seeds that can be repeated.

use crate::fake::{Fake, Received};
use crate::served_world::{robot, serve};
use foxden_protocol::{
    Dialect, RequestMessages, RequestPacket, RobotMessage, Tag, Uid, devices,
    robot as robot_messages, supervisor,
};
use std::io::Read;

/// A small generator: the same numbers for the same seed everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next()).unwrap() % end
    }
}

/// A request that makes sense, more or less.
fn sensible(random: &mut Random) -> Vec<u8> {
    let node = Uid(i32::try_from(random.below(12)).unwrap() - 1);
    let message: RobotMessage = match random.below(8) {
        0 => robot_messages::RobotRequest::BatteryPeriod { period: 32 }.into(),
        1 => robot_messages::RobotRequest::SetCustomData { text: "x".into() }.into(),
        2 => supervisor::SupervisorRequest::Position { node }.into(),
        3 => supervisor::SupervisorRequest::NodeById { node }.into(),
        4 => supervisor::SupervisorRequest::FieldByName {
            node,
            proto: None,
            name: "children".into(),
            internal: false,
        }
        .into(),
        5 => supervisor::SupervisorRequest::Velocity { node }.into(),
        6 => supervisor::SupervisorRequest::RemoveNode { node: Uid(900) }.into(),
        _ => supervisor::SupervisorRequest::ResetPhysics.into(),
    };
    let mut blocks = vec![RequestMessages::Robot(vec![message])];
    if random.below(2) == 0 {
        let period = devices::light_sensor::LightSensorRequest::SetPeriod { period: 32 };
        blocks.push(RequestMessages::Device(
            Tag(1),
            vec![devices::DeviceRequest::LightSensor(period)],
        ));
    }
    let mut bytes = Vec::new();
    let duration = [0, 0, 32, 64][random.below(4)];
    RequestPacket { duration, blocks }.encode(Dialect::R2023b, &mut bytes);
    bytes
}

/// Sometimes as it was meant, mostly not.
fn spoiled(random: &mut Random) -> Vec<u8> {
    let mut bytes = sensible(random);
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at.max(4)),
            _ => bytes.insert(at, random.next() as u8),
        }
    }
    bytes
}

#[test]
fn whatever_is_sent_the_others_go_on() {
    let nodes = robot(
        "odd",
        "supervisor TRUE synchronization FALSE children [ LightSensor { } ]",
    ) + &robot("good", "");
    let mut world = serve(&nodes);
    let folder = world.folder.clone();
    std::thread::scope(|scope| {
        let own = folder.clone();
        let stop = world.stop.clone();
        let good = scope.spawn(move || Fake::drive(&own, "good"));
        let odd = scope.spawn(move || {
            for seed in 0..300 {
                let mut random = Random(seed);
                let mut odd = Fake::knock(&folder, "odd");
                // the end of the one before may not be noticed yet; then this one is rejected
                if random.below(8) > 0 && odd.ask(Vec::new()) == Received::Closed {
                    continue;
                }
                for _ in 0..random.below(20) {
                    if odd.write(&spoiled(&mut random)).is_err() {
                        break;
                    }
                }
                if let crate::fake::Stream::Local(stream, _) = &mut odd.stream {
                    stream.set_nonblocking(true).unwrap();
                    let _ = stream.read(&mut [0; 4096]);
                }
            }
            stop.stop();
        });
        world.run(usize::MAX);
        odd.join().unwrap();
        assert_eq!(world.controllers.ending(), None);
        world.end();
        good.join().unwrap();
    });
}
