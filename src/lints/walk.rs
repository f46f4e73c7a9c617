//! The walk: one path through the shader, for all invocations together.
//!
//! Comes in: a module. Goes out: the operations that lints ask about, each with the condition under which an invocation gets
//! there, and the values as terms. Must not depend on: what a lint makes of it, but for the calls that hand things over.
//!
//! HIR is structured, so this is one walk in the order of the statements. An `if` is walked on both sides, and what differs
//! behind it is a selection. A loop whose conditions are constants is walked round by round; any other twice, for what a
//! round does to the next, and what it changes is unknown behind it. So everything that is known is so in a real execution,
//! in which uniform conditions that the host decides are true. Functions are walked where they are called.

use super::Selection;
use super::assumptions::Assumptions;
use super::finding::Findings;
use super::host::{Constants, Host, counts, default_of, known_of, with_id_of, workgroup_size};
use super::leaves::Leaves;
use super::loops::{Target, TargetKind};
use super::meeting::Asked;
use super::memory::{FrameRoom, Room, empty};
use super::place::Step;
use super::scan::Functions;
use super::tables::{Causes, Shape};
use super::term::{Node, Operation, Scope, Support, Term, Terms};
use super::trace::{Extent, Memory, Trace};
use super::universe::{Subgroups, Universe};
use crate::builtins::vocabulary::BuiltIn;
use crate::hir::{
    ArrayLength, Block, Constant, Function, GlobalVariable, Handle, Local, Module, Span, Statement, StorageClass,
    Switch, Termination, Type, Value, ValueKind, WorkgroupDimension,
};
use crate::stage::Stage;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// Slots with terms, each once, in their order.
type Changed = SmallVec<[(u32, Term); 8]>;

/// What the end of a block passes on.
type Passed = SmallVec<[Leaves; 1]>;

/// Components of a variable: the first and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    pub first: u32,
    pub count: u32,
}

/// Where memory is read: the steps of a path and a swizzle as numbers.
pub(super) type Read = SmallVec<[u32; 8]>;

/// The slots of a structure or array that is followed.
pub(super) type Wide = Rc<[Term]>;

/// What a parameter is.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    Value(Leaves),
    /// A structure or array, slot by slot.
    Wide(Wide),
    Variable(Slots),
    /// Something opaque, or memory: the variable it is.
    Resource(Option<Handle<GlobalVariable>>),
}

/// The scope of the arguments of a call and that of its result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scopes {
    pub of_arguments: Option<Scope>,
    pub of_result: Option<Scope>,
}

/// A call that is being walked.
pub(super) struct Frame<'m> {
    pub function: &'m Function,
    pub handle: Handle<Function>,
    /// Empty are those that were not computed.
    pub values: Vec<Leaves>,
    /// Structures and arrays that are followed.
    pub wide: FxHashMap<Handle<Value>, Wide>,
    pub locals: Vec<Slots>,
    pub parameters: Vec<Bound>,
    /// What returned so far, and whether it did so unconditionally.
    pub result: Option<Leaves>,
    pub wide_result: Option<Wide>,
    pub targets: Vec<Target>,
    pub returns: u32,
    depth: u32,
}

/// What blocks may nest; `else if` chains are as long as the source.
const MOST_NESTING: u32 = 150;

/// Private variables that are followed: what each of them holds is forgotten at every call that is not walked.
const MOST_PRIVATES: usize = 64;

/// How many statements of scans are walked again.
const STATEMENTS_IN_SCANS: usize = 1000;

/// What calls may nest.
const MOST_CALLS: usize = 24;

