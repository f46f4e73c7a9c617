//! Every form of assembly instructions compiles, with and without passes, and is valid.
//!
//! `GLSLSUB_EXHAUSTIVE=1` takes all forms, else a sample; `GLSLSUB_NV_WRITE=DIR` writes them to files.

use crate::cases;
use crate::common;
use crate::common::{compile, parallel, validate};
use crate::forms::{self, Form};
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::nv_program::opcode::OPCODES;
use glslsub::internals::target::Target;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the checks accept a program.
fn is_form(form: &Form) -> bool {
    let mut diagnostics = Diagnostics::default();
    glslsub::internals::nv_program::check(&form.text, 1, &compile::assembly_options(&form.text), &mut diagnostics)
        .is_some()
}

#[test]
fn compile_and_are_valid() {
    let mut all: Vec<_> = forms::all().into_iter().step_by(common::one_in(23, 46)).collect();
    all.retain(|form| common::wanted(&form.name));
    if let Ok(folder) = std::env::var("GLSLSUB_NV_WRITE") {
        for (index, form) in all.iter().enumerate() {
            std::fs::write(format!("{folder}/{index}.nvcp"), format!("{}# {}\n", form.text, form.name)).unwrap();
        }
    }
    let accepted = AtomicUsize::new(0);
    let failures = parallel::failures(&all, |form| {
        if !is_form(form) {
            return Ok(());
        }
        accepted.fetch_add(1, Ordering::Relaxed);
        let target = Target::default();
        // Texels of 256 bits have no format.
        let is_refused = form.name.contains("IM.") && form.name.contains("64X4");
        for passes in [false, true] {
            let compiled = compile::spirv_at("form.nvcp", &form.text, target, &[], passes);
            if is_refused {
                let error = compiled.err().ok_or_else(|| format!("{}: it compiles", form.name))?;
                return if error.contains("GS1076") { Ok(()) } else { Err(error) };
            }
            let words = compiled.map_err(|error| format!("{}: {error}", form.name))?;
            if let Some(complaint) = validate::validate(&words, target).complaint() {
                return Err(format!("{} (passes {passes}): invalid: {complaint}", form.name));
            }
        }
        Ok(())
    });
    common::shout(&format!("{} of {} forms are accepted", accepted.load(Ordering::Relaxed), all.len()));
    common::report(all.len(), &failures);
}

/// Programs that contain an instruction, by its name: those that test it, or for control flow any.
fn programs() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = cases::all().into_iter().map(|it| (it.name, it.text)).collect();
    let mut seen = BTreeSet::new();
    for form in forms::all() {
        // One of each kind of type and target.
        let (name, target) = form.name.split_once(' ').unwrap_or((&form.name, ""));
        let (stem, ty) = name.split_once('.').unwrap_or((name, target));
        let ty = if stem == "subroutine" || stem == "ATOMCTR" { ty } else { ty.get(..1).unwrap_or("") };
        let special = (target.starts_with("SHADOW"), target.contains("MS"), name.ends_with("membar"));
        let key = (stem.to_owned(), ty.to_owned(), special);
        if !seen.contains(&key) && is_form(&form) {
            seen.insert(key);
            all.push((form.name.clone(), form.text));
        }
    }
    let flow = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 8;\nSTORAGE s[] = { program.storage[0] };\nTEMP r;\n\
                MOV.U.CC r, invocation.localid;\nIF NE.x;\nMOV.U r.y, 1;\nELSE;\nMOV.U r.y, 2;\nENDIF;\nREP.S 5;\nADD.U.CC r.x, r.x, \
                1;\nBRK (GT.x);\nCONT (EQ.x);\nENDREP;\nBAR;\nMEMBAR;\nMEMBAR.CTA;\nRET (LT.x);\nSTB.U32X4 r, s[0];\nEND\n";
    all.extend(
        ["IF", "ELSE", "ENDIF", "REP", "ENDREP", "BRK", "CONT", "RET", "BAR", "MEMBAR"]
            .map(|it| (it.to_owned(), flow.to_owned())),
    );
    let calls = all.iter().find(|(name, _)| name == "subroutine cal").map(|it| it.1.clone()).unwrap_or_default();
    all.push(("CAL".to_owned(), calls));
    let calls = all.iter().find(|(name, _)| name == "subroutine one").map(|it| it.1.clone()).unwrap_or_default();
    all.push(("CALI".to_owned(), calls));
    all
}

/// The last column of the table of instructions names the emitted instructions.
#[test]
fn become_the_spirv_that_their_row_names() {
    let programs = programs();
    // What no program has had yet.
    let missing: Mutex<Vec<Vec<&str>>> = Mutex::new(OPCODES.iter().map(|row| named(row.spirv)).collect());
    let failures = parallel::failures(&programs, |(name, text)| {
        let stem = name.split(['.', ' ']).next().unwrap_or("");
        let Some(row) = OPCODES.iter().position(|row| row.name == stem) else { return Ok(()) };
        if missing.lock().unwrap()[row].is_empty() {
            return Ok(());
        }
        let words = compile::spirv_at("form.nvcp", text, Target::default(), &[], false);
        let Ok(words) = words else { return Ok(()) };
        let listing = compile::disassemble(&words);
        let is_emitted = |word: &str| match word.strip_suffix('*') {
            Some(prefix) => listing.split_whitespace().any(|it| it.starts_with(prefix)),
            None => listing.split_whitespace().any(|it| it == word),
        };
        missing.lock().unwrap()[row].retain(|word| !is_emitted(word));
        Ok(())
    });
    common::report(programs.len(), &failures);
    let missing = missing.into_inner().unwrap();
    let missing: Vec<String> = OPCODES
        .iter()
        .zip(missing)
        .flat_map(|(row, words)| words.into_iter().map(|word| format!("{}: no program has {word}", row.name)))
        .collect();
    common::report(OPCODES.len(), &missing);
}

/// The instructions that a row names, without words of prose.
fn named(spirv: &'static str) -> Vec<&'static str> {
    let is_name = |word: &&str| !word.is_empty() && !["copy", "constant", "section", "Warps"].contains(word);
    spirv.split([',', ' ']).filter(is_name).collect()
}
