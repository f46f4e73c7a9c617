//! Scalar replacement: arrays and structures in variables of a function become a variable per part.
//!
//! Comes in: functions. Goes out: functions in which a variable that holds a small array or structure, and whose parts
//! only constants select, becomes one variable per scalar, vector or matrix in it. Must not depend on: other passes.
//!
//! Reading or writing the whole means reading or writing all parts. Variables passed to calls stay as they are, since
//! the callee takes them whole.

use super::passed_locals::passed_locals;
use super::rewrite::{self, Output, Rewrite};
use crate::hir::fold::Folder;
use crate::hir::{
    Arena, ArrayLength, Function, Handle, Local, MemoryQualifiers, Module, Part, Place, PlaceRoot, PlaceStep, Span,
    Statement, Type, TypeTable, Value, ValueKind,
};

/// Variables with more parts stay whole: copies of them would cost more than they gain.
const MOST_PARTS: usize = 32;

pub(super) fn run(module: &mut Module) {
    let Module { types, constants, functions, .. } = module;
    for (_, function) in functions.iter_mut() {
        let folder = Folder { types, constants };
        replace(folder, function);
    }
}

/// A variable that is taken apart: a tree whose leaves are variables.
struct Aggregate {
    nodes: Vec<Node>,
}

struct Node {
    ty: Handle<Type>,
    /// The parts; empty for a leaf.
    parts: Vec<usize>,
    leaf: Option<Handle<Local>>,
    /// The indices that lead to it.
    path: Vec<u32>,
}

fn replace(mut folder: Folder<'_>, function: &mut Function) {
    let candidates = candidates(&folder, function);
    if !candidates.contains(&true) {
        return;
    }
    let mut aggregates = Vec::new();
    let locals: Vec<_> = function.locals.iter().map(|(handle, _)| handle).collect();
    for (local, is_candidate) in locals.into_iter().zip(candidates) {
        aggregates.push(if is_candidate { Aggregate::of(&mut folder, function, local) } else { None });
    }
    rewrite::walk(function, &mut Split { folder, aggregates });
}

/// For each variable, whether it is an aggregate whose parts constants select, in memory that nothing else accesses.
fn candidates(folder: &Folder<'_>, function: &mut Function) -> Vec<bool> {
    let mut candidates: Vec<bool> = function
        .locals
        .iter()
        .map(|(_, local)| is_aggregate(folder.types, local.ty) && local.decorations.is_empty())
        .collect();
    for (_, place) in function.places.iter() {
        if let PlaceRoot::Local(local) = place.root
            && let Some(candidate) = candidates.get_mut(local.index()).filter(|it| **it)
        {
            *candidate = constant_path(folder, function, place).is_some();
        }
    }
    // Only loads and stores may use the place of a part.
    for local in passed_locals(function) {
        if let Some(candidate) = candidates.get_mut(local.index()) {
            *candidate = false;
        }
    }
    candidates
}

fn is_aggregate(types: &TypeTable, ty: Handle<Type>) -> bool {
    matches!(types.get(ty), Type::Struct(_) | Type::Array { .. })
}

/// The steps of a place through arrays and structures, if constants within bounds select them.
fn constant_path(folder: &Folder<'_>, function: &Function, place: &Place) -> Option<Vec<u32>> {
    let PlaceRoot::Local(local) = place.root else { return None };
    let mut ty = function.locals.try_get(local).ok()?.ty;
    let mut path = Vec::new();
    for step in &place.steps {
        let (index, part) = match (*step, folder.types.get(ty)) {
            (PlaceStep::Member(index), &Type::Struct(structure)) => {
                (index, folder.types.structure(structure)?.members.get(index as usize)?.ty)
            }
            (PlaceStep::Index(index), &Type::Array { element, length: ArrayLength::Constant(length) }) => {
                let ValueKind::Constant(constant) = function.values.try_get(index).ok()?.kind else { return None };
                (folder.as_u32(constant).filter(|&index| index < length)?, element)
            }
            // From here on the steps select components.
            (PlaceStep::Index(_), Type::Vector(..) | Type::Matrix { .. } | Type::Extension(_)) => break,
            _ => return None,
        };
        path.push(index);
        ty = part;
    }
    Some(path)
}

impl Aggregate {
    fn of(folder: &mut Folder<'_>, function: &mut Function, local: Handle<Local>) -> Option<Self> {
        let ty = function.locals.try_get(local).ok()?.ty;
        let mut nodes = vec![Node { ty, parts: Vec::new(), leaf: None, path: Vec::new() }];
        let mut index = 0;
        while let Some(node) = nodes.get(index) {
            let ty = node.ty;
            let count = match *folder.types.get(ty) {
                Type::Array { length: ArrayLength::Constant(length), .. } => length as usize,
                Type::Struct(structure) => folder.types.structure(structure)?.members.len(),
                Type::Array { .. } => return None,
                _ => 0,
            };
            if nodes.len() + count > 2 * MOST_PARTS {
                return None;
            }
            for part in 0..count {
                let ty = folder.part_type(ty, part as u32)?;
                let child = nodes.len();
                let mut path = nodes.get(index)?.path.clone();
                path.push(part as u32);
                nodes.push(Node { ty, parts: Vec::new(), leaf: None, path });
                nodes.get_mut(index)?.parts.push(child);
            }
            index += 1;
        }
        let leaves = || nodes.iter().filter(|node| node.parts.is_empty());
        let holds_data = leaves().all(|node| folder.types.get(node.ty).is_plain_data());
        if !holds_data || leaves().count() > MOST_PARTS {
            return None;
        }
        let (name, qualifiers) = function.locals.try_get(local).map(|it| (it.name.clone(), it.qualifiers)).ok()?;
        let span = function.locals.get_span(local);
        for node in nodes.iter_mut().filter(|node| node.parts.is_empty()) {
            let part = Some(Box::new(Part { of: ty, path: std::mem::take(&mut node.path) }));
            let leaf = Local { qualifiers, part, ..Local::new(name.clone(), node.ty) };
            node.leaf = Some(function.locals.append(leaf, span));
        }
        Some(Self { nodes })
    }

