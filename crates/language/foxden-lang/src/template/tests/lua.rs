//! Lua templates.

use super::*;
use FieldValue::{Bool, Float, Int, List, Node, Rotation, Vec3};

fn run_lua(body: &str, fields: &[TemplateField]) -> Result<TemplateOutput, TemplateError> {
    let limits = TemplateLimits {
        memory: 16 << 20,
        operations: 2_000_000,
        output: 1 << 20,
        console: 1 << 16,
        ..TemplateLimits::default()
    };
    let template = Template::new(Language::Lua, body, 7, 1);
    evaluate_with(&mut Evaluator::new(limits), &template, fields)
}

fn lua(body: &str, fields: &[TemplateField]) -> String {
    fold(&run_lua(body, fields).unwrap().text)
}

fn lua_failure(body: &str) -> TemplateError {
    run_lua(body, &[]).unwrap_err()
}

#[test]
fn statements_and_expressions_work() {
    for (body, expected) in [
        ("a %{= 1 + 1 }% b", "a 2 b"),
        (
            "%{ local t = {1, 2, 3} }% %{= #t }% # %{= nope() }%\nb",
            "3 b",
        ),
        (
            "[ %{ for i = 1, 3 do }% P { t %{= i }% %{= i / 2 }% } %{ end }% ]",
            "[ P { t 1 0.5 } P { t 2 1 } P { t 3 1.5 } ]",
        ),
        ("%{ if 1 == 2 then }% a %{ else }% b %{ end }%", "b"),
        (
            "%{= 10 / 2 }% %{= 1 / 3 }% %{= 2 ^ 40 }% %{= true }%",
            "5 0.33333333333333 1099511627776 true",
        ),
        ("%{ -- a comment }%\nb %{= 1 -- another }%", "b 1"),
        ("%{= 'a\\\\b' }% \\n `x` ${y}", "a\\b \\n `x` ${y}"),
        ("%{ function f(x) return x * 2 end }%%{= f(4) }%", "8"),
        (
            "%{= string.format('%.2f', math.pi) }% %{= ('x'):rep(3) }%",
            "3.14 xxx",
        ),
        (
            "%{= math.floor(2.5) }% %{= math.max(1, 2) }% %{= table.concat({1, 2}, '-') }%",
            "2 2 1-2",
        ),
    ] {
        assert_eq!(lua(body, &[]), expected, "{body}");
    }
}

#[test]
fn fields_are_tables() {
    let node = NodeView {
        node_name: "Box".to_owned(),
        fields: vec![field("size", Vec3([1.0, 2.0, 0.123_456_789]))],
    };
    let fields = [
        field("b", Bool(true)),
        field("n", Int(3)),
        field("f", Float(1_234_567.891)),
        field("s", text("it's \\n")),
        field("v", Vec3([1.0, 2.0, 3.0])),
        field("r", Rotation([0.0, 0.0, 1.0, 0.5])),
        field("l", List(vec![Int(4), Int(5)])),
        field("node", Node(Some(Box::new(node)))),
        field("none", Node(None)),
        field("unnamed", Int(1)),
    ];
    let body = "%{= fields.b.value }% %{= fields.n.defaultValue }% %{= fields.f.value }% %{= fields.s.value }% \
                %{= fields.v.value.z }% %{= fields.r.value.a }% %{= #fields.l.value }% %{= fields.l.value[2] }% \
                %{= fields.node.value.node_name }% %{= fields.node.value.fields.size.value.z }% \
                %{= fields.none.value == nil }% %{= context.os }% %{= context.webots_version.major }%";
    assert_eq!(
        lua(body, &fields),
        "true 3 1234570 it's 3 0.5 2 5 Box 0.123457 true linux R2025a"
    );
}

