//! Every form of assembly instructions compiles, with and without passes, and is valid.
//!
//! `GLSLSUB_EXHAUSTIVE=1` takes all forms, else every twenty-third; `GLSLSUB_NV_WRITE=DIR` writes them to files.

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
    let mut all = forms::all();
    if !common::required("GLSLSUB_EXHAUSTIVE") && std::env::var_os("GLSLSUB_FILTER").is_none() {
        all = all.into_iter().step_by(23).collect();
    }
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
    let found: Mutex<Vec<BTreeSet<String>>> = Mutex::new(vec![BTreeSet::new(); OPCODES.len()]);
    let failures = parallel::failures(&programs, |(name, text)| {
        let stem = name.split(['.', ' ']).next().unwrap_or("");
        let Some(row) = OPCODES.iter().position(|row| row.name == stem) else { return Ok(()) };
        let words = compile::spirv_at("form.nvcp", text, Target::default(), &[], false);
        let Ok(words) = words else { return Ok(()) };
        let listing = compile::disassemble(&words);
        let names = listing.split_whitespace().map(str::to_owned);
        found.lock().unwrap()[row].extend(names);
        Ok(())
    });
    common::report(programs.len(), &failures);
    let found = found.into_inner().unwrap();
    let mut missing = Vec::new();
    for (row, emitted) in OPCODES.iter().zip(found) {
        for word in row.spirv.split([',', ' ']).filter(|word| !word.is_empty()) {
            if ["copy", "constant", "section", "Warps"].contains(&word) {
                continue;
            }
            let prefix = word.strip_suffix('*');
            if !emitted.iter().any(|it| it == word || prefix.is_some_and(|prefix| it.starts_with(prefix))) {
                missing.push(format!("{}: no program has {word}", row.name));
            }
        }
    }
    common::report(OPCODES.len(), &missing);
}
