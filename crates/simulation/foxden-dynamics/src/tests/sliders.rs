//! Sliders.

use super::*;

#[test]
fn a_spring_carries_a_weight() {
    let mut scene = Scene::new(0.008);
    let body = scene.body(cube(), None, Pose::IDENTITY);
    let mut axis = AxisSpec::new(Vector::Z);
    (axis.spring, axis.damping) = (50.0, 1.0);
    scene.joint(None, body, Pose::IDENTITY, JointKind::Slider { axis });
    scene.expect(
        body,
        "1: 0.0 0.0 -0.0006208860759493671 0.0 0.0 1.0 0.0
         50: 0.0 0.0 -0.3330314590045984 0.0 0.0 1.0 0.0
         150: 0.0 0.0 -0.23685396691931024 0.0 0.0 1.0 0.0
         300: 0.0 0.0 -0.21415400828595973 0.0 0.0 1.0 0.0",
        EXACT,
    );
}

#[test]
fn a_linear_motor_goes_to_its_position() {
    let mut scene = Scene::with_gravity(0.008, 0.0);
    let body = scene.body(cube(), Some(1.0), Pose::IDENTITY);
    let mut axis = AxisSpec::new(Vector::X);
    axis.motor = Some(MotorSpec {
        max_velocity: 0.5,
        ..MotorSpec::default()
    });
    let joint = scene.joint(None, body, Pose::IDENTITY, JointKind::Slider { axis });
    scene.motor(joint, 0).set_position(0.3);
    scene.expect(
        body,
        "1: 0.00064 0.0 0.0 0.0 0.0 1.0 0.0
         50: 0.18943980000000013 0.0 0.0 0.0 0.0 1.0 0.0
         80: 0.285512696374412 0.0 0.0 0.0 0.0 1.0 0.0
         150: 0.2999577479223345 0.0 0.0 0.0 0.0 1.0 0.0",
        EXACT,
    );
}

#[test]
fn without_a_parent_the_spring_rests_at_twice_the_initial_position() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let mut axis = AxisSpec::new(Vector::Z);
    axis.position = 0.1;
    (axis.spring, axis.damping) = (50.0, 1.0);
    (axis.min_stop, axis.max_stop) = (-0.15, 0.2);
    scene.joint(None, body, slanted(), JointKind::Slider { axis });
    scene.expect(
        body,
        "1: 0.36296185365294453 0.314998209028719 0.9126619626027045 -0.0195571821354558 -0.003995014768109606 -0.06509002803368577 0.0 0.0 0.0
         10: 0.34910229323141106 0.3121670676004683 0.8665987451927077 -0.13908270165959527 -0.028410915400298435 -0.4622096834437563 0.0 0.0 0.0
         40: 0.3335443515041667 0.3089889918157648 0.8148961005021516 0.09796950246374198 0.020012576784129012 0.3255700383685412 0.0 0.0 0.0
         100: 0.33859814972627356 0.31002134905376166 0.8316907684336944 0.04265923661965661 0.00871415314902863 0.14176421894852578 0.0 0.0 0.0",
        EXACT,
    );
}

#[test]
fn a_linear_motor_runs_into_both_stops() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let mut axis = AxisSpec::new(Vector::Z);
    (axis.min_stop, axis.max_stop) = (-0.15, 0.2);
    axis.motor = Some(MotorSpec {
        max_force: 30.0,
        ..MotorSpec::default()
    });
    let joint = scene.joint(None, body, slanted(), JointKind::Slider { axis });
    scene.run_to(1);
    scene.motor(joint, 0).set_position(f64::INFINITY);
    scene.motor(joint, 0).set_velocity(-0.5);
    scene.expect(
        body,
        "2: 0.36097487714668697 0.3145923223098959 0.9060576307427942 -0.14374321377655552 -0.029362934694553436 -0.4777627305522807 0.0 0.0 0.0
         20: 0.31954609903850706 0.3061295192731098 0.768377511058752 -0.1438542483457099 -0.02938561611872123 -0.4780546268976094 0.0 0.0 0.0
         22: 0.3197513530464317 0.3061714472352872 0.7690595740185222 0.0057543640767654895 0.0011754643030131256 0.019121869330038482 0.0 0.0 0.0
         50: 0.32011885491569736 0.30624651814196774 0.7702807902353406 1.1118567024261164e-05 2.2712290114376393e-06 3.6947225289924917e-05 0.0 0.0 0.0",
        EXACT,
    );
    scene.motor(joint, 0).set_velocity(0.6);
    scene.expect(
        body,
        "51: 0.3216376562569785 0.3065567690639163 0.7753280367871319 0.0949250838300732 0.019390682621790712 0.3154529094869573 0.0 0.0 0.0
         90: 0.4209276603765061 0.3268390893918562 1.1052863528509091 -0.0017960296645233964 -0.0003668813320879235 -0.0059685255242531605 0.0 0.0 0.0
         100: 0.42082507191767515 0.3268181332845178 1.1049454331839788 -0.00019277188159996084 -3.937819408442679e-05 -0.000640615196070378 0.0 0.0 0.0",
        EXACT,
    );
}

