//! A small fixed sample of random worlds satisfies all checks.

use foxden_differential::{Area, Check, StagedWorld, Verdict, generate, reduce};

/// The seeds of the sample.
const SEEDS: std::ops::Range<u64> = 0..2;

#[test]
fn a_sample_of_every_area_satisfies_its_checks() {
    let mut failures = Vec::new();
    for area in Area::ALL {
        for seed in SEEDS {
            let sample = generate(area, seed);
            for check in area.checks() {
                let verdict = check.run(&sample);
                if verdict != Verdict::Holds {
                    failures.push(format!(
                        "{area} {seed} {check}: {verdict:?}\nagain: cargo xtask differential \
                         --area {area} --seed {seed} --worlds 1 --check {check}",
                        area = area.name(),
                        check = check.name()
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_failure_is_reduced_to_what_it_needs() {
    let world = "#VRML_SIM R2023b utf8\nWorldInfo { title \"long\" }\nViewpoint { }\n\
        PointLight { }\nSolid { name \"other\" }\n\
        Solid { translation 0 0 1 boundingObject Sphere { } physics Physics { } }\n\
        Robot { name \"rec\" controller \"rec\" controllerArgs [ \"steps=40\" \"at=2:led x\" ] }\n";
    let sample = StagedWorld::new(world.to_owned());
    assert!(matches!(Check::Rest.run(&sample), Verdict::Fails(_)));
    let small = reduce(&sample, Check::Rest);
    assert!(matches!(Check::Rest.run(&small), Verdict::Fails(_)));
    for gone in ["PointLight", "other", "long", "at=2"] {
        assert!(!small.world.contains(gone), "{}", small.world);
    }
    assert!(small.world.contains("physics"), "{}", small.world);
}
