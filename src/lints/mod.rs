//! Lints: what the memory model, subgroups and the flow of control say about a shader that compiles.
//!
//! Comes in: the typed form of a shader without errors. Goes out: warnings. Must not depend on: syntax, SPIR-V ids, names of
//! built-ins.
//!
//! # Witness or silence
//!
//! A lint that is on by default speaks only if there are invocations to which it happens, and says which. What depends on data
//! that the shader reads, on the host or on the size of subgroups is `Tier::Depends`; what may be meant so is `Tier::Taste`.
//! Both are reported on request. What is not followed is never guilty.
//!
//! # How
//!
//! [`walk`] goes through the shader once, for all invocations together, with values as [`term`]s: expressions over the numbers
//! that tell invocations apart. Where a term depends on nothing else, [`universe`] evaluates it for each invocation of
//! workgroup 0, of a subgroup of each size, or of a quad, so that the set of those that get past a condition is known
//! exactly. [`flow`] asks who gets to an operation, [`race`] who meets whom, [`number`] who leaves an array.
//! [`uninitialized`] and [`pattern`] look at statements only.
//!
//! [`LINTS`] lists all. Each has a page, that of its code in `src/diagnostics/codes`.

mod assumptions;
mod call;
mod catalog;
mod elements;
mod finding;
mod flow;
mod host;
mod initialized;
mod interner;
mod leaves;
pub mod litmus;
mod loops;
mod matrix;
mod meeting;
mod memory;
mod messages;
mod number;
mod operation;
mod order;
mod parts;
mod pattern;
mod place;
mod race;
mod scan;
mod spin;
mod statements;
mod stores;
mod support;
mod tables;
mod term;
mod trace;
mod uninitialized;
mod universe;
mod value;
mod walk;

pub use assumptions::Assumptions;
pub use catalog::{Group, LINTS, Lint, code_of, of_code};
pub use memory::Buffers;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostics;
use crate::hir::{Module, WorkgroupDimension};
use catalog::Tier;
use finding::Findings;
use host::{Constants, Host, Size};
use memory::Room;
use scan::Functions;
use walk::Walk;

/// Which findings are reported; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// What certainly happens.
    pub certain: bool,
    /// Everything.
    pub all: bool,
    /// Everything that these lints find.
    pub codes: Vec<Code>,
    /// What the host promises.
    pub assumptions: Assumptions,
}

impl Selection {
    /// What certainly happens is looked for.
    #[must_use]
    pub const fn certain() -> Self {
        Self { certain: true, all: false, codes: Vec::new(), assumptions: Assumptions::nothing() }
    }

    /// Everything is.
    #[must_use]
    pub const fn all() -> Self {
        Self { certain: true, all: true, codes: Vec::new(), assumptions: Assumptions::nothing() }
    }

    /// Adds what a word chooses: `all`, `lint`, a group, the name of a lint or its code. Whether there is such a word.
    pub fn add(&mut self, word: &str) -> bool {
        if matches!(word, "all" | "lint") {
            self.all = true;
            return true;
        }
        let before = self.codes.len();
        let is_meant = |it: &&Lint| it.group.word() == word || it.name == word || Code::parse(word) == Some(it.code);
        self.codes.extend(LINTS.iter().filter(is_meant).map(|it| it.code));
        self.codes.len() > before
    }

    /// Whether anything with this code is found if it is there; true of what is no lint.
    #[must_use]
    pub fn looks_for(&self, code: Code) -> bool {
        of_code(code).is_none_or(|it| self.all || self.certain && it.by_default || self.codes.contains(&code))
    }

    fn is_empty(&self) -> bool {
        !self.certain && !self.all && self.codes.is_empty()
    }

    /// Whether only what certainly happens is looked for.
    fn only_certain(&self) -> bool {
        !self.all && self.codes.is_empty()
    }

    fn wants(&self, tier: Tier, code: Code) -> bool {
        self.all || self.certain && tier == Tier::Certain || self.codes.contains(&code)
    }
}

/// What the walk finds.
fn walked(module: &Module, functions: &Functions, selection: &Selection, host: Host, room: &mut Room) -> Findings {
    let mut walk = Walk::run(module, functions, selection, host, std::mem::take(room));
    order::check(&mut walk);
    race::check(&mut walk);
    initialized::check_elements(&mut walk);
    initialized::check(&mut walk);
    let (findings, kept) = walk.finish();
    *room = kept;
    findings
}

/// Looks at a shader.
pub fn check(module: &Module, selection: &Selection, diagnostics: &mut Diagnostics) {
    check_with(module, selection, &mut Buffers::default(), diagnostics);
}

/// Looks at a shader, with memory that it leaves to the next one.
pub fn check_with(module: &Module, selection: &Selection, buffers: &mut Buffers, diagnostics: &mut Diagnostics) {
    if selection.is_empty() {
        return;
    }
    let Buffers { functions: memory, walk: room } = buffers;
    let functions = Functions::of(module, std::mem::take(memory));
    let assumptions = &selection.assumptions;
    let by_host = module.entry_point.workgroup.iter().flat_map(|it| it.size);
    let by_host = by_host.filter(|it| matches!(it, WorkgroupDimension::Specialization(_))).count() as u32;
    let mut findings = walked(module, &functions, selection, Host::default(), room);
    let fits = |it: &Size| host::group_size(module, *it).is_some_and(|it| it <= 1024);
    let mut with_size =
        |size| walked(module, &functions, selection, Host { size, with_doubts: true, ..Host::default() }, room);
    let larger = Size::Times(if by_host == 1 { 64 } else { 8 });
    if by_host > 0 && findings.has_certain() {
        // The host sets the local size: what is certain is so for other sizes too.
        for size in [Size::Half, Size::Times(2), Size::Times(4), larger].into_iter().filter(fits) {
            findings.weaken(&with_size(size));
        }
    }
    // A default of 1 is none.
    let no_default = by_host > 0 && host::group_size(module, Size::Default) == Some(1);
    if no_default && !findings.is_empty() && fits(&larger) {
        findings.keep(&with_size(larger));
    }
    if !selection.only_certain() && !no_default && host::has_constants(module) {
        let mut with_constants = |times| {
            let constants = Constants::Defaults(times);
            walked(module, &functions, selection, Host { constants, ..Host::default() }, room)
        };
        findings.add(with_constants(1), &with_constants(2));
    }
    uninitialized::check(module, &functions, selection.only_certain(), &mut findings);
    pattern::check(module, &functions, selection.only_certain(), &mut findings);
    if assumptions.subgroup_sizes().last().is_some_and(|it| *it <= 32) {
        // The first word of a ballot is all of it.
        findings.leave_out(Code::BallotWidth);
    }
    findings.prefer(Code::SharedNeverRead, Code::UninitializedShared);
    for finding in findings.into_vec() {
        if selection.wants(finding.tier, finding.diagnostic.code) {
            diagnostics.push(finding.diagnostic);
        }
    }
    *memory = functions.cleared();
}
