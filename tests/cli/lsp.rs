//! `glslsub lsp`, as an editor talks to it over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::Sandbox;

/// A scripted editor.
struct Editor<'a> {
    sandbox: &'a Sandbox,
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Diagnostics that came while something else was waited for, by URI; the last counts.
    published: Vec<Value>,
    last_id: i32,
}

impl<'a> Editor<'a> {
    fn new(sandbox: &'a Sandbox, options: Value) -> Self {
        let mut command = sandbox.command(&["lsp", "--stdio"]);
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, messages) = channel();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = server.stdin.take();
        let mut editor = Self { sandbox, server, input, messages, published: Vec::new(), last_id: 0 };
        let answer = editor.ask("initialize", json!({ "capabilities": {}, "initializationOptions": options }));
        assert_eq!(answer["serverInfo"]["name"], "glslsub");
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.sandbox.path(name).display())
    }

    fn send(&mut self, message: &Value) {
        let text = json!(message).to_string();
        write!(self.input.as_mut().unwrap(), "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn request(&mut self, method: &str, parameters: Value) -> i32 {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": parameters }));
        self.last_id
    }

    fn next(&mut self) -> Value {
        self.messages.recv_timeout(Duration::from_secs(60)).expect("the server answers")
    }

    /// The whole answer to a request.
    fn answer(&mut self, id: i32) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            self.published.push(message["params"].clone());
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.request(method, parameters);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "languageId": "glsl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, name: &str, version: i32, text: &str) {
        let document = json!({ "uri": self.uri(name), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    /// The next diagnostics of a file.
    fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        loop {
            if let Some(index) = self.published.iter().position(|it| it["uri"] == uri) {
                return self.published.remove(index)["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.next();
            assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
            self.published.push(message["params"].clone());
        }
    }

    /// Asks about the place in a text that `|` marks; the text itself is without it.
    fn at(&mut self, method: &str, name: &str, marked: &str) -> Value {
        let place = position(marked);
        self.ask(method, json!({ "textDocument": { "uri": self.uri(name) }, "position": place }))
    }

    fn end(mut self) {
        assert!(self.ask("shutdown", Value::Null).is_null());
        self.tell("exit", Value::Null);
        drop(self.input.take());
        assert!(self.server.wait().unwrap().success());
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}

/// The position of `|` in a text.
fn position(marked: &str) -> Value {
    let (before, _) = marked.split_once('|').expect("there is a mark");
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "line": line, "character": character })
}

/// The text at a range.
fn text_at<'t>(text: &'t str, range: &Value) -> &'t str {
    let offset = |place: &Value| {
        let line: usize = text.split_inclusive('\n').take(place["line"].as_u64().unwrap() as usize).map(str::len).sum();
        let mut units = place["character"].as_u64().unwrap() as usize;
        let mut at = line;
        for character in text[line..].chars() {
            if units == 0 {
                break;
            }
            units -= character.len_utf16();
            at += character.len_utf8();
        }
        at
    };
    &text[offset(&range["start"])..offset(&range["end"])]
}

const SHADER: &str = "#version 450\n\
    #extension GL_KHR_shader_subgroup_arithmetic : require\n\
    #include \"part.glsl\"\n\
    layout(local_size_x = 64) in;\n\
    struct Pair { uint first; uint second; };\n\
    layout(binding = 0) readonly buffer Numbers { uint numbers[]; }; layout(binding = 1) buffer Results { uint results[]; };\n\
    #define TWICE(x) ((x) * FACTOR)\n\
    #define FACTOR 2\n\
    const uint LIMIT = 7;\n\
    uint sum(uint value) {\n    return subgroupAdd(value);\n}\n\
    uint sum(Pair pair);\n\
    void main() {\n\
    \x20   uint local = TWICE(numbers[0]);\n\
    \x20   /* é𝄞 */ results[gl_GlobalInvocationID.x] = sum(local) + LIMIT + part(local);\n\
    }\n";

/// The shader with a mark before the text, the `count`-th from 0.
fn marked(before: &str, count: usize) -> String {
    let (at, _) = SHADER.match_indices(before).nth(count).unwrap_or_else(|| panic!("no {before}"));
    format!("{}|{}", &SHADER[..at], &SHADER[at..])
}

