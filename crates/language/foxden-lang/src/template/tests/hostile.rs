//! Templates that mean harm get an error, soon and in bounded memory.

use super::*;

fn bounded(body: &str) -> Result<TemplateOutput, TemplateError> {
    let template = Template::new(Language::JavaScript, body, 1, 1);
    let limits = TemplateLimits {
        memory: 16 << 20,
        operations: 1_000_000,
        output: 1 << 20,
        console: 1 << 16,
        ..TemplateLimits::default()
    };
    evaluate_with(&mut Evaluator::new(limits), &template, &[])
}

#[test]
fn endless_work_is_stopped() {
    for body in [
        "%< for (;;) { } >%",
        "%< while (true) { try { for (;;) { } } catch (e) { } finally { } } >%",
        "%< for (;;) { try { throw 1; } catch (e) { continue; } } >%",
        "%< const f = () => f; let g = f; for (;;) g = g(); >%",
        "%< /^(a+)+$/.test('a'.repeat(40) + 'b'); >%",
        "%< /(x+x+)+y/.exec('x'.repeat(60)); >%",
        "%< ('a'.repeat(50) + '!').replace(/(.*a){25}/, ''); >%",
        "%< function* g() { for (;;) yield 1; } for (const x of g()) { } >%",
        "%< [1, 2].sort(() => { for (;;) { } }); >%",
        "%< ({get x() { for (;;) { } }}).x; >%",
        "%<= {toString() { for (;;) { } }} >%",
    ] {
        assert_eq!(
            bounded(body).unwrap_err().kind,
            ErrorKind::OperationLimit,
            "{body}"
        );
    }
}

/// A template that works on long texts: each function costs their length.
fn long_texts(body: &str, language: Language) -> TemplateError {
    let template = Template::new(language, body, 1, 1);
    let limits = TemplateLimits {
        operations: 1_000_000,
        ..TemplateLimits::default()
    };
    evaluate_with(&mut Evaluator::new(limits), &template, &[]).expect_err(body)
}

#[test]
fn work_on_long_texts_is_counted() {
    let loops = [
        "t.indexOf('y')",
        "t.includes('y')",
        "t.toUpperCase()",
        "t.split('')",
        "t.replaceAll('x', 'y')",
        "t.slice(1)",
        "t.trim()",
        "t.at(-1) + t.padEnd(2000000)",
        "JSON.stringify(t)",
        "/y/.test(t)",
        "u.join('')",
        "u.indexOf(1)",
        "u.slice()",
        "u.unshift(1)",
        "u.fill(2)",
        "[...Array.from(u)]",
        "Object.keys(u)",
        "new Uint8Array(1e6).fill(1).sort()",
        "new Uint8Array(1e6)",
        "new (u8.constructor)(1e6)",
        "'x'.repeat(1e6)",
    ];
    for call in loops {
        // 100 calls are not many operations by themselves
        let body = format!(
            "%< const t = 'x'.repeat(1e6), u = new Array(1e5).fill(1), u8 = new Uint8Array(1); \
             for (let i = 0; i < 100; ++i) {{ {call}; }} >%"
        );
        let error = long_texts(&body, Language::JavaScript);
        assert_eq!(error.kind, ErrorKind::OperationLimit, "{call}: {error:?}");
    }
}

#[cfg(feature = "lua")]
#[test]
fn work_on_long_texts_is_counted_in_lua() {
    for call in [
        "t:upper()",
        "t:reverse()",
        "t:sub(2)",
        "t:find('y', 1, true)",
        "t:rep(2)",
        "string.format('%s', t)",
        "table.concat(u)",
        "table.insert(u, 1, 'x')",
        "table.sort(u)",
    ] {
        let body = format!(
            "%{{ local t = ('x'):rep(1000000); local u = {{}}; for i = 1, 100000 do u[i] = 'x' end \
             for i = 1, 100 do local x = {call} end }}%"
        );
        let error = long_texts(&body, Language::Lua);
        assert_eq!(error.kind, ErrorKind::OperationLimit, "{call}: {error:?}");
    }
}

