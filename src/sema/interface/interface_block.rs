//! Blocks of inputs and outputs (GLSL 4.60, 4.3.9).
//!
//! Comes in: the declaration of a block with `in` or `out`. Goes out: a global whose members have interfaces of their
//! own. Must not depend on: blocks in memory; those are in `block`.

use crate::hir::{BlockLayout, Handle, Interface, InterfaceRate, Member, PackingRules, PlaceRoot, Span, Struct, Type};
use crate::sema::Analyzer;
use crate::sema::context::feature::IO_BLOCKS;
use crate::sema::context::message;
use crate::sema::declarations::block_member::DeclaredMember;
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::layout_decoration::is_passed_through;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::stage::Stage;
use crate::syntax::ast::{BlockDeclaration, SpirvWord};

impl Analyzer<'_> {
    /// `in Name { ... };` and `out Name { ... };`
    pub(in crate::sema) fn interface_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        direction: Direction,
        span: Span,
    ) {
        self.require_feature(&IO_BLOCKS, block.name.span);
        let place = if direction == Direction::In { Place::InputBlock } else { Place::OutputBlock };
        if self.is_builtin_block(block.name.symbol) {
            self.redeclare_block(block, qualifiers, direction);
            return;
        }
        self.check_place(qualifiers, place);
        self.check_memory(qualifiers, place, None);
        let exists = self.has_direction(direction, "blocks", span)
            && self.check_block_stage(direction, span)
            && self.check_task_memory(qualifiers, direction, true, block.name.span);
        self.declare_block_name(block, direction.storage_class());
        let outer = self.interface_of(qualifiers, direction);
        let buffer = outer.feedback.map(|it| it.buffer).or(self.output_defaults.xfb_buffer);
        let default = std::mem::replace(&mut self.output_defaults.xfb_buffer, buffer);
        let members = self.interface_members(block, &outer, direction, qualifiers.precise);
        self.output_defaults.xfb_buffer = default;
        let (Some(mut members), true) = (members, exists) else {
            self.silence_block(block);
            return;
        };
        let is_task = outer.rate == Some(InterfaceRate::Task);
        if is_task {
            self.place_task_members(&mut members);
        }
        let layout = is_task.then_some(BlockLayout {
            rules: PackingRules::Std430,
            reference_alignment: 0,
            hit_object_record: None,
        });
        let name = self.text(block.name.symbol).to_owned();
        let structure = Struct { name: name.into(), members, block: layout, is_interface_block: true };
        let structure = self.module.types.structs.append(structure, block.name.span);
        self.note_precise_members(structure);
        let contents = self.module.types.insert(Type::Struct(structure));
        let named = block.instance.unwrap_or(block.name);
        let declared = self.array_type(contents, &[], &block.dimensions);
        let ty = if is_passed_through(qualifiers) && declared == Some(contents) {
            declared
        } else {
            declared.and_then(|ty| self.sized_interface(ty, outer.rate, direction, named))
        };
        let (Some(declared), Some(ty)) = (declared, ty) else {
            self.silence_block(block);
            return;
        };
        if self.has_runtime_size(ty) {
            self.unsized_variable(named);
            return;
        }
        self.check_block_locations(structure, &outer, block.name.span);
        let mut variable = self.new_global(named, ty, direction.storage_class(), qualifiers, None, None);
        variable.read_only = direction.read_only();
        // Elements of an array that does not count vertices take consecutive locations, so it is the array that has a
        // location (Vulkan, "Location and Component Assignment").
        let is_array = self.per_vertex_element(ty, &outer, direction).map_or(ty, |(element, _)| element) != contents;
        let location = if is_array { self.take_member_locations(structure) } else { None };
        self.set_interface(&variable, Interface { rate: outer.rate, location, ..Interface::default() });
        if let PlaceRoot::Global(global) = variable.root {
            self.note_unsized(declared, global);
        }
        self.declare_instance(block, structure, variable);
    }

    /// Whether the stage may have blocks of this direction (GLSL 4.60, 4.3.9).
    fn check_block_stage(&mut self, direction: Direction, span: Span) -> bool {
        let what = match (self.module.stage, direction) {
            (Stage::Vertex, Direction::In) => "the inputs of a vertex",
            (Stage::Fragment, Direction::Out) => "the outputs of a fragment",
            _ => return true,
        };
        self.report(messages::not_in_block(span, &what));
        false
    }

    fn interface_members(
        &mut self,
        block: &BlockDeclaration,
        outer: &Interface,
        direction: Direction,
        precise: bool,
    ) -> Option<Vec<Member>> {
        let place = if direction == Direction::In { Place::InputMember } else { Place::OutputMember };
        let next_captured = std::cell::Cell::new(None);
        let read = |analyzer: &mut Self, qualifiers: &Qualifiers, _| {
            analyzer.check_place(qualifiers, place);
            analyzer.check_memory(qualifiers, place, None);
            let words = [SpirvWord::Decorate, SpirvWord::DecorateString];
            analyzer.only_spirv_words(qualifiers, &words, &[], "a member of a block");
            analyzer.check_member_storage(qualifiers, direction);
            analyzer.check_member_layout(qualifiers, outer);
            analyzer.interface_of(qualifiers, direction)
        };
        self.members_of_block(&block.members, Self::no_inline_block, read, |analyzer, declared, own| {
            let DeclaredMember { name, ty, .. } = *declared;
            let text = analyzer.text(name.symbol);
            if ty == analyzer.module.void() {
                analyzer.report(message::void_value(name.span, &format!("member `{text}`")));
                return None;
            }
            let mut interface = member_interface(own, outer);
            let ty = if interface.per_view { analyzer.sized_views(ty, true, name)? } else { ty };
            let ty = analyzer.implicitly_sized_member(ty, name, false);
            let mut next = next_captured.get();
            interface.feedback = analyzer.member_feedback(own.feedback, outer.feedback, ty, &mut next);
            next_captured.set(next);
            if analyzer.has_runtime_size(ty) {
                analyzer.report(message::unsized_array(name.span, &format!("array member `{text}`")));
                return None;
            }
            let fits = analyzer.check_interface_type(ty, direction, name);
            analyzer.check_flat(ty, &mut interface, direction, name.span);
            let member = declared.member(text);
            let precise = member.precise || precise;
            fits.then_some(Member { ty, interface, precise, ..member })
        })
    }

    /// Reports layouts that a member cannot have in addition to those of its block.
    fn check_member_layout(&mut self, qualifiers: &Qualifiers, outer: &Interface) {
        let layout = &qualifiers.layout;
        self.contradicts_block("xfb_buffer", layout.xfb_buffer, outer.feedback.map(|it| it.buffer));
        self.contradicts_block("stream", layout.stream, outer.stream.or(Some(0)));
        if let (Some((_, span)), None) = (layout.component, layout.location) {
            self.report(messages::component_without_location(span));
        }
    }

    /// Gives the members their locations: their own, or the one after the previous member (GLSL 4.60, 4.4.1).
    fn check_block_locations(&mut self, structure: Handle<Struct>, outer: &Interface, block: Span) {
        let Some(definition) = self.module.types.structure(structure) else { return };
        let located = |it: &Member| (self.without_views(it.ty, it.interface.per_view), it.interface.location, it.span);
        let members: Vec<_> = definition.members.iter().map(located).collect();
        let some = members.iter().any(|(_, location, _)| location.is_some());
        let missing = members.iter().find(|(_, location, _)| location.is_none());
        if let Some(&(_, _, span)) = missing.filter(|_| some && outer.location.is_none()) {
            self.report(messages::either_all_members_of_block_have_location(span, block));
        }
        let mut next = outer.location;
        for (index, (ty, own, _)) in members.into_iter().enumerate() {
            let location = own.or(next);
            next = location.map(|location| location.saturating_add(self.location_count(ty)));
            if let Some(member) = self.module.types.structs.get_mut(structure).members.get_mut(index) {
                member.interface.location = location;
            }
        }
    }

    /// The location of the first member; all members lose theirs.
    fn take_member_locations(&mut self, structure: Handle<Struct>) -> Option<u32> {
        let members = &mut self.module.types.structs.get_mut(structure).members;
        let first = members.first().and_then(|member| member.interface.location);
        for member in members {
            member.interface.location = None;
        }
        first
    }
}

/// The interface of a member: its own qualifiers, and those that its block sets for all members.
fn member_interface(own: &Interface, outer: &Interface) -> Interface {
    Interface {
        stream: own.stream.or(outer.stream),
        feedback: own.feedback.or(outer.feedback),
        interpolation: own.interpolation.or(outer.interpolation),
        sampling: own.sampling.or(outer.sampling),
        rate: own.rate.or(outer.rate),
        per_view: own.per_view || outer.per_view,
        invariant: own.invariant || outer.invariant,
        ..own.clone()
    }
}
