//! Where control flow joins: block parameters of HIR and OpPhi.
//!
//! Comes in: block parameters, and what each incoming edge passes, in the order in which the edges are lowered. Goes
//! out: one OpPhi per parameter, or the id itself if there is just one edge. Must not depend on: which statement they
//! belong to.

use super::function::FunctionWriter;
use super::section::Role;
use super::{Lowered, OrBug};
use crate::hir::{Handle, Value};
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// Ids, one per parameter.
pub(super) type Ids = SmallVec<[u32; 4]>;

/// Parameters with what the edges lowered so far pass to them.
#[derive(Clone, Default)]
pub(super) struct Join {
    parameters: SmallVec<[Handle<Value>; 4]>,
    /// For each edge the label of its block, then an id per parameter.
    incoming: Vec<u32>,
}

impl Join {
    /// A join without edges.
    pub(super) fn of(parameters: &[Handle<Value>]) -> Self {
        Self { parameters: parameters.into(), incoming: Vec::new() }
    }

    /// Adds an edge from the block with a label.
    pub(super) fn add(&mut self, label: u32, ids: &[u32]) -> Lowered<()> {
        if self.parameters.is_empty() {
            return Ok(());
        }
        (self.parameters.len() == ids.len()).then_some(()).or_bug("a value for each block parameter")?;
        self.incoming.push(label);
        self.incoming.extend(ids);
        Ok(())
    }

    /// What each edge passes to the parameter with an index, with the label of its block.
    fn operands(&self, index: usize) -> impl Iterator<Item = [u32; 2]> {
        self.incoming
            .chunks_exact(self.parameters.len() + 1)
            .filter_map(move |way| Some([*way.get(index + 1)?, *way.first()?]))
    }
}

impl FunctionWriter<'_, '_> {
    /// The ids of values.
    pub(super) fn ids(&mut self, values: &[Handle<Value>]) -> Lowered<Ids> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// Adds an edge from the open block to a join. Must be called before the block ends.
    pub(super) fn arrive(&mut self, join: &mut Join, ids: &[u32]) -> Lowered<()> {
        join.add(self.label()?, ids)
    }

    /// Gives the parameters of a join their ids, at the start of its block. All edges are known.
    pub(super) fn join(&mut self, join: Join) -> Lowered<()> {
        if join.incoming.len() > join.parameters.len() + 1 {
            return self.phis(&join, &[]);
        }
        for (index, &parameter) in join.parameters.iter().enumerate() {
            let ty = self.definition(parameter)?.ty;
            let ty = self.module.value_type(ty)?;
            let mut id = match join.operands(index).next() {
                Some([id, _]) => id,
                // A continuing block that nothing leads to.
                None => self.module.plain_constant(Op::Undef, ty),
            };
            if let Some(decorations) = self.function.decorated.get(&parameter) {
                id = self.emit_ids(Op::CopyObject, ty, &[id])?;
                self.decorate_numbered(id, decorations)?;
            }
            self.set_value(parameter, id)?;
        }
        Ok(())
    }

    /// OpPhi for each parameter of a join, at the start of its block, with `more` as further operands.
    pub(super) fn phis(&mut self, join: &Join, more: &[u32]) -> Lowered<()> {
        for (index, &parameter) in join.parameters.iter().enumerate() {
            let ty = self.definition(parameter)?.ty;
            let ty = self.module.value_type(ty)?;
            let operands: SmallVec<[u32; 8]> = join.operands(index).flatten().chain(more.iter().copied()).collect();
            let id = self.emit_ids(Op::Phi, ty, &operands)?;
            if let Some(decorations) = self.function.decorated.get(&parameter) {
                self.decorate_numbered(id, decorations)?;
            }
            self.set_value(parameter, id)?;
        }
        Ok(())
    }

    /// OpPhi for the parameters of a loop, with room for the [back edge](Self::arrive_again). Returns their position.
    pub(super) fn loop_phis(&mut self, join: &Join) -> Lowered<usize> {
        let place = self.module.body.len();
        self.phis(join, &[0, 0])?;
        Ok(place)
    }

    /// Adds the back edge from the open block to the header of a loop, whose OpPhi are at a position.
    pub(super) fn arrive_again(&mut self, place: usize, ids: &[u32]) -> Lowered<()> {
        let label = self.label()?;
        let mut words = self.module.body.words_mut(place);
        for &id in ids {
            // An OpPhi ends with room for the value and its block.
            let first = words.next().filter(|it| it.1 == Role::Opcode).or_bug("the header of a loop")?;
            let count = (first.0 >> 16) as usize;
            let value = words.nth(count.saturating_sub(3)).or_bug("an operand of OpPhi")?;
            value.0 = id;
            words.next().or_bug("an operand of OpPhi")?.0 = label;
        }
        Ok(())
    }
}