fn sandbox() -> Sandbox {
    Sandbox::new(&[("part.glsl", "// parts\nuint part(uint x) { return x / 2; }\n")])
}

#[test]
fn diagnostics_follow_the_text() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    assert_eq!(editor.diagnostics("a.comp"), [] as [Value; 0]);
    let wrong = SHADER.replace("+ LIMIT", "+ LIMIX");
    editor.change("a.comp", 2, &wrong);
    let found = editor.diagnostics("a.comp");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"], &found[0]["source"]),
        (&json!("GS0200"), &json!(1), &json!("glslsub"))
    );
    // After characters of two and three bytes, and of one and two units.
    assert_eq!(text_at(&wrong, &found[0]["range"]), "LIMIX");
    assert!(found[0]["message"].as_str().unwrap().contains("help: did you mean `LIMIT`?"));
    // Several changes at once give one check.
    editor.change("a.comp", 3, "#version 450\nvoid main() { one; two; }\n");
    editor.change("a.comp", 4, SHADER);
    while !editor.diagnostics("a.comp").is_empty() {}
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": editor.uri("a.comp") } }));
    editor.end();
}

#[test]
fn diagnostics_of_included_files_are_theirs_even_if_only_the_editor_has_them() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    assert!(editor.diagnostics("a.comp").is_empty());
    let wrong = "uint part(uint x) { return y; }\n";
    editor.open("part.glsl", wrong);
    let mut found = editor.diagnostics("part.glsl");
    while found.is_empty() {
        found = editor.diagnostics("part.glsl");
    }
    assert_eq!(text_at(wrong, &found[0]["range"]), "y");
    // Without a stage it is no shader of its own.
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": editor.uri("a.comp") } }));
    assert!(editor.diagnostics("part.glsl").is_empty());
    editor.end();
}

#[test]
fn hover_shows_rows_and_declarations() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    let mut hover = |at: &str| {
        let answer = editor.at("textDocument/hover", "a.comp", at);
        answer["contents"]["value"].as_str().unwrap_or("nothing").to_owned()
    };
    let built_in = hover(&marked("subgroupAdd", 0));
    for part in [
        "float subgroupAdd(float value);",
        "more overloads",
        "GL_KHR_shader_subgroup_arithmetic",
        "8.18 Shader Subgroup Functions",
    ] {
        assert!(built_in.contains(part), "{part}: {built_in}");
    }
    assert!(hover(&marked("GL_KHR_shader_subgroup_arithmetic", 0)).contains("#extension"));
    assert!(hover(&marked("LIMIT +", 0)).contains("const uint LIMIT = 7;"));
    assert!(hover(&marked("TWICE(numbers", 0)).contains("#define TWICE(x)"));
    // A function that the shader declares twice, and one of another file.
    let overloads = hover(&marked("sum(local)", 0));
    assert!(overloads.contains("uint sum(uint value)") && overloads.contains("uint sum(Pair pair);"), "{overloads}");
    assert!(hover(&marked("part(local)", 0)).contains("part.glsl`, line 2"));
    assert_eq!(hover(&marked("return", 0)), "nothing");
    editor.end();
}

#[test]
fn definitions_are_found_through_macros_and_includes() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    let own = editor.uri("a.comp");
    let part = editor.uri("part.glsl");
    let mut places = |at: &str| {
        let answer = editor.at("textDocument/definition", "a.comp", at);
        let list = answer.as_array().unwrap().iter();
        list.map(|it| (it["uri"].as_str().unwrap().to_owned(), it["range"]["start"]["line"].as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&marked("local)", 0)), [(own.clone(), 14)]);
    // In the argument of a macro, the macro itself, and a macro in the body of another.
    assert_eq!(places(&marked("numbers[0])", 0)), [(own.clone(), 5)]);
    assert_eq!(places(&marked("TWICE(numbers", 0)), [(own.clone(), 6)]);
    assert_eq!(places(&marked("FACTOR)", 0)), [(own.clone(), 7)]);
    assert_eq!(places(&marked("Pair pair", 0)), [(own.clone(), 4)]);
    assert_eq!(places(&marked("sum(local)", 0)), [(own.clone(), 9), (own, 12)]);
    assert_eq!(places(&marked("part(local)", 0)), [(part.clone(), 1)]);
    assert_eq!(places(&marked("part.glsl", 0)), [(part, 0)]);
    assert_eq!(places(&marked("subgroupAdd", 0)), []);
    editor.end();
}

