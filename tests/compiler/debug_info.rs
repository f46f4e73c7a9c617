//! Debug information: modules are valid with it, and without it they are what they were before.
//!
//! `spirv-fixtures/debug/` shows what it looks like. Here: every fixture, at every level, with and without passes; a
//! sample of them unless `GLSLSUB_EXHAUSTIVE=1` is set.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::common::directives::Header;
use crate::common::{self, compile, validate};
use glslsub::internals::driver::{Input, Options, link_pipeline};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::{Target, TargetEnvironment};

const LEVELS: &[DebugInfo] = &[DebugInfo::Lines, DebugInfo::Full, DebugInfo::FullWithoutText];

fn fixtures(step: usize) -> Vec<PathBuf> {
    let mut files = common::shaders(&common::root().join("spirv-fixtures"));
    files.extend(common::files(&common::root().join("spirv-fixtures"), ".nvcp"));
    files.retain(|file| common::wanted(&common::name(file)));
    files.into_iter().step_by(step).collect()
}

#[test]
fn modules_are_valid_and_the_same_without_it() {
    common::all(&fixtures(common::one_in(4, 8)), |file| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let header = Header::parse(&text)?;
        // The oldest target has every extension that the newest has in the core.
        let targets: BTreeSet<_> = [header.targets.first(), header.targets.last()].into_iter().flatten().collect();
        for &environment in targets {
            for passes in [false, true] {
                check(&name, &text, &header, Target::from(environment), passes)
                    .map_err(|error| format!("{name}, {environment}, passes {passes}: {error}"))?;
            }
        }
        Ok(())
    });
}

fn check(name: &str, text: &str, header: &Header, target: Target, passes: bool) -> Result<(), String> {
    let compile = |debug| compile::spirv_with_debug(name, text, target, &header.defines, passes, debug);
    let plain = compile(DebugInfo::None)?;
    for &level in LEVELS {
        let words = compile(level)?;
        let validate = if header.scalar { validate::validate_scalar } else { validate::validate };
        if header.unvalidated.is_none()
            && let Some(complaint) = validate(&words, target).complaint()
        {
            return Err(format!("{level:?}: invalid: {complaint}"));
        }
        if !has_lines(&words) {
            return Err(format!("{level:?}: there is no line"));
        }
        scopes_are_of_their_functions(&words).map_err(|error| format!("{level:?}: {error}"))?;
        if stripped(&words, &plain) != plain {
            return Err(format!("{level:?}: other words once it is stripped"));
        }
    }
    Ok(())
}

/// Each shader of a linked module states where it comes from, and only that.
#[test]
fn linked_modules_have_the_sources_of_all_stages() {
    let vertex = "#version 450\nvoid main() {\n    gl_Position = vec4(0);\n}\n";
    let fragment = "#version 460\nlayout(location = 0) out vec4 c;\nvoid main() {\n\n    c = vec4(1);\n}\n";
    let inputs = [Input { name: "a.vert", text: vertex }, Input { name: "a.frag", text: fragment }];
    for &debug in LEVELS {
        let options = Options { debug, ..Options::default() };
        let compilation = link_pipeline(&inputs, &options, &mut NoIncludes);
        let words = compilation.artifact.unwrap().artifact.words;
        validate::validate(&words, Target::default()).unwrap_valid("the linked module");
        let again = link_pipeline(&inputs, &options, &mut NoIncludes).artifact.unwrap().artifact.words;
        assert_eq!(words, again, "{debug:?}");
        let listing = compile::disassemble(&words);
        for name in ["OpString \"a.vert\"", "OpString \"a.frag\""] {
            assert_eq!(listing.matches(name).count(), 1, "{debug:?}: {name}\n{listing}");
        }
    }
}

/// At least so many of a hundred functions have the steps of glslang 12. The others differ where it names the line of a macro's body,
/// line 0, or that of the declaration of a specialization constant, and where a constant needs no code.
const LEAST_EQUAL: usize = 85;

