//! Promotion: variables of a function become values; what control flow does to them becomes block parameters.
//!
//! Comes in: functions. Goes out: functions without the variables that only loads and stores access. Must not depend
//! on: other passes.
//!
//! A variable is promoted if each of its places is the whole variable, or a part selected by constants (any component
//! of a vector, if it is read). Storing to a part makes a value with that part replaced. A variable that is read before
//! it is written is zero, the same in all invocations.
//!
//! The *home* of a variable is the innermost block that contains all its uses; if the first of them there is not a
//! store of the whole, it is the body of the function, since an iteration of a loop may then read what the previous one
//! has written. Paths that join outside the home need not agree on the value. Elsewhere each statement that owns blocks
//! gets a block parameter for each variable that they write; unneeded ones are left to `simplification` and
//! `dead_code`.

use super::passed_locals::passed_locals;
use super::rewrite::{self, Begin, Output, Replacements, Rewrite};
use super::tree::Tree;
use crate::hir::fold::Folder;
use crate::hir::{
    Block, BlockParameter, Function, Handle, Local, LoopTest, Module, Place, PlaceRoot, PlaceStep, Span, Statement,
    SwitchCase, Swizzle, Type, Value, ValueKind,
};

/// How many values promotion may pass to block parameters, per value of the function; if it would take more, variables
/// stay as they are. Shaders stay far below this; it keeps time and size linear for inputs made to break it.
const MOST_PASSED_PER_VALUE: usize = 16;

pub(super) fn run(module: &mut Module) {
    let Module { types, constants, functions, describes_variables, .. } = module;
    for (_, function) in functions.iter_mut() {
        let folder = Folder { types, constants };
        let Some(variables) = Variables::of(&folder, function) else { continue };
        let mut promotion = Promotion {
            folder,
            current: vec![None; function.locals.len()],
            variables,
            undo: Vec::new(),
            open: Vec::new(),
            replaced: Replacements::default(),
            describes: *describes_variables,
            described: Vec::new(),
        };
        rewrite::walk(function, &mut promotion);
        let Promotion { replaced, described, .. } = promotion;
        for (block, described) in described {
            function.blocks.get_mut(block).statements.splice(0..0, described);
        }
        let values: Vec<_> = function.values.iter().map(|(handle, _)| handle).collect();
        for value in values {
            replaced.apply_to_value(function, value);
        }
    }
}

/// The variables that are promoted, and where they are written.
struct Variables {
    is_promoted: Vec<bool>,
    /// By the first block of a statement that owns blocks: the variables that are written in it and live outside, in
    /// order.
    written: Vec<Vec<Handle<Local>>>,
}

impl Variables {
    fn of(folder: &Folder<'_>, function: &mut Function) -> Option<Self> {
        let is_promoted = candidates(folder, function);
        if !is_promoted.contains(&true) {
            return None;
        }
        let tree = Tree::of(function);
        let homes = homes(function, &tree, &is_promoted);
        let mut written = vec![Vec::new(); function.blocks.len()];
        // What is written in each block and lives outside the statements in it.
        let mut in_block: Vec<Vec<Handle<Local>>> = vec![Vec::new(); function.blocks.len()];
        // Jumps in each block.
        let mut ways = vec![0; function.blocks.len()];
        let mut budget = MOST_PASSED_PER_VALUE * (function.values.len() + 64);
        // Blocks come after those around them, so in reverse order the contents of a statement are known in time.
        for &block in tree.order.iter().rev() {
            let statements = function.blocks.try_get(block).map_or(&[][..], |it| it.statements.as_slice());
            let mut here: Vec<Handle<Local>> = Vec::new();
            for (statement, _) in statements {
                if let Statement::Store { place, .. } = statement {
                    here.extend(local_of(function, *place).filter(|it| is_promoted.get(it.index()) == Some(&true)));
                }
                if matches!(statement, Statement::Break(_) | Statement::Continue(_))
                    && let Some(slot) = ways.get_mut(block.index())
                {
                    *slot += 1;
                }
                let Some(first) = statement.blocks().next() else { continue };
                let inside = statement.blocks().filter_map(|it| in_block.get_mut(it.index()).map(std::mem::take));
                let mut crossing: Vec<_> = inside.flatten().collect();
                crossing.retain(|local| {
                    homes.get(local.index()).copied().flatten().is_some_and(|home| tree.contains(home, block))
                });
                crossing.sort_unstable();
                crossing.dedup();
                // Each exit of the statement passes a value for each of them.
                let exits: usize = statement.blocks().map(|it| ways.get(it.index()).copied().unwrap_or(0) + 1).sum();
                budget = budget.checked_sub(crossing.len().checked_mul(exits)?)?;
                if !matches!(statement, Statement::Loop(_))
                    && let Some(slot) = ways.get_mut(block.index())
                {
                    *slot += exits;
                }
                here.extend(&crossing);
                if let Some(slot) = written.get_mut(first.index()) {
                    *slot = crossing;
                }
            }
            here.sort_unstable();
            here.dedup();
            if let Some(slot) = in_block.get_mut(block.index()) {
                *slot = here;
            }
        }
        Some(Self { is_promoted, written })
    }