#[test]
fn completion_gives_what_may_stand_there() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    let mut names = |name: &str, text: &str| {
        editor.open(name, &text.replace('|', ""));
        let list = editor.at("textDocument/completion", name, text);
        list.as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let compute = "#version 450\n#extension GL_KHR_shader_subgroup_vote : enable\nlayout(local_size_x = 1) in;\n#define BIG 9\n\
                   float other(float hidden) { return hidden; }\nvoid main() { float near = 1; float x = | ; }\n\
                   float later() { return 1; }\n";
    let found = names("a.comp", compute);
    let has = |name: &str| found.iter().any(|it| it == name);
    for name in ["max", "subgroupAll", "gl_GlobalInvocationID", "near", "other", "BIG", "vec4", "gl_MaxDrawBuffers"] {
        assert!(has(name), "{name}");
    }
    for name in ["subgroupAdd", "gl_FragCoord", "dFdx", "hidden", "later", "f16vec4"] {
        assert!(!has(name), "{name}");
    }
    assert!(names("b.frag", "#version 450\nvoid main() { | }\n").contains(&"dFdx".to_owned()));
    let extensions = names("c.comp", "#version 310 es\n#extension GL_|\nvoid main() {}\n");
    assert!(extensions.contains(&"GL_KHR_shader_subgroup_basic".to_owned()));
    assert!(!extensions.contains(&"GL_ARB_gpu_shader_int64".to_owned()));
    assert_eq!(names("d.comp", "#version 450\n#extension GL_EXT_null : |\n"), ["require", "enable", "warn", "disable"]);
    assert!(names("e.comp", "#version 450\n#|\n").contains(&"extension".to_owned()));
    editor.end();
}

#[test]
fn completion_after_a_dot_gives_members_and_swizzles() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    let mut names = |statement: &str| {
        let text = format!(
            "#version 450\nstruct Light {{ vec3 color; float strength[4]; }};\n\
             layout(binding = 0) buffer Lights {{ uint count; Light lights[]; }} all;\n\
             void main() {{\n    vec2 at = vec2(1);\n    {statement}\n    at = vec2(0);\n}}\n"
        );
        editor.open("a.frag", &text.replace('|', ""));
        let list = editor.at("textDocument/completion", "a.frag", &text);
        list.as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // Complete statements, and what is still being typed.
    for end in ["|;", "|", "co|;", "co|", "| // as bright as it gets"] {
        assert_eq!(names(&format!("all.{end}")), ["count", "lights"], "{end}");
        assert_eq!(names(&format!("all.lights[all.count - 1].{end}")), ["color", "strength"], "{end}");
        assert_eq!(names(&format!("at = max(at, vec2(all.lights[0].{end}")), ["color", "strength"], "{end}");
        assert_eq!(names(&format!("at.{end}")), ["x", "y", "xy", "r", "g", "rg"], "{end}");
    }
    assert_eq!(names("all.lights[0].color.|").len(), 10);
    assert_eq!(names("all.lights[0].strength.|"), ["length()"]);
    assert_eq!(names("gl_FragCoord.|").len(), 14);
    assert_eq!(names("unknown.|"), [""; 0]);
    editor.end();
}

