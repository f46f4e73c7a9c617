//! Every form of assembly instructions compiles, with and without passes, and is valid.
//!
//! `GLSLSUB_EXHAUSTIVE=1` takes all forms, else every twenty-third; `GLSLSUB_NV_WRITE=DIR` writes them to files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
#[path = "nv_program/forms.rs"]
mod forms;

use common::{compile, parallel, validate};
use forms::Form;
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::nv_program;
use glslsub::internals::target::Target;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the checks accept a program.
fn is_form(form: &Form) -> bool {
    let mut diagnostics = Diagnostics::default();
    nv_program::check(&form.text, 1, &compile::assembly_options(&form.text), &mut diagnostics).is_some()
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
