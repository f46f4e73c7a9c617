//! Built-in constants that a shader declares again: as specialization constants (GL_KHR_vulkan_glsl), and the one that
//! GL_EXT_opacity_micromap_ray_query_mode lets it set.
//!
//! Comes in: `layout(constant_id = 3) gl_MaxDrawBuffers;`, `const bool gl_EnableOpacityMicromapEXT = true;`. Goes out: the
//! constant under its name. Must not depend on: what constants are for.

use crate::builtins::{self, extensions};
use crate::diagnostics::Diagnostic;
use crate::hir::{Constant, ConstantKind, Handle, Span, SpirvExecutionMode, SpirvForm, SpirvOperand};
use crate::sema::context::scope::Entity;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::Name;

/// The constant that says whether ray queries heed opacity micromaps.
const OPACITY_MICROMAP: &str = "gl_EnableOpacityMicromapEXT";

// What the crates do not know yet of SPV_KHR_opacity_micromap: the execution mode OpacityMicromapIdKHR, and the capability
// RayTracingOpacityMicromapExecutionModeKHR.
const OPACITY_MICROMAP_MODE: u32 = 6031;
const OPACITY_MICROMAP_CAPABILITY: u32 = 6032;
const OPACITY_MICROMAP_EXTENSION: &str = "SPV_KHR_opacity_micromap";

impl Analyzer<'_> {
    /// Whether `const bool name = ...;` sets a built-in constant.
    pub(super) fn redeclares_constant(&self, name: Name, qualifiers: &Qualifiers) -> bool {
        self.text(name.symbol) == OPACITY_MICROMAP
            && self.is_on(extensions::GL_EXT_opacity_micromap_ray_query_mode)
            && self.scopes.is_global()
            && qualifiers.constant.is_some()
            && qualifiers.layout.constant_id.is_none()
    }

    /// `layout(constant_id = id) name;`
    pub(super) fn specialize_builtins(&mut self, names: &[Name], id: u32, id_span: Span) {
        let [name] = names else {
            self.error(Code::SpecializationConstant, id_span, "one `constant_id` is for one constant");
            return;
        };
        let text = self.text(name.symbol);
        let row = builtins::constant(text).filter(|row| self.gate_is_open(row.gate) && row.value.len() == 1);
        let Some(row) = row.filter(|_| self.scopes.is_global()) else {
            self.report(
                Diagnostic::error(
                    Code::SpecializationConstant,
                    name.span,
                    format!("`{text}` is no built-in constant that could be specialized"),
                )
                .with_note("GL_KHR_vulkan_glsl, specialization-constant qualifier")
                .with_help(format!("declare `layout(constant_id = {id}) const` with a type and a default value")),
            );
            return;
        };
        if !self.take_specialization_id(id, id_span) {
            return;
        }
        let ty = self.types.builtin(row.ty);
        let default = builtins::limits::values_of(row, &self.options.limits).next().unwrap_or(0) as u64;
        let constant = self.constant(ty, ConstantKind::Specialization { id, default, name: text.to_owned() });
        self.declare(*name, Entity::Constant(constant));
    }

    /// Remembers the id of a specialization constant; reports one that is taken.
    pub(super) fn take_specialization_id(&mut self, id: u32, span: Span) -> bool {
        let earlier = self.specialization_ids.insert(id, span);
        if let Some(earlier) = earlier {
            self.report(
                Diagnostic::error(Code::SpecializationConstant, span, format!("constant_id {id} is used twice"))
                    .with_secondary(earlier, "first used here"),
            );
        }
        earlier.is_none()
    }

    /// Asks for the execution mode of opacity micromaps where the extension is on
    /// (GL_EXT_opacity_micromap_ray_query_mode).
    pub(in crate::sema) fn opacity_micromap_mode(&mut self) {
        if !self.is_on(extensions::GL_EXT_opacity_micromap_ray_query_mode) {
            return;
        }
        let declared = self.names.get(OPACITY_MICROMAP).and_then(|symbol| match self.scopes.get(symbol)?.entity {
            Entity::Constant(constant) => Some(constant),
            _ => None,
        });
        let constant: Handle<Constant> = match declared {
            Some(constant) if self.constants.get_handle(constant).is_ok_and(|it| it.ty == self.common.bool) => constant,
            _ => self.bool_constant(false),
        };
        self.intrinsics.capabilities.insert(OPACITY_MICROMAP_CAPABILITY);
        self.intrinsics.extensions.insert(OPACITY_MICROMAP_EXTENSION.to_owned());
        self.intrinsics.execution_modes.push(SpirvExecutionMode {
            form: SpirvForm::Ids,
            mode: OPACITY_MICROMAP_MODE,
            operands: vec![SpirvOperand::Constant(constant)],
        });
    }
}