/// The walk.
pub(super) struct Walk<'m> {
    pub module: &'m Module,
    pub terms: Terms,
    pub group: Option<Universe>,
    pub subgroups: Subgroups,
    /// The sizes of these subgroups.
    pub sizes: &'static [u32],
    pub quad: Universe,
    pub assumptions: &'m Assumptions,
    /// Nobody asks for what only may happen.
    pub only_certain: bool,
    /// Nor is this walk compared with another.
    pub leaves_out_doubts: bool,
    /// Loops whose last round was walked.
    pub finished: FxHashSet<(Handle<Function>, Handle<Block>)>,
    pub functions: &'m Functions,
    /// Functions that were walked, with what the first walk made of the scopes of its arguments.
    pub entered: FxHashMap<Handle<Function>, Scopes>,
    /// Room for the values of functions.
    pub rooms: Vec<FrameRoom>,
    /// The variables of all frames and the private global ones.
    pub environment: Vec<Term>,
    pub journal: Vec<(u32, Term)>,
    pub privates: FxHashMap<Handle<GlobalVariable>, Slots>,
    pub constants: FxHashMap<Handle<Constant>, Term>,
    /// What constants are, by their handles; empty are those that nobody asked for.
    pub known_constants: Vec<Leaves>,
    /// What was read from memory that does not change.
    pub reads: FxHashMap<(Memory, Read), Leaves>,
    /// Built-in inputs that were read.
    pub inputs: SmallVec<[(BuiltIn, Leaves); 4]>,
    /// What was read of members of blocks that the host sets, but for parts of them.
    pub members: FxHashMap<(Handle<GlobalVariable>, u32), Leaves>,
    /// By type.
    pub shapes: Vec<Shape>,
    /// Vectors of floats are looked at by component.
    pub by_component: bool,
    /// The condition of the call.
    pub base: Term,
    /// The condition within the function.
    pub path: Term,
    /// Where conditions stand.
    pub causes: Causes,
    /// The conditions of branches around the statement that the host decides.
    pub optional: SmallVec<[Term; 2]>,
    /// The first dimension of the workgroup.
    pub width: u32,
    /// It has no other.
    pub is_row: bool,
    /// Along which axes the shader asks for its workgroup, and whatever else it asks for with that.
    pub axes: Support,
    /// What reads of memory that nothing writes depend on, and whether they happen.
    pub axes_of_reads: Support,
    /// Operations of subgroups were met.
    pub uses_subgroups: bool,
    /// Invocations of a workgroup.
    pub group_size: Option<u32>,
    /// The calls that led here.
    pub calls: Vec<Span>,
    /// Loops around the statement.
    pub loops: u32,
    /// Those of them that are in a later round.
    pub repeating: u32,
    /// Where the next barrier of the workgroup ends the round: how many calls and loops are around it.
    pub cut: Option<(usize, u32)>,
    /// The memory semantics of the atomic operation that is looked at, and its scope.
    pub order: (u32, Option<u32>),
    /// The elements of the matrix that is loaded or stored.
    pub extent: Option<Extent>,
    /// Ends of invocations so far.
    pub ends: u32,
    pub trace: Trace,
    /// What was asked about pairs of accesses.
    pub asked: Asked,
    /// What the function that was called last returned, if it is followed.
    pub returned: Option<Wide>,
    /// Statements that may still be walked a second time.
    pub spare: usize,
    /// Those of loops with barriers and a constant number of rounds, as reductions and scans have.
    pub spare_in_scans: usize,
    pub findings: Findings,
    /// Private variables that nothing was stored to so far.
    pub unset: FxHashSet<Handle<GlobalVariable>>,
}

