//! The size of the workgroup: `layout(local_size_x = ...) in;` and `gl_WorkGroupSize` (GLSL 4.60, 4.4.1.4).
//!
//! Comes in: sizes as written. Goes out: the size of the entry point, and its value in expressions. Must not depend on:
//! other execution modes.

use crate::builtins::limits::values_of;
use crate::hir::{Constant, ConstantKind, ExecutionMode, Handle, Scalar, Span, Workgroup, WorkgroupDimension};
use crate::sema::Analyzer;
use crate::sema::context::syntax_node::Placed;
use crate::sema::expressions::operand::Operand;
use crate::sema::interface::messages;
use crate::sema::qualifiers::qualifier::Layout;

/// What has been declared so far.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct WorkgroupSize {
    sizes: [Placed<Handle<Constant>>; 3],
    ids: [Placed<u32>; 3],
    declared: bool,
    /// A function that takes derivatives in a stage where the shader has to declare derivative groups.
    pub(in crate::sema) takes_derivatives: Option<Span>,
    /// The constant behind `gl_WorkGroupSize`, once it was read.
    constant: Option<Handle<Constant>>,
}

impl Analyzer<'_> {
    /// `layout(local_size_x = ...) in;`
    pub(super) fn declare_workgroup_size(&mut self, layout: &Layout, span: Span) {
        let declared: Vec<_> = (0..3_usize)
            .filter_map(|axis| {
                let size = layout.local_size.get(axis).copied().flatten();
                let id = layout.local_size_id.get(axis).copied().flatten();
                (size.is_some() || id.is_some()).then_some((axis, size, id))
            })
            .collect();
        if self.workgroup.constant.is_some() {
            self.report(messages::size_declared_after_use(span));
        }
        self.workgroup.declared = true;
        for &(axis, size, _) in &declared {
            self.check_size_limit(axis, size);
        }
        for (axis, size, id) in declared {
            let earlier = self.workgroup.sizes.get(axis).copied().flatten();
            match (size, earlier) {
                (Some((value, place)), Some((earlier_value, earlier_place))) if value != earlier_value => {
                    self.report(messages::size_declared_twice(place, earlier_place));
                }
                (Some(size), None) => {
                    if let Some(slot) = self.workgroup.sizes.get_mut(axis) {
                        *slot = Some(size);
                    }
                }
                _ => {}
            }
            if let (Some(id), Some(slot)) = (id, self.workgroup.ids.get_mut(axis)) {
                *slot = Some(id);
            }
        }
    }

    /// Whether the workgroup can be divided into the groups of four that derivatives need. Dimensions that are chosen
    /// when the pipeline is created are left to the API.
    fn check_derivative_group(&mut self, sizes: &[WorkgroupDimension; 3]) {
        let Some((ExecutionMode::DerivativeGroup(group), span)) = self.modes.of_family("derivative group") else {
            if let Some(span) = self.workgroup.takes_derivatives {
                self.report(messages::no_derivative_group(span));
            }
            return;
        };
        let literal = |dimension: &WorkgroupDimension| match *dimension {
            WorkgroupDimension::Literal(size) => Some(u64::from(size)),
            WorkgroupDimension::Specialization(_) => None,
        };
        let known: Vec<u64> = sizes.iter().filter_map(literal).collect();
        let place = self.workgroup.sizes.iter().flatten().map(|(_, span)| *span).next();
        let message = if group.quads {
            let odd = sizes.iter().take(2).filter_map(literal).find(|size| size % 2 != 0);
            odd.map(|size| messages::workgroup_without_quads(span, size, place))
        } else {
            let count: u64 = known.iter().fold(1, |count, size| count.saturating_mul(*size));
            let wrong = known.len() == sizes.len() && !count.is_multiple_of(4);
            wrong.then(|| messages::workgroup_without_linear_groups(span, count, place))
        };
        if let Some(message) = message {
            self.report(message);
        }
    }

    /// Reports a size above the limit of the stage (GLSL 4.60, 4.4.1.4).
    fn check_size_limit(&mut self, axis: usize, size: Placed<Handle<Constant>>) {
        let Some((size, span)) = size else { return };
        let Some(name) = self.workgroup_limit() else { return };
        let limit = crate::builtins::constant(name)
            .and_then(|constant| values_of(constant, &self.options.limits).nth(axis))
            .and_then(|limit| u32::try_from(limit).ok());
        if let (Some(limit), Some(size)) = (limit, self.size_value(size))
            && size > limit
        {
            let axis = ["x", "y", "z"].get(axis).unwrap_or(&"");
            self.report(messages::size_above_limit(span, &axis, &size, &limit, &name));
        }
    }

    /// The three dimensions as constants, specialization constants where the shader says so.
    fn workgroup_constants(&mut self) -> Vec<(Handle<Constant>, WorkgroupDimension)> {
        let sizes = self.workgroup.sizes;
        let ids = self.workgroup.ids;
        sizes
            .into_iter()
            .zip(ids)
            .zip(["x", "y", "z"])
            .map(|((size, id), axis)| {
                let literal = size.and_then(|(size, _)| self.size_value(size)).unwrap_or(1);
                match id {
                    Some((id, _)) => {
                        let ty = self.common.uint;
                        let kind = ConstantKind::Specialization {
                            id,
                            default: u64::from(literal),
                            name: format!("local_size_{axis}"),
                        };
                        let constant = self.constant(ty, kind);
                        (constant, WorkgroupDimension::Specialization(constant))
                    }
                    None => (self.uint_constant(literal), WorkgroupDimension::Literal(literal)),
                }
            })
            .collect()
    }

    /// `gl_WorkGroupSize`, a constant.
    pub(in crate::sema) fn workgroup_size_operand(&mut self, span: Span) -> Operand {
        if !self.workgroup.declared {
            self.report(messages::size_used_before_declaration(span));
            return Operand::Error;
        }
        let constant = match self.workgroup.constant {
            Some(constant) => constant,
            None => self.workgroup_composite(),
        };
        self.workgroup.constant = Some(constant);
        Operand::Constant(constant)
    }

    fn workgroup_composite(&mut self) -> Handle<Constant> {
        let parts = self.workgroup_constants();
        let specialized = parts.iter().any(|(_, it)| matches!(it, WorkgroupDimension::Specialization(_)));
        let parts = parts.into_iter().map(|(constant, _)| constant).collect();
        let ty = self.vector_type(Scalar::U32, 3);
        let kind = if specialized { ConstantKind::WorkgroupSize(parts) } else { ConstantKind::Composite(parts) };
        self.constant(ty, kind)
    }

    /// The workgroup of the entry point.
    pub(in crate::sema) fn finish_workgroup(&mut self) -> Workgroup {
        let dimensions = self.workgroup_constants();
        let mut sizes = [WorkgroupDimension::Literal(1); 3];
        for (slot, (_, dimension)) in sizes.iter_mut().zip(&dimensions) {
            *slot = *dimension;
        }
        self.check_derivative_group(&sizes);
        let specialized = sizes.iter().any(|it| matches!(it, WorkgroupDimension::Specialization(_)));
        let constant = match self.workgroup.constant {
            // Without specialization LocalSize says it all, and `gl_WorkGroupSize` is an ordinary constant.
            _ if !specialized => None,
            Some(constant) => Some(constant),
            None => Some(self.workgroup_composite()),
        };
        Workgroup { size: sizes, constant }
    }
}