/// A debugger gets from line to line as with glslang's `-gVS`, but for the closing brace, whose line glslang 12 does not know, and
/// the head, where parameters are copied here.
#[test]
fn steps_are_those_of_glslang() {
    let works = Command::new("glslangValidator").arg("--version").stdout(Stdio::null()).status();
    if !works.is_ok_and(|it| it.success()) {
        return common::shout("SKIPPED: glslangValidator is not installed");
    }
    let is_wanted = |file: &PathBuf| file.extension().is_some_and(|it| it == "comp");
    let files: Vec<PathBuf> = fixtures(common::one_in(4, 8)).into_iter().filter(is_wanted).collect();
    let counts = Mutex::new((0, 0, Vec::new()));
    common::all(&files, |file| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let header = Header::parse(&text)?;
        let output =
            std::env::temp_dir().join(format!("glslsub-steps-{}-{}", std::process::id(), name.replace('/', "-")));
        let mut command = Command::new("glslangValidator");
        command.args(["-V", "-gVS", "--target-env", "vulkan1.2"]).arg(file).arg("-o").arg(&output);
        command.args(header.defines.iter().map(|it| format!("-D{it}"))).stdout(Stdio::null());
        let done = command.status().map_err(|error| error.to_string())?;
        let theirs = std::fs::read(&output).unwrap_or_default();
        let _ = std::fs::remove_file(&output);
        let target = Target::from(TargetEnvironment::Vulkan1_2);
        let ours = compile::spirv_with_debug(&name, &text, target, &header.defines, false, DebugInfo::Full);
        let (true, Ok(ours)) = (done.success(), ours) else { return Ok(()) };
        let theirs: Vec<u32> = theirs.chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
        let theirs = steps(&theirs);
        for (function, steps) in steps(&ours) {
            let Some(others) = theirs.get(&function).filter(|it| !it.is_empty()) else { continue };
            let (_, without_brace) = steps.split_last().ok_or("a function without steps")?;
            let variants = [&steps, without_brace, &steps[1..], without_brace.get(1..).unwrap_or(&[])];
            let (equal, all, different) = &mut *counts.lock().unwrap();
            *all += 1;
            if variants.contains(&others.as_slice()) {
                *equal += 1;
            } else {
                different.push(format!("{name}, {function}: {steps:?} instead of {others:?}"));
            }
        }
        Ok(())
    });
    let (equal, all, mut different) = counts.into_inner().unwrap();
    different.sort();
    common::shout(&format!("{equal} of {all} functions have the steps of glslang"));
    assert!(all > 20, "glslang compiled {all} functions");
    assert!(equal * 100 >= all * LEAST_EQUAL, "{equal} of {all}:\n{}", different.join("\n"));
}

/// The lines that a debugger gets to, by function: those of instructions, one after the other.
fn steps(words: &[u32]) -> BTreeMap<String, Vec<u32>> {
    const OP_CONSTANT: u32 = 43;
    const OP_FUNCTION: u32 = 54;
    const FUNCTION: u32 = 20;
    const FUNCTION_DEFINITION: u32 = 101;
    const LINE: u32 = 103;
    // Without a place of their own: OpFunctionParameter, OpVariable, OpPhi, OpLabel, OpBranch.
    const SILENT: [u32; 6] = [55, 59, 245, 248, 249, OP_NO_LINE];
    let text = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).take_while(|it| *it != 0).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (mut strings, mut constants, mut names) = (HashMap::new(), HashMap::new(), HashMap::new());
    let (mut found, mut function, mut line, mut steps) = (BTreeMap::new(), None, None, Vec::new());
    let Some(set) = debug_set(words) else { return found };
    for it in instructions(words) {
        match it[0] & 0xFFFF {
            OP_STRING => drop(strings.insert(it[1], text(&it[2..]))),
            OP_CONSTANT => drop(constants.insert(it[2], it[3])),
            OP_FUNCTION => (line, steps) = (None, Vec::new()),
            OP_FUNCTION_END => {
                steps.dedup();
                found.extend(function.take().map(|name| (name, std::mem::take(&mut steps))));
            }
            OP_EXTENDED if it[3] == set => match it[4] {
                FUNCTION => drop(names.insert(it[2], strings[&it[5]].clone())),
                FUNCTION_DEFINITION => function = names.get(&it[5]).cloned(),
                LINE => line = Some(constants[&it[6]]),
                _ => {}
            },
            opcode if !SILENT.contains(&opcode) => steps.extend(line),
            _ => {}
        }
    }
    found
}

/// The instructions after the header.
fn instructions(words: &[u32]) -> Vec<&[u32]> {
    let mut rest = &words[5..];
    let mut found = Vec::new();
    while let Some(&first) = rest.first() {
        let (instruction, others) = rest.split_at((first >> 16) as usize);
        found.push(instruction);
        rest = others;
    }
    found
}

const OP_SOURCE_CONTINUED: u32 = 2;
const OP_SOURCE: u32 = 3;
const OP_NAME: u32 = 5;
const OP_MEMBER_NAME: u32 = 6;
const OP_STRING: u32 = 7;
const OP_LINE: u32 = 8;
const OP_EXTENSION: u32 = 10;
const OP_IMPORT: u32 = 11;
const OP_EXTENDED: u32 = 12;
const OP_TYPE_VOID: u32 = 19;
const OP_TYPE_STRUCT: u32 = 30;
const OP_CONSTANT_TRUE: u32 = 41;
const OP_SPEC_CONSTANT_OP: u32 = 52;
const OP_FUNCTION_END: u32 = 56;
const OP_DECORATE: u32 = 71;
const OP_NO_LINE: u32 = 317;

