//! The modules, by recorded values.

use super::*;

fn with(module: &str, code: &str) -> Vec<String> {
    let name = module.trim_end_matches(".js");
    console(
        &format!("%< import * as {name} from '{module}'; {code} >%"),
        &[],
    )
}

#[test]
fn wbrandom_draws_the_recorded_numbers() {
    let lines = with(
        "wbrandom.js",
        "wbrandom.seed(5); for (let i = 0; i < 5; ++i) console.log('real ' + wbrandom.real()); \
         console.log('real(10) ' + wbrandom.real(10)); console.log('real(5,6) ' + wbrandom.real(5, 6)); \
         for (let i = 0; i < 5; ++i) console.log('int(1,6) ' + wbrandom.integer(1, 6)); \
         console.log('int(9) ' + wbrandom.integer(9)); console.log('int() ' + wbrandom.integer()); \
         wbrandom.seed(123456789); console.log('big seed ' + wbrandom.real() + ' ' + wbrandom.integer(0, 100)); \
         wbrandom.seed(-7); console.log('negative seed ' + wbrandom.real() + ' ' + wbrandom.integer(0, 100)); \
         wbrandom.seed(0.5); console.log('fraction seed ' + wbrandom.real() + ' ' + wbrandom.integer(0, 100));",
    );
    assert_eq!(
        lines,
        [
            "real 0.7107346481522708",
            "real 0.9905801409828747",
            "real 0.8417175317834337",
            "real 0.46628382601045526",
            "real 0.3086492603212154",
            "real(10) 8.940407570624803",
            "real(5,6) 5.98790293859857",
            "int(1,6) 5",
            "int(1,6) 5",
            "int(1,6) 5",
            "int(1,6) 2",
            "int(1,6) 1",
            "int(9) 5",
            "int() 1658804",
            "big seed 0.9171677182416748 9",
            "negative seed -0.16108942992028177 -61",
            "fraction seed 0.7588006412268067 22",
        ]
    );
}

#[test]
fn wbrotation_turns_as_recorded() {
    let lines = with(
        "wbrotation.js",
        "const show = v => console.log(JSON.stringify(v)); \
         const r = {x: 0, y: 0, z: 2, a: 4}; const q = wbrotation.toQuaternion(r); show(q); show(r); \
         show(wbrotation.fromQuaternion(q)); const m = wbrotation.toMatrix3({x: 0, y: 1, z: 0, a: 0.5}); show(m); \
         show(wbrotation.fromMatrix3(m)); \
         show(wbrotation.combine({x: 1, y: 0, z: 0, a: 0.3}, {x: 0, y: 1, z: 0, a: 0.4})); \
         show(wbrotation.combine({x: 1, y: 0, z: 0, a: 0}, {x: 0, y: 1, z: 0, a: 0})); \
         show(wbrotation.rotateVector3ByRotation({x: 0, y: 0, z: 1, a: 1}, {x: 1, y: 2, z: 3})); \
         show(wbrotation.rotateVector3ByQuaternion(q, {x: 1, y: 2, z: 3})); \
         console.log(wbrotation.isIdentity({x: 0, y: 0, z: 1, a: 0}) + ' ' + wbrotation.equal(r, r)); \
         show(wbrotation.normalize({x: 0, y: 0, z: 0, a: 9}));",
    );
    assert_eq!(
        lines,
        [
            r#"{"w":0.4161468365471425,"x":0,"y":0,"z":-0.9092974268256816}"#,
            r#"{"x":0,"y":0,"z":1,"a":-2.2831853071795862}"#,
            r#"{"a":2.2831853071795862,"x":0,"y":0,"z":-1}"#,
            r#"{"0":0.8775825618903728,"1":0,"2":0.479425538604203,"3":0,"4":1,"5":0,"6":-0.479425538604203,"7":0,"8":0.8775825618903728}"#,
            r#"{"x":0,"y":0.958851077208406,"z":0,"a":0.4999999999999999}"#,
            r#"{"a":0.49879354229904976,"x":0.5933864855673026,"y":0.7958793265069326,"z":0.12028539555971428}"#,
            r#"{"a":0,"x":0,"y":1,"z":0}"#,
            r#"{"x":-1.1426396637476532,"y":1.922075596544176,"z":3}"#,
            r#"{"x":0.8599613697522451,"y":-2.064089737035152,"z":3}"#,
            "true true",
            "wbrotation.normalize: an axis of length zero has no direction.",
            r#"{"x":0,"y":0,"z":0,"a":2.7168146928204138}"#,
        ]
    );
}

