//! Robots in the style of public ones, each with what it is driven by and what
//! it must never exceed.

/// How the motors of a robot are commanded.
#[derive(Clone, Copy, Debug)]
pub enum DifferentialWheels {
    /// Wheels or propellers: a speed between the two, another one each time.
    Speed(f64, f64),
    /// Joints: a position between the two.
    Position(f64, f64),
}

/// A motor and how it is driven.
pub type Motor = (&'static str, DifferentialWheels);

/// A robot on a floor.
pub struct Robot {
    pub name: &'static str,
    /// The world without `WorldInfo`; what is watched is called `W0`, `W1` and so on.
    pub world: String,
    pub motors: Vec<Motor>,
    /// How far the watched bodies may rise above their start, in metres.
    pub highest: f64,
    /// How fast they may become, in metres and radians per second.
    pub fastest: (f64, f64),
}

const FLOOR: &str = "Solid { name \"floor\" boundingObject Plane { size 100 100 } }\n";

/// A driven wheel at a place of its robot, turning about y.
fn wheel(name: &str, at: [f64; 3], radius: f64, width: f64, mass: f64, torque: f64) -> String {
    let [x, y, z] = at;
    format!(
        "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor {x} {y} {z} }} \
         device RotationalMotor {{ name \"{name}\" maxVelocity 100 maxTorque {torque} }} \
         endPoint Solid {{ translation {x} {y} {z} rotation 1 0 0 1.5707963 name \"{name}\" \
         boundingObject Cylinder {{ radius {radius} height {width} }} \
         physics Physics {{ density -1 mass {mass} }} }} }}\n"
    )
}

fn part(at: [f64; 3], shape: &str) -> String {
    let [x, y, z] = at;
    format!("Pose {{ translation {x} {y} {z} children [ {shape} ] }} ")
}

fn robot(height: f64, parts: &str, mass: f64, children: &str) -> String {
    format!(
        "{FLOOR}DEF W0 Robot {{ name \"r\" translation 0 0 {height} \
         boundingObject Group {{ children [ {parts} ] }} \
         physics Physics {{ density -1 mass {mass} }} children [\n{children}] }}\n"
    )
}

/// Two wheels and two sliding feet, like an e-puck.
fn e_puck() -> Robot {
    let parts = part([0.0, 0.0, 0.03], "Cylinder { radius 0.037 height 0.045 }")
        + &part([0.03, 0.0, 0.005], "Sphere { radius 0.005 }")
        + &part([-0.03, 0.0, 0.005], "Sphere { radius 0.005 }");
    let wheels = wheel("left", [0.0, 0.026, 0.02], 0.02, 0.005, 0.01, 1.0)
        + &wheel("right", [0.0, -0.026, 0.02], 0.02, 0.005, 0.01, 1.0);
    let speed = DifferentialWheels::Speed(-6.2, 6.2);
    Robot {
        name: "e-puck",
        world: robot(0.0005, &parts, 0.13, &wheels),
        motors: vec![("left", speed), ("right", speed)],
        highest: 0.004,
        fastest: (0.4, 15.0),
    }
}

/// Two wheels and a castor that swivels, like a Pioneer.
fn pioneer() -> Robot {
    let parts = part([0.0, 0.0, 0.16], "Box { size 0.4 0.25 0.12 }");
    let castor = "HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 anchor -0.2 0 0 } \
        endPoint Solid { translation -0.2 0 0.08 name \"fork\" \
        boundingObject Box { size 0.02 0.02 0.02 } physics Physics { density -1 mass 0.3 } \
        children [ HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 anchor -0.02 0 -0.0425 } \
        endPoint Solid { translation -0.02 0 -0.0425 rotation 1 0 0 1.5707963 name \"castor\" \
        boundingObject Cylinder { radius 0.0375 height 0.024 } \
        physics Physics { density -1 mass 0.2 } } } ] } }\n";
    let wheels = wheel("left", [0.0, 0.165, 0.0975], 0.0975, 0.04, 1.5, 20.0)
        + &wheel("right", [0.0, -0.165, 0.0975], 0.0975, 0.04, 1.5, 20.0)
        + castor;
    let speed = DifferentialWheels::Speed(-5.0, 6.4);
    Robot {
        name: "pioneer",
        world: robot(0.0005, &parts, 9.0, &wheels),
        motors: vec![("left", speed), ("right", speed)],
        highest: 0.04,
        fastest: (2.5, 12.0),
    }
}

/// Two wheels and a ball behind them, like a TurtleBot.
fn turtle_bot() -> Robot {
    let parts = part([-0.03, 0.0, 0.08], "Box { size 0.13 0.13 0.12 }")
        + &part([-0.08, 0.0, 0.0165], "Sphere { radius 0.0165 }");
    let wheels = wheel("left", [0.0, 0.08, 0.033], 0.033, 0.018, 0.03, 1.0)
        + &wheel("right", [0.0, -0.08, 0.033], 0.033, 0.018, 0.03, 1.0);
    let speed = DifferentialWheels::Speed(-6.67, 6.67);
    Robot {
        name: "turtle-bot",
        world: robot(0.0005, &parts, 0.8, &wheels),
        motors: vec![("left", speed), ("right", speed)],
        highest: 0.03,
        fastest: (1.0, 12.0),
    }
}

/// Four wheels that are driven one by one.
fn car() -> Robot {
    let parts = part([0.0, 0.0, 0.12], "Box { size 0.6 0.3 0.1 }");
    let mut wheels = String::new();
    let mut motors = Vec::new();
    for (name, x, y) in [
        ("fl", 0.2, 0.19),
        ("fr", 0.2, -0.19),
        ("rl", -0.2, 0.19),
        ("rr", -0.2, -0.19),
    ] {
        wheels += &wheel(name, [x, y, 0.1], 0.1, 0.05, 0.6, 5.0);
        motors.push((name, DifferentialWheels::Speed(-6.0, 10.0)));
    }
    Robot {
        name: "car",
        world: robot(0.0005, &parts, 10.0, &wheels),
        motors,
        highest: 0.04,
        fastest: (3.0, 20.0),
    }
}

/// Six legs with two joints each.
fn walker() -> Robot {
    const NAMES: [(&str, &str); 6] = [
        ("h0", "k0"),
        ("h1", "k1"),
        ("h2", "k2"),
        ("h3", "k3"),
        ("h4", "k4"),
        ("h5", "k5"),
    ];
    let mut legs = String::new();
    let mut motors = Vec::new();
    for (at, (hip, knee)) in NAMES.into_iter().enumerate() {
        let side = if at % 2 == 0 { 1.0 } else { -1.0 };
        let x = 0.12 * (at / 2) as f64 - 0.12;
        let y = 0.06 * side;
        legs += &format!(
            "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 0 1 anchor {x} {y} 0.1 }} \
             device RotationalMotor {{ name \"{hip}\" maxVelocity 4 maxTorque 3 }} \
             endPoint Solid {{ translation {x} {y} 0.1 name \"{hip}\" \
             boundingObject Box {{ size 0.02 0.02 0.02 }} physics Physics {{ density -1 mass 0.03 }} children [ \
             HingeJoint {{ jointParameters HingeJointParameters {{ axis 1 0 0 anchor 0 {arm} 0 }} \
             device RotationalMotor {{ name \"{knee}\" maxVelocity 4 maxTorque 3 }} \
             endPoint Solid {{ translation 0 {arm} -0.045 name \"{knee}\" \
             boundingObject Capsule {{ radius 0.01 height 0.09 }} \
             physics Physics {{ density -1 mass 0.04 }} }} }} ] }} }}\n",
            arm = 0.04 * side,
        );
        motors.push((hip, DifferentialWheels::Position(-0.3, 0.3)));
        motors.push((knee, DifferentialWheels::Position(-0.25, 0.25)));
    }
    let parts = part([0.0, 0.0, 0.1], "Box { size 0.3 0.08 0.03 }");
    Robot {
        name: "walker",
        world: robot(0.001, &parts, 1.0, &legs),
        motors,
        highest: 0.08,
        fastest: (3.0, 40.0),
    }
}

/// A portal with a gripper above boxes that it lifts, drops and stacks.
fn gripper() -> Robot {
    let finger = |name: &str, side: f64| {
        format!(
            "SliderJoint {{ jointParameters JointParameters {{ axis 0 {side} 0 }} \
             device LinearMotor {{ name \"{name}\" maxForce 10 maxVelocity 0.1 }} \
             endPoint Solid {{ translation 0 {y} -0.05 name \"{name}\" \
             boundingObject Box {{ size 0.03 0.01 0.06 }} physics Physics {{ density -1 mass 0.05 }} }} }}\n",
            y = 0.03 * side,
        )
    };
    let fingers = finger("a", 1.0) + &finger("b", -1.0);
    let hand = format!(
        "SliderJoint {{ jointParameters JointParameters {{ axis 0 0 1 }} \
         device LinearMotor {{ name \"z\" maxForce 40 maxVelocity 0.3 }} \
         endPoint Solid {{ name \"hand\" boundingObject Box {{ size 0.04 0.12 0.02 }} \
         physics Physics {{ density -1 mass 0.3 }} children [ {fingers} ] }} }}\n"
    );
    let portal = format!(
        "{FLOOR}Robot {{ name \"r\" translation 0 0 0.1 children [ \
         SliderJoint {{ jointParameters JointParameters {{ axis 1 0 0 }} \
         device LinearMotor {{ name \"x\" maxForce 40 maxVelocity 0.3 }} \
         endPoint Solid {{ name \"x\" boundingObject Pose {{ translation 0 0 0.3 children Box {{ size 0.05 0.05 0.05 }} }} \
         physics Physics {{ density -1 mass 0.5 }} children [ {hand} ] }} }} ] }}\n"
    );
    let boxes: String = [-0.1, 0.0, 0.1]
        .iter()
        .enumerate()
        .map(|(at, x)| {
            format!(
                "DEF W{at} Solid {{ translation {x} 0 0.02 name \"b{at}\" \
                 boundingObject Box {{ size 0.04 0.04 0.04 }} \
                 physics Physics {{ density -1 mass 0.1 }} }}\n"
            )
        })
        .collect();
    Robot {
        name: "gripper",
        world: portal + &boxes,
        motors: vec![
            ("x", DifferentialWheels::Position(-0.12, 0.12)),
            ("z", DifferentialWheels::Position(0.0, 0.15)),
            ("a", DifferentialWheels::Position(-0.01, 0.02)),
            ("b", DifferentialWheels::Position(-0.01, 0.02)),
        ],
        // it is meant to lift them
        highest: 0.4,
        fastest: (8.0, 150.0),
    }
}

/// Four propellers that carry a little less or more than the weight.
fn quadrotor() -> Robot {
    let mut arms = String::new();
    let mut motors = Vec::new();
    for (name, x, y, sense) in [
        ("p0", 0.15, 0.15, 1.0),
        ("p1", -0.15, 0.15, -1.0),
        ("p2", -0.15, -0.15, 1.0),
        ("p3", 0.15, -0.15, -1.0),
    ] {
        arms += &format!(
            "Propeller {{ shaftAxis 0 0 1 centerOfThrust {x} {y} 0.03 \
             thrustConstants {k1} 0 torqueConstants {q1} 0 \
             device RotationalMotor {{ name \"{name}\" maxVelocity 300 maxTorque 30 }} \
             slowHelix Solid {{ translation {x} {y} 0.03 name \"{name}\" }} }}\n",
            k1 = 2e-4 * sense,
            q1 = 2e-6 * sense,
        );
        let hover = 111.0 * sense;
        motors.push((name, DifferentialWheels::Speed(hover * 0.97, hover * 1.02)));
    }
    let parts = part([0.0, 0.0, 0.02], "Box { size 0.3 0.3 0.04 }");
    Robot {
        name: "quadrotor",
        world: robot(0.0005, &parts, 1.0, &arms),
        motors,
        // it is meant to fly, and nobody keeps it upright
        highest: 1e4,
        fastest: (200.0, 300.0),
    }
}

/// All of them.
pub fn robots() -> Vec<Robot> {
    vec![
        e_puck(),
        pioneer(),
        turtle_bot(),
        car(),
        walker(),
        gripper(),
        quadrotor(),
    ]
}
