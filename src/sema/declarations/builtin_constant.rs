//! A built-in constant that a shader sets (GL_EXT_opacity_micromap_ray_query_mode).
//!
//! Comes in: `const bool gl_EnableOpacityMicromapEXT = true;`, or a specialization constant of that name. Goes out: the execution
//! mode. Must not depend on: other constants.

use crate::builtins::extensions;
use crate::hir::{Constant, Handle, SpirvExecutionMode, SpirvForm, SpirvOperand};
use crate::sema::Analyzer;
use crate::sema::context::scope::Entity;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::syntax::ast::Name;

/// The constant that says whether ray queries take opacity micromaps into account.
const OPACITY_MICROMAP: &str = "gl_EnableOpacityMicromapEXT";

// The parts of SPV_KHR_opacity_micromap that the crates do not know yet: the execution mode OpacityMicromapIdKHR, and
// the capability RayTracingOpacityMicromapExecutionModeKHR.
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

    /// Requests the execution mode for opacity micromaps if the extension is on
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
            Some(constant) if self.module.constants.get_handle(constant).is_ok_and(|it| it.ty == self.common.bool) => {
                constant
            }
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
