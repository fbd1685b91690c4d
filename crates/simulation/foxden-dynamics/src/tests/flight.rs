//! Bodies that touch nothing.

use super::*;

#[test]
fn a_box_spins_about_its_middle_axis() {
    let mut scene = Scene::with_gravity(0.032, 0.0);
    let spin = [0.1, 5.0, 0.1];
    let body = scene.moving(cuboid(0.3, 0.2, 0.1), None, Pose::IDENTITY, [0.0; 3], spin);
    scene.expect(
        body,
        "1: 0.0 0.0 0.0 0.018072938718583145 0.9996606224029612 0.0187619003034985 0.15972208735840585
         10: 0.0 0.0 0.0 0.010025231909165329 0.9998062498330753 0.01693982053889692 1.5971658792918129
         50: 0.0 0.0 0.0 0.05934045006013417 -0.9974543412677819 -0.039541725717476 -1.7043821157317067
         100: 0.0 0.0 0.0 -0.21222516546150166 0.31945927707929833 0.923529235830036 -3.0274883774072707",
        EXACT,
    );
}

#[test]
fn a_thrown_ball_falls_as_recorded_until_it_lands() {
    let mut scene = Scene::new(0.032);
    scene.floor(Pose::IDENTITY);
    let body = scene.moving(
        ball(),
        None,
        at(0.0, 0.0, 0.2),
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 2.0],
    );
    scene.expect(
        body,
        "1: 0.032 0.0 0.18995456000000002 0.0 0.0 1.0 0.0639781680786302
         5: 0.16 0.0 0.049318400000000005 0.0 0.0 1.0 0.319890840393151
         6: 0.1828575702647335 3.8870676720287516e-19 0.07305736335460866 0.12224796439535829 0.757781691556953 0.6409542441877377 0.5887494321951711
         50: 1.188573993076917 5.017739195217853e-17 0.04917755510443644 -0.15254333438186282 -0.9456039707740684 -0.28733893156336804 -1.633569201606229
         100: 2.3314311359340594 1.4260002911605854e-16 0.04917815935363068 0.15614982296909946 0.967841361038898 -0.1972316725302817 -0.8946477027825033",
        NEAR,
    );
}

#[test]
fn default_damping_slows() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let geometry = cuboid(0.1, 0.2, 0.1);
    let mut spec = BodySpec::new(MassProperties::of(&geometry), at(0.0, 0.0, 0.4));
    spec.linear_velocity = Vector::X;
    spec.angular_velocity = Vector::new(1.0, 2.0, 3.0);
    spec.damping = Damping {
        linear: 0.3,
        angular: 0.6,
    };
    let body = scene.world.add_body(&spec);
    scene.shape(geometry, body, Pose::IDENTITY);
    scene.expect(
        body,
        "1: 0.016 0.0 0.39748864 0.9943094537430414 0.0 -0.1560668118595078 0.9286845859417886 1.9708925847661047 2.975259445962912
         10: 0.15596436579356857 0.0 0.2642065924755903 0.944529847625905 0.0 -1.5213038333182696 0.42126688808028157 1.6242560128865118 2.765977114233738
         30: 0.25939396947346144 0.03015834894511831 0.06810562821677749 -0.005467468345558464 -0.027157814966138078 0.03038352478461521 0.39206348127843776 -0.07910894014333615 0.0027038091056413786
         100: 0.2344799607008397 0.006446148005732798 0.04960759410717338 7.62137149119265e-08 6.075614438660653e-08 9.243717201219392e-08 -1.2041994434846371e-06 1.5105717512823918e-06 -1.361830551615437e-14",
        NEAR,
    );
}