#[test]
fn names_are_found_and_renamed_in_all_files() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    // Another shader that includes the same file.
    editor.open("b.comp", "#version 450\n#include \"part.glsl\"\nvoid main() { uint part_of = part(part(4u)); }\n");
    let part = std::fs::read_to_string(sandbox.path("part.glsl")).unwrap();
    let b = "#version 450\n#include \"part.glsl\"\nvoid main() { uint part_of = part(part(4u)); }\n";
    let mut found = |at: &str, declaration: bool| {
        let parameters = json!({
            "textDocument": { "uri": editor.uri("a.comp") },
            "position": position(at),
            "context": { "includeDeclaration": declaration },
        });
        let answer = editor.ask("textDocument/references", parameters);
        let mut count = [0; 3];
        for it in answer.as_array().unwrap() {
            let file = it["uri"].as_str().unwrap().rsplit('/').next().unwrap();
            let index = ["a.comp", "b.comp", "part.glsl"].iter().position(|it| *it == file).unwrap();
            let text = text_at([SHADER, b, &part][index], &it["range"]);
            assert!(at.split_once('|').unwrap().1.starts_with(text), "{text}");
            count[index] += 1;
        }
        count
    };
    assert_eq!(found(&marked("local)", 0), true), [3, 0, 0]);
    assert_eq!(found(&marked("local)", 0), false), [2, 0, 0]);
    assert_eq!(found(&marked("part(local)", 0), true), [1, 2, 1]);
    // A function with its overloads, a structure with its uses as a type, a macro.
    assert_eq!(found(&marked("sum(local)", 0), true), [3, 0, 0]);
    assert_eq!(found(&marked("Pair pair", 0), true), [2, 0, 0]);
    assert_eq!(found(&marked("TWICE(numbers", 0), true), [2, 0, 0]);
    assert_eq!(found(&marked("subgroupAdd", 0), true), [0, 0, 0]);
    let highlights = editor.at("textDocument/documentHighlight", "a.comp", &marked("numbers[]", 0));
    let names = highlights.as_array().unwrap().iter().map(|it| text_at(SHADER, &it["range"]));
    assert_eq!(names.collect::<Vec<_>>(), ["numbers", "numbers"]);
    let prepared = editor.at("textDocument/prepareRename", "a.comp", &marked("part(local)", 0));
    assert_eq!(text_at(SHADER, &prepared), "part");
    assert!(editor.at("textDocument/prepareRename", "a.comp", &marked("subgroupAdd", 0)).is_null());
    let mut rename = |at: &str, name: &str| {
        let place = json!({ "uri": editor.uri("a.comp") });
        let id = editor.request(
            "textDocument/rename",
            json!({ "textDocument": place, "position": position(at), "newName": name }),
        );
        editor.answer(id)
    };
    let answer = rename(&marked("part(local)", 0), "share");
    let changes = answer["result"]["changes"].as_object().unwrap_or_else(|| panic!("{answer}"));
    let mut edits: Vec<_> =
        changes.iter().map(|(uri, edits)| (uri.rsplit('/').next().unwrap(), edits.as_array().unwrap().len())).collect();
    edits.sort_unstable();
    assert_eq!(edits, [("a.comp", 1), ("b.comp", 2), ("part.glsl", 1)]);
    // A keyword, a name that is taken, one that would then mean another variable, and what the language declares.
    for (at, name) in [
        (marked("local)", 0), "while"),
        (marked("local)", 0), "a b"),
        (marked("LIMIT =", 0), "sum"),
        (marked("LIMIT =", 0), "local"),
        (marked("subgroupAdd", 0), "add"),
    ] {
        let answer = rename(&at, name);
        assert_eq!(answer["error"]["code"], -32803, "{name}: {answer}");
    }
    editor.end();
}

