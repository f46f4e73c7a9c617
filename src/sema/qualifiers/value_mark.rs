//! `nonuniformEXT` and `subgroupuniformEXT` on declarations that do not take such marks.
//!
//! Comes in: the qualifiers of a declaration. Goes out: reports. Must not depend on: how values are marked.

use crate::sema::Analyzer;
use crate::sema::context::marks::SUBGROUP_UNIFORM_EXTENSION;
use crate::sema::context::message;
use crate::sema::qualifiers::qualifier::Qualifiers;

impl Analyzer<'_> {
    /// Reports `nonuniformEXT` where it means nothing.
    pub(in crate::sema) fn no_non_uniform(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some(span) = qualifiers.non_uniform {
            self.report(
                message::misplaced_qualifier(span, "nonuniformEXT", what)
                .with_note("GL_EXT_nonuniform_qualifier: it is for variables without storage qualifier, parameters and results of functions"),
            );
        }
    }

    /// Reports `subgroupuniformEXT` where it means nothing.
    pub(in crate::sema) fn no_subgroup_uniform(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some(span) = qualifiers.subgroup_uniform {
            self.report(
                message::misplaced_qualifier(span, "subgroupuniformEXT", what)
                .with_note(format!(
                    "{SUBGROUP_UNIFORM_EXTENSION}, 4.X: it is for variables without storage qualifier, parameters and results of functions"
                )),
            );
        }
    }
}