#[test]
fn a_changed_brake_turns_the_spring_around() {
    let mut scene = Scene::new(0.016);
    let body = arm(&mut scene);
    let mut axis = AxisSpec::new(Vector::Z);
    (axis.spring, axis.damping) = (50.0, 1.0);
    let joint = scene.joint(None, body, slanted(), JointKind::Slider { axis });
    scene.expect(
        body,
        "1: 0.3626039621155729 0.314925101258526 0.9114726254676742 -0.04192540322118845 -0.008564250405171898 -0.13942359897307413 0.0 0.0 0.0
         20: 0.28672991522118063 0.2994260413346628 0.6593235045556975 -0.2276105805344198 -0.046494818339115264 -0.7563917926699735 0.0 0.0 0.0",
        EXACT,
    );
    scene.world.set_brake(joint, 0, 2.0);
    scene.expect(
        body,
        "21: 0.2817222407365205 0.29840310595565256 0.6426820948643666 -0.3129796552912578 -0.06393346118813366 -1.040088105708195 0.0 0.0 0.0
         40: -0.14412079035508904 0.2114146437976358 -0.7724699922943612 -2.8584651756990263 -0.5839087917651326 -9.499187417066901 0.0 0.0 0.0
         60: -2.6926311025363567 -0.3091785716935537 -9.241622339154663 -15.970025652980658 -3.2622536257450503 -53.071231289870916 0.0 0.0 0.0",
        EXACT,
    );
}

#[test]
fn a_slider_between_two_bodies_reports_its_force() {
    let mut scene = Scene::new(0.016);
    scene.floor(Pose::IDENTITY);
    let base = scene.body(cuboid(1.0, 1.0, 1.0), Some(100.0), at(0.0, 0.0, 0.5));
    let end = scene.body(cube(), Some(1.0), at(0.9, 0.0, 1.2));
    let mut axis = AxisSpec::new(Vector::Z);
    axis.motor = Some(MotorSpec {
        max_force: 20.0,
        ..MotorSpec::default()
    });
    let joint = scene.joint(
        Some(base),
        end,
        at(0.0, 0.0, 0.5),
        JointKind::Slider { axis },
    );
    let feedback = |scene: &mut Scene, rows: &str| {
        for (step, row) in recorded(rows) {
            scene.run_to(step);
            let mine = scene.world.feedback(joint, 0).unwrap();
            assert!((mine - row[0]).abs() < 1e-10, "step {step}: {mine}");
        }
    };
    scene.run_to(1);
    scene.motor(joint, 0).set_position(0.5);
    feedback(
        &mut scene,
        "2: 19.99985590171085
         20: -3.642704379515169
         50: 9.741036602516845",
    );
    scene.motor(joint, 0).set_force(5.0);
    feedback(
        &mut scene,
        "51: 2.702977892197613e-06
         70: -4.698240549220296e-09",
    );
    scene.motor(joint, 0).set_position(f64::INFINITY);
    scene.motor(joint, 0).set_velocity(0.1);
    // At step 86 the base, slow for a second, has its velocity zeroed: motor
    // commands wake the end point only.
    feedback(
        &mut scene,
        "71: 20.000019996562518
         85: 9.841462788122508
         86: 9.562879755752686
         87: 9.792143453351486
         100: 9.806867259410314",
    );
}