#[test]
fn a_given_inertia_and_centre_of_mass_are_used() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let mass = MassProperties::explicit(
        2.0,
        Vector::new(0.01, 0.02, 0.0),
        [0.01, 0.02, 0.015],
        [0.001, 0.002, -0.001],
    );
    let mut spec = BodySpec::new(mass, turned(0.0, 0.0, 0.4, [1.0, 0.0, 0.0, 0.2]));
    spec.angular_velocity = Vector::new(1.0, 2.0, 3.0);
    let body = scene.world.add_body(&spec);
    scene.shape(cube(), body, at(0.05, 0.0, 0.0));
    let sphere = Geometry::Sphere { radius: 0.04 };
    scene.shape(sphere, body, turned(-0.05, 0.02, 0.0, [0.0, 1.0, 0.0, 1.2]));
    scene.expect(
        body,
        "1: 0.0008187150560439796 -0.0003911712449574979 0.39746154683234874 0.0 0.0 -0.15696000000000002 1.051342213711125 1.9936111485341235 2.986226842429249
         12: 0.0094447917050346 -0.001552405070020576 0.20086157686235662 0.0 0.0 -1.88352 1.4988872917967202 2.151754751044507 2.6788117697992946
         40: -0.23210091901082133 -0.06154019732118237 0.06709193495091871 -0.18153888648265415 -0.20179802981229228 0.04058447562629482 3.4293919144866813 -3.1268772309791726 -0.21767603379171158
         100: -0.2724235599578662 -0.06398568515024178 0.04928818096329134 3.4138054350164923e-06 2.6986314127210765e-06 7.091542417004005e-07 -5.411592037492686e-05 6.845651518378037e-05 2.46993027814579e-07",
        NEAR,
    );
}

#[test]
fn solids_without_joints_merge_into_one_body() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let sphere = Geometry::Sphere { radius: 0.04 };
    let cylinder = Geometry::Cylinder {
        radius: 0.03,
        height: 0.1,
    };
    let sphere_pose = turned(-0.05, 0.02, 0.0, [0.0, 1.0, 0.0, 1.2]);
    let child = turned(0.0, 0.1, 0.0, [0.0, 0.0, 1.0, 0.4]);
    let own = MassProperties::of(&cube())
        .placed(&at(0.05, 0.0, 0.0))
        .combined(&MassProperties::of(&sphere).placed(&sphere_pose));
    let reference = MassProperties::of(&cylinder);
    let mass = own
        .scaled(0.5)
        .combined(&reference.with_mass(0.3).placed(&child));
    let mut spec = BodySpec::new(mass, turned(0.0, 0.0, 0.4, [1.0, 0.0, 0.0, 0.2]));
    spec.angular_velocity = Vector::new(1.0, 2.0, 3.0);
    let share = reference.mass / (own.mass + reference.mass);
    spec.damping = Damping {
        linear: 0.3 * share,
        angular: 0.5 * share,
    };
    let body = scene.world.add_body(&spec);
    scene.shape(cube(), body, at(0.05, 0.0, 0.0));
    scene.shape(sphere, body, sphere_pose);
    scene.shape(cylinder, body, child);
    scene.expect(
        body,
        "1: 0.0014570997282122196 -0.0008066774482566944 0.3975615532147214 0.0 0.0 -0.15681880445056803 0.9516277195268031 1.9916942755360216 3.0178118638150577
         15: 0.025640158387593093 -0.00419222768558767 0.0973415828302217 0.0 0.0 -2.3375274546421148 0.4349211875657752 1.5512109491546207 3.3319812274536633
         40: -0.2839999805217715 -0.1226711581278701 0.08472431176541173 -0.5552446092509974 -0.6052728202839162 -0.5136234809205372 6.73684949522754 -7.348736498004505 0.9302307073463266
         100: -0.26502839916504456 -0.13613500074800378 0.04986780316364838 -2.302740757119798e-06 1.0937196792435104e-05 6.780518163517766e-06 -0.0002186506509030907 -4.6034726257779495e-05 -1.3616674386628008e-09",
        NEAR,
    );
}

#[test]
fn a_long_body_that_turns_fast_gains_no_end_of_speed() {
    let mut world = Dynamics::new(Settings {
        gravity: Vector::ZERO,
        ..Settings::default()
    });
    let rod = Geometry::Capsule {
        radius: 0.01,
        height: 0.5,
    };
    let mut spec = BodySpec::new(MassProperties::of(&rod), Pose::IDENTITY);
    spec.angular_velocity = Vector::new(20.0, 0.5, 10.0);
    let body = world.add_body(&spec);
    for _ in 0..1000 {
        world.step(0.032);
    }
    let speed = world
        .body(body)
        .map(|body| body.angular_velocity().length());
    assert!(speed.is_some_and(|speed| speed < 300.0), "{speed:?}");
    let faults = world.take_faults();
    assert!(
        faults
            .iter()
            .any(|fault| fault.kind == FaultKind::SpinsTooFast)
    );
    assert!(world.exactness().of(body).relaxed > 0);
}
