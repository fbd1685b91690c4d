//! Energy is neither made nor lost but where the ledger says so.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::Write;
use foxden_sim::random::Random;

fn assert_balanced(world: &World) {
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in robots {
        if let Some(energy) = world.robot_energy(robot) {
            let ledger = world.robot_ledger(robot).unwrap();
            let error = (ledger.balance() - energy).abs();
            assert!(
                error <= 1e-9 * ledger.throughput().max(1e-9),
                "{ledger:?} {energy}"
            );
        }
    }
    for charger in world.chargers() {
        let energy = world.charger_energy(charger).unwrap();
        let ledger = world.charger_ledger(charger).unwrap();
        let error = (ledger.balance() - energy).abs();
        assert!(
            error <= 1e-9 * ledger.throughput().max(1e-9),
            "{ledger:?} {energy}"
        );
    }
}

#[test]
fn accounts_balance_at_every_step_of_random_worlds() {
    let mut random = Random::new(11);
    for _ in 0..30 {
        let mut number = |most: f64| (random.uniform() * most * 8.0).floor() / 8.0;
        let mut text = String::from("WorldInfo {}\nViewpoint {}\n");
        for at in 0..2 {
            text.push_str(&format!(
                "Charger {{ translation {} 0 0 name \"c{at}\" radius {} battery [ {} {} {} ] }}\n",
                number(2.0),
                number(1.5),
                number(60.0),
                number(100.0),
                number(40.0)
            ));
        }
        for at in 0..3 {
            text.push_str(&format!(
                "DEF R{at} Robot {{ translation {} 0 0 name \"r{at}\" battery [ {} {} {} ] cpuConsumption {} linearVelocity {} 0 0 }}\n",
                number(3.0), number(20.0), number(30.0), number(50.0), number(30.0), number(1.0) - 0.5
            ));
        }
        let mut world = support::world(&text);
        for step in 0..120 {
            if step == 60 {
                let node = world.scene().find_def("R0").unwrap();
                let field = world.scene().field(node, "battery").unwrap();
                world
                    .set(field, Write::Item(0, Value::Float(number(25.0))))
                    .unwrap();
            }
            world.step();
            assert_balanced(&world);
        }
    }
}

#[test]
fn the_documented_example_comes_out() {
    let mut world = support::world(
        "WorldInfo { basicTimeStep 1000 }\nViewpoint {}\n\
         Charger { radius 1 battery [ 10 100 2 ] }\n\
         Robot { name \"r\" battery [ 50 60 5 ] }\n",
    );
    let robot = support::robot(&world, "r");
    let charger = world.chargers().next().unwrap();
    let mut seen = Vec::new();
    for _ in 0..3 {
        world.step();
        seen.push((
            world.charger_energy(charger).unwrap(),
            world.robot_energy(robot).unwrap(),
        ));
    }
    assert_eq!(seen, [(5.0, 45.0), (0.0, 40.0), (0.0, 30.0)]);
}
