//! Hinges: pendulums, motors, stops, springs, brakes, suspensions.

use super::*;

/// The swinging box of the recorded pendulums.
fn pendulum(axis: AxisSpec) -> (Scene, BodyId) {
    let mut scene = Scene::new(0.008);
    let body = scene.body(cube(), None, at(0.3, 0.0, 0.0));
    scene.joint(None, body, Pose::IDENTITY, hinge(axis));
    (scene, body)
}

#[test]
fn a_pendulum_swings() {
    let (mut scene, body) = pendulum(AxisSpec::new(Vector::Y));
    scene.expect(
        body,
        "1: 0.3 0.0 -0.0006164249867048477 0.0 1.0 0.0 0.0020547016702490107
         50: -0.16503314577130765 0.0 -0.2535983717079819 0.0 1.0 0.0 2.150086324044753
         150: 0.2942443813500721 0.0 -0.06303183096416923 0.0 1.0 0.0 0.21027842828260115
         300: 0.22516623643302736 0.0 -0.20140273354503463 0.0 1.0 0.0 0.7278364946461704",
        EXACT,
    );
}

#[test]
fn springs_and_dampers_act() {
    let mut axis = AxisSpec::new(Vector::Y);
    (axis.spring, axis.damping) = (1.0, 0.1);
    let (mut scene, body) = pendulum(axis);
    scene.expect(
        body,
        "1: 0.3 0.0 -0.0006106694823633692 0.0 1.0 0.0 0.002035492694594501
         50: -0.0189774979290835 0.0 -0.30043752948036434 0.0 0.9999999999999999 0.0 1.6345627347168072
         150: 0.20927243474953966 0.0 -0.21529615934795904 0.0 1.0 0.0 0.7996273320761113
         300: 0.08330192113928817 0.0 -0.28832493467731435 0.0 1.0 0.0 1.2895564591843491",
        EXACT,
    );
}

#[test]
fn static_friction_holds_back() {
    let mut axis = AxisSpec::new(Vector::Y);
    axis.static_friction = 1.0;
    let (mut scene, body) = pendulum(axis);
    scene.expect(
        body,
        "1: 0.3 0.0 -0.00040697520147269385 0.0 1.0 0.0 0.0013556635272925404
         50: 0.021079374493259462 0.0 -0.3007484521521016 0.0 1.0 0.0 1.5017951815404997
         150: -0.0056980908159136555 0.0 -0.2999659450765339 0.0 1.0 0.0 1.5897907897620116
         300: -0.005452588384190143 0.0 -0.2999543687069759 0.0 1.0 0.0 1.5889726222328258",
        EXACT,
    );
}

#[test]
fn stops_stop() {
    let mut axis = AxisSpec::new(Vector::Y);
    (axis.min_stop, axis.max_stop) = (-0.5, 0.5);
    let (mut scene, body) = pendulum(axis);
    scene.expect(
        body,
        "20: 0.2737091318836598 0.0 -0.1248638353769141 0.0 1.0 0.0 0.42827775152965397
         30: 0.2630882776838958 0.0 -0.1445365974776805 0.0 0.9999999999999999 0.0 0.5024110583073972
         60: 0.2632743911121416 0.0 -0.14383272842717354 0.0 0.9999999999999999 0.0 0.5000040159163343
         300: 0.2632746199801086 0.0 -0.1438318575676119 0.0 1.0 0.0 0.5000010330896091",
        EXACT,
    );
}

/// A box on a motor about z, without gravity.
fn driven(motor: MotorSpec) -> (Scene, BodyId, JointId) {
    let mut scene = Scene::with_gravity(0.008, 0.0);
    let body = scene.body(cube(), Some(1.0), Pose::IDENTITY);
    let mut axis = AxisSpec::new(Vector::Z);
    axis.motor = Some(motor);
    let joint = scene.joint(None, body, Pose::IDENTITY, hinge(axis));
    (scene, body, joint)
}

