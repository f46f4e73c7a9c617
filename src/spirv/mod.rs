//! Lowering: HIR to SPIR-V.
//!
//! Comes in: a [`hir::Module`] without errors. Goes out: a [`Module`], and its words. Must not depend on: syntax,
//! tokens, names of built-ins.
//!
//! # Decide, then print
//!
//! First [`raise`] rewrites what SPIR-V has no instruction for: an ordered list of steps, each of which takes some
//! statements apart. What is left is written node by node. What SPIR-V needs but HIR leaves open is decided in modules
//! of its own, each consulted at one point only, in this order:
//!
//! 1. `types`, with `layout`: which SPIR-V type a HIR type has as a value and in the memory of a storage class. First,
//!    because every other decision compares the two.
//! 2. `place`: which pointer a place is, its storage class and its alignment. Needs the types in memory.
//! 3. `memory`: which decorations and memory operands the qualifiers of the place become in the memory model, and
//!    which scopes and semantics barriers and atomics get. Needs storage class and alignment.
//! 4. `layout_copy`, for `access`: how a value in memory becomes the value it stands for: bool from uint, aggregates
//!    without layout by OpCopyLogical. After the memory operands, because a converted load is still one load.
//! 5. `image`: which form of an image instruction the stage takes, with its operands in bit order.
//! 6. `operation`, `convert`, `composite`, `builtin`: which instructions a value becomes; one node is one instruction
//!    except where SPIR-V has none.
//! 7. `debug`: what is said about the source, if anything. Adds to the finished instructions and changes none of them.
//! 8. `require`: which capabilities and extensions all of it needs. Last, because it reads the finished instructions;
//!    nothing else names one, except for rows of built-ins.
//!
//! # Who uses whom
//!
//! Files use each other in one direction, from the last of these to the first (`tests/compiler/tidy.rs`):
//!
//! - `failure`, `grammar`, `asked`, `section`, `mark`, `chains`, `module`, `memory`, `origin`, `opcode`, `type_key`, `post_order`,
//!   `instance`, `naming`, `buffers`, `require`: facts and words, without a writer.
//! - `raise`: HIR to HIR.
//! - `writer`: the module under construction, with `names`, `decoration`, `interface`, `layout`, `type_facts`.
//! - `types`, `constants`, `raw_type`: the one cycle. The length of an array is a constant, a constant has a type, and
//!   the operands of a raw type are both.
//! - `globals`, `raw_decoration`: variables; `debug`: where all of it comes from.
//! - `function`: a function under construction, with `operand`, `locals`, `composite`, `named_value`, `convert`,
//!   `operation`, `image`.
//! - `pointer`, `heap`, `place`, `layout_copy`, `access`: memory.
//! - `builtin`, `tensor`, `intrinsic`, `value`, `join`, `statement`, `body`: the contents of functions.
//! - `entry_point`: the order in which a module is written.
//!
//! `text` lists finished words of any origin.
//!
//! Only what the entry point reaches is lowered: functions, variables, types and constants are created when they are
//! first used, so ids are dense and in order of use.

mod access;
mod asked;
mod body;
mod buffers;
mod builtin;
mod chains;
mod composite;
mod constants;
mod convert;
mod cooperative_matrix;
mod debug;
mod decoration;
mod entry_point;
mod extension_type;
mod failure;
mod function;
mod globals;
mod grammar;
mod heap;
mod heap_path;
mod image;
mod instance;
mod interface;
mod intrinsic;
mod join;
mod layout;
mod layout_copy;
mod link;
mod locals;
mod mark;
mod memory;
mod message;
mod module;
mod named_value;
mod names;
mod naming;
mod opcode;
mod operand;
mod operation;
mod origin;
mod place;
mod pointer;
mod post_order;
pub mod raise;
mod raw_decoration;
mod raw_type;
mod require;
mod resource_decoration;
mod section;
mod statement;
mod tensor;
#[cfg(test)]
mod tests;
mod text;
mod type_facts;
mod type_key;
mod types;
mod value;
mod writer;

pub use buffers::Buffers;
pub use module::Module;
pub use origin::{Debug, DebugInfo, Language, Origin};
pub use text::listing;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir;
use crate::target::Target;
use failure::Failure::{self, Bug};
use failure::{DEEPEST, Lowered, MOST_IDS, OrBug, allowed_ids};
use std::borrow::Cow;