    fn is_promoted(&self, local: Handle<Local>) -> bool {
        self.is_promoted.get(local.index()) == Some(&true)
    }
}

fn local_of(function: &Function, place: Handle<Place>) -> Option<Handle<Local>> {
    match function.places.try_get(place).ok()?.root {
        PlaceRoot::Local(local) => Some(local),
        _ => None,
    }
}

/// For each variable whether it can be promoted.
fn candidates(folder: &Folder<'_>, function: &mut Function) -> Vec<bool> {
    let mut candidates: Vec<bool> = function
        .locals
        .iter()
        .map(|(_, local)| folder.types.get(local.ty).is_plain_data() && local.decorations.is_empty())
        .collect();
    let mut refuse = |local: Option<Handle<Local>>| {
        if let Some(candidate) = local.and_then(|local| candidates.get_mut(local.index())) {
            *candidate = false;
        }
    };
    let mut is_read_only = vec![false; function.places.len()];
    for (handle, place) in function.places.iter() {
        match Path::of(folder, function, place) {
            Some(Path { dynamic: None, .. }) => {}
            Some(_) => {
                if let Some(slot) = is_read_only.get_mut(handle.index()) {
                    *slot = true;
                }
            }
            None => refuse(local_of(function, handle)),
        }
    }
    for (_, block) in function.blocks.iter() {
        for (statement, _) in &block.statements {
            if let Statement::Store { place, .. } = statement
                && is_read_only.get(place.index()) == Some(&true)
            {
                refuse(local_of(function, *place));
            }
        }
    }
    passed_locals(function).into_iter().for_each(|local| refuse(Some(local)));
    candidates
}

/// What is selected in a variable that holds a scalar, vector or matrix.
struct Path {
    /// Column and component, if constants select them.
    steps: Vec<u32>,
    /// The component, if a value selects it.
    dynamic: Option<Handle<Value>>,
    swizzle: Option<Swizzle>,
}

impl Path {
    fn of(folder: &Folder<'_>, function: &Function, place: &Place) -> Option<Self> {
        let PlaceRoot::Local(local) = place.root else { return None };
        let mut path = Path { steps: Vec::new(), dynamic: None, swizzle: place.swizzle };
        let mut open = match *folder.types.get(function.locals.try_get(local).ok()?.ty) {
            Type::Vector(size, _) => vec![size],
            Type::Matrix { columns, rows, .. } => vec![rows, columns],
            _ => Vec::new(),
        };
        for step in &place.steps {
            let PlaceStep::Index(index) = *step else { return None };
            let count = open.pop()?.listed()?;
            let constant = match function.values.try_get(index).ok()?.kind {
                ValueKind::Constant(constant) => folder.as_u32(constant),
                _ => None,
            };
            match constant {
                Some(index) if index < count => path.steps.push(index),
                Some(_) => return None,
                // A column selected by a value needs memory.
                None if open.is_empty() => path.dynamic = Some(index),
                None => return None,
            }
        }
        Some(path)
    }
}