impl<'m> Walk<'m> {
    /// Walks a shader from its entry point.
    pub(super) fn run(
        module: &'m Module,
        functions: &'m Functions,
        selection: &'m Selection,
        host: Host,
        room: Room,
    ) -> Self {
        let assumptions = &selection.assumptions;
        let sizes = host.size;
        let size = workgroup_size(module, sizes);
        let sizes_of_subgroups = assumptions.subgroup_sizes();
        // Of all floats only the coordinates of a pixel are told apart.
        let by_component = module.entry_point.stage == Stage::Fragment;
        let statements: usize = module.functions.iter().map(|(_, it)| it.values.len()).sum();
        let mut known_constants = room.known_constants;
        known_constants.resize(module.constants.len(), Leaves::new());
        let mut walk = Self {
            module,
            terms: Terms::new(size, known_of(assumptions, size), statements, room.terms),
            group: size.and_then(Universe::workgroup).map(|it| it.reusing(room.in_group)),
            subgroups: Subgroups::of(sizes_of_subgroups),
            sizes: sizes_of_subgroups,
            assumptions,
            only_certain: selection.only_certain(),
            leaves_out_doubts: selection.only_certain() && !host.with_doubts,
            finished: FxHashSet::default(),
            quad: Universe::quad(),
            functions,
            entered: room.entered,
            rooms: room.frames,
            environment: room.environment,
            journal: room.journal,
            privates: FxHashMap::default(),
            constants: room.constants,
            known_constants,
            reads: room.reads,
            inputs: SmallVec::new(),
            members: room.members,
            shapes: Shape::all(module, by_component, room.shapes),
            by_component,
            base: Terms::TRUE,
            path: Terms::TRUE,
            causes: room.causes,
            calls: Vec::new(),
            optional: SmallVec::new(),
            width: size.map_or(0, |it| it[0]),
            is_row: size.is_some_and(|it| it[1] == 1 && it[2] == 1),
            axes: Support::NONE,
            axes_of_reads: Support::NONE,
            uses_subgroups: false,
            group_size: size.map(|it| it.iter().product()),
            loops: 0,
            repeating: 0,
            cut: None,
            order: (0, None),
            extent: None,
            ends: 0,
            trace: room.trace,
            asked: room.asked,
            returned: None,
            spare_in_scans: STATEMENTS_IN_SCANS,
            spare: statements / 8 + 80,
            findings: Findings::default(),
            unset: FxHashSet::default(),
        };
        walk.take_constants(host);
        for (handle, global) in module.globals.iter() {
            if global.storage == StorageClass::Private {
                if global.initializer.is_none() && !global.name.is_empty() && !walk.shape(global.ty).opaque {
                    walk.unset.insert(handle);
                }
                if walk.privates.len() < MOST_PRIVATES {
                    let start = global.initializer.map(|it| walk.constant(it));
                    let slots = walk.variable(global.ty, start);
                    walk.privates.insert(handle, slots);
                }
            }
        }
        walk.call(module.entry_point.function, Vec::new());
        walk
    }

    /// The local size and other constants that the host is taken to choose.
    fn take_constants(&mut self, host: Host) {
        let module = self.module;
        for dimension in module.entry_point.workgroup.iter().flat_map(|it| it.size) {
            if let WorkgroupDimension::Specialization(constant) = dimension
                && let Some(value) = default_of(module, constant)
            {
                let term = self.terms.constant(host.size.of(value));
                self.constants.extend(with_id_of(module, constant).map(|it| (it.0, term)));
            }
        }
        if let Constants::Defaults(times) = host.constants {
            for (constant, default) in counts(module) {
                if !self.constants.contains_key(&constant) {
                    let term = self.terms.constant(default.saturating_mul(times));
                    self.constants.insert(constant, term);
                }
            }
        }
    }

    pub(super) fn shape(&self, ty: Handle<Type>) -> Shape {
        *self.shapes.get(ty.index()).unwrap_or(&Shape::NOTHING)
    }

    /// How many components of a type are followed.
    pub(super) fn leaf_count(&self, ty: Handle<Type>) -> usize {
        usize::from(self.shape(ty).leaves)
    }

    /// How many slots a variable of a type has.
    pub(super) fn slot_count(&self, ty: Handle<Type>) -> usize {
        usize::from(self.shape(ty).slots())
    }