#[test]
fn a_motor_goes_to_its_position() {
    let (mut scene, body, joint) = driven(MotorSpec::default());
    scene.motor(joint, 0).set_position(1.0);
    scene.expect(
        body,
        "1: 0.0 0.0 0.0 0.0 0.0 0.9999999999999999 0.07995720784650022
         10: 0.0 0.0 0.0 0.0 0.0 1.0 0.5655051524335672
         50: 0.0 0.0 0.0 0.0 0.0 1.0 0.9845288650851564
         150: 0.0 0.0 0.0 0.0 0.0 1.0 0.9999962991263762",
        EXACT,
    );
}

#[test]
fn acceleration_is_limited() {
    let (mut scene, body, joint) = driven(MotorSpec {
        acceleration: Some(2.0),
        max_velocity: 1.0,
        ..MotorSpec::default()
    });
    scene.motor(joint, 0).set_position(1.0);
    scene.expect(
        body,
        "1: 0.0 0.0 0.0 0.0 0.0 1.0 0.00012799973315912733
         50: 0.0 0.0 0.0 0.0 0.0 1.0 0.16319970256934085
         130: 0.0 0.0 0.0 0.0 0.0 1.0 0.7939804154508728
         250: 0.0 0.0 0.0 0.0 0.0 1.0 1.0329012738539118",
        EXACT,
    );
}

#[test]
fn a_weak_motor_reaches_its_velocity_slowly() {
    let (mut scene, body, joint) = driven(MotorSpec {
        max_force: 0.1,
        ..MotorSpec::default()
    });
    scene.motor(joint, 0).set_position(f64::INFINITY);
    scene.motor(joint, 0).set_velocity(2.0);
    scene.expect(
        body,
        "1: 0.0 0.0 0.0 0.0 0.0 1.0 0.0038399952814184373
         4: 0.0 0.0 0.0 0.0 0.0 1.0 0.0383995281543673
         50: 0.0 0.0 0.0 0.0 0.0 0.9999999999999999 0.7743838260906896
         150: 0.0 0.0 0.0 0.0 0.0 1.0 2.3743496940680173",
        EXACT,
    );
}

#[test]
fn stops_take_their_softness_from_the_parameters() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let mut axis = AxisSpec::new(Vector::Y);
    (axis.min_stop, axis.max_stop) = (-0.3, 0.4);
    (axis.stop_erp, axis.stop_cfm) = (Some(0.8), Some(0.05));
    scene.joint(None, body, slanted(), hinge(axis));
    scene.expect(
        body,
        "1: 0.3625971893120413 0.31492370946410647 0.911450107185605 -0.04234870344190716 -0.008651237556391371 -0.1408309916024069 -0.18833547588590976 0.4525713981217081 0.028852237208893343
         12: 0.30773770770740716 0.2988656998232442 0.8052341996244079 0.13467542705261182 0.043629546543530254 0.1947166045609306 0.31043967543808887 -0.7459918167544815 -0.047560929879573416
         20: 0.3086577566875538 0.2990611982333017 0.8081726603969275 -0.0022858156203899084 -0.0011345103915693813 0.0028731949992971476 0.0012476812981321197 -0.0029983221739689663 -0.00019115756200234366
         100: 0.3084752765507303 0.2989764436923098 0.8083108464845881 -4.394492034966297e-09 -2.036642388381083e-09 3.2585069289019814e-09 1.7551717547493864e-11 -4.237629191701854e-11 -2.699772321052419e-12",
        EXACT,
    );
}

#[test]
fn motors_push_against_their_stops() {
    let mut scene = Scene::new(0.016);
    let body = scene.body(cube(), Some(1.0), at(0.3, 0.0, 0.0));
    let mut axis = AxisSpec::new(Vector::Y);
    (axis.min_stop, axis.max_stop) = (-0.4, 0.4);
    axis.motor = Some(MotorSpec {
        max_force: 5.0,
        ..MotorSpec::default()
    });
    let joint = scene.joint(None, body, Pose::IDENTITY, hinge(axis));
    scene.run_to(1);
    scene.motor(joint, 0).set_position(f64::INFINITY);
    scene.motor(joint, 0).set_velocity(-3.0);
    scene.expect_position(
        joint,
        0,
        "2: -0.005746184980804259
         10: -0.2550155741196951
         15: -0.43758527528217006
         50: -0.40001707539161746",
    );
    scene.motor(joint, 0).set_velocity(3.0);
    scene.expect_position(
        joint,
        0,
        "51: -0.378467112009461
         60: 0.04859966995606437
         70: 0.42082362089770947
         110: 0.4000089352460351",
    );
}

