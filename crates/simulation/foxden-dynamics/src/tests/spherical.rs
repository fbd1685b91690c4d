//! Ball joints and hinges with two axes.

use super::*;

fn ball_kind(anchor: Vector, axes: [AxisSpec; 3], given: [bool; 3]) -> JointKind {
    JointKind::Ball {
        anchor,
        axes,
        given,
    }
}

fn driven(axis: Vector) -> AxisSpec {
    let mut axis = AxisSpec::new(axis);
    axis.motor = Some(MotorSpec::default());
    axis
}

#[test]
fn a_ball_joint_has_three_motors() {
    let mut scene = Scene::new(0.016);
    let body = scene.body(cube(), Some(1.0), at(0.4, 0.0, 0.0));
    let axes = [Vector::X, Vector::Y, Vector::Z].map(driven);
    let kind = ball_kind(Vector::new(0.1, 0.0, 0.0), axes, [true; 3]);
    let joint = scene.joint(None, body, Pose::IDENTITY, kind);
    for (step, axis, target) in [(1, 0, 0.6), (10, 1, 0.5), (20, 2, -0.7)] {
        scene.run_to(step);
        scene.motor(joint, axis).set_position(target);
    }
    scene.expect(
        body,
        "21: 0.3531645519020695 -0.059605361019638446 -0.150265886866213 0.8430679080248997 -0.030534442023774623 0.5369396151419787 -0.19886224347929746 0.909927469299829 0.36398600073627796 -0.49969021460991225 -0.41364193267112787 0.7610585003527616
         30: 0.35248584101889574 0.06850316971345348 -0.14926236679188032 0.8367115610411329 -0.4798480150034078 0.2639311389688607 0.22811600793345957 0.743518077599725 0.6286047686797415 -0.49787232353748345 -0.4657539594890191 0.7315711849681402
         60: 0.3417174121739809 0.09733149443450062 -0.14866994482666854 0.8057167996197189 -0.565174800067669 0.17719448123186096 0.32443726740604273 0.6714158448995015 0.6662891434925146 -0.495541015788459 -0.47935186302585614 0.7243347935071069",
        EXACT,
    );
    scene.expect_position(joint, 0, "60: 0.5999971053701202");
    scene.expect_position(joint, 1, "60: 0.49991604905088793");
    scene.expect_position(joint, 2, "60: -0.6996941368249505");
}

#[test]
fn positions_of_a_ball_joint_go_on_beyond_half_a_turn() {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    let body = scene.body(cube(), Some(1.0), Pose::IDENTITY);
    let axes = [Vector::X, Vector::Y, Vector::Z].map(driven);
    let kind = ball_kind(Vector::ZERO, axes, [true; 3]);
    let joint = scene.joint(None, body, Pose::IDENTITY, kind);
    scene.run_to(1);
    let motor = scene.motor(joint, 2);
    motor.set_position(f64::INFINITY);
    motor.set_velocity(5.0);
    scene.run_to(101);
    let position = scene.world.joint(joint).unwrap().position(2).unwrap();
    assert!((position - 8.0).abs() < 0.2, "{position}");
}

#[test]
fn control_motors_ignore_how_the_parent_is_turned() {
    let mut scene = Scene::with_gravity(0.016, 3.0);
    let body = arm(&mut scene);
    let axes = [
        driven(Vector::X),
        driven(Vector::Y),
        AxisSpec::new(Vector::Z),
    ];
    let kind = ball_kind(Vector::new(0.0, 0.05, 0.0), axes, [true; 3]);
    let joint = scene.joint(None, body, slanted(), kind);
    scene.run_to(1);
    scene.motor(joint, 0).set_position(0.4);
    scene.run_to(10);
    scene.motor(joint, 1).set_position(0.3);
    scene.expect(
        body,
        "11: 0.32117170648957405 0.304733665124184 0.8250595713442739 -0.2862585919174212 -0.07887604072788085 -0.4244310921099722 -2.9611391617390295 1.0240184216650674 1.7447728495439412
         30: 0.30072983608325893 0.29881539572381377 0.7995414920090906 -0.006681093446948949 -0.0022853148967440754 -0.00748172426592365 -0.11313353356029418 0.007503268980814767 0.09563331943805678
         100: 0.30025237926336196 0.29844026410073415 0.7989517526936576 4.424337531146742e-05 -0.00018550290696100745 -2.1928336810839144e-08 -5.542513520190301e-07 -3.214238545560507e-08 -0.0008448735398315613",
        EXACT,
    );
}

