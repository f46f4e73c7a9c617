//! `nonuniformEXT` and `subgroupuniformEXT` on declarations of what takes no such marks.
//!
//! Comes in: the qualifiers of a declaration. Goes out: reports. Must not depend on: how values are marked.

use crate::diagnostics::Diagnostic;
use crate::sema::context::marks::SUBGROUP_UNIFORM_EXTENSION;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};

impl Analyzer<'_> {
    /// Reports `nonuniformEXT` where it means nothing.
    pub(in crate::sema) fn no_non_uniform(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some(span) = qualifiers.non_uniform {
            self.report(
                Diagnostic::error(
                    Code::QualifierMisplaced,
                    span,
                    format!("`nonuniformEXT` cannot be used on {what}"),
                )
                .with_note("GL_EXT_nonuniform_qualifier: it is for variables without storage qualifier, parameters and results of functions"),
            );
        }
    }

    /// Reports `subgroupuniformEXT` where it means nothing.
    pub(in crate::sema) fn no_subgroup_uniform(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some(span) = qualifiers.subgroup_uniform {
            self.report(
                Diagnostic::error(
                    Code::QualifierMisplaced,
                    span,
                    format!("`subgroupuniformEXT` cannot be used on {what}"),
                )
                .with_note(format!(
                    "{SUBGROUP_UNIFORM_EXTENSION}, 4.X: it is for variables without storage qualifier, parameters and results of functions"
                )),
            );
        }
    }
}