#[test]
fn a_suspension_gives_way() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let kind = JointKind::Hinge {
        anchor: Vector::new(0.0, 0.1, 0.0),
        axis: AxisSpec::new(Vector::Y),
        suspension: Suspension {
            axis: Vector::Z,
            spring: 200.0,
            damping: 5.0,
        },
    };
    scene.joint(None, body, slanted(), kind);
    scene.expect(
        body,
        "1: 0.36259565758322343 0.31492341045646693 0.9114450294215668 -0.04244443649302708 -0.008669925533865733 -0.14114835185478602 -0.16541344383520082 0.39749193348585726 0.02534326081388153
         10: 0.3070880408821315 0.2987365729731886 0.8030221989853744 -0.8049060537354619 -0.26454777676002855 -1.104349590582064 -1.7760489517757314 4.26787563918828 0.2721050769065993
         40: -0.16464020221276418 0.09613422317354535 0.9017634685222833 0.05424056393710817 0.032080704762542905 -0.14915712228014008 0.20797401002934518 -0.4997702328365394 -0.03186126187671273
         100: -0.006798216151710251 0.1737999508696658 0.7138520988328578 -1.608072596842524 -0.705623262479745 0.571454486656163 -2.320457480644573 5.576092417576193 0.3555074488412612",
        EXACT,
    );
}

#[test]
fn torques_act_until_a_position_is_set() {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    let body = scene.body(cube(), Some(1.0), at(0.3, 0.0, 0.0));
    let mut axis = AxisSpec::new(Vector::Z);
    axis.motor = Some(MotorSpec::default());
    let joint = scene.joint(None, body, Pose::IDENTITY, hinge(axis));
    for (step, torque) in [(1, 0.5), (20, 0.0), (40, -1.0)] {
        scene.run_to(step);
        scene.motor(joint, 0).set_force(torque);
    }
    scene.run_to(50);
    scene.motor(joint, 0).set_position(0.0);
    scene.expect_position(
        joint,
        0,
        "51: 0.8761697767501552
         60: 0.21834500762835982
         90: 0.0011682152857922785",
    );
}

#[test]
fn a_brake_damps_and_a_negative_one_drives() {
    let cases: &[(f64, [&str; 3])] = &[
        (
            0.5,
            [
"20: 0.009685124139344685 0.0 -0.30830180795343376 0.02073539218128064 0.0 0.9997849986427526 0.0 1.0 0.0 -0.9997849986427526 0.0 0.02073539218128064",
"30: -0.19247541248218156 0.0 -0.23371689064548698 -0.6397421220075642 0.0 0.7685896286896273 0.0 1.0 0.0 -0.7685896286896273 0.0 -0.6397421220075642
50: -0.10956539875455881 0.0 -0.28017879469599744 -0.3639599350464845 0.0 0.931414604610084 0.0 1.0 0.0 -0.931414604610084 0.0 -0.3639599350464845",
"80: 0.15017922528622918 0.0 -0.25993836992298025 0.5003360406327426 0.0 0.8658313036867809 0.0 1.0 0.0 -0.8658313036867809 0.0 0.5003360406327426",
],
        ),
        (
            -1.0,
            [
"20: 0.009685124139344685 0.0 -0.30830180795343376 0.02073539218128064 0.0 0.9997849986427526 0.0 1.0 0.0 -0.9997849986427526 0.0 0.02073539218128064",
"30: -0.09780880527479674 0.0 0.3410707043880385 -0.1142940880189651 0.0 -0.9934469595524026 0.0 1.0 0.0 0.9934469595524026 0.0 -0.1142940880189651
50: -0.2835849531418106 0.0 0.19041763793896294 -0.6509030047529712 0.0 -0.7591609041590284 0.0 1.0 0.0 0.7591609041590284 0.0 -0.6509030047529712",
"80: 0.3016944933680048 0.0 0.09595197300789875 0.9653886250048288 0.0 -0.260815648900303 0.0 1.0 0.0 0.260815648900303 0.0 0.9653886250048288",
],
        ),
    ];
    for &(value, rows) in cases {
        let mut scene = Scene::new(0.016);
        let body = scene.body(cube(), Some(1.0), at(0.3, 0.0, 0.0));
        let joint = scene.joint(None, body, Pose::IDENTITY, hinge(AxisSpec::new(Vector::Y)));
        scene.expect(body, rows[0], EXACT);
        scene.world.set_brake(joint, 0, value);
        scene.expect(body, rows[1], EXACT);
        scene.world.set_brake(joint, 0, 0.0);
        scene.expect(body, rows[2], EXACT);
    }
}

