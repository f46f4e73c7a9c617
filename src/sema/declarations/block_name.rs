//! The names that a block declares: its own, that of its instance, or those of its members (GLSL 4.60, 4.3.9).
//!
//! Comes in: a block. Goes out: names in the global scope. Must not depend on: what the block is for.

use crate::hir::{Handle, PlaceStep, StorageClass, Struct};
use crate::sema::Analyzer;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::declarations::messages;
use crate::syntax::ast::BlockDeclaration;

impl Analyzer<'_> {
    /// Declares the name of a block; each storage class has its own names.
    pub(in crate::sema) fn declare_block_name(&mut self, block: &BlockDeclaration, storage: StorageClass) {
        if let Some(earlier) = self.block_defaults.names.insert((block.name.symbol, storage), block.name.span) {
            let name = self.text(block.name.symbol);
            self.report(messages::block_name_is_declared_twice(block.name.span, &name, earlier));
        } else if !matches!(
            self.scopes.get(block.name.symbol).map(|it| &it.entity),
            Some(Entity::Block | Entity::Reference(_))
        ) {
            self.check_name(block.name);
            self.declare(block.name, Entity::Block);
        }
    }

    /// Declares the variable that a block is: under its instance name, or its members under theirs.
    pub(in crate::sema) fn declare_instance(
        &mut self,
        block: &BlockDeclaration,
        structure: Handle<Struct>,
        variable: Variable,
    ) {
        match block.instance {
            Some(instance) => {
                self.check_name(instance);
                self.declare(instance, Entity::Variable(variable));
            }
            None => self.declare_members(block, structure, &variable),
        }
    }

    /// Members of a block without instance name are names of the global scope.
    fn declare_members(&mut self, block: &BlockDeclaration, structure: Handle<Struct>, variable: &Variable) {
        let Some(definition) = self.module.types.structure(structure) else { return };
        let members: Vec<_> =
            definition.members.iter().map(|member| (member.ty, member.qualifiers, member.precise)).collect();
        let names = block.members.iter().flat_map(|member| &member.declarators).map(|declarator| declarator.name);
        for (index, (name, (ty, qualifiers, precise))) in names.zip(members).enumerate() {
            self.check_name(name);
            let variable = Variable {
                step: Some(PlaceStep::Member(index as u32)),
                ty,
                access: variable.access | qualifiers,
                precise,
                ..variable.clone()
            };
            self.declare(name, Entity::Variable(variable));
        }
    }

    /// Makes the names of a wrong block silent.
    pub(in crate::sema) fn silence_block(&mut self, block: &BlockDeclaration) {
        match block.instance {
            Some(instance) => self.silence(instance.symbol, instance.span),
            None => {
                for declarator in block.members.iter().flat_map(|member| &member.declarators) {
                    self.silence(declarator.name.symbol, declarator.name.span);
                }
            }
        }
    }
}