    /// The slots of a part of a variable, and the steps within a vector that remain.
    pub(super) fn part<'s>(&self, ty: Handle<Type>, slots: Slots, steps: &'s [Step]) -> Option<(Slots, &'s [Step])> {
        let (mut ty, mut slots, mut steps) = (ty, slots, steps);
        while let [step, rest @ ..] = steps {
            let whole = self.slot_count(ty);
            if whole == 1 || whole != slots.count as usize {
                return None;
            }
            let (skipped, part) = match (*step, self.module.types.get(ty)) {
                (Step::Member(index), Type::Struct(structure)) => {
                    let members = &self.module.types.structure(*structure)?.members;
                    let before = members.iter().take(index as usize).map(|it| self.slot_count(it.ty));
                    (before.sum::<usize>(), members.get(index as usize)?.ty)
                }
                (Step::Element(index), Type::Array { element, length: ArrayLength::Constant(length) }) => {
                    let index = self.terms.value(index).filter(|it| it < length)? as usize;
                    (index * self.slot_count(*element), *element)
                }
                _ => return Some((slots, steps)),
            };
            let count = self.slot_count(part);
            if skipped + count > whole {
                return None;
            }
            slots = Slots { first: slots.first + skipped as u32, count: count as u32 };
            (ty, steps) = (part, rest);
        }
        Some((slots, steps))
    }

    /// A structure or array that is followed.
    pub(super) fn wide_of(&self, frame: &Frame<'m>, value: Handle<Value>) -> Option<Wide> {
        if let Some(wide) = frame.wide.get(&value) {
            return Some(wide.clone());
        }
        match frame.function.values.try_get(value).ok()?.kind {
            ValueKind::Parameter(index) => match frame.parameters.get(index as usize)? {
                Bound::Wide(wide) => Some(wide.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Values of a type about which nothing is known.
    pub(super) fn unknown(&mut self, ty: Handle<Type>, scope: Scope, support: Support) -> Leaves {
        let shape = self.shape(ty);
        let leaves = Leaves::repeat(Terms::number(scope), shape.leaves.into());
        if shape.followed { leaves.each(|_| self.terms.fresh(scope, support)) } else { leaves }
    }

    /// Whether values of a type are integers or truth values of 32 bits, or vectors of them, or references.
    pub(super) fn is_followed(&self, ty: Handle<Type>) -> bool {
        self.shape(ty).followed
    }

    /// Room for a variable.
    fn variable(&mut self, ty: Handle<Type>, start: Option<Leaves>) -> Slots {
        let first = self.environment.len() as u32;
        let count = self.slot_count(ty);
        match start.filter(|it| it.len() == count) {
            Some(leaves) => self.environment.extend(leaves),
            None => self.environment.extend(std::iter::repeat_n(Terms::number(Scope::Dispatch), count)),
        }
        Slots { first, count: count as u32 }
    }

    pub(super) fn read_slots(&self, slots: Slots) -> Leaves {
        let range = slots.first as usize..(slots.first + slots.count) as usize;
        self.environment.get(range).map_or(Leaves::new(), Leaves::of)
    }

    pub(super) fn set_slot(&mut self, slot: u32, term: Term) {
        if let Some(place) = self.environment.get_mut(slot as usize)
            && *place != term
        {
            self.journal.push((slot, *place));
            *place = term;
        }
    }

    /// Takes back what was stored since `mark`; what was there, in the order of the slots.
    fn undo(&mut self, mark: usize) -> Changed {
        let mut changed = Changed::new();
        while self.journal.len() > mark
            && let Some((slot, before)) = self.journal.pop()
        {
            if let Some(place) = self.environment.get_mut(slot as usize) {
                changed.push((slot, *place));
                *place = before;
            }
        }
        // What was stored last was taken back first. The sort keeps the order of equal slots.
        changed.sort_by_key(|it| it.0);
        changed.dedup_by_key(|it| it.0);
        changed
    }

    /// The condition under which an invocation is here.
    pub(super) fn whole_path(&mut self) -> Term {
        if self.base == Terms::TRUE {
            return self.path;
        }
        self.terms.both(self.base, self.path)
    }

    /// Walks a function; the leaves of its result. `None` if it was not walked.
    pub(super) fn call(&mut self, handle: Handle<Function>, parameters: Vec<Bound>) -> Option<Leaves> {
        let module = self.module;
        let function = module.functions.try_get(handle).ok()?;
        if self.calls.len() >= MOST_CALLS || !self.enter(handle, function.values.len()) {
            return None;
        }
        let (room, mark) = (self.environment.len(), self.journal.len());
        let FrameRoom { mut values, locals, targets } = self.rooms.pop().unwrap_or_default();
        values.resize(function.values.len(), Leaves::new());
        let mut frame = Frame {
            function,
            handle,
            values,
            wide: FxHashMap::default(),
            wide_result: None,
            locals,
            parameters,
            result: None,
            targets,
            returns: 0,
            depth: 0,
        };
        for (_, local) in function.locals.iter() {
            let Local { ty, .. } = *local;
            let slots = self.variable(ty, None);
            frame.locals.push(slots);
        }
        let (base, path, ends) = (self.base, self.path, self.ends);
        self.base = self.whole_path();
        self.path = Terms::TRUE;
        self.block(&mut frame, function.body);
        (self.base, self.path) = (base, path);
        if self.ends != ends {
            self.blur_path(path, Scope::Dispatch);
        }
        // The variables of the call are gone; nothing takes them back.
        let mut kept = mark;
        for index in mark..self.journal.len() {
            if let Some(entry) = self.journal.get(index).copied().filter(|it| (it.0 as usize) < room)
                && let Some(place) = self.journal.get_mut(kept)
            {
                *place = entry;
                kept += 1;
            }
        }
        self.journal.truncate(kept);
        self.environment.truncate(room);
        self.returned = frame.wide_result.take();
        let result = frame.result;
        let Frame { values, locals, targets, .. } = frame;
        self.rooms.push(FrameRoom { values: empty(values), locals: empty(locals), targets: empty(targets) });
        Some(result.unwrap_or(Leaves::new()))
    }

    /// Whether a function is to be walked; a second time costs.
    fn enter(&mut self, handle: Handle<Function>, size: usize) -> bool {
        if let Entry::Vacant(entry) = self.entered.entry(handle) {
            entry.insert(Scopes::default());
            return true;
        }
        let enough = self.spare >= size;
        self.spare -= if enough { size } else { 0 };
        enough
    }

    /// A path that is part of `path`, nobody knows which.
    pub(super) fn blur_path(&mut self, path: Term, scope: Scope) {
        if scope >= Scope::Workgroup {
            self.path = path;
            return;
        }
        let some = self.terms.fresh(scope, Support::COMPUTED);
        self.path = self.terms.both(path, some);
    }

    pub(super) fn block(&mut self, frame: &mut Frame<'m>, block: Handle<Block>) -> Passed {
        let function = frame.function;
        let Ok(block) = function.blocks.try_get(block) else { return Passed::new() };
        if frame.depth >= MOST_NESTING {
            self.findings.give_up();
            self.unset.clear();
            return Passed::new();
        }
        frame.depth += 1;
        let mut passed = Passed::new();
        for (statement, span) in &block.statements {
            if self.path == Terms::FALSE {
                break;
            }
            match statement {
                Statement::Evaluate(value) => self.evaluate(frame, *value, *span),
                Statement::Store { place, value } => self.store(frame, *place, *value, *span),
                Statement::Yield(values) => {
                    passed = values.iter().map(|&it| self.leaves(frame, it)).collect();
                    break;
                }
                other => self.control(frame, other),
            }
        }
        frame.depth -= 1;
        passed
    }

    /// What decides where control goes next. Within [`Self::block`] it would cost the statements that do not.
    #[inline(never)]
    fn control(&mut self, frame: &mut Frame<'m>, statement: &'m Statement) {
        match statement {
            Statement::If { condition, accept, reject, results, .. } => {
                self.branch(frame, *condition, [*accept, *reject], results);
            }
            Statement::Switch(it) => self.switch(frame, it),
            Statement::Loop(it) => self.repeat(frame, it),
            Statement::Break(_) => self.leave(frame, false),
            Statement::Continue(_) => self.leave(frame, true),
            Statement::Return(value) => {
                frame.returns += 1;
                if let Some(value) = value {
                    let wide = self.wide_of(frame, *value);
                    frame.wide_result = wide.filter(|_| frame.returns == 1);
                    let leaves = self.leaves(frame, *value);
                    frame.result = Some(match frame.result.take() {
                        None => leaves,
                        Some(others) => self.merge(self.path, &leaves, &others),
                    });
                }
                self.path = Terms::FALSE;
            }
            Statement::Terminate(Termination::Call) => {}
            Statement::Terminate(_) => {
                self.ends += 1;
                self.path = Terms::FALSE;
            }
            Statement::Evaluate(_)
            | Statement::Store { .. }
            | Statement::Describe { .. }
            | Statement::Demote
            | Statement::Yield(_) => {}
        }
    }

    fn merge(&mut self, condition: Term, accept: &Leaves, reject: &Leaves) -> Leaves {
        accept.zip_with(*reject, |accept, reject| self.terms.select(condition, accept, reject))
    }

    /// Remembers where a condition stands.
    pub(super) fn cause(&mut self, condition: Term, span: Span) {
        if self.causes.of(condition).is_some() {
            return;
        }
        match self.terms.node(condition) {
            Node::Operation(Operation::Both, ..) => {
                for term in self.terms.conjuncts(condition) {
                    self.causes.note(self.terms.not_of(term).unwrap_or(term), span);
                }
            }
            _ => self.causes.note(self.terms.not_of(condition).unwrap_or(condition), span),
        }
        self.causes.note(condition, span);
    }

    fn branch(
        &mut self,
        frame: &mut Frame<'m>,
        condition: Handle<Value>,
        [accept, reject]: [Handle<Block>; 2],
        results: &[Handle<Value>],
    ) {
        let span = frame.function.values.get_span(condition);
        let condition = self.scalar(frame, condition);
        if let Some(known) = self.terms.value(condition) {
            let passed = self.block(frame, if known == 0 { reject } else { accept });
            self.bind(frame, results, passed);
            return;
        }
        self.cause(condition, span);
        let before = self.path;
        let not = self.terms.not(condition);
        let (mark, ends) = (self.journal.len(), self.ends);
        let into_accept = self.terms.both(before, condition);
        self.path = into_accept;
        let optional = self.terms.scope(condition) >= Scope::Workgroup
            && self.terms.support(condition).within(Support::UNIFORM.with(Support::GROUP).with(Support::DATA));
        if optional {
            self.optional.push(condition);
        }
        let mut first = self.block(frame, accept);
        if optional {
            self.optional.pop();
            self.optional.push(not);
        }
        let (path_accept, accept_ended) = (self.path, self.ends != ends);
        let changed = self.undo(mark);
        let into_reject = self.terms.both(before, not);
        let ends = self.ends;
        self.path = into_reject;
        let second = self.block(frame, reject);
        if optional {
            self.optional.pop();
        }
        let (path_reject, reject_ended) = (self.path, self.ends != ends);
        match (path_accept == Terms::FALSE, path_reject == Terms::FALSE) {
            (true, true) => return,
            (true, false) => {
                if accept_ended && path_reject == into_reject {
                    self.path = before;
                }
                first = second;
            }
            (false, true) => {
                self.undo(mark);
                for (slot, term) in changed {
                    self.set_slot(slot, term);
                }
                self.path = if reject_ended && path_accept == into_accept { before } else { path_accept };
            }
            (false, false) => {
                self.join(mark, condition, &changed);
                let pairs = first.iter().zip(second.iter());
                first = pairs.map(|(accept, reject)| self.merge(condition, accept, reject)).collect();
                let undisturbed = path_accept == into_accept && path_reject == into_reject;
                self.path = if undisturbed {
                    before
                } else {
                    self.terms.operation(Operation::Either, path_accept, path_reject)
                };
            }
        }
        self.bind(frame, results, first);
    }

    /// Joins what one side of a branch stored, `accepted`, with what the other did since `mark`.
    fn join(&mut self, mark: usize, condition: Term, accepted: &Changed) {
        // What each slot had before the branch, where this side changed it.
        let mut before: Changed = self.journal.get(mark..).unwrap_or_default().into();
        before.sort_by_key(|it| it.0);
        before.dedup_by_key(|it| it.0);
        let find = |changed: &Changed, slot: u32| {
            let index = changed.binary_search_by_key(&slot, |it| it.0).ok()?;
            changed.get(index).map(|it| it.1)
        };
        for &(slot, term) in &before {
            if find(accepted, slot).is_none() {
                self.choose(slot, condition, term);
            }
        }
        for &(slot, term) in accepted {
            self.choose(slot, condition, term);
        }
    }

    /// A slot holds `accept` if a condition is true, and what it does if not.
    fn choose(&mut self, slot: u32, condition: Term, accept: Term) {
        let now = self.environment.get(slot as usize).copied().unwrap_or(Terms::FALSE);
        let joined = self.terms.select(condition, accept, now);
        self.set_slot(slot, joined);
    }

    fn bind(&mut self, frame: &mut Frame<'m>, results: &[Handle<Value>], passed: Passed) {
        for (index, &result) in results.iter().enumerate() {
            let leaves = match passed.get(index) {
                Some(leaves) if !leaves.is_empty() => *leaves,
                _ => self.unknown_value(frame, result, Scope::Invocation),
            };
            if let Some(place) = frame.values.get_mut(result.index()) {
                *place = leaves;
            }
        }
    }

    pub(super) fn unknown_value(&mut self, frame: &Frame<'m>, value: Handle<Value>, scope: Scope) -> Leaves {
        match frame.function.values.try_get(value) {
            Ok(it) => self.unknown(it.ty, scope, Support::COMPUTED),
            Err(_) => Leaves::new(),
        }
    }

    /// `break` and `continue`.
    fn leave(&mut self, frame: &mut Frame<'m>, to_next_round: bool) {
        let scope = self.terms.scope(self.path);
        let path = self.path;
        self.path = Terms::FALSE;
        let mut targets = frame.targets.iter_mut().rev();
        let target = if to_next_round { targets.find(|it| it.is_loop) } else { targets.next() };
        let Some(target) = target else { return };
        if to_next_round {
            target.continued = true;
        } else {
            target.broke = true;
            target.broke_all |= path == target.start;
        }
        target.scope = target.scope.min(scope);
    }

    /// The cases one by one, each as if the others were not. What any of them stores is unknown behind them.
    fn switch(&mut self, frame: &mut Frame<'m>, it: &'m Switch) {
        let span = frame.function.values.get_span(it.selector);
        let selector = self.scalar(frame, it.selector);
        self.causes.note(selector, span);
        let before = self.path;
        let (returns, ends) = (frame.returns, self.ends);
        let is = TargetKind::Switch.target(before, self.terms.scope(selector));
        frame.targets.push(is);
        let mut none_of = Terms::TRUE;
        let mut tests = Vec::new();
        for case in &it.cases {
            let mut any = Terms::FALSE;
            for &value in &case.values {
                let value = self.terms.constant(value as u32);
                let equal = self.terms.operation(Operation::Equal, selector, value);
                any = self.terms.operation(Operation::Either, any, equal);
            }
            let not = self.terms.not(any);
            none_of = self.terms.both(none_of, not);
            tests.push(any);
        }
        let mut changed: FxHashMap<u32, (Scope, Support)> = FxHashMap::default();
        let mut fell = Terms::FALSE;
        let mut left = false;
        for (case, test) in it.cases.iter().zip(tests) {
            let test = if case.is_default { self.terms.operation(Operation::Either, test, none_of) } else { test };
            self.cause(test, span);
            let entered = self.terms.operation(Operation::Either, test, fell);
            self.path = self.terms.both(before, entered);
            for parameter in &case.parameters {
                let leaves = self.unknown_value(frame, parameter.value, Scope::Invocation);
                if let Some(place) = frame.values.get_mut(parameter.value.index()) {
                    *place = leaves;
                }
            }
            let (mark, jumps) = (self.journal.len(), frame.returns);
            self.block(frame, case.body);
            left |= frame.returns != jumps || self.ends != ends;
            fell = if case.falls_through && self.path != Terms::FALSE { entered } else { Terms::FALSE };
            for (slot, term) in self.undo(mark) {
                let (scope, support) = (self.terms.scope(term), self.terms.support(term));
                let entry = changed.entry(slot).or_insert((scope, support));
                *entry = (entry.0.min(scope), entry.1.with(support));
            }
        }
        let target = frame.targets.pop();
        let scope = self.terms.scope(selector).min(target.map_or(Scope::Dispatch, |it| it.scope));
        self.path = before;
        let mut changed: Vec<_> = changed.into_iter().collect();
        changed.sort_unstable_by_key(|it| it.0);
        for (slot, (stored, support)) in changed {
            self.blur(slot, scope.min(stored), support);
        }
        let continued = frame.targets.iter().rev().find(|it| it.is_loop).is_some_and(|it| it.continued);
        if left || continued || frame.returns != returns {
            self.blur_path(before, scope);
        }
        for &result in &it.results {
            let leaves = self.unknown_value(frame, result, Scope::Invocation);
            if let Some(place) = frame.values.get_mut(result.index()) {
                *place = leaves;
            }
        }
    }

    /// What slots hold is no longer known, only the scope.
    pub(super) fn forget(&mut self, slots: impl IntoIterator<Item = u32>, scope: Scope) {
        for slot in slots {
            self.blur(slot, scope, Support::NONE);
        }
    }

    /// A slot holds what it does, or something of this scope that depends on `support`.
    fn blur(&mut self, slot: u32, scope: Scope, support: Support) {
        let Some(&now) = self.environment.get(slot as usize) else { return };
        let scope = scope.min(self.terms.scope(now));
        let is_number = self.terms.is_number(now);
        let support = support.with(self.terms.support(now));
        let term = if is_number { Terms::number(scope) } else { self.terms.fresh(scope, support) };
        self.set_slot(slot, term);
    }
}