/// What to lower for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Vulkan and SPIR-V version.
    pub target: Target,
    /// Omit names.
    pub strip: bool,
    /// Shuffles of NV_shader_thread_shuffle never read beyond the subgroup, for drivers whose subgroups are smaller
    /// than the 32 invocations that the extension assumes.
    pub nv_shuffle_clamp: bool,
    /// `min`, `max` and `clamp` return the operand that is a number if the other is NaN.
    pub nan_clamp: bool,
    /// Declare even resources that the shader does not use.
    pub preserve_bindings: bool,
    /// The most ids that a module may have, if that is to be fewer than [SPIR-V allows](MOST_IDS).
    pub most_ids: Option<u32>,
}

/// Lowers a module. `None` after a limit of SPIR-V was exceeded, or after an internal error; `diagnostics` says which.
#[must_use]
pub fn lower(module: &hir::Module, options: &Options, diagnostics: &mut Diagnostics) -> Option<Module> {
    lower_with_debug(Cow::Borrowed(module), options, None, &mut Buffers::default(), diagnostics)
}

/// [Lowers](lower) a module with debug information, in the memory of earlier modules. An owned module need not be copied.
#[must_use]
pub fn lower_with_debug(
    module: Cow<'_, hir::Module>,
    options: &Options,
    debug: Option<Debug<'_>>,
    buffers: &mut Buffers,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let raised = match raise::raised(module, options) {
        Ok(raised) => raised,
        Err(unraised) => {
            diagnostics.push(report(&unraised.failure, unraised.span, allowed_ids(options.most_ids)));
            return None;
        }
    };
    let debug = debug.filter(|it| it.level != DebugInfo::None);
    let mut writer = writer::ModuleWriter::new(&raised, *options, debug, buffers.take());
    let failure = match writer.run() {
        Ok(()) if writer.id_count() <= allowed_ids(options.most_ids) => {
            let (module, left) = writer.finish();
            *buffers = left;
            if let Cow::Owned(raised) = raised {
                buffers.lowered = Some(raised);
            }
            return Some(module);
        }
        Ok(()) => Failure::TooManyIds,
        Err(failure) => failure,
    };
    diagnostics.push(report(&failure, raised.inlined.source(writer.span), allowed_ids(options.most_ids)));
    None
}

/// The diagnostic that says why there is no module.
#[cold]
fn report(failure: &Failure, span: hir::Span, most_ids: u32) -> Diagnostic {
    let limits = "SPIR-V, 2.17 Universal Limits";
    match *failure {
        Failure::TooManyIds => {
            let message = format!("this shader needs more than {most_ids} ids");
            Diagnostic::error(Code::TooManyIds, span, message)
                .with_note(limits)
                .with_help("split the shader, or use loops and functions instead of repeated code and large copies")
        }
        Failure::TooManyFunctionCopies => {
            let message = "this function is called with too many combinations of resources";
            Diagnostic::error(Code::TooManyFunctionCopies, span, message)
                .with_note(
                    "SPIR-V needs a copy of a function for each combination of image formats, which are part of types, and \
                     of arrays of arrays, which have no parts that could be passed",
                )
                .with_help("declare images with one format, or without any, and arrays of resources with one dimension")
        }
        Failure::TooDeep(what) => {
            Diagnostic::error(Code::TypesTooDeep, span, format!("{what} deeper than {DEEPEST} levels"))
                .with_note(limits)
        }
        Bug(what) => Diagnostic::error(Code::InternalError, span, format!("no SPIR-V can be made for this: {what}"))
            .with_note("this is a bug in glslsub; the source may be fine"),
    }
}

#[cold]
fn too_many_ids_together() -> Diagnostic {
    let message = format!("the shaders together need more than {MOST_IDS} ids");
    Diagnostic::error(Code::TooManyIds, hir::Span::UNDEFINED, message)
        .with_note("SPIR-V, 2.17 Universal Limits")
        .with_help("compile them without `--link`")
}

/// Merges several modules of one memory model, with all their entry points. `None` if there are too many ids.
#[must_use]
pub fn link(modules: &[Module], diagnostics: &mut Diagnostics) -> Option<Module> {
    match link::link(modules) {
        Ok(module) => Some(module),
        Err(_) => {
            diagnostics.push(too_many_ids_together());
            None
        }
    }
}

/// The words of a module.
#[must_use]
pub fn assemble(module: &Module) -> Vec<u32> {
    module.words()
}
