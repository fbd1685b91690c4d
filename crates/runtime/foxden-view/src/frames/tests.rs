#![allow(clippy::unwrap_used)]

use super::*;

fn at(x: f64) -> BodyPose {
    BodyPose {
        position: [x, 0.0, 0.0],
        rotation: [1.0, 0.0, 0.0, 0.0],
    }
}

fn write(table: &FrameTable, step: u64, bodies: &[(u32, f64)]) -> bool {
    let moment = Moment {
        time: 0.1 * step as f64,
        step,
    };
    table.write(moment, |put| {
        for (body, x) in bodies {
            put(*body, at(*x));
        }
    })
}

fn read(composition: &Composition) -> Vec<(u32, f64)> {
    let frames = composition
        .frames
        .iter()
        .map(|frame| decode(frame).unwrap());
    let bodies = frames.flat_map(|frame| frame.bodies);
    // positions are rounded to the grid of the frame
    let to_hundredths = |position: f64| (position * 100.0).round() / 100.0;
    bodies
        .map(|(body, pose)| (body, to_hundredths(pose.position[0])))
        .collect()
}

#[test]
fn a_slow_viewer_gets_everything_that_it_lacks_once() {
    let table = FrameTable::default();
    assert!(write(&table, 1, &[(1, 1.0), (2, 2.0), (3, 3.0)]));
    let first = table.compose(0);
    assert_eq!(decode(&first.frames[0]).unwrap().flags, ALL);
    assert_eq!(read(&first), [(1, 1.0), (2, 2.0), (3, 3.0)]);
    assert!(write(&table, 2, &[(2, 2.5)]));
    assert!(write(&table, 3, &[(1, 1.5)]));
    assert_eq!(read(&table.compose(first.version)), [(1, 1.5), (2, 2.5)]);
    assert_eq!(read(&table.compose(first.version + 1)), [(1, 1.5)]);
    assert!(table.compose(table.version()).frames.is_empty());
}

#[test]
fn a_world_at_rest_sends_nothing() {
    let table = FrameTable::default();
    assert!(write(&table, 1, &[(1, 1.0)]));
    assert!(!write(&table, 2, &[(1, 1.0)]));
    assert!(!write(&table, 3, &[]));
    assert_eq!(table.version(), 1);
}

#[test]
fn equal_viewers_share_a_composition() {
    let table = FrameTable::default();
    write(&table, 1, &[(1, 1.0)]);
    let (one, two) = (table.compose(0), table.compose(0));
    assert_eq!(one.frames[0].as_ptr(), two.frames[0].as_ptr());
}

#[test]
fn records_have_fourteen_bytes_and_long_gaps_are_read_back() {
    let bodies: Vec<(u32, BodyPose)> = (0..1000).map(|body| (body, at(0.01))).collect();
    let frames = encode(Moment::default(), 0, &bodies);
    assert_eq!(frames[0].len(), HEADER_BYTES + 14 * 1000);
    let far = [
        (7, at(0.0)),
        (65_542, at(1.0)),
        (65_543, at(2.0)),
        (300_000, at(3.0)),
    ];
    let frame = decode(&encode(Moment::default(), 0, &far)[0]).unwrap();
    let numbers: Vec<u32> = frame.bodies.iter().map(|(body, _)| *body).collect();
    assert_eq!(numbers, [7, 65_542, 65_543, 300_000]);
}

#[test]
fn one_body_far_away_does_not_make_the_others_coarse() {
    let mut bodies: Vec<(u32, BodyPose)> = (0..100)
        .map(|at_| (at_, at(0.1 * f64::from(at_))))
        .collect();
    bodies.push((100, at(-1e6)));
    bodies.push((101, at(f64::NAN)));
    let frames = encode(Moment::default(), 0, &bodies);
    assert_eq!(frames.len(), 2);
    let near = decode(&frames[0]).unwrap();
    assert_eq!(near.bodies.len(), 100);
    for (body, pose) in near.bodies {
        assert!((pose.position[0] - 0.1 * f64::from(body)).abs() < 1e-4);
    }
    assert_eq!(decode(&frames[1]).unwrap().bodies[0].0, 100);
}

#[test]
fn broken_frames_are_no_frames() {
    let bytes = encode(Moment::default(), 0, &[(3, at(1.0)), (9, at(2.0))]).remove(0);
    assert!(decode(&bytes).is_some());
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_none(), "{length}");
    }
    let mut long = bytes.to_vec();
    long.push(0);
    assert!(decode(&long).is_none());
}