/// Parts of a long text cost their own length: a template may walk through one.
#[test]
fn a_walk_through_a_long_text_costs_its_length_once() {
    let limits = TemplateLimits {
        operations: 10_000_000,
        ..TemplateLimits::default()
    };
    let run = |language, body: &str| {
        let template = Template::new(language, body, 1, 1);
        evaluate_with(&mut Evaluator::new(limits), &template, &[]).expect(body)
    };
    for walk in [
        "for (let i = 0; i < t.length; i += 10) n += t.slice(i, i + 5).length + t.substring(i, i + 5).length",
        "for (let i = t.indexOf('y'); i >= 0; i = t.indexOf('y', i + 1)) n += 5",
        "const e = /y/g; while (e.exec(t)) n += 5",
        "n = t.replace(/y/g, 'zz').length",
        "n = [...t.matchAll(/y/g)].length",
        "for (let i = 0; i < u.length; i += 10) n += u.slice(i, i + 5).length",
        "for (let i = 0; i < t.length; i += 10) n += t.startsWith('x', i) ? 1 : 0",
    ] {
        run(
            Language::JavaScript,
            &format!(
                "%< const t = 'xxxxxxxxxy'.repeat(1e5), u = new Array(1e6).fill(1); let n = 0; {walk}; >% Group {{ }}"
            ),
        );
    }
    #[cfg(feature = "lua")]
    for walk in [
        "for i = 1, #t, 10 do n = n + #t:sub(i, i + 4) + t:byte(i) end",
        "local i = t:find('y', 1, true) while i do n = n + 1 i = t:find('y', i + 1, true) end",
        "local i = 1 while i < #t do assert(t:match('xy()', i) == i + 10) i = i + 10 end",
        "for word in t:gmatch('y') do n = n + 1 end",
        // what an official forest does with the lines of its file
        "for i = 1, 40000 do local l = '12.5,3.25,-7' local p, u = 1, {} for k = 1, 2 do local f = l:find(',', p) \
         table.insert(u, l:sub(p, f - 1)) p = f + 1 end table.insert(u, l:sub(p)) end",
    ] {
        run(
            Language::Lua,
            &format!("%{{ local t, n = ('xxxxxxxxxy'):rep(100000), 0 {walk} }}% Group {{ }}"),
        );
    }
}

#[test]
fn endless_memory_is_stopped() {
    for body in [
        "%< const a = []; for (;;) a.push(new Array(1000).fill(1)); >%",
        "%< let s = 'x'; for (;;) s += s; >%",
        "%< 'x'.repeat(2 ** 29); >%",
        "%< new Uint8Array(2 ** 30); >%",
        "%< const m = new Map(); for (let i = 0;; ++i) m.set(i, {i}); >%",
        "%< let o = {}; for (;;) o = {o}; >%",
        "%< [...Array(3e6).keys()].map(i => ({i})); >%",
    ] {
        let error = bounded(body).unwrap_err();
        assert!(
            matches!(
                error.kind,
                ErrorKind::MemoryLimit | ErrorKind::OperationLimit
            ) || error.message.contains("RangeError"),
            "{body}: {error:?}"
        );
    }
}

#[test]
fn long_native_loops_are_refused() {
    for body in [
        "%< new Array(2 ** 32 - 1).join(''); >%",
        "%< new Array(2 ** 32 - 1).forEach(() => { }); >%",
        "%< Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1); >%",
        "%< const a = []; a[4294967290] = 1; a.reverse(); >%",
        "%< const a = []; a.length = 4294967295; a.includes(5); >%",
        "%<= new Array(2 ** 32 - 1) >%",
        "%< const a = []; a.length = 4294967295; a.sort(); >%",
        "%< const a = []; a.length = 4294967295; a.lastIndexOf(1); >%",
    ] {
        let error = bounded(body).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Thrown, "{body}");
        assert!(error.message.contains("4000000 items"), "{body}: {error}");
    }
}

#[test]
fn endless_text_is_stopped() {
    for body in [
        "%< for (;;) { >%some text %< } >%",
        "%< for (;;) { >%%<= 'value' >%%< } >%",
        "%< for (let i = 0; i < 1e5; ++i) { >%some text that fills the room%< } >%",
        "%< for (let i = 0; i < 1e5; ++i) { >%%<= 'some text that fills the room' >%%< } >%",
        "%<= 'x'.repeat(2e6) >%",
        "%< return 'x'.repeat(2e6); >%",
        "%< for (;;) console.log('x'); >%",
        "%< for (;;) try { console.log(''); } catch (e) { } >%",
        "%< console.log('x'.repeat(1e6)); >%",
    ] {
        let error = bounded(body).unwrap_err();
        assert!(error.is_limit(), "{body}: {error:?}");
        let console: usize = error.console.iter().map(|line| line.text.len()).sum();
        assert!(console <= 1 << 16, "{body}");
    }
}

#[test]
fn deep_nesting_is_stopped() {
    for body in [
        "%< function f() { f(); } f(); >%".to_owned(),
        "%< let a = []; for (let i = 0; i < 1e5; ++i) a = [a]; JSON.stringify(a); >%".to_owned(),
        format!("%< {} >%", "(".repeat(100_000)),
        format!("%< let a = {}; >%", "[".repeat(100_000)),
        format!("%< {} >%", "{".repeat(100_000)),
        format!("%< let r = /{}/; >%", "(".repeat(100_000)),
        "%< new RegExp('('.repeat(1e5) + ')'.repeat(1e5)); >%".to_owned(),
    ] {
        let error = bounded(&body).unwrap_err();
        assert!(
            matches!(
                error.kind,
                ErrorKind::StackLimit | ErrorKind::Syntax | ErrorKind::Thrown
            ),
            "{error:?}"
        );
    }
}