/// The module without the additions of debug information: instructions that are nothing else, and those with ids that
/// `plain` does not have.
fn stripped(words: &[u32], plain: &[u32]) -> Vec<u32> {
    let bound = plain[3];
    let extensions: Vec<&[u32]> = instructions(plain).into_iter().filter(|it| it[0] & 0xFFFF == OP_EXTENSION).collect();
    let is_added = |it: &&[u32]| match it[0] & 0xFFFF {
        OP_SOURCE | OP_SOURCE_CONTINUED | OP_LINE | OP_NO_LINE => true,
        OP_EXTENSION => !extensions.contains(it),
        OP_NAME | OP_MEMBER_NAME | OP_DECORATE => it[1] >= bound,
        OP_STRING | OP_IMPORT | OP_TYPE_VOID..=OP_TYPE_STRUCT => it[1] >= bound,
        OP_EXTENDED | OP_CONSTANT_TRUE..=OP_SPEC_CONSTANT_OP => it[2] >= bound,
        _ => false,
    };
    let mut rest = words[..5].to_vec();
    rest[3] = bound;
    rest.extend(instructions(words).into_iter().filter(|it| !is_added(it)).flatten());
    rest
}

/// The import of NonSemantic.Shader.DebugInfo.
fn debug_set(words: &[u32]) -> Option<u32> {
    let is_set = |it: &&[u32]| it[2..].iter().flat_map(|it| it.to_le_bytes()).take(18).eq(*b"NonSemantic.Shader");
    instructions(words).into_iter().filter(|it| it[0] & 0xFFFF == OP_IMPORT).find(is_set).map(|it| it[1])
}

/// Whether code is in scopes of the function that it is in, or of one that was inlined there, and variables are described in
/// the function that declares them. Operands are as in NonSemantic.Shader.DebugInfo.100.
fn scopes_are_of_their_functions(words: &[u32]) -> Result<(), String> {
    const FUNCTION: u32 = 20;
    const LEXICAL_BLOCK: u32 = 21;
    const SCOPE: u32 = 23;
    const INLINED_AT: u32 = 25;
    const LOCAL_VARIABLE: u32 = 26;
    const DECLARE: u32 = 28;
    const VALUE: u32 = 29;
    const FUNCTION_DEFINITION: u32 = 101;
    let Some(set) = debug_set(words) else { return Ok(()) };
    let instructions = instructions(words);
    let of_set = |it: &&&[u32]| it[0] & 0xFFFF == OP_EXTENDED && it[3] == set;
    let described: HashMap<u32, (u32, &[u32])> =
        instructions.iter().filter(of_set).map(|it| (it[2], (it[4], &it[5..]))).collect();
    let function_of = |mut scope: u32| loop {
        match described.get(&scope) {
            Some(&(FUNCTION, _)) => return Ok(scope),
            Some(&(LEXICAL_BLOCK, operands)) => scope = operands[3],
            _ => return Err(format!("%{scope} is no scope")),
        }
    };
    // The scopes before the definition is known, and those after it.
    let (mut scopes, mut definition, mut scope) = (Vec::new(), None, None);
    for it in &instructions {
        if it[0] & 0xFFFF == OP_FUNCTION_END {
            let definition = definition.take().ok_or("a function without a definition")?;
            for scope in scopes.drain(..) {
                if function_of(scope)? != definition {
                    return Err(format!("%{scope} is a scope of another function than %{definition}"));
                }
            }
        }
        if !of_set(&it) {
            continue;
        }
        if it[4] == SCOPE {
            scope = Some(it[5]);
        }
        match (it[4], &it[5..]) {
            (FUNCTION_DEFINITION, operands) => definition = Some(operands[0]),
            (SCOPE, &[scope]) => scopes.push(scope),
            (SCOPE, &[scope, mut inlined]) => {
                function_of(scope)?;
                loop {
                    match described.get(&inlined) {
                        Some(&(INLINED_AT, &[_, _, around])) => inlined = around,
                        Some(&(INLINED_AT, &[_, scope])) => break scopes.push(scope),
                        _ => return Err(format!("%{inlined} is no DebugInlinedAt")),
                    }
                }
            }
            (DECLARE | VALUE, operands) => {
                let Some(&(LOCAL_VARIABLE, variable)) = described.get(&operands[0]) else {
                    return Err(format!("%{} is no variable", operands[0]));
                };
                if function_of(scope.ok_or("a variable without a scope")?)? != function_of(variable[5])? {
                    return Err(format!("%{} is described in another function", operands[0]));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether there is a line: OpLine, or DebugLine (of the only set with an instruction of this number).
fn has_lines(words: &[u32]) -> bool {
    const DEBUG_LINE: u32 = 103;
    instructions(words).iter().any(|it| match it[0] & 0xFFFF {
        OP_LINE => true,
        OP_EXTENDED => it[4] == DEBUG_LINE,
        _ => false,
    })
}