/// The home of each promoted variable.
fn homes(function: &Function, tree: &Tree, is_promoted: &[bool]) -> Vec<Option<Handle<Block>>> {
    let mut homes: Vec<Option<Handle<Block>>> = vec![None; is_promoted.len()];
    // The block of the first use in the order of the walk, if that is a store of the whole.
    let mut first: Vec<Option<Handle<Block>>> = vec![None; is_promoted.len()];
    let mut headers = vec![false; function.blocks.len()];
    let mut open = vec![(function.body, 0)];
    while let Some((block, from)) = open.pop() {
        let statements = function.blocks.try_get(block).map_or(&[][..], |it| it.statements.as_slice());
        for (index, (statement, _)) in statements.iter().enumerate().skip(from) {
            let used = match statement {
                Statement::Store { place, .. } => Some((*place, true)),
                Statement::Evaluate(value) => match function.values.try_get(*value).map(|it| &it.kind) {
                    Ok(ValueKind::Load(place)) => Some((*place, false)),
                    _ => None,
                },
                _ => None,
            };
            if let Some((place, is_store)) = used
                && let Ok(place) = function.places.try_get(place)
                && let PlaceRoot::Local(local) = place.root
                && let (Some(home), Some(first)) = (homes.get_mut(local.index()), first.get_mut(local.index()))
            {
                let is_whole = place.is_whole();
                match *home {
                    None => {
                        *home = Some(block);
                        *first = Some(block).filter(|_| is_store && is_whole);
                    }
                    Some(mut outer) => {
                        while !tree.contains(outer, block) {
                            outer = tree.parent(outer).unwrap_or(function.body);
                        }
                        *home = Some(outer);
                    }
                }
            }
            if statement.blocks().next().is_some() {
                if let Statement::Loop(it) = statement
                    && let Some(slot) = headers.get_mut(it.header.index())
                {
                    *slot = true;
                }
                open.push((block, index + 1));
                open.extend(statement.blocks().rev().map(|inner| (inner, 0)));
                break;
            }
        }
    }
    for (home, first) in homes.iter_mut().zip(first) {
        if *home != first {
            *home = home.and(Some(function.body));
        }
        // The body and `continue` may write what the header of a loop writes, too.
        if let Some(header) = *home
            && headers.get(header.index()) == Some(&true)
        {
            *home = tree.parent(header);
        }
    }
    homes
}

/// A statement whose blocks are being walked.
struct Open {
    /// The variables that it writes, in the order of the block parameters that it gets for them.
    written: Vec<Handle<Local>>,
    /// Where it began in the undo list.
    mark: usize,
    /// The same at the end of a loop's header.
    header_mark: usize,
    results: Vec<Handle<Value>>,
    /// Block parameters of cases, and of the continuing block of a loop; the last one is entered first.
    parameters: Vec<(Handle<Block>, Vec<Handle<Value>>)>,
    kind: OpenKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenKind {
    If,
    Switch,
    Loop { header: Handle<Block> },
}

struct Promotion<'a> {
    folder: Folder<'a>,
    variables: Variables,
    /// What each variable holds; nothing has written to it if there is no value.
    current: Vec<Option<Handle<Value>>>,
    /// What variables held before.
    undo: Vec<(Handle<Local>, Option<Handle<Value>>)>,
    open: Vec<Open>,
    replaced: Replacements,
    /// Whether to say what variables hold.
    describes: bool,
    /// What they hold where a block begins.
    described: Vec<(Handle<Block>, Output)>,
}