#[test]
fn help_lines_become_quick_fixes() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    let mut fixed = |text: &str| {
        editor.open("a.comp", text);
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let document = json!({ "uri": editor.uri("a.comp") });
        let parameters = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
        let answer = editor.ask("textDocument/codeAction", parameters);
        let mut results = Vec::new();
        for action in answer.as_array().unwrap() {
            let edit = &action["edit"]["changes"][editor.uri("a.comp")][0];
            let range = &edit["range"];
            let (start, old) = (
                text_at(text, &json!({ "start": { "line": 0, "character": 0 }, "end": range["start"] })),
                text_at(text, range),
            );
            let new = edit["newText"].as_str().unwrap();
            results.push((
                action["title"].as_str().unwrap().to_owned(),
                format!("{start}{new}{}", &text[start.len() + old.len()..]),
            ));
        }
        results
    };
    let extension = fixed("#version 450\nlayout(local_size_x = 1) in;\nvoid main() { bool b = subgroupElect(); }\n");
    assert_eq!(extension[0].0, "Add `#extension GL_KHR_shader_subgroup_basic : require`");
    assert!(
        extension[0].1.starts_with("#version 450\n#extension GL_KHR_shader_subgroup_basic : require\nlayout"),
        "{extension:?}"
    );
    assert!(fixed(&extension[0].1).is_empty());
    let name = fixed("#version 450\nlayout(local_size_x = 1) in;\nvoid main() { uint count = 1; coutn = 2; }\n");
    assert_eq!(name.len(), 1, "{name:?}");
    assert!(name[0].1.contains("count = 2;"), "{name:?}");
    let version = fixed("layout(local_size_x = 1) in;\nvoid main() {}\n");
    assert!(version[0].1.starts_with("#version 450"), "{version:?}");
    editor.end();
}

#[test]
fn semantic_tokens_name_what_a_grammar_cannot_know() {
    let sandbox = sandbox();
    let mut editor = Editor::new(&sandbox, json!({}));
    editor.open("a.comp", SHADER);
    let answer =
        editor.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": editor.uri("a.comp") } }));
    let data: Vec<u64> = answer["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let (mut line, mut character) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks_exact(5) {
        character = if token[0] == 0 { character + token[1] } else { token[1] };
        line += token[0];
        let end = character + token[2];
        let range =
            json!({ "start": { "line": line, "character": character }, "end": { "line": line, "character": end } });
        found.push((text_at(SHADER, &range), token[3], token[4]));
    }
    for expected in [
        ("Pair", 2, 1),
        ("Numbers", 2, 1),
        ("TWICE", 3, 0),
        ("LIMIT", 0, 3),
        ("LIMIT", 0, 2),
        ("sum", 1, 1),
        ("sum", 1, 0),
        ("subgroupAdd", 1, 4),
        ("local", 0, 1),
        ("local", 0, 0),
        ("uint", 2, 4),
        ("part", 1, 0),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
    }
    editor.end();
}

#[test]
fn settings_apply_and_requests_can_be_cancelled() {
    let sandbox = Sandbox::new(&[("inc/size.glsl", "#define SIZE WIDTH\n")]);
    let include = sandbox.path("inc");
    let options = json!({ "target": "vulkan1.0", "include": [include], "define": { "WIDTH": "8" } });
    let mut editor = Editor::new(&sandbox, options);
    let text = "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n#include <size.glsl>\n\
                layout(local_size_x = SIZE) in;\nvoid main() { subgroupBarrier(); }\n";
    editor.open("a.comp", text);
    let found = editor.diagnostics("a.comp");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["message"].as_str().unwrap().contains("SPIR-V 1.3"), "{found:?}");
    // In one write, so that the server has both before it answers.
    let (hover, next) = (editor.last_id + 1, editor.last_id + 2);
    editor.last_id = next;
    let place = json!({ "textDocument": { "uri": editor.uri("a.comp") }, "position": { "line": 4, "character": 16 } });
    let message = |id: Value, method: &str, parameters: &Value| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": parameters });
        if !id.is_null() {
            message["id"] = id;
        }
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    let all = message(json!(hover), "textDocument/hover", &place)
        + &message(json!(next), "textDocument/hover", &place)
        + &message(Value::Null, "$/cancelRequest", &json!({ "id": next }));
    editor.input.as_mut().unwrap().write_all(all.as_bytes()).unwrap();
    assert!(editor.answer(hover)["result"]["contents"]["value"].as_str().unwrap().contains("subgroupBarrier"));
    // The server may have answered before it read the last message.
    let answer = editor.answer(next);
    assert!(answer["error"]["code"] == -32800 || !answer["result"].is_null(), "{answer}");
    let id = editor.request("textDocument/formatting", json!({}));
    assert_eq!(editor.answer(id)["error"]["code"], -32601);
    editor.end();
}