#[test]
fn the_first_spring_serves_all_axes_of_a_ball_joint() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let mut first = AxisSpec::new(Vector::X);
    (first.spring, first.damping) = (5.0, 0.1);
    let axes = [first, AxisSpec::new(Vector::Z), AxisSpec::new(Vector::Z)];
    let kind = ball_kind(Vector::new(0.0, 0.05, 0.0), axes, [true, false, false]);
    scene.joint(None, body, slanted(), kind);
    scene.expect(
        body,
        "1: 0.3626228797973423 0.31490278617181866 0.9115152552231902 -0.040743048110595155 -0.009958943324383818 -0.13675923925332695 -0.10221032536629428 0.45917994673644014 -0.002989779541418479
         20: 0.23952707389241287 0.27856208987470144 0.7444735565510585 -0.29658821357648796 -0.13951476061946927 -0.1929726367652786 -0.2898818967507192 1.1822099896438916 -0.39588306562280795
         60: 0.2903312867805752 0.30573340366029755 0.7901581326686893 -0.2708950631674344 -0.12409249734232837 -0.30882788835483954 -0.40568064902328643 1.3423947600603203 -0.18249349097177717
         100: 0.3073615107818747 0.3091441109365215 0.8099512531860124 -0.12825353783969018 0.016461291772195567 -0.1472428524469519 -0.1067195423700423 0.6166025289400875 0.16180734230878818",
        EXACT,
    );
}

/// The recorded robot with a Hinge2 at its side.
fn hinge2(first: AxisSpec, second: AxisSpec) -> (Scene, BodyId, JointId) {
    let mut scene = Scene::with_gravity(0.016, 0.0);
    let frame = turned(0.0, 0.0, 1.0, [0.0, 0.6, 0.8, 0.5]);
    let base = scene.body(cuboid(0.5, 0.5, 0.2), Some(50.0), frame);
    let pose = frame.then(&at(0.6, 0.0, 0.1));
    let end = scene.body(cuboid(0.1, 0.06, 0.1), Some(1.0), pose);
    let kind = JointKind::Hinge2 {
        anchor: Vector::new(0.3, 0.0, 0.0),
        axis: first,
        second,
        suspension: Suspension::default(),
    };
    let joint = scene.joint(Some(base), end, frame, kind);
    (scene, end, joint)
}

#[test]
fn both_axes_of_a_hinge2_have_springs() {
    let mut first = AxisSpec::new(Vector::Z);
    (first.spring, first.damping) = (4.0, 0.1);
    let mut second = AxisSpec::new(Vector::Y);
    (second.spring, second.damping) = (3.0, 0.05);
    second.motor = Some(MotorSpec {
        max_force: 2.0,
        ..MotorSpec::default()
    });
    let (mut scene, body, joint) = hinge2(first, second);
    scene.run_to(3);
    scene.motor(joint, 1).set_position(0.6);
    scene.expect(
        body,
        "4: 0.5553889021089106 0.2361299188335822 0.9214485653487761 0.004614541152177068 0.008101454643915578 -0.09695081136028132 -0.13718513405087557 0.32965773141318316 0.021017469414909323
         20: 0.5324463601682465 0.23403452112382778 0.8045642921903178 -0.10591090620374642 -0.03022978958495258 -0.21714878795539366 -0.34375869746352794 0.826056796484621 0.0526656037480664
         50: 0.5227034939262649 0.23110391489308654 0.786937079206643 -0.0006039545755023289 -0.000189035195191492 -0.000977124095739986 -0.0017485503844818005 0.004201790208521495 0.000267886928716634
         100: 0.5226872511214853 0.2310965377402946 0.786946769436166 6.37024380919483e-07 1.496300162090571e-07 1.8110450294161361e-06 9.645942244726286e-07 -2.3179329585186745e-06 -1.4778080303246446e-07",
        EXACT,
    );
    scene.expect_position(joint, 0, "100: 2.2724877535296183e-16");
    scene.expect_position(joint, 1, "100: 0.5999981246282675");
}

#[test]
fn a_hinge2_reports_the_torque_about_an_axis() {
    let mut second = driven(Vector::Y);
    second.motor = Some(MotorSpec {
        max_force: 2.0,
        ..MotorSpec::default()
    });
    let (mut scene, body, joint) = hinge2(driven(Vector::Z), second);
    scene.run_to(3);
    scene.motor(joint, 1).set_position(0.6);
    scene.run_to(5);
    scene.motor(joint, 0).set_position(0.5);
    scene.expect(
        body,
        "6: 0.5524457258502946 0.24445436766002573 0.9139904920514796 -0.1921706923026191 0.5041136612193713 -0.2662598507546574 0.16695609509576365 1.1366986722549717 1.8995662336486836
         20: 0.46270909586825065 0.32944369409466834 0.8144913529749075 -0.17788674431711615 0.042147661446943895 -0.15387581621063834 -0.43474275878109647 0.47312356437746245 0.5738076499685443",
        EXACT,
    );
    let rows = "20: -0.7513384799749041
         40: -0.023493865208221647";
    for (step, row) in recorded(rows) {
        scene.run_to(step);
        let mine = scene.world.feedback(joint, 1).unwrap();
        assert!((mine - row[0]).abs() < 1e-11);
    }
}

#[test]
fn a_hinge2_needs_two_bodies() {
    let mut scene = Scene::new(0.016);
    let end = scene.body(cube(), None, Pose::IDENTITY);
    let spec = JointSpec {
        parent: None,
        end,
        frame: Pose::IDENTITY,
        kind: JointKind::Hinge2 {
            anchor: Vector::ZERO,
            axis: AxisSpec::new(Vector::Z),
            second: AxisSpec::new(Vector::Y),
            suspension: Suspension::default(),
        },
    };
    assert!(scene.world.add_joint(&spec).is_none());
}
