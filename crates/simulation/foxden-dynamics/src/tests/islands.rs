//! Several bodies: robots, fixed joints, sleeping and waking, snapshots.

use super::*;

#[test]
fn a_ball_wakes_a_sleeping_box() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let box_body = scene.body(cube(), None, at(0.0, 0.0, 0.05));
    let sphere = scene.moving(ball(), None, at(1.0, 0.0, 0.05), [-0.5, 0.0, 0.0], [0.0; 3]);
    scene.run_to(100);
    assert!(scene.world.body(box_body).unwrap().is_asleep());
    scene.expect(
        box_body,
        "100: 1.8114691613492353e-09 1.8114691611599253e-09 0.049803800057015526 2.7748153746446306e-10 2.7748152325109687e-10 -8.952604848382075e-10 -5.549413468122192e-09 5.5494132391916685e-09 -2.315278079343961e-17
         170: -0.001966118754939003 1.8279492125787197e-09 0.0498099649682083 0.0002043866831481732 1.9122186463298406e-11 -9.676018146055234e-05 -3.824290217835367e-10 0.004087573687702666 -1.1032841306941723e-16
         185: -0.0019535348728863633 1.8291265450135547e-09 0.04980401379941415 7.120893143517475e-06 6.662056829914369e-13 -3.3570371875549206e-06 -1.3323475656079616e-11 0.00014241228141580084 -6.765319912086423e-17
         250: -0.0019530806512585317 1.8291690414655553e-09 0.04980380001114641 3.766597048048242e-10 6.634421385794293e-17 -1.750214260718616e-10 -1.731947918429485e-15 7.532899100781163e-09 -4.1246555444268376e-17",
        NEAR,
    );
    scene.expect(
        sphere,
        "250: 0.13587313127127978 7.535000300230668e-11 0.04958907968090393 -0.0095876138442305 3.938808003453322e-09 0.9999540377741241 -3.1512969127348706e-09 1.0 -3.969203854805264e-09 -0.9999540377741241 -3.189207265943268e-09 -0.009587613844230488",
        NEAR,
    );
}

#[test]
fn a_fixed_joint_holds_a_shelf() {
    let mut scene = Scene::new(0.016);
    let frame = turned(0.0, 0.0, 1.0, [0.0, 1.0, 0.0, 0.3]);
    let pose = frame.then(&turned(0.3, 0.0, 0.0, [0.0, 0.0, 1.0, 0.5]));
    let shelf = scene.body(cube(), Some(2.0), pose);
    let sphere = scene.body(ball(), None, at(0.3, 0.02, 1.3));
    scene.joint(None, shelf, frame, JointKind::Fixed);
    scene.expect(
        shelf,
        "1: 0.28660094673768177 0.0 0.9113408027206993 0.0 0.0 -0.00019595505617976984 0.0 0.0 0.0
         20: 0.28659941860019567 -1.0227075099103285e-12 0.9113212348789509 2.388648252376523e-05 1.5986051833876975e-11 0.00010952909288127442 2.2453344769861683e-06 9.672911513131803e-07 -4.773568917772121e-07
         30: 0.2866007827834031 -1.0972656160670877e-13 0.9113274902055398 2.5627870831730104e-06 1.7151477666166004e-12 1.1751405599113686e-05 2.4109063983038656e-07 1.0386196196812321e-07 -5.1255738325098665e-08",
        NEAR,
    );
    scene.expect(
        sphere,
        "30: 0.47094063589517343 0.020000114402188088 0.9362680298730329 -0.9313295601179722 3.0063278165874225e-06 0.3641774985380436 2.6749426952983826e-06 0.9999999999954223 -1.414350460663696e-06 -0.3641774985406285 -3.430724528761942e-07 -0.9313295601217503
         60: 0.8128219076855188 0.020000343206564263 -0.8836375103809014 -0.4372582954955461 2.5231237097581347e-06 0.8993359678195706 1.7047684847067643e-06 0.9999999999965933 -1.9766801412626098e-06 -0.8993359678214942 6.688398257936763e-07 -0.4372582954983578
         100: 1.268663603405979 0.02000064827906583 -6.826082230719477 -0.9998406558427247 2.9495245063987705e-06 0.017851132045072136 2.933280780243055e-06 0.9999999999952599 -9.36138237817074e-07 -0.017851132047748682 -8.836266871250848e-07 -0.9998406558466371",
        NEAR,
    );
}

