//! Declarations of names (GLSL 4.60, 3.7 and 4.2.2).
//!
//! Comes in: a name with what it stands for. Goes out: the name in the current scope, or a report. Must not depend on: what is
//! declared.

use crate::builtins::extensions;
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::syntax::ast::Name;

impl Analyzer<'_> {
    /// Declares a name in the current scope, or reports that the scope has it already.
    pub(in crate::sema) fn declare(&mut self, name: Name, entity: Entity) {
        if matches!(entity, Entity::Error) {
            self.left_out(name.span);
        }
        if let Err(earlier) = self.scopes.declare(name.symbol, entity, name.span) {
            let text = self.text(name.symbol);
            self.report(message::declared_twice(name.span, &text, earlier));
        }
    }

    /// Reports names that the language reserves (GLSL 4.60, 3.7).
    pub(in crate::sema) fn check_name(&mut self, name: Name) {
        let text = self.text(name.symbol);
        // With intrinsics they are reserved by convention only (GL_EXT_spirv_intrinsics, 3.7).
        let allowed = self.is_on(extensions::GL_EXT_spirv_intrinsics);
        if text.starts_with("gl_") && !allowed {
            self.report(message::reserved_name(name.span, &text));
        }
    }
}