#[test]
fn modules_are_at_hand() {
    for (body, expected) in [
        (
            "%{ local r = require('wbrandom') r.seed(5) }% %{= r.integer(1, 6) }% %{= r.integer(9) }%",
            "1 2",
        ),
        ("%{ local m = require('wbmath') }%%{= m.round(2.5) }%", "3"),
        (
            "%{ local c = require('wbcore') local a = {1, {2}} local b = c.deepcopy(a) b[2][1] = 5 }%%{= a[2][1] }% %{= c.tablelength(a) }%",
            "2 2",
        ),
        (
            "%{ local s = require('wbstring') }%%{= table.concat(s.split('a,b,,c', ','), '|') }%",
            "a|b||c",
        ),
        (
            "%{ local f = require('wbfile') }%%{= f.getpathwithoutfilename('/a/b\\\\c.txt') }%",
            "/a/b",
        ),
        (
            "%{ local l = require('wblimits') }%%{= l.maxdouble == 2^53 }%",
            "true",
        ),
        (
            "%{ local v = require('wbvector2') }%%{= v.distance({x=0,y=0},{x=3,y=4}) }% %{= v.intersection({x=0,y=0},{x=2,y=2},{x=0,y=2},{x=2,y=0}).x }%",
            "5 1",
        ),
        (
            "%{ local v = require('wbvector3') }%%{= v.cross({x=1,y=2,z=3},{x=3,y=5,z=-1}).x }%",
            "-17",
        ),
        (
            "%{ local r = require('wbrotation') }%%{= r.combine({x=1,y=0,z=0,a=0.3},{x=0,y=1,z=0,a=0.4}).a }%",
            "0.49879354229905",
        ),
        (
            "%{ local g = require('wbgeometry') }%%{= #g.circle(1, 4, 0, 0, 0) }% %{= g.ispointinpolygon(1.5, 1, {{x=0,y=0},{x=2,y=0},{x=2,y=2}}) }% \
          %{= #g.bspline2D({{x=0,y=0},{x=1,y=0},{x=2,y=0}}, 2) }% %{= g.islistclockwise2D({{x=0,y=0},{x=2,y=0},{x=2,y=2}}) }%",
            "5 true 7 true",
        ),
    ] {
        assert_eq!(lua(body, &[]), expected, "{body}");
    }
    let error = lua_failure("a\n%{ local m = require('wbmath')\n m.cube(3) }%");
    assert_eq!(error.kind, ErrorKind::Module);
    assert_eq!(error.message, "module `wbmath` has no `cube`");
    assert_eq!(error.position.unwrap().line, 9);
    let error = lua_failure("%{ require('gd') }%");
    assert_eq!(error.kind, ErrorKind::Module);
    assert_eq!(error.message, "there is no module `gd`");
}

#[test]
fn the_console_gets_lines() {
    let output = run_lua(
        "%{ print('a', 1) io.stderr:write('b', 2, '\\nc') io.stdout:write('d\\n') }%",
        &[],
    )
    .unwrap();
    let lines: Vec<_> = output
        .console
        .iter()
        .map(|line| (line.level, line.text.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (ConsoleLevel::Info, "a1"),
            (ConsoleLevel::Error, "b2"),
            (ConsoleLevel::Info, "d"),
            (ConsoleLevel::Error, "c"),
        ]
    );
}

#[test]
fn errors_name_their_line() {
    for (body, kind, line) in [
        ("a\n%{ error('x') }%", ErrorKind::Thrown, 8),
        ("a\n%{\n local a\n a.b = 1 }%", ErrorKind::Thrown, 10),
        ("a\n%{ local = 5 }%", ErrorKind::Syntax, 8),
        ("a\nb %{= fields.zzz.value }%", ErrorKind::Thrown, 8),
        ("a\n\n%{ for", ErrorKind::Unclosed, 9),
        (
            "%{\nlocal v = require('wbvector2')\n}%\n%{= v.normalize({x = 0, y = 0}) }%",
            ErrorKind::Thrown,
            10,
        ),
    ] {
        let error = lua_failure(body);
        assert_eq!(error.kind, kind, "{body}: {error:?}");
        assert_eq!(
            error.position.map(|position| position.line),
            Some(line),
            "{body}: {error:?}"
        );
    }
    assert_eq!(lua_failure("%{ error('x') }%").message, "x");
}

#[test]
fn text_leads_back_to_its_place() {
    let output = run_lua("a\n%{\nlocal x = 1\n}%\nfoo # c\nbar %{= x }%", &[]).unwrap();
    let at = |needle: &str| output.lines.position(output.text.find(needle).unwrap());
    assert_eq!(
        at("foo"),
        TemplatePosition {
            line: 11,
            column: 1
        }
    );
    assert_eq!(
        at("bar"),
        TemplatePosition {
            line: 12,
            column: 1
        }
    );
    assert_eq!(
        at("1"),
        TemplatePosition {
            line: 12,
            column: 5
        }
    );
}

