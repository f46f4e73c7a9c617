//! The checks: every rule of the language that the grammar does not state, and name resolution.
//!
//! Comes in: an [`ast::Program`]. Goes out: a [`Program`] with every name resolved, if nothing is wrong; else one
//! diagnostic for each mistake. Must not depend on: HIR.
//!
//! Statements are checked in order, because names are declared before they are used; only labels are known from the
//! start. A wrong part is left out, so that its consequences are not reported again.

mod address;
mod binding;
mod declaration;
mod flow;
mod instruction;
mod memory;
mod messages;
mod modifier;
mod operand;
mod texture;

use super::ast::{self, Name, StatementKind};
use super::diagnose::Report;
use super::opcode::{self, Base};
use super::options::Options;
use super::program::{Input, Item, Label, Memory, Program};
use super::target::Target;
use crate::diagnostics::{Code, Diagnostic, Suggestions, did_you_mean};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::fmt::Display;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Symbol {
    Temp(usize),
    Attrib(Input, Option<Base>),
    Param(usize),
    Memory(usize),
    /// First unit, number of units, whether it is indexed.
    Texture(u32, u32, bool),
    Image(u32, u32, bool),
    SubroutineType(usize),
    Subroutine(usize),
    Label(usize),
    /// A label that a subroutine type lists, which is still to come.
    Listed,
}

/// An option of programs.
struct OptionRow {
    name: &'static str,
    /// Why the reference driver rejects it, if it does.
    refused: bool,
}

const fn option(name: &'static str) -> OptionRow {
    OptionRow { name, refused: false }
}

/// The options, and names that look like options.
const OPTIONS: &[OptionRow] = &[
    option("NV_shader_storage_buffer"),
    option("NV_shader_thread_shuffle"),
    option("NV_shader_thread_group"),
    option("NV_shader_atomic_float"),
    option("NV_shader_atomic_float64"),
    option("NV_shader_atomic_int64"),
    option("NV_shader_atomic_fp16_vector"),
    option("NV_gpu_program5_mem_extended"),
    option("NV_shader_atomic_counters"),
    option("ARB_compute_variable_group_size"),
    option("NV_bindless_texture"),
    option("ARB_shader_image_size"),
    option("ARB_shader_texture_image_samples"),
    option("EXT_shader_image_load_formatted"),
    option("NV_texture_multisample"),
    option("NV_explicit_multisample"),
    option("EXT_sparse_texture2"),
    option("NV_internal"),
    option("NV_gpu_program_fp64"),
    option("NV_unroll_none"),
    option("NV_shader_buffer_load"),
    option("NV_parameter_buffer_object2"),
    option("ARB_derivative_control"),
    option("ARB_shader_subroutine"),
    option("NV_unroll_all"),
    option("NV_viewport_array2"),
    OptionRow { name: "NV_shader_storage_buffer_object", refused: true },
    OptionRow { name: "NV_gpu_program5", refused: true },
    OptionRow { name: "NV_compute_program5", refused: true },
    OptionRow { name: "ARB_bindless_texture", refused: true },
    OptionRow { name: "ARB_sparse_texture2", refused: true },
    OptionRow { name: "ARB_draw_buffers", refused: true },
    OptionRow { name: "ARB_precision_hint_fastest", refused: true },
    OptionRow { name: "NV_shader_buffer_store", refused: true },
    OptionRow { name: "NV_early_fragment_tests", refused: true },
];

/// The option of programs without GROUP_SIZE.
const VARIABLE_SIZE: &str = "ARB_compute_variable_group_size";

struct Checker<'a, 'r, 'd> {
    text: &'a str,
    text_end: Span,
    report: &'r mut Report<'d>,
    options: &'r Options,
    program: Program,
    symbols: FxHashMap<&'a str, (Symbol, Span)>,
    /// Labels by name; they may be called before they are defined.
    labels: FxHashMap<&'a str, usize>,
    /// Whether a declaration has been seen, after which no option may follow.
    declared: bool,
    /// Whether a statement has been seen, after which no declaration may follow.
    stated: bool,
    /// The first statement, before which the size of a group must be known.
    first_statement: Option<Span>,
    group_size: Option<Span>,
    shared_memory: Option<Span>,
    /// Whether the missing SHARED_MEMORY was reported.
    shared_missing: bool,
    /// The target that each texture unit is used with.
    texture_targets: FxHashMap<u32, (Target, Span)>,
    /// Declared registers, counting elements.
    temp_count: u32,
    suggestions: Suggestions,
    flow: flow::Flow,
}

/// Checks a program. `None` if anything is wrong.
pub fn check<'a>(
    text: &'a str,
    program: &ast::Program<'a>,
    options: &Options,
    report: &mut Report<'_>,
) -> Option<Program> {
    let mut checker = Checker {
        text,
        text_end: program.text_end,
        report,
        options,
        program: Program::default(),
        symbols: FxHashMap::default(),
        labels: FxHashMap::default(),
        declared: false,
        stated: false,
        first_statement: None,
        group_size: None,
        shared_memory: None,
        shared_missing: false,
        texture_targets: FxHashMap::default(),
        temp_count: 0,
        suggestions: Suggestions::default(),
        flow: flow::Flow::default(),
    };
    checker.find_labels(program);
    for statement in &program.statements {
        checker.statement(statement);
    }
    checker.finish(program);
    let checked = checker.program;
    (!report.diagnostics.has_errors()).then_some(checked)
}

