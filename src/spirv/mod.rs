//! Lowering: HIR to SPIR-V.
//!
//! Comes in: a [`hir::Module`] without errors. Goes out: a [`dr::Module`], and from it words or a listing.
//! Must not know: syntax, tokens, names of built-ins.
//!
//! # Decide, then print
//!
//! What SPIR-V needs and HIR doesn't say is decided in modules of its own, each asked at one point only. For one
//! statement the decisions are taken in this order:
//!
//! 1. `types`: which SPIR-V type a HIR type has as a value and in the memory of a storage class. First, because
//!    every other decision compares the two.
//! 2. `place`: which pointer a place is, its storage class and its alignment. Needs the types in memory.
//! 3. `memory`: which decorations and memory operands the qualifiers of the place become in the memory model, and
//!    which scopes and semantics barriers and atomics get. Needs storage class and alignment.
//! 4. `layout_copy`: how a value in memory becomes the value it stands for: bool from uint, aggregates without
//!    layout. After the memory operands, because a converted load is still one load.
//! 5. `image`: which form of an image instruction the stage takes, with its operands in bit order.
//! 6. `operation`, `convert`, `composite`, `builtin`: which instructions a value is; one node is one instruction except
//!    where SPIR-V has none.
//! 7. `requirements`: which capabilities and extensions all of it needs. Last, because it reads the finished
//!    instructions; nobody else spells a capability, except for what built-in rows name.
//!
//! Only what the entry point reaches is lowered: functions, variables, types and constants come into being when they
//! are first used, so ids are dense and in order of use.

mod builtin;
mod composite;
mod constants;
mod convert;
mod descriptor_array;
mod function;
mod globals;
mod grammar;
mod heap;
mod image;
mod interface;
mod intrinsic;
mod join;
mod layout_copy;
mod link;
mod listing;
mod memory;
mod names;
mod operation;
mod place;
mod requirements;
mod resource_decoration;
mod statement;
mod tensor;
#[cfg(test)]
mod tests;
mod types;
mod unknown;
mod usage;
mod value;
mod writer;

pub use listing::listing;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir;
use crate::target::Target;
use rspirv::binary::Disassemble;
use rspirv::dr;

/// What to lower for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Vulkan and SPIR-V version.
    pub target: Target,
    /// Leave names out.
    pub strip: bool,
    /// Shuffles of NV_shader_thread_shuffle never read beyond the subgroup, for drivers whose subgroups are smaller
    /// than the 32 invocations that the extension counts on.
    pub nv_shuffle_clamp: bool,
    /// `min`, `max` and `clamp` give the operand that is a number where the other is none.
    pub nan_clamp: bool,
    /// Declare resources that the shader does not use, too.
    pub preserve_bindings: bool,
}

/// Why there is no module.
#[derive(Clone, Debug)]
enum Failure {
    /// Something HIR promises not to contain, or a bug of the lowering: what it is about.
    Bug(&'static str),
    /// More than [`MOST_IDS`].
    TooManyIds,
    /// More copies of functions, each for other formats of images, than are made.
    TooManyFunctionCopies,
    /// Structures or selections from them nested deeper than [`DEEPEST`]: which of them.
    TooDeep(&'static str),
}

use Failure::Bug;

/// The result of everything that meets HIR.
type Lowered<T> = Result<T, Failure>;

/// Turns an absent part into a [`Failure::Bug`].
trait OrBug<T> {
    fn or_bug(self, what: &'static str) -> Lowered<T>;
}

impl<T> OrBug<T> for Option<T> {
    fn or_bug(self, what: &'static str) -> Lowered<T> {
        self.ok_or(Bug(what))
    }
}

impl<T, E> OrBug<T> for Result<T, E> {
    fn or_bug(self, what: &'static str) -> Lowered<T> {
        self.map_err(|_| Bug(what))
    }
}

/// The largest bound of ids that every consumer takes (SPIR-V, 2.17).
const MOST_IDS: u32 = 0x003F_FFFF;

/// How deep structures may nest and how many indices an access chain may have (SPIR-V, 2.17).
const DEEPEST: usize = 255;

/// The number of elements of an array that is taken apart, if as many ids are left.
fn element_count(count: u32) -> Lowered<usize> {
    if count > MOST_IDS { Err(Failure::TooManyIds) } else { Ok(count as usize) }
}

/// Lowers a module. `None` after a limit of SPIR-V was exceeded, or after an internal error; `diagnostics` says which.
#[must_use]
pub fn lower(module: &hir::Module, options: &Options, diagnostics: &mut Diagnostics) -> Option<dr::Module> {
    let mut writer = writer::ModuleWriter::new(module, *options);
    let failure = match writer.run() {
        Ok(()) if writer.id_count() <= MOST_IDS => return Some(writer.finish()),
        Ok(()) => Failure::TooManyIds,
        Err(failure) => failure,
    };
    let limits = "SPIR-V, 2.17 Universal Limits";
    diagnostics.push(match failure {
        Failure::TooManyIds => {
            let message = format!("this shader needs more than {MOST_IDS} ids");
            Diagnostic::error(Code::TooManyIds, writer.span, message)
                .with_note(limits)
                .with_help("split the shader, or use loops and functions instead of repeated code and large copies")
        }
        Failure::TooManyFunctionCopies => {
            let message = "this function is called with too many combinations of image formats";
            Diagnostic::error(Code::TooManyFunctionCopies, writer.span, message)
                .with_note(
                    "SPIR-V needs a copy of a function for each combination: the format is part of an image's type",
                )
                .with_help("declare the images with one format, or without any")
        }
        Failure::TooDeep(what) => {
            Diagnostic::error(Code::TypesTooDeep, writer.span, format!("{what} deeper than {DEEPEST} levels"))
                .with_note(limits)
        }
        Bug(what) => {
            Diagnostic::error(Code::InternalError, writer.span, format!("no SPIR-V can be made for this: {what}"))
                .with_note("this is a bug in glslsub; the source may be fine")
        }
    });
    None
}

/// Makes one module of several, of one memory model, with all their entry points. `None` if it has too many ids.
#[must_use]
pub fn link(modules: Vec<dr::Module>, diagnostics: &mut Diagnostics) -> Option<dr::Module> {
    match link::link(modules) {
        Ok(module) => Some(module),
        Err(_) => {
            let message = format!("the shaders together need more than {MOST_IDS} ids");
            diagnostics.push(
                Diagnostic::error(Code::TooManyIds, hir::Span::UNDEFINED, message)
                    .with_note("SPIR-V, 2.17 Universal Limits")
                    .with_help("compile them without `--link`"),
            );
            None
        }
    }
}

/// The words of a module.
#[must_use]
pub fn assemble(module: &dr::Module) -> Vec<u32> {
    grammar::words(module)
}

/// The listing of a module.
#[must_use]
pub fn disassemble(module: &dr::Module) -> String {
    listing(&assemble(module), true).unwrap_or_else(|_| module.disassemble())
}

/// The instructions in the words behind a header; `None` if they do not fit together.
fn instruction_words(mut words: &[u32]) -> Option<Vec<&[u32]>> {
    let mut instructions = Vec::new();
    while let Some(first) = words.first() {
        let count = (first >> 16) as usize;
        let (instruction, rest) = words.split_at_checked(count).filter(|_| count > 0)?;
        instructions.push(instruction);
        words = rest;
    }
    Some(instructions)
}
