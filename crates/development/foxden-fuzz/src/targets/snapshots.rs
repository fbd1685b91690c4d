//! The bytes of a state, which Python programs and other processes keep: restored to the
//! same state or refused, and a refusal changes nothing.

use super::random_world::Choices;
use foxden_sim::World;
use std::cell::RefCell;

const WORLD: &str = r#"
WorldInfo { basicTimeStep 16 }
Viewpoint { }
Solid { name "floor" boundingObject Plane { size 10 10 } }
Solid { translation 0 0 0.2 name "ball" boundingObject Sphere { radius 0.1 } physics Physics { } }
Robot { translation 1 0 0.1 name "cub" battery [ 100 100 10 ] children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device [ RotationalMotor { name "motor" } ] endPoint Solid { translation 0.2 0 0.2 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } }
  Receiver { name "r" } Display { name "d" } Pen { name "p" } ] boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
"#;

struct Start {
    world: World,
    bytes: Vec<u8>,
    hash: u64,
}

thread_local! {
    static START: RefCell<Start> = RefCell::new(start());
}

fn start() -> Start {
    let mut world = super::loading::world(WORLD);
    for _ in 0..20 {
        world.step();
    }
    let bytes = world.snapshot_bytes();
    let hash = world.state_hash();
    Start { world, bytes, hash }
}

/// Runs one input: any bytes, or changes of the bytes of a real state.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    START.with_borrow_mut(|start| {
        let bytes = match choices.below(4) {
            0 => choices.rest().to_vec(),
            kind => {
                let mut bytes = start.bytes.clone();
                while !choices.is_done() {
                    let at = usize::from(choices.byte()) << 8 | usize::from(choices.byte());
                    let at = at % bytes.len();
                    match kind {
                        1 => bytes[at] ^= choices.byte(),
                        2 => bytes[at] = choices.byte(),
                        _ => {
                            let count = choices.below(16);
                            let end = (at + count).min(bytes.len());
                            let length = choices.below(16);
                            bytes.splice(at..end, choices.take(length).iter().copied());
                            if bytes.is_empty() {
                                return;
                            }
                        }
                    }
                }
                bytes
            }
        };
        let restored = start.world.restore_bytes(&bytes);
        if let Err(error) = &restored {
            assert!(!error.to_string().is_empty());
        }
        assert_eq!(start.world.state_hash(), start.hash, "{restored:?}");
    });
}