impl<'a> Checker<'a, '_, '_> {
    fn find_labels(&mut self, program: &ast::Program<'a>) {
        for statement in &program.statements {
            if let StatementKind::Label { name, .. } = statement.kind
                && !self.labels.contains_key(name.text)
            {
                self.labels.insert(name.text, self.program.labels.len());
                self.program.labels.push(Label { name: name.text.to_owned(), number: None });
            }
        }
    }

    fn statement(&mut self, statement: &ast::Statement<'a>) {
        match &statement.kind {
            StatementKind::Option(name) => return self.option(*name),
            StatementKind::GroupSize(sizes) => return self.group_size(sizes, statement.span),
            StatementKind::SharedMemory(size) => return self.shared_memory(*size, statement.span),
            _ => {}
        }
        self.declared = true;
        self.stated = true;
        self.first_statement.get_or_insert(statement.span);
        match &statement.kind {
            StatementKind::Variables { kind, modifiers, items } => self.variables(*kind, modifiers, items),
            StatementKind::Alias { name, target } => self.alias(*name, *target),
            StatementKind::SubroutineType { name, labels } => self.subroutine_type(*name, labels),
            StatementKind::Subroutine { ty, variable } => self.subroutine(*ty, variable),
            StatementKind::Label { name, number } => self.label(*name, *number),
            StatementKind::Instruction(instruction) => {
                if let Some(checked) = self.instruction(instruction) {
                    self.program.items.push(Item::Instruction(Box::new(checked)));
                }
            }
            StatementKind::Unfinished(instruction) => self.unfinished(instruction),
            StatementKind::Option(_) | StatementKind::GroupSize(_) | StatementKind::SharedMemory(_) => {}
        }
    }

    fn option(&mut self, name: Name<'a>) {
        match OPTIONS.iter().find(|row| row.name == name.text) {
            Some(row) if !row.refused => {
                // In the wrong place it does not replace GROUP_SIZE, which the first statement misses then.
                let counts = !self.stated || row.name != VARIABLE_SIZE;
                if counts && !self.program.has(row.name) {
                    self.program.options.push(row.name);
                }
            }
            // Its name is missing, which has been reported.
            _ if name.text.is_empty() => {}
            _ => {
                let known = OPTIONS.iter().filter(|row| !row.refused).map(|row| row.name);
                let near = did_you_mean(name.text, known).filter(|near| *near != name.text);
                self.report.push(messages::unknown_option(name.span, name.text, near));
            }
        }
        if self.declared {
            self.report.push(messages::option_after_declaration(name.span, name.text));
        }
    }

    /// Reports what is wrong, in place of a result.
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report.push(diagnostic);
        None
    }

    /// Whether one of `options` is on; reports a feature without any. One line mends all of them, but each is on a wrong line of
    /// its own.
    fn require_option(&mut self, options: &'static [&'static str], what: &dyn Display, code: Code, span: Span) -> bool {
        let Some(&first) = options.first() else { return true };
        if options.iter().any(|option| self.program.has(option)) {
            return true;
        }
        self.report.push(messages::needs_option(code, span, what, first));
        false
    }

    /// Enters a name; reports one that is already taken or reserved.
    fn declare(&mut self, name: Name<'a>, symbol: Symbol) {
        if ["program", "result", "state", "texture", "invocation"].contains(&name.text) {
            self.report.push(messages::reserved_word(name.span, name.text));
            return;
        }
        if opcode::lookup(name.text).is_some() || name.text == "LOD" {
            self.report.push(messages::name_of_instruction(name.span, name.text));
            return;
        }
        let earlier = self.symbols.get(name.text).copied();
        let expected = matches!((earlier, symbol), (Some((Symbol::Listed, _)), Symbol::Label(_) | Symbol::Listed));
        if let Some((_, earlier)) = earlier.filter(|_| !expected) {
            self.report.push(messages::declared_twice(name.span, earlier, name.text));
            return;
        }
        self.symbols.insert(name.text, (symbol, name.span));
    }

    /// What a name stands for; reports one that is not declared yet.
    fn symbol(&mut self, name: Name<'a>) -> Option<Symbol> {
        if let Some(&(symbol, _)) = self.symbols.get(name.text) {
            return Some(symbol);
        }
        let known = self.suggestions.take().then(|| self.symbols.keys().copied());
        let near = did_you_mean(name.text, known.into_iter().flatten());
        self.report.push(messages::not_declared(name.span, name.text, near));
        // Its other uses would say the same.
        None
    }

    fn memory_of(&self, index: usize) -> Option<&Memory> {
        self.program.memories.get(index)
    }

    fn alias(&mut self, name: Name<'a>, target: Name<'a>) {
        let Some(symbol) = self.symbol(target) else { return };
        self.declare(name, symbol);
    }

    /// Rules about the whole program.
    fn finish(&mut self, program: &ast::Program<'a>) {
        let variable = self.program.has(VARIABLE_SIZE);
        match self.group_size {
            None if !variable => {
                let place = self.first_statement.unwrap_or(program.end);
                self.report.push(messages::no_group_size(place));
            }
            Some(span) if variable => self.report.push(messages::group_size_is_variable(span)),
            _ => {}
        }
        self.finish_flow();
    }
}
