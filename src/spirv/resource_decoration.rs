//! Decorations of resources that instructions require.
//!
//! Comes in: an instruction with its operands; at the end, all functions. Goes out: decorations of the pointers that
//! the resources were loaded from, and of the variables behind them, through indices and calls. Must not depend on: any
//! built-in by name.

use super::function::{FunctionWriter, Source};
use super::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// The decoration that an instruction requires on a resource operand (SPV_QCOM_image_processing,
/// SPV_QCOM_image_processing2).
struct ResourceDecoration {
    instructions: &'static [Op],
    /// The index of the operand.
    operand: usize,
    texture: Decoration,
    /// The decoration of the sampler, if there is one; it may be the same variable.
    sampler: Option<Decoration>,
}

const BLOCK_MATCHES: &[Op] = &[
    Op::ImageBlockMatchSADQCOM,
    Op::ImageBlockMatchSSDQCOM,
    Op::ImageBlockMatchGatherSADQCOM,
    Op::ImageBlockMatchGatherSSDQCOM,
];
const WINDOW_MATCHES: &[Op] = &[Op::ImageBlockMatchWindowSADQCOM, Op::ImageBlockMatchWindowSSDQCOM];

static RESOURCE_DECORATIONS: &[ResourceDecoration] = {
    use Decoration as D;
    const fn row(
        instructions: &'static [Op],
        operand: usize,
        texture: Decoration,
        sampler: Option<Decoration>,
    ) -> ResourceDecoration {
        ResourceDecoration { instructions, operand, texture, sampler }
    }
    &[
        row(&[Op::ImageSampleWeightedQCOM], 2, D::WeightTextureQCOM, None),
        row(BLOCK_MATCHES, 0, D::BlockMatchTextureQCOM, None),
        row(BLOCK_MATCHES, 2, D::BlockMatchTextureQCOM, None),
        row(WINDOW_MATCHES, 0, D::BlockMatchTextureQCOM, Some(D::BlockMatchSamplerQCOM)),
        row(WINDOW_MATCHES, 2, D::BlockMatchTextureQCOM, Some(D::BlockMatchSamplerQCOM)),
    ]
};

impl FunctionWriter<'_, '_> {
    /// Decorates the resource operands of an instruction, if it requires that.
    pub(super) fn decorate_resources(&mut self, opcode: Op, operands: &[Operand]) {
        for row in RESOURCE_DECORATIONS.iter().filter(|row| row.instructions.contains(&opcode)) {
            let Some(&Operand::IdRef(id)) = operands.get(row.operand) else { continue };
            match self.sources.get(&id) {
                Some(&Source::Joined(texture, sampler)) => {
                    self.decorate_source(texture, row.texture);
                    if let Some(decoration) = row.sampler {
                        self.decorate_source(sampler, decoration);
                    }
                }
                _ => {
                    self.decorate_source(id, row.texture);
                    if let Some(decoration) = row.sampler {
                        self.decorate_source(id, decoration);
                    }
                }
            }
        }
    }

    fn decorate_source(&mut self, loaded: u32, decoration: Decoration) {
        if let Some(&Source::Loaded(pointer)) = self.sources.get(&loaded) {
            self.module.decorate(pointer, decoration, &[]);
            self.module.decorated_resources.push((pointer, decoration));
        }
    }
}

impl ModuleWriter<'_> {
    /// Decorates the origins of decorated pointers: the arrays that they are elements of, and the arguments that were
    /// passed.
    pub(super) fn decorate_origins(&mut self) {
        if self.decorated_resources.is_empty() {
            return;
        }
        let mut parameters: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut function = 0;
        for instruction in self.functions.iter() {
            match (instruction.opcode(), instruction.result()) {
                (Op::Function, Some(id)) => function = id,
                (Op::FunctionParameter, Some(id)) => parameters.entry(function).or_default().push(id),
                _ => {}
            }
        }
        let mut origins: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for instruction in self.functions.iter() {
            match (instruction.opcode(), instruction.result()) {
                (Op::AccessChain | Op::CopyObject, Some(id)) => {
                    origins.entry(id).or_default().extend(instruction.ids().take(1));
                }
                (Op::FunctionCall, _) => {
                    let mut ids = instruction.ids();
                    let called = ids.next().and_then(|function| parameters.get(&function));
                    for (parameter, argument) in called.into_iter().flatten().zip(ids) {
                        origins.entry(*parameter).or_default().push(argument);
                    }
                }
                _ => {}
            }
        }
        let mut open = std::mem::take(&mut self.decorated_resources);
        let mut done: FxHashSet<(u32, Decoration)> = open.iter().copied().collect();
        while let Some((id, decoration)) = open.pop() {
            self.decorate(id, decoration, &[]);
            for &origin in origins.get(&id).into_iter().flatten() {
                if done.insert((origin, decoration)) {
                    open.push((origin, decoration));
                }
            }
        }
    }
}