#[test]
fn there_is_no_way_out() {
    for body in [
        "%< import * as fs from 'fs'; >%",
        "%< import * as std from 'std'; >%",
        "%< import * as os from 'os'; >%",
        "%< import * as x from '/etc/passwd'; >%",
        "%< import * as x from '../wbrandom.js'; >%",
        "%< import * as x from 'https://example.com/x.js'; >%",
    ] {
        assert_eq!(bounded(body).unwrap_err().kind, ErrorKind::Module, "{body}");
    }
    let names = "typeof std + typeof os + typeof process + typeof fetch + typeof performance + typeof Atomics + typeof WeakRef";
    assert_eq!(
        bounded(&format!("%<= {names} >%")).unwrap().text,
        "undefined".repeat(7)
    );
    // The host functions stay out of reach.
    assert_eq!(
        bounded("%<= typeof host + typeof log + typeof ___f >%")
            .unwrap()
            .text,
        "undefinedundefinedobject"
    );
}

#[test]
fn odd_bodies_do_not_panic() {
    for body in [
        "",
        "%",
        "%<",
        ">%",
        "%<>%",
        "%<=>%",
        "%<%<>%>%",
        "%<= '%<=' >%",
        "\u{0}%< \u{0} >%",
        "%<='\u{0}'>%",
        "`",
        "${",
        "%< ` >%",
        "%< /* >% x %< */ >%",
        "\\",
        "%< ___v.push(99, 'x'); ___v.push(-1); ___v.push({}); >%",
        "%< ___v.length = 0; >%",
        "%< ___v = 5; >%",
        "%< ___v.push = 5; >%x",
        "%< throw null; >%",
        "%< throw undefined; >%",
        "%< throw {toString() { throw 1; }}; >%",
        "%< throw Symbol(); >%",
        "%<= Symbol() >%",
        "%<= {toString: 1, valueOf: 1} >%",
        "%< throw new Proxy({}, {get() { throw 1; }}); >%",
        "%< const e = new Error(); e.message = {}; e.stack = 5; throw e; >%",
        "%< }} function generate() { >%",
        "%< } export default 5; { >%",
        "%< return; >%",
        "%< import >%",
        "%< import from ''; >%",
        "%< await 1; >%",
        "%< yield 1; >%",
        "%< arguments[2] = 1; >%",
        "%< import('wbrandom.js'); >%",
        "%< export let x = 1; >%",
    ] {
        // Only that it comes back counts.
        let _ = bounded(body);
    }
}

#[test]
fn truncated_bodies_do_not_panic() {
    let body = "Solid {\n %< import * as r from 'wbrandom.js'; >%\n name \"a\\\\b${1}ü\" %<= r.real() >% # `\n}";
    for end in (0..=body.len()).filter(|end| body.is_char_boundary(*end)) {
        let _ = bounded(&body[..end]);
        let _ = is_procedural(&body[..end], Language::JavaScript);
        let _ = field_names_used(&body[..end], Language::Lua, ["a"]);
    }
}

/// Takes no more files than a limit.
struct FewFiles(std::sync::atomic::AtomicUsize);

impl FileAccess for FewFiles {
    fn exists(&self, _: &str) -> bool {
        true
    }

    fn read(&self, _: &str) -> Result<String, FileError> {
        Ok("x".repeat(1 << 16))
    }

    fn write(&self, _: &str, _: &str) -> Result<(), FileError> {
        match self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..3 => Ok(()),
            _ => Err(FileError::limit("more than 3 files")),
        }
    }
}

fn with_files(body: &str, language: Language) -> TemplateError {
    let limits = TemplateLimits {
        operations: 1_000_000,
        ..TemplateLimits::default()
    };
    let inputs = TemplateInputs {
        fields: &[],
        all_fields: false,
        context: &TemplateContext::default(),
        files: Arc::new(FewFiles(Default::default())),
    };
    let template = Template::new(language, body, 1, 1);
    let result = Evaluator::new(limits).evaluate(&template, &inputs);
    result.unwrap_err()
}

#[test]
fn files_cost_operations_and_their_limit_ends_the_template() {
    let body = "%< for (;;) try { wbfile.writeTextFile('a', 'b'); } catch (e) { } >%";
    let error = with_files(body, Language::JavaScript);
    assert_eq!(error.kind, ErrorKind::FileLimit);
    assert_eq!(error.message, "more than 3 files");
    for body in [
        "%< for (let i = 0; i < 200; ++i) wbfile.readTextFile('a'); >%",
        "%< for (let i = 0; i < 2000; ++i) wbfile.fileExists('a'); >%",
    ] {
        let error = with_files(body, Language::JavaScript);
        assert_eq!(error.kind, ErrorKind::OperationLimit, "{body}");
        assert!(error.message.contains("1000000 operations"), "{error}");
    }
}