#[test]
fn two_hinges_in_a_row_on_a_free_base() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let frame = turned(0.1, 0.2, 0.5, [0.0, 0.6, 0.8, 0.5]);
    let base = scene.body(cuboid(0.2, 0.2, 0.1), Some(5.0), frame);
    let upper_pose = frame.then(&at(0.3, 0.0, 0.0));
    let upper = scene.body(cuboid(0.1, 0.06, 0.1), Some(1.0), upper_pose);
    let lower_pose = upper_pose.then(&at(0.25, 0.0, 0.0));
    let lower = scene.body(cuboid(0.1, 0.06, 0.1), Some(1.0), lower_pose);
    let mut axis = AxisSpec::new(Vector::Y);
    axis.damping = 0.05;
    scene.joint(
        Some(base),
        upper,
        frame,
        hinge_at(Vector::new(0.15, 0.0, 0.0), axis),
    );
    let mut axis = AxisSpec::new(Vector::Z);
    axis.spring = 2.0;
    axis.motor = Some(MotorSpec {
        max_force: 2.0,
        ..MotorSpec::default()
    });
    let kind = hinge_at(Vector::new(0.1, 0.0, 0.0), axis);
    let joint = scene.joint(Some(upper), lower, upper_pose, kind);
    // The parts of the recorded robot do not touch each other.
    scene.world.ignore_contacts(base, lower);
    scene.run_to(3);
    scene.motor(joint, 0).set_position(1.0);
    scene.expect(
        upper,
        "4: 0.3647271806928161 0.311571963295137 0.3883672860296942 0.0907757578565153 -0.21813537311698752 -0.641747313846827 -0.23893113260745766 -0.04880730755160488 -0.7940105843568145
         20: 0.3578638342532825 0.23672154519693395 0.06111246725182538 -1.0243490720346717 0.025908040979890037 0.9029277285720004 -0.9273295140638963 7.48056188818395 0.7746959929993608
         50: 0.29776651819800626 0.25552353423795665 0.04963932031235666 -0.00019150592190537318 -4.194283338974996e-05 -0.0007738402307378692 0.0059954601671599215 -0.0036188379478672814 0.0009737509356133355
         100: 0.29775759427087384 0.2555138366834801 0.049599039528482276 3.156161511491887e-06 -5.668879327460389e-06 1.0455426430417052e-05 6.460527609791146e-05 0.00015471411093148708 -1.558634922597841e-05",
        NEAR,
    );
}

#[test]
fn a_rebuilt_joint_goes_on_where_its_body_was_put() {
    let mut scene = Scene::new(0.008);
    let body = scene.body(cube(), None, at(0.3, 0.0, 0.0));
    let joint = scene.joint(None, body, Pose::IDENTITY, hinge(AxisSpec::new(Vector::Y)));
    scene.run_to(40);
    let moved = at(2.0, 0.0, 1.0);
    scene
        .world
        .set_body_pose(body, &moved.then(&at(0.3, 0.0, 0.0)));
    scene.world.set_velocity(body, Vector::ZERO, Vector::ZERO);
    scene.world.rebuild_joint(joint, &moved, &[0.0]);
    // Now it swings like the recorded pendulum, elsewhere.
    let mut fresh = Scene::new(0.008);
    let other = fresh.body(cube(), None, at(0.3, 0.0, 0.0));
    fresh.joint(None, other, Pose::IDENTITY, hinge(AxisSpec::new(Vector::Y)));
    fresh.run_to(60);
    scene.run_to(100);
    let place = |scene: &Scene, body: BodyId| scene.world.body(body).unwrap().pose().translation;
    let off = place(&scene, body) - moved.translation - place(&fresh, other);
    assert!(off.length() < EXACT, "{off:?}");
}