    fn find(&self, path: &[u32]) -> Option<usize> {
        path.iter().try_fold(0, |node, &index| self.nodes.get(node)?.parts.get(index as usize).copied())
    }
}

struct Split<'a> {
    folder: Folder<'a>,
    aggregates: Vec<Option<Aggregate>>,
}

impl Split<'_> {
    /// The aggregate that a place is in, and where in it.
    fn part(&self, function: &Function, place: Handle<Place>) -> Option<(&Aggregate, usize, usize)> {
        let place = function.places.try_get(place).ok()?;
        let PlaceRoot::Local(local) = place.root else { return None };
        let aggregate = self.aggregates.get(local.index())?.as_ref()?;
        let path = constant_path(&self.folder, function, place)?;
        Some((aggregate, aggregate.find(&path)?, path.len()))
    }

    /// Redirects a place in a leaf to the leaf's variable. False if it is not a leaf.
    fn redirect(&self, function: &mut Function, handle: Handle<Place>) -> bool {
        let Some((aggregate, node, length)) = self.part(function, handle) else { return true };
        let Some(leaf) = aggregate.nodes.get(node).and_then(|node| node.leaf) else { return false };
        let place = function.places.get_mut(handle);
        place.root = PlaceRoot::Local(leaf);
        place.steps.drain(..length);
        true
    }

    /// Reads all of a part; the whole is `result`.
    fn load(&self, function: &mut Function, place: Handle<Place>, result: Handle<Value>, span: Span, out: &mut Output) {
        let Some((aggregate, root, _)) = self.part(function, place) else { return };
        // Parts come after what contains them, so that the values of all parts are available when a whole is composed.
        let mut values = vec![None; aggregate.nodes.len()];
        let mut reached = vec![false; aggregate.nodes.len()];
        mark(&mut reached, root);
        for (index, node) in aggregate.nodes.iter().enumerate() {
            if reached.get(index) == Some(&true) {
                node.parts.iter().for_each(|&part| mark(&mut reached, part));
            }
        }
        for (index, node) in aggregate.nodes.iter().enumerate().rev() {
            if reached.get(index) != Some(&true) {
                continue;
            }
            let kind = match node.leaf {
                Some(leaf) => ValueKind::Load(whole(&mut function.places, leaf, node.ty)),
                None => ValueKind::Compose(
                    node.parts.iter().filter_map(|&part| values.get(part).copied().flatten()).collect(),
                ),
            };
            let value = if index == root {
                function.values.get_mut(result).kind = kind;
                result
            } else {
                function.values.append(Value { kind, ty: node.ty, precise: false, relaxed: false }, span)
            };
            if let Some(slot) = values.get_mut(index) {
                *slot = Some(value);
            }
            out.push((Statement::Evaluate(value), span));
        }
    }

    /// Writes all of a part.
    fn store(&self, function: &mut Function, place: Handle<Place>, value: Handle<Value>, span: Span, out: &mut Output) {
        let Some((aggregate, root, _)) = self.part(function, place) else { return };
        let mut values = vec![None; aggregate.nodes.len()];
        if let Some(slot) = values.get_mut(root) {
            *slot = Some(value);
        }
        for (index, node) in aggregate.nodes.iter().enumerate() {
            let Some(value) = values.get(index).copied().flatten() else { continue };
            if let Some(leaf) = node.leaf {
                let place = whole(&mut function.places, leaf, node.ty);
                out.push((Statement::Store { place, value }, span));
            }
            for (number, &part) in (0..).zip(&node.parts) {
                let Some(ty) = aggregate.nodes.get(part).map(|node| node.ty) else { continue };
                let kind = ValueKind::Extract { composite: value, index: number };
                let extracted = function.values.append(Value { kind, ty, precise: false, relaxed: false }, span);
                out.push((Statement::Evaluate(extracted), span));
                if let Some(slot) = values.get_mut(part) {
                    *slot = Some(extracted);
                }
            }
        }
    }
}

fn mark(reached: &mut [bool], index: usize) {
    if let Some(reached) = reached.get_mut(index) {
        *reached = true;
    }
}

/// The place of a whole variable.
fn whole(places: &mut Arena<Place>, local: Handle<Local>, ty: Handle<Type>) -> Handle<Place> {
    places.append(Place::whole(PlaceRoot::Local(local), ty, MemoryQualifiers::NONE), Span::UNDEFINED)
}

impl Rewrite for Split<'_> {
    fn simple(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        match statement {
            Statement::Evaluate(value) => {
                if let Ok(&Value { kind: ValueKind::Load(place), .. }) = function.values.try_get(value)
                    && !self.redirect(function, place)
                {
                    return self.load(function, place, value, span, out);
                }
            }
            Statement::Store { place, value } if !self.redirect(function, place) => {
                return self.store(function, place, value, span, out);
            }
            _ => {}
        }
        out.push((statement, span));
    }
}