impl Promotion<'_> {
    fn set(&mut self, local: Handle<Local>, value: Handle<Value>) {
        let value = self.replaced.of(value);
        if let Some(slot) = self.current.get_mut(local.index()) {
            self.undo.push((local, slot.replace(value)));
        }
    }

    /// What a variable holds from here on, if anybody wants to know.
    fn description(&self, function: &Function, local: Handle<Local>, span: Span) -> Option<(Statement, Span)> {
        let value = self.current.get(local.index()).copied().flatten().filter(|_| self.describes)?;
        let types = &self.folder.types;
        let is_named = function.locals.try_get(local).is_ok_and(|it| !it.name.is_empty() && types.is_nameable(it.ty));
        is_named.then_some((Statement::Describe { local, value }, span))
    }

    /// What variables hold where a block begins.
    fn describe_at_start(&mut self, function: &Function, block: Handle<Block>, locals: &[Handle<Local>]) {
        let described: Output =
            locals.iter().filter_map(|&local| self.description(function, local, Span::UNDEFINED)).collect();
        if !described.is_empty() {
            self.described.push((block, described));
        }
    }

    fn roll_back(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some((local, value)) = self.undo.pop()
                && let Some(slot) = self.current.get_mut(local.index())
            {
                *slot = value;
            }
        }
    }

    /// What a variable holds.
    fn get(&mut self, function: &mut Function, local: Handle<Local>) -> Handle<Value> {
        if let Some(&Some(value)) = self.current.get(local.index()) {
            return value;
        }
        let ty = function.locals.try_get(local).map_or(function.result, |local| local.ty);
        let zero = ValueKind::Constant(self.folder.null(ty));
        let zero = function.values.append(Value { kind: zero, ty, precise: false, relaxed: false }, Span::UNDEFINED);
        // It holds everywhere, so no path needs to undo it.
        if let Some(slot) = self.current.get_mut(local.index()) {
            *slot = Some(zero);
        }
        zero
    }

    fn block_parameters(function: &mut Function, written: &[Handle<Local>]) -> Vec<Handle<Value>> {
        let parameter = |&local: &Handle<Local>| {
            let ty = function.locals.try_get(local).map_or(function.result, |local| local.ty);
            let kind = ValueKind::BlockParameter;
            function.values.append(Value { kind, ty, precise: false, relaxed: false }, Span::UNDEFINED)
        };
        written.iter().map(parameter).collect()
    }

    fn entry(&mut self, function: &mut Function, written: &[Handle<Local>]) -> Vec<BlockParameter> {
        let values = Self::block_parameters(function, written);
        let entry = |(value, &local)| BlockParameter { value, initial: self.get(function, local) };
        values.into_iter().zip(written).map(entry).collect()
    }

    /// Adds the values of the variables that `open` writes to what is passed to its block parameters.
    fn pass(&mut self, function: &mut Function, open: usize, passed: &mut Vec<Handle<Value>>) {
        let count = self.open.get(open).map_or(0, |it| it.written.len());
        for index in 0..count {
            let local = self.open.get(open).and_then(|it| it.written.get(index)).copied();
            passed.extend(local.map(|local| self.get(function, local)));
        }
    }

    fn innermost(&self, is_target: impl Fn(OpenKind) -> bool) -> usize {
        self.open.iter().rposition(|it| is_target(it.kind)).unwrap_or(usize::MAX)
    }

    /// A value that is computed here.
    fn evaluate(
        &mut self,
        function: &mut Function,
        kind: ValueKind,
        ty: Handle<Type>,
        span: Span,
        out: &mut Output,
    ) -> Handle<Value> {
        let value = function.values.append(Value { kind, ty, precise: false, relaxed: false }, span);
        out.push((Statement::Evaluate(value), span));
        value
    }

    fn extract(
        &mut self,
        function: &mut Function,
        composite: Handle<Value>,
        index: u32,
        span: Span,
        out: &mut Output,
    ) -> Handle<Value> {
        let whole = function.values.try_get(composite).map_or(function.result, |it| it.ty);
        let ty = self.folder.part_type(whole, index).unwrap_or(whole);
        self.evaluate(function, ValueKind::Extract { composite, index }, ty, span, out)
    }

    /// Reads a variable, or a part of it; the result stands for `value`.
    fn load(
        &mut self,
        function: &mut Function,
        local: Handle<Local>,
        path: &Path,
        value: Handle<Value>,
        span: Span,
        out: &mut Output,
    ) {
        let mut whole = self.get(function, local);
        let (last, steps) = match (&path.dynamic, &path.swizzle) {
            (None, None) => match path.steps.split_last() {
                Some((&index, steps)) => (Some(index), steps),
                None => return self.replaced.replace(value, whole),
            },
            _ => (None, path.steps.as_slice()),
        };
        for &index in steps {
            whole = self.extract(function, whole, index, span, out);
        }
        if let Some(index) = path.dynamic {
            let kind = ValueKind::ExtractDynamic { vector: whole, index: self.replaced.of(index) };
            function.values.get_mut(value).kind = kind;
        } else if let Some(components) = &path.swizzle {
            function.values.get_mut(value).kind = ValueKind::Swizzle { vector: whole, components: *components };
        } else if let Some(index) = last {
            function.values.get_mut(value).kind = ValueKind::Extract { composite: whole, index };
        }
        out.push((Statement::Evaluate(value), span));
    }

    /// Writes a variable, or a part of it.
    fn store(
        &mut self,
        function: &mut Function,
        local: Handle<Local>,
        path: &Path,
        value: Handle<Value>,
        span: Span,
        out: &mut Output,
    ) {
        let mut wholes = Vec::new();
        let mut whole = None;
        if !path.steps.is_empty() || path.swizzle.is_some() {
            whole = Some(self.get(function, local));
        }
        for &index in &path.steps {
            let Some(outer) = whole else { break };
            wholes.push((outer, index));
            let is_last = wholes.len() == path.steps.len() && path.swizzle.is_none();
            whole = if is_last { None } else { Some(self.extract(function, outer, index, span, out)) };
        }
        let mut new = value;
        if let (Some(components), Some(mut vector)) = (&path.swizzle, whole) {
            for (index, &component) in (0..).zip(components) {
                let part = self.extract(function, value, index, span, out);
                vector = self.insert(function, vector, component.into(), part, span, out);
            }
            new = vector;
        }
        for (outer, index) in wholes.into_iter().rev() {
            new = self.insert(function, outer, index, new, span, out);
        }
        self.set(local, new);
        out.extend(self.description(function, local, span));
    }

    fn insert(
        &mut self,
        function: &mut Function,
        composite: Handle<Value>,
        index: u32,
        part: Handle<Value>,
        span: Span,
        out: &mut Output,
    ) -> Handle<Value> {
        let ty = function.values.try_get(composite).map_or(function.result, |it| it.ty);
        self.evaluate(function, ValueKind::Insert { composite, index, part }, ty, span, out)
    }

    /// The variable that a place is in, if it is promoted, and where in it.
    fn path(&self, function: &Function, place: Handle<Place>) -> Option<(Handle<Local>, Path)> {
        let local = local_of(function, place).filter(|&local| self.variables.is_promoted(local))?;
        Some((local, Path::of(&self.folder, function, function.places.try_get(place).ok()?)?))
    }
}