/// The recorded robot with two driven wheels and a caster.
fn wheeled() -> (Scene, BodyId, [JointId; 2]) {
    let mut scene = Scene::new(0.016);
    let caster_material = Material(1);
    let mut slippery = ContactProperties::new([Material(0), caster_material]);
    slippery.coulomb_friction = vec![0.0];
    slippery.bounce = 0.0;
    scene.world.contact_properties = vec![slippery];
    scene.floor(Pose::IDENTITY);
    let trunk = cuboid(0.15, 0.16, 0.04);
    let trunk_pose = at(-0.02, 0.0, 0.06);
    let caster = Geometry::Sphere { radius: 0.02 };
    let caster_pose = at(-0.08, 0.0, 0.02);
    let mass = MassProperties::of(&trunk)
        .placed(&trunk_pose)
        .with_mass(1.0)
        .combined(
            &MassProperties::of(&caster)
                .with_mass(0.05)
                .placed(&caster_pose),
        );
    let base = scene.world.add_body(&BodySpec::new(mass, Pose::IDENTITY));
    let mut add = |geometry: Geometry, body: BodyId, pose: Pose, material: Material| {
        let at = scene.world.body(body).unwrap().pose().then(&pose);
        let mut spec = ShapeSpec::new(geometry, scene.world.attached(body, &at));
        spec.material = material;
        spec.group = Some(1);
        scene.world.add_shape(spec);
    };
    add(trunk, base, trunk_pose, Material(0));
    add(caster, base, caster_pose, caster_material);
    let joints = [0.1, -0.1].map(|side| {
        let wheel = Geometry::Cylinder {
            radius: 0.05,
            height: 0.02,
        };
        let pose = turned(
            0.0,
            side,
            0.05,
            [1.0, 0.0, 0.0, -std::f64::consts::FRAC_PI_2],
        );
        let mass = MassProperties::of(&wheel).with_mass(0.1);
        let body = scene.world.add_body(&BodySpec::new(mass, pose));
        let mut spec = ShapeSpec::new(wheel, Attachment::Body(body, Pose::IDENTITY));
        spec.group = Some(1);
        scene.world.add_shape(spec);
        let mut axis = AxisSpec::new(Vector::Y);
        axis.motor = Some(MotorSpec::default());
        let kind = hinge_at(Vector::new(0.0, side, 0.05), axis);
        scene.joint(Some(base), body, Pose::IDENTITY, kind)
    });
    (scene, base, joints)
}

#[test]
fn a_wheeled_robot_drives_an_arc() {
    let (mut scene, base, joints) = wheeled();
    scene.run_to(1);
    for (joint, speed) in joints.into_iter().zip([4.0, 2.0]) {
        scene.motor(joint, 0).set_position(f64::INFINITY);
        scene.motor(joint, 0).set_velocity(speed);
    }
    scene.run_to(80);
    for joint in joints {
        scene.motor(joint, 0).set_velocity(0.0);
    }
    scene.expect_position(
        joints[0],
        0,
        "80: 5.054265584776972
         100: 5.0542660597948785",
    );
    scene.expect_position(joints[1], 0, "100: 2.52778115363897");
    let rows = "100: 0.17910389603667182 -0.053261717205666075 -0.0001896375547386503 -8.007969945763778e-05 -0.0002695596689649591 -0.28416967983764413 0.958773963969505";
    let body = scene.world.body(base).unwrap();
    let (place, turn) = (body.pose().translation, body.orientation());
    let mine = [
        place.x, place.y, place.z, turn.v.x, turn.v.y, turn.v.z, turn.w,
    ];
    for (mine, recorded) in mine.into_iter().zip(&recorded(rows)[0].1) {
        assert!((mine - recorded).abs() < NEAR);
    }
}

#[test]
fn a_touch_sensor_feels_the_weight_above_it() {
    let mut scene = Scene::new(0.032);
    scene.floor(Pose::IDENTITY);
    let upper = scene.body(cuboid(0.1, 0.1, 0.08), Some(0.5), at(0.0, 0.0, 0.09));
    let sensor = scene.body(cuboid(0.1, 0.1, 0.02), Some(0.1), at(0.0, 0.0, 0.04));
    let joint = scene.joint(Some(upper), sensor, at(0.0, 0.0, 0.09), JointKind::Fixed);
    scene.run_to(30);
    let resting = scene.world.joint(joint).unwrap().reaction().parent_force.z;
    assert!((resting - 0.5 * 9.81).abs() < 0.05, "{resting}");
}

#[test]
fn a_snapshot_goes_on_as_the_original() {
    let (mut scene, base, joints) = wheeled();
    scene.run_to(1);
    for joint in joints {
        scene.motor(joint, 0).set_velocity(3.0);
        scene.motor(joint, 0).set_position(f64::INFINITY);
    }
    scene.run_to(20);
    let mut copy = scene.world.clone();
    for _ in 0..50 {
        scene.world.step(0.016);
        copy.step(0.016);
    }
    let state = |world: &Dynamics| {
        let body = world.body(base).unwrap();
        (body.pose(), body.linear_velocity(), body.angular_velocity())
    };
    assert_eq!(state(&scene.world), state(&copy));
}

#[test]
fn a_body_beyond_all_numbers_is_put_to_rest_and_reported() {
    let mut scene = Scene::new(0.016);
    let wild = scene.moving(cube(), None, at(0.0, 0.0, 1.0), [f64::MAX; 3], [0.0; 3]);
    let calm = scene.body(cube(), None, at(5.0, 0.0, 1.0));
    scene
        .world
        .add_force(wild, Vector::new(f64::INFINITY, 0.0, 0.0));
    scene.run_to(2);
    let faults = scene.world.take_faults();
    assert_eq!(faults.first().map(|fault| fault.body), Some(wild));
    assert!(
        scene
            .world
            .body(wild)
            .unwrap()
            .pose()
            .translation
            .is_finite()
    );
    assert!(scene.world.body(calm).unwrap().pose().translation.z < 1.0);
}

#[test]
fn removed_bodies_leave_nothing_behind() {
    let (mut scene, base, joints) = wheeled();
    scene.run_to(10);
    scene.world.remove_body(base);
    assert!(
        joints
            .iter()
            .all(|&joint| scene.world.joint(joint).is_none())
    );
    scene.run_to(20);
    assert!(scene.world.body(base).is_none());
}