#[test]
fn harm_is_stopped() {
    for (body, kinds) in [
        ("%{ while true do end }%", vec![ErrorKind::OperationLimit]),
        (
            "%{ while true do pcall(function() while true do end end) end }%",
            vec![ErrorKind::OperationLimit],
        ),
        (
            "%{ while true do xpcall(function() while true do end end, print) end }%",
            vec![ErrorKind::OperationLimit],
        ),
        (
            "%{ local t = {} while true do t[#t + 1] = {} end }%",
            vec![ErrorKind::MemoryLimit, ErrorKind::OperationLimit],
        ),
        (
            "%{ local s = 'x' while true do s = s .. s end }%",
            vec![ErrorKind::MemoryLimit],
        ),
        (
            "%{ string.rep('x', 1e9) }%",
            vec![ErrorKind::OperationLimit],
        ),
        (
            "%{ while true do }% text %{ end }%",
            vec![ErrorKind::OutputLimit, ErrorKind::OperationLimit],
        ),
        (
            "%{ while true do }%%{= '' }%%{ end }%",
            vec![ErrorKind::OutputLimit, ErrorKind::OperationLimit],
        ),
        (
            "%{ while true do print('x') end }%",
            vec![ErrorKind::OutputLimit],
        ),
        (
            "%{ while true do io.stderr:write('x') end }%",
            vec![ErrorKind::OutputLimit, ErrorKind::OperationLimit],
        ),
        (
            "%{ local function f() return 1 + f() end f() }%",
            vec![ErrorKind::StackLimit, ErrorKind::MemoryLimit],
        ),
        (
            "%{ setmetatable({}, {__gc = function() while true do end end}) }%",
            vec![ErrorKind::Thrown],
        ),
        (
            "%{ string.find(('a'):rep(30000), '.-.-.-.-b') }%",
            vec![ErrorKind::Thrown],
        ),
        ("%{ load(('\\27Lua')) () }%", vec![ErrorKind::Thrown]),
        ("%{ dofile('/etc/passwd') }%", vec![ErrorKind::Thrown]),
        ("%{ os.execute('true') }%", vec![ErrorKind::Thrown]),
        ("%{ io.popen('true') }%", vec![ErrorKind::Thrown]),
        ("%{ require('os').exit() }%", vec![ErrorKind::Thrown]),
        ("%{ debug.getinfo(1) }%", vec![ErrorKind::Thrown]),
        ("%{ local x = ((((((((((1 }%", vec![ErrorKind::Syntax]),
    ] {
        let error = lua_failure(body);
        assert!(kinds.contains(&error.kind), "{body}: {error:?}");
    }
    let deep = format!("%{{ local x = {}1 }}%", "(".repeat(100_000));
    assert_eq!(lua_failure(&deep).kind, ErrorKind::Syntax);
}

#[test]
fn chance_is_fixed() {
    let body =
        "%{= math.random() }% %{= math.random(6) }% %{= math.random(3, 4) }% %{= os.time() }%";
    assert_eq!(lua(body, &[]), lua(body, &[]));
    assert_eq!(
        lua_failure("%{ math.random(2, 1) }%").kind,
        ErrorKind::Thrown
    );
}

#[test]
fn files_can_be_read_where_allowed() {
    assert_eq!(lua("%{= tostring(io.open('/etc/passwd')) }%", &[]), "nil");
    assert_eq!(lua("%{= tostring(io.open('x', 'w')) }%", &[]), "nil");
}

#[test]
fn functions_of_older_engines_are_there() {
    let body = "%{= table.maxn({1, 2, [7] = 3}) }% %{= unpack({4, 5}) }% %{= math.log10(1000) }% \
                %{= loadstring('return 6')() }%";
    assert_eq!(lua(body, &[]), "7 4 3 6");
}

#[test]
fn a_large_forest_has_room() {
    // as many trees as in the largest forest of an official world, with the text
    // of their places
    let body = "%{ local trees = {} for i = 1, 90000 do \
                trees[i] = {x = tostring(i + 0.25), y = tostring(i + 0.5), z = tostring(i + 0.75), \
                angle = i, height = i, radius = i} end }% %{= #trees }%";
    let template = Template::new(Language::Lua, body, 1, 1);
    let output = evaluate_with(
        &mut Evaluator::new(TemplateLimits::default()),
        &template,
        &[],
    );
    assert_eq!(fold(&output.unwrap().text), "90000");
}

#[test]
fn compiled_templates_and_modules_keep_their_lines() {
    let body = "text\n%{ local wbmath = require('wbmath')\nlocal s = wbmath.missing }%";
    let template = Template::new(Language::Lua, body, 7, 1);
    let mut evaluator = Evaluator::new(TemplateLimits::default());
    let errors: Vec<_> = (0..2)
        .map(|_| evaluate_with(&mut evaluator, &template, &[]).unwrap_err())
        .collect();
    assert!(
        errors[0]
            .message
            .contains("module `wbmath` has no `missing`")
    );
    assert_eq!(errors[0].position.map(|position| position.line), Some(9));
    assert_eq!(errors[0].position, errors[1].position);
}