#[test]
fn wbvector2_computes_as_recorded() {
    let lines = with(
        "wbvector2.js",
        "const a = {x: 1, y: 2}, b = {x: 3, y: 5}; \
         for (const f of ['equal','add','minus','distance','angle','cross','dot']) console.log(f + ' ' + JSON.stringify(wbvector2[f](a, b))); \
         console.log(JSON.stringify(wbvector2.multiply(a, 3)) + wbvector2.norm(a) + JSON.stringify(wbvector2.normalize(a))); \
         console.log(JSON.stringify(wbvector2.intersection({x: 0, y: 0}, {x: 2, y: 2}, {x: 0, y: 2}, {x: 2, y: 0})) \
           + JSON.stringify(wbvector2.intersection({x: 0, y: 0}, {x: 1, y: 0}, {x: 0, y: 1}, {x: 1, y: 1}))); \
         console.log(JSON.stringify(wbvector2.normalize({x: 0, y: 0})));",
    );
    assert_eq!(
        lines,
        [
            "equal false",
            r#"add {"x":4,"y":7}"#,
            r#"minus {"x":-2,"y":-3}"#,
            "distance 3.605551275463989",
            "angle -2.158798930342464",
            "cross -1",
            "dot 13",
            r#"{"x":3,"y":6}2.23606797749979{"x":0.4472135954999579,"y":0.8944271909999159}"#,
            r#"{"x":1,"y":1}null"#,
            "wbvector2.normalize: a vector of length zero has no direction.",
            "null",
        ]
    );
}

#[test]
fn wbvector3_computes_as_recorded() {
    let lines = with(
        "wbvector3.js",
        "const a = {x: 1, y: 2, z: 3}, b = {x: 3, y: 5, z: -1}; \
         for (const f of ['equal','add','minus','distance','cross','dot']) console.log(f + ' ' + JSON.stringify(wbvector3[f](a, b))); \
         console.log(JSON.stringify(wbvector3.multiply(a, 3)) + wbvector3.norm(a) + JSON.stringify(wbvector3.normalize(a))); \
         wbvector3.add(1, 2);",
    );
    assert_eq!(
        lines,
        [
            "equal false",
            r#"add {"x":4,"y":7,"z":2}"#,
            r#"minus {"x":-2,"y":-3,"z":4}"#,
            "distance 5.385164807134504",
            r#"cross {"x":-17,"y":10,"z":-1}"#,
            "dot 10",
            r#"{"x":3,"y":6,"z":9}3.7416573867739413{"x":0.2672612419124244,"y":0.5345224838248488,"z":0.8017837257372732}"#,
            "wbvector3.add: argument 1 must be an object with x, y and z.",
            "wbvector3.add: argument 2 must be an object with x, y and z.",
        ]
    );
}

#[test]
fn wbgeometry_knows_polygons_and_curves() {
    let lines = with(
        "wbgeometry.js",
        "const square = [{x: 0, y: 0}, {x: 2, y: 0}, {x: 2, y: 2}, {x: 0, y: 2}]; \
         const p = wbgeometry.circle(1, 4, {x: 1, y: 1}, 0); console.log(p.length, ' ', p[0].x, ' ', p[1].y.toFixed(6)); \
         console.log(wbgeometry.isPoint2InPolygon({x: 1, y: 1}, square), ' ', wbgeometry.isPoint2InPolygon({x: 3, y: 1}, square)); \
         console.log(wbgeometry.findClosestPoint2InArray({x: 1.8, y: 1.7}, square)); \
         console.log(wbgeometry.isPoint2ArrayClockwise(square), ' ', wbgeometry.isPoint2ArrayClockwise(square.slice().reverse())); \
         const line = [{x: 0, y: 0}, {x: 1, y: 0}, {x: 2, y: 0}]; \
         console.log(wbgeometry.bSpline2(line, 2).map(v => v.x.toFixed(3)).join(' '), ' ', line.length); \
         const path = [{x: 0, y: 0, z: 1}, {x: 1, y: 0, z: 1}, {x: 2, y: 0, z: 1}]; \
         console.log(wbgeometry.bSpline3(path, 2).map(v => v.x.toFixed(3) + '/' + v.z).join(' '));",
    );
    assert_eq!(
        lines,
        [
            "5 2 2.000000",
            "true false",
            "{\n \"x\": 2,\n \"y\": 2\n}",
            "true false",
            "0.000 -0.500 0.000 0.500 1.000 1.500 2.000 7",
            "0.000/1 0.500/1 1.000/1 1.500/1 2.000/1",
        ]
    );
}

#[test]
fn wbutility_checks_and_converts() {
    let lines = with(
        "wbutility.js",
        "wbutility.info('i'); wbutility.error('e'); wbutility.assert(true, 'no'); wbutility.assert(false, 'yes'); \
         const a = {b: [1]}; const c = wbutility.deepCopy(a); c.b.push(2); console.log(a.b.length); \
         console.log(wbutility.degreesToRadians(180) === Math.PI, wbutility.radiansToDegrees(Math.PI)); \
         console.log([wbutility.isScalar(1), wbutility.isVector2({x: 1, y: 1}), wbutility.isVector3({x: 1, y: 1}), \
           wbutility.isAxisAngle({x: 0, y: 0, z: 1, a: 0}), wbutility.isQuaternion({}), \
           wbutility.isMatrix3([1, 2, 3, 4, 5, 6, 7, 8, 9]), wbutility.isArrayOfPoints([{x: 1, y: 1}], 2), \
           wbutility.isArrayOfPoints('x', 2)].join(' '));",
    );
    assert_eq!(
        lines,
        [
            "i",
            "e",
            "yes",
            "1",
            "true180",
            "true true false true false true true false"
        ]
    );
}