impl Rewrite for Promotion<'_> {
    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        self.replaced.apply(function, &mut statement);
        match &mut statement {
            Statement::Evaluate(value) => {
                if let Ok(&Value { kind: ValueKind::Load(place), .. }) = function.values.try_get(*value)
                    && let Some((local, path)) = self.path(function, place)
                {
                    return self.load(function, local, &path, *value, span, out);
                }
            }
            Statement::Store { place, value } => {
                if let Some((local, path)) = self.path(function, *place) {
                    return self.store(function, local, &path, *value, span, out);
                }
            }
            Statement::Break(values) => {
                let target = self.innermost(|kind| kind != OpenKind::If);
                self.pass(function, target, values);
            }
            Statement::Continue(values) => {
                let target = self.innermost(|kind| matches!(kind, OpenKind::Loop { .. }));
                self.pass(function, target, values);
            }
            _ => {}
        }
        out.push((statement, span));
    }

    fn begin(&mut self, function: &mut Function, statement: &mut Statement) -> Begin {
        self.replaced.apply(function, statement);
        let first = statement.blocks().next();
        let written = first.and_then(|first| self.variables.written.get_mut(first.index())).map(std::mem::take);
        let written = written.unwrap_or_default();
        let new_results = Self::block_parameters(function, &written);
        let mark = self.undo.len();
        let mut parameters = Vec::new();
        let kind = match statement {
            Statement::Switch(switch) => {
                if !written.is_empty() && !switch.cases.iter().any(|case| case.is_default) {
                    let body = function.blocks.append(Block::default(), Span::UNDEFINED);
                    switch.cases.push(SwitchCase { is_default: true, ..SwitchCase::plain(body) });
                }
                let mut falls = false;
                for case in &mut switch.cases {
                    if std::mem::replace(&mut falls, case.falls_through) {
                        let entry = self.entry(function, &written);
                        parameters.push((case.body, entry.iter().map(|it| it.value).collect()));
                        case.parameters.extend(entry);
                    }
                }
                switch.results.extend(&new_results);
                OpenKind::Switch
            }
            Statement::Loop(it) => {
                let entry = self.entry(function, &written);
                for (parameter, &local) in entry.iter().zip(&written) {
                    self.set(local, parameter.value);
                }
                self.describe_at_start(function, it.header, &written);
                it.parameters.extend(entry);
                let continues = Self::block_parameters(function, &written);
                it.continue_parameters.extend(&continues);
                parameters.push((it.continuing, continues));
                it.results.extend(&new_results);
                OpenKind::Loop { header: it.header }
            }
            Statement::If { results, .. } => {
                results.extend(&new_results);
                OpenKind::If
            }
            _ => OpenKind::If,
        };
        parameters.reverse();
        self.open.push(Open { written, mark, header_mark: mark, results: new_results, parameters, kind });
        Begin::Enter
    }

    fn open(&mut self, function: &mut Function, block: Handle<Block>) {
        let Some(open) = self.open.last_mut() else { return };
        let Some((_, parameters)) = open.parameters.pop_if(|(owner, _)| *owner == block) else { return };
        let written = open.written.clone();
        for (&local, value) in written.iter().zip(parameters) {
            self.set(local, value);
        }
        self.describe_at_start(function, block, &written);
    }

    fn close(&mut self, function: &mut Function, block: Handle<Block>, out: &mut Output) {
        let Some(index) = self.open.len().checked_sub(1) else { return };
        let mark = self.undo.len();
        let Some(open) = self.open.get_mut(index) else { return };
        if open.kind == (OpenKind::Loop { header: block }) {
            open.header_mark = mark;
            return;
        }
        if open.written.is_empty() {
            return;
        }
        let span = match out.last_mut() {
            Some((Statement::Yield(values), _)) => {
                let mut passed = std::mem::take(values);
                self.pass(function, index, &mut passed);
                if let Some((Statement::Yield(values), _)) = out.last_mut() {
                    *values = passed;
                }
                return;
            }
            Some((last, _)) if last.is_terminator() => return,
            Some((_, span)) => *span,
            None => Span::UNDEFINED,
        };
        let mut passed = Vec::new();
        self.pass(function, index, &mut passed);
        out.push((Statement::Yield(passed.into()), span));
    }

    fn test(&mut self, function: &mut Function, test: &mut LoopTest) {
        self.replaced.apply_to_test(test);
        if let Some(index) = self.open.len().checked_sub(1) {
            self.pass(function, index, &mut test.results);
        }
    }

    fn leave(&mut self, _function: &mut Function, block: Handle<Block>) {
        let Some(open) = self.open.last() else { return };
        let mark = match open.kind {
            OpenKind::Loop { header } if header == block => return,
            OpenKind::Loop { .. } => open.header_mark,
            _ => open.mark,
        };
        self.roll_back(mark);
    }

    fn end(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        out.push((statement, span));
        let Some(open) = self.open.pop() else { return };
        self.roll_back(open.mark);
        for (local, value) in open.written.into_iter().zip(open.results) {
            self.set(local, value);
            out.extend(self.description(function, local, span));
        }
    }
}
