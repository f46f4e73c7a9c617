//! Global variables of every kind.
//!
//! Comes in: name, type, storage and qualifiers. Goes out: a global of HIR and the variable that names it. Must not depend on:
//! which declaration it comes from.

use crate::builtins::extensions;
use crate::hir::{Constant, GlobalVariable, Handle, PlaceRoot, ResourceBinding, Span, StorageClass, Type};
use crate::sema::Analyzer;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::declarations::messages;
use crate::sema::expressions::memory_direction::meaningful;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::syntax::ast::Name;

impl Analyzer<'_> {
    /// Makes a global and the variable that names it.
    pub(in crate::sema) fn new_global(
        &mut self,
        name: Name,
        ty: Handle<Type>,
        storage: StorageClass,
        qualifiers: &Qualifiers,
        initializer: Option<Handle<Constant>>,
        binding: Option<ResourceBinding>,
    ) -> Variable {
        let text = self.text(name.symbol);
        let (mut memory, mut access) = (qualifiers.memory | qualifiers.relaxed(), qualifiers.access());
        if matches!(storage, StorageClass::UniformConstant | StorageClass::TileAttachment)
            && !self.is_writable_resource(ty)
        {
            (memory, access) = (meaningful(memory), meaningful(access));
        }
        let global = self.module.globals.append(
            GlobalVariable {
                binding,
                qualifiers: memory,
                initializer,
                decorations: qualifiers.decorations(),
                span: name.span,
                ..GlobalVariable::new(text, ty, storage)
            },
            name.span,
        );
        Variable {
            root: PlaceRoot::Global(global),
            step: None,
            ty,
            storage,
            access,
            read_only: None,
            precise: qualifiers.precise,
        }
    }

    /// `layout(set, binding)`; a missing binding is an error in Vulkan GLSL, a missing set is 0.
    pub(super) fn resource_binding(&mut self, qualifiers: &Qualifiers, span: Span) -> Option<ResourceBinding> {
        let set = qualifiers.layout.set.map_or(0, |(set, _)| set);
        match qualifiers.layout.binding {
            Some((binding, _)) => Some(ResourceBinding { set, binding }),
            // Which numbers are free is only known once all declarations have been seen.
            None if qualifiers.layout.wrong => None,
            None if self.options.auto_bind => Some(ResourceBinding { set, binding: ResourceBinding::UNASSIGNED }),
            None => {
                let mut diagnostic = messages::resource_needs_binding(span);
                if self.is_on(extensions::GL_EXT_descriptor_heap) {
                    diagnostic = diagnostic.with_help("arrays in a descriptor heap have `layout(descriptor_heap)`");
                }
                self.report(diagnostic);
                None
            }
        }
    }

    pub(in crate::sema) fn unsized_variable(&mut self, name: Name) {
        self.report_unsized(name);
        self.declare(name, Entity::Error);
    }
}
