//! Declarations of variables and blocks that shaders of a pipeline pass to each other outside inputs and outputs.
//!
//! Comes in: declarations with a storage qualifier of `pipeline_storage`. Goes out: globals. Must not depend on: any single
//! qualifier; each is a row.

use crate::hir::{GlobalVariable, Handle, Interface, Member, Span, StorageClass, Struct, Type};
use crate::sema::context::message;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::interface::messages;
use crate::sema::interface::pipeline_storage::{PipelineStorage, ROWS};
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::stage::Stage;
use crate::syntax::ast::{BlockDeclaration, Declarator, Name};

impl Analyzer<'_> {
    /// `rayPayloadEXT vec4 payload;`
    pub(in crate::sema) fn pipeline_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
        storage: &'static PipelineStorage,
        span: Span,
    ) {
        let name = declarator.name;
        let exists = self.check_pipeline_storage(qualifiers, storage, span);
        if let Some(initializer) = declarator.initializer {
            let what = storage.what();
            self.report(messages::has_initializer(self.span_of(initializer), &what, storage.section));
        }
        if !exists || !self.check_pipeline_type(ty, storage, name) {
            self.declare(name, Entity::Error);
            return;
        }
        if storage.attachments {
            self.check_tile_image(ty, qualifiers, storage, name);
        }
        let variable = self.pipeline_global(name, ty, qualifiers, storage);
        self.declare(name, Entity::Variable(variable));
    }

    /// The location of a tile image: it must have one, below the number of draw buffers, that no other tile image has
    /// (GL_EXT_shader_tile_image, 4.4.x).
    fn check_tile_image(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, storage: &PipelineStorage, name: Name) {
        let Some((location, span)) = qualifiers.layout.location else {
            self.report(messages::pipeline_variable_needs_location(name.span, &storage.what()));
            return;
        };
        let end = location.saturating_add(self.location_count(ty));
        if let Some(limit) = self.limit("gl_MaxDrawBuffers").filter(|limit| end > *limit) {
            self.report(messages::location_above_limit(span, &end.saturating_sub(1), &limit));
        }
        let overlaps = |it: &GlobalVariable| {
            let start = it.interface.location.filter(|_| it.storage == storage.class);
            start.is_some_and(|start| start < end && location < start.saturating_add(self.location_count(it.ty)))
        };
        let earlier =
            self.module.globals.iter().find(|(_, it)| it.interface.location != Some(location) && overlaps(it));
        if let Some(earlier) = earlier.map(|(_, it)| it.span) {
            self.report(
                message::taken_location(Code::LayoutConflict, span, location, earlier)
                    .with_note("GL_EXT_shader_tile_image, 4.4.x"),
            );
        }
    }

    /// Tile images and outputs at the same location have the same kind of numbers (GL_EXT_shader_tile_image, 4.4.x).
    pub(in crate::sema) fn finish_tile_images(&mut self) {
        let kind = |analyzer: &Self, ty: Handle<Type>| match *analyzer.module.types.get(analyzer.element_of_arrays(ty))
        {
            Type::Image(image) => Some(image.shape.texel.kind),
            ref other => other.scalar().map(|it| it.kind),
        };
        let is_tile = |it: &GlobalVariable| it.storage == StorageClass::TileImage;
        let tiles: Vec<_> =
            self.module.globals.iter().filter(|(_, it)| is_tile(it)).map(|(_, it)| it.clone()).collect();
        if tiles.is_empty() {
            return;
        }
        let mut wrong = Vec::new();
        for (_, other) in self.module.globals.iter() {
            let Some(start) = other.interface.location.filter(|_| other.storage == StorageClass::Output) else {
                continue;
            };
            let end = start.saturating_add(self.location_count(other.ty));
            for tile in &tiles {
                let Some(location) = tile.interface.location else { continue };
                let overlap = location < end && start < location.saturating_add(self.location_count(tile.ty));
                if overlap && kind(self, tile.ty) != kind(self, other.ty) {
                    let (tile_type, output) = (self.spell(tile.ty), self.spell(other.ty));
                    wrong.push(messages::reads_output_of_other_type(tile.span, &tile_type, other.span, &output));
                }
            }
        }
        wrong.into_iter().for_each(|message| self.report(message));
    }

    /// `rayPayloadEXT Name { ... };`
    pub(in crate::sema) fn pipeline_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: &'static PipelineStorage,
        span: Span,
    ) {
        let exists =
            self.check_pipeline_storage(qualifiers, storage, span) && self.check_pipeline_block(block, storage);
        self.declare_block_name(block, storage.class);
        let (Some(members), true) = (self.pipeline_members(block, storage), exists) else {
            self.silence_block(block);
            return;
        };
        let structure =
            Struct { name: self.text(block.name.symbol).into(), members, block: None, is_interface_block: false };
        let structure = self.module.types.structs.append(structure, block.span);
        let contents = self.module.types.insert(Type::Struct(structure));
        let named = block.instance.unwrap_or(block.name);
        let Some(ty) = self.array_type(contents, &[], &block.dimensions) else {
            self.silence_block(block);
            return;
        };
        if self.has_runtime_size(ty) {
            self.unsized_variable(named);
            return;
        }
        let variable = self.pipeline_global(named, ty, qualifiers, storage);
        self.declare_instance(block, structure, variable);
    }

    /// Whether blocks may be of this kind; reports it if not.
    fn check_pipeline_block(&mut self, block: &BlockDeclaration, storage: &PipelineStorage) -> bool {
        if !storage.blocks {
            let word = storage.word;
            self.report(
                message::misplaced_qualifier(block.name.span, word, "a block")
                    .with_help(format!("declare a structure and a variable: `{word} Name name;`"))
                    .with_note(storage.section),
            );
        }
        storage.blocks
    }

    fn pipeline_members(&mut self, block: &BlockDeclaration, storage: &PipelineStorage) -> Option<Vec<Member>> {
        let check = |analyzer: &mut Self, qualifiers: &Qualifiers, _| {
            analyzer.check_place(qualifiers, Place::PipelineMember);
            analyzer.check_memory(qualifiers, Place::PipelineMember, None);
            if let Some((other, span)) = qualifiers.storage {
                analyzer.report(messages::storage_of_member(span, &other.word()));
            }
        };
        self.members_of_block(&block.members, Self::no_inline_block, check, |analyzer, declared, ()| {
            let fits = analyzer.check_pipeline_type(declared.ty, storage, declared.name);
            let member = declared.member(analyzer.text(declared.name.symbol));
            fits.then_some(Member { precise: false, ..member })
        })
    }

    /// Whether the stage has such variables; reports it if not, and misplaced qualifiers.
    fn check_pipeline_storage(
        &mut self,
        qualifiers: &Qualifiers,
        storage: &'static PipelineStorage,
        span: Span,
    ) -> bool {
        let word = storage.word;
        if !self.any_extension(storage.extensions, word, span) {
            return false;
        }
        if !storage.stages.contains(self.module.stage) {
            let stage = self.module.stage.facts().with_article();
            let stages: Vec<_> =
                Stage::all().iter().filter(|row| storage.stages.contains(row.stage)).map(|row| row.name).collect();
            self.report(messages::storage_not_in_stage(span, &word, &stage, &storage.section, &stages.join(", ")));
            return false;
        }
        self.check_place(qualifiers, Place::PipelineVariable);
        self.check_memory(qualifiers, Place::PipelineVariable, None);
        true
    }

    /// Whether a variable may have this type; reports it if not.
    fn check_pipeline_type(&mut self, ty: Handle<Type>, storage: &PipelineStorage, name: Name) -> bool {
        let what = storage.what();
        if ty == self.module.void() {
            let text = self.text(name.symbol);
            self.report(message::void_value(name.span, &format!("`{text}`")));
            return false;
        }
        if self.has_runtime_size(ty) {
            let text = self.text(name.symbol);
            self.report(message::unsized_array(name.span, &format!("array `{text}`")).with_note(storage.section));
            return false;
        }
        if storage.attachments {
            return self.check_attachment_type(ty, storage, name);
        }
        if self.contains_opaque(ty) {
            self.report(messages::contains_resource(name.span, &what, storage.section));
            return false;
        }
        self.no_hidden_part(ty, &what, name.span)
    }

    /// Whether a type is that of attachments, or an array of them; reports it if not.
    fn check_attachment_type(&mut self, ty: Handle<Type>, storage: &PipelineStorage, name: Name) -> bool {
        if self.is_tile_attachment(ty) {
            return true;
        }
        let spelled = self.spell(ty);
        self.report(messages::not_an_attachment(name.span, &storage.what(), &spelled, storage.section));
        false
    }

    fn pipeline_global(
        &mut self,
        name: Name,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        storage: &'static PipelineStorage,
    ) -> Variable {
        let location = qualifiers.layout.location;
        // A variable that calls select by location is alone there, incoming or outgoing.
        let kind = storage.class.located();
        let has_location =
            |it: &GlobalVariable| location.is_some_and(|(at, _)| kind.is_some() && it.interface.location == Some(at));
        let is_second = |it: &GlobalVariable| it.storage == storage.class && !storage.several;
        let same = |it: &GlobalVariable| is_second(it) || it.storage.located() == kind && has_location(it);
        let earlier =
            self.module.globals.iter().find(|(_, it)| same(it)).map(|(_, it)| (it.span, is_second(it), it.storage));
        if let Some((earlier, is_second, class)) = earlier {
            let place = location.map_or(name.span, |(_, span)| span);
            self.report(match location.filter(|_| !is_second) {
                Some((at, _)) => {
                    let other = ROWS.iter().find(|row| row.class == class && row.extensions == storage.extensions);
                    let word = other.map_or(storage.word, |row| row.word);
                    let which = if word == storage.word { "another" } else { "a" };
                    messages::other_variable_at_location(place, which, word, at, earlier, storage.section)
                }
                None => messages::second_variable(place, storage.word, earlier, storage.section),
            });
        }
        if let (Some((_, span)), StorageClass::HitAttribute) = (location, storage.class) {
            self.report(messages::has_no_location(span, &storage.what()));
        }
        let mut variable = self.new_global(name, ty, storage.class, qualifiers, None, None);
        if storage.reading.contains(self.module.stage) {
            variable.read_only = Some("which this stage can only read");
        }
        self.set_interface(&variable, Interface { location: location.map(|(at, _)| at), ..Interface::default() });
        variable
    }

    /// A block of the shader's record: in the stages of ray tracing, one per shader (GL_EXT_ray_tracing, 4.4.5).
    pub(in crate::sema) fn check_shader_record(&mut self, block: &BlockDeclaration) {
        let span = block.name.span;
        if !self.module.stage.facts().is_ray_tracing {
            let stage = self.module.stage.facts().with_article();
            self.report(messages::no_shader_record(span, &stage));
        }
        let is_record = |it: &GlobalVariable| it.storage == StorageClass::ShaderRecord;
        let earlier = self.module.globals.iter().find(|(_, it)| is_record(it)).map(|(_, it)| it.span);
        if let Some(earlier) = earlier {
            self.report(messages::second_shader_record(span, earlier));
        }
    }
}
