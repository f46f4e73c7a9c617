//! Critical sections of fragment shaders: `main` begins and ends one, outside control flow and before any `return`
//! (GL_ARB_fragment_shader_interlock, 8.13.3; GL_NV_fragment_shader_interlock says the same).
//!
//! Comes in: a call that begins or ends a section, and where it stands. Goes out: a report if it is not allowed there. Must not
//! depend on: whether both calls are there, which only the end of the shader shows.

use crate::builtins::Check;
use crate::hir::Span;
use crate::sema::Analyzer;
use crate::sema::calls::messages;

impl Analyzer<'_> {
    /// Reports the beginning or end of a critical section that not all invocations may reach, or a second one.
    pub(super) fn check_interlock_place(&mut self, name: &str, check: Option<Check>, span: Span) {
        let begun = self.modes.interlock_begin;
        let (place, is_early) = match check {
            Some(Check::InterlockBegin) => (&mut self.modes.interlock_begin, false),
            Some(Check::InterlockEnd) => (&mut self.modes.interlock_end, begun.is_none()),
            _ => return,
        };
        let before = *place;
        place.get_or_insert(span);
        let returned = self.per_vertex.returned;
        let (rule, other) = if !self.in_main() {
            ("is only allowed in `main`", None)
        } else if self.builder.depth > 0 {
            ("is not allowed inside control flow", None)
        } else if let Some(returned) = returned {
            ("is not allowed after a `return`", Some(("this one", returned)))
        } else if let Some(before) = before {
            ("is called a second time", Some(("the first call", before)))
        } else if is_early {
            ("ends a critical section that has not begun", None)
        } else {
            return;
        };
        self.report(messages::interlock_misplaced(span, &name, rule, other));
    }
}
