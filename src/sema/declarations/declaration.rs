//! Variables and constants, global and local (GLSL 4.60, 4.3).
//!
//! Comes in: a declaration of the syntax tree. Goes out: variables and constants of HIR, and their names in scope. Must
//! not depend on: blocks and functions.

use crate::diagnostics::with_article;
use crate::hir::{
    ArrayLength, Constant, ConstantKind, Handle, MemoryQualifiers, NamedConstant, PlaceRoot, Span, StorageClass, Type,
};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::report::memory_word;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::declarations::messages;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::extensions::spirv_intrinsics::DECORATE;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::syntax::ast::{BaseType, Declaration, Declarator, Expression, FullType, Name, SpirvWord};

impl Analyzer<'_> {
    /// Any declaration except a function definition, at global scope or in a function.
    pub(in crate::sema) fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Variables { ty, declarators, span } => {
                self.variable_declaration(ty, declarators, *span);
                declarators.iter().for_each(|declarator| self.must_be_known(declarator.name));
            }
            Declaration::Block(block) => {
                self.block(block);
                self.must_be_known(block.instance.unwrap_or(block.name));
            }
            Declaration::Prototype(prototype) => {
                self.function_prototype(prototype);
                self.must_be_known(prototype.name);
            }
            Declaration::Precision { precision, ty, .. } => {
                if let Some(named) = self.type_specifier(ty, &[]) {
                    self.default_precision(*precision, named, ty);
                }
            }
            Declaration::Qualifiers { qualifiers, names, span } => {
                let qualifiers = Qualifiers::collect(self, qualifiers);
                self.qualifier_declaration(&qualifiers, names, *span);
            }
        }
    }

    /// Checks that a declaration was not dropped: what it declares has a meaning now, even if it is wrong. Built-in
    /// variables and blocks keep theirs when they are redeclared.
    fn must_be_known(&mut self, name: Name) {
        if self.scopes.get(name.symbol).is_none() && !self.text(name.symbol).starts_with("gl_") {
            self.left_out(name.span);
        }
    }

    /// `type a, b = c;`
    fn variable_declaration(&mut self, ty: &FullType, declarators: &[Declarator], span: Span) {
        let specifier = &ty.specifier;
        let mut qualifiers = Qualifiers::collect(self, &ty.qualifiers);
        let base = self.type_specifier(&ty.specifier, &[]);
        self.resolve_precision(&mut qualifiers, base, &ty.specifier);
        qualifiers.counts = self.is_counter(&ty.specifier);
        if declarators.is_empty() {
            self.check_struct_qualifiers(&qualifiers);
            if base.is_some_and(|base| self.has_runtime_size(base)) {
                self.report(
                    message::unsized_array(specifier.span, "this array").with_help("give it a size and a name"),
                );
            } else if base.is_some() && !matches!(ty.specifier.base, BaseType::Struct(_)) {
                self.report(message::declares_nothing(span));
            }
            return;
        }
        for declarator in declarators {
            let declared = base.and_then(|base| self.array_type(base, &[], &declarator.dimensions));
            let Some(ty) = declared else {
                if let Some(initializer) = declarator.initializer {
                    self.discard_value(initializer);
                }
                self.silence(declarator.name.symbol, declarator.name.span);
                continue;
            };
            if ty == self.module.void() {
                let name = self.text(declarator.name.symbol);
                self.report(message::void_value(declarator.name.span, &format!("variable `{name}`")));
                self.declare(declarator.name, Entity::Error);
                continue;
            }
            let direction = qualifiers.storage.and_then(|(storage, _)| Direction::of(storage));
            if !direction.is_some_and(|direction| self.redeclares_builtin(declarator.name, direction))
                && !self.redeclares_constant(declarator.name, &qualifiers)
            {
                self.check_name(declarator.name);
            }
            self.note_vector(specifier, declarator.name.span);
            if !self.may_cross_stages(ty, direction)
                && !self.allows_arithmetic(ty, "the type of a variable", declarator.name.span)
            {
                self.silence(declarator.name.symbol, declarator.name.span);
                continue;
            }
            if self.scopes.is_global() {
                self.global_variable(ty, &qualifiers, declarator);
            } else {
                self.local_variable(ty, &qualifiers, declarator);
            }
        }
    }

    /// Evaluates an expression for its errors only.
    fn discard_value(&mut self, expression: Handle<Expression>) {
        if matches!(self.node(expression), Expression::InitializerList(_)) {
            return;
        }
        let block = self.builder.new_block();
        let outer = self.builder.enter(block);
        let _ = self.expression(expression);
        let _ = self.builder.leave(outer);
    }

    /// A variable of a function. Its name is visible after its initializer (GLSL 4.60, 4.2.2).
    pub(in crate::sema) fn local_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        let name = declarator.name;
        if self.sizes_earlier_local(ty, qualifiers, declarator) {
            return;
        }
        self.only_spirv_words(qualifiers, DECORATE, &[], "a variable of a function");
        let place = if qualifiers.constant.is_some() { Place::Constant } else { Place::Local };
        self.check_place(qualifiers, place);
        if let Some((storage, span)) = qualifiers.storage {
            self.report(messages::cannot_be_used_on_variable_of_function(span, &storage.word()));
        }
        self.check_memory(qualifiers, place, Some(ty));
        self.no_constant_reference(ty, qualifiers);
        if self.is_state_object(ty) {
            self.state_object_variable(ty, qualifiers, declarator);
            return;
        }
        let note = "GLSL 4.60, 4.1.7: resources are `uniform` variables or parameters";
        if self.is_misplaced_resource(ty, name, "cannot be a variable of a function", note) {
            return;
        }
        let Some((initial, ty)) = self.initial_value(ty, qualifiers, declarator) else { return };
        if let Some(span) = qualifiers.constant {
            if self.declare_constant(&initial, ty, qualifiers, name, span) {
                return;
            }
            if self.version.is_es() {
                self.initializer_not_constant(declarator, "a `const` variable");
                return;
            }
        }
        let text = self.text(name.symbol);
        let local = self.builder.local(text, ty, name.span);
        self.builder.locals.get_mut(local).qualifiers = qualifiers.access();
        self.builder.locals.get_mut(local).decorations = qualifiers.decorations();
        let variable = Variable {
            root: PlaceRoot::Local(local),
            step: None,
            ty,
            storage: StorageClass::Function,
            access: qualifiers.access(),
            read_only: qualifiers.constant.map(|_| "which is `const`"),
            precise: qualifiers.precise,
        };
        if let Some(operand) = initial {
            self.initialize(&variable, operand, declarator);
        }
        self.declare(name, Entity::Variable(variable));
    }

    /// Whether a variable that is not a resource has the type of one; reports it.
    fn is_misplaced_resource(&mut self, ty: Handle<Type>, name: Name, problem: &str, note: &str) -> bool {
        let wrong = self.contains_opaque(ty) && !self.is_spirv_type(ty);
        if let Type::Struct(structure) = *self.module.types.get(self.element_of_arrays(ty))
            && self.is_buffer_type(structure)
        {
            self.misplaced_buffer(ty, name);
            return true;
        }
        if wrong {
            self.report(messages::misplaced_resource(name.span, &with_article(&self.spell(ty)), &problem, note));
            self.declare(name, Entity::Error);
        }
        wrong
    }

    /// The initial value of a variable, and its type with the size that the value or its uses give it. `None` after a
    /// report; the name is declared then.
    fn initial_value(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) -> Option<(Option<Operand>, Handle<Type>)> {
        let name = declarator.name;
        let initial = declarator.initializer.map(|initializer| self.initializer(initializer, ty));
        if self.hides_variable(&initial, ty, qualifiers) {
            self.declare(name, Entity::Error);
            return None;
        }
        let initial = self.unless_wrong(initial, name.span);
        let ty = match &initial {
            Some(operand) => self.type_of(operand).unwrap_or(ty),
            None => self.sized_for_now(ty, name),
        };
        if self.has_runtime_size(ty) {
            self.unsized_variable(name);
            return None;
        }
        Some((initial, ty))
    }

    /// Declares a `const` variable as the constant that it is initialized with, or reports that it has no initializer;
    /// returns whether it has done either.
    fn declare_constant(
        &mut self,
        initial: &Option<Operand>,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        name: Name,
        word: Span,
    ) -> bool {
        match *initial {
            Some(Operand::Constant(constant)) => {
                self.note_constant(constant, ty, qualifiers);
                self.name_constant(constant, name);
                self.declare(name, Entity::Constant(constant));
            }
            None => self.constant_without_initializer(name, word),
            Some(_) => return false,
        }
        true
    }

    /// Records the name of a constant for debug information.
    fn name_constant(&mut self, constant: Handle<Constant>, name: Name) {
        let named = NamedConstant { name: self.text(name.symbol).to_owned(), constant, span: name.span };
        if self.scopes.is_global() {
            self.named_constants.push(named);
        } else {
            self.builder.named_constants.push(named);
        }
    }

    /// Writes the initial value of a variable.
    fn initialize(&mut self, variable: &Variable, operand: Operand, declarator: &Declarator) {
        let Some(initializer) = declarator.initializer else { return };
        let path = Path { access: MemoryQualifiers::NONE, read_only: None, ..Path::of(variable) };
        let span = self.span_of(initializer);
        self.store(&path, operand, span);
    }

    /// An initializer, unless it is wrong; then the variable does without.
    fn unless_wrong(&mut self, initial: Option<Operand>, span: Span) -> Option<Operand> {
        if matches!(initial, Some(Operand::Error)) {
            self.left_out(span);
            return None;
        }
        initial
    }

    /// Whether a wrong initializer makes checks of the variable's uses pointless, because its size or its value is
    /// unknown. Otherwise the declared type is enough to find what is wrong with them.
    fn hides_variable(&self, initial: &Option<Operand>, ty: Handle<Type>, qualifiers: &Qualifiers) -> bool {
        matches!(initial, Some(Operand::Error)) && (qualifiers.constant.is_some() || self.has_runtime_size(ty))
    }

    fn constant_without_initializer(&mut self, name: Name, span: Span) {
        let text = self.text(name.symbol);
        self.report(messages::constant_needs_initializer(name.span, &text, span));
        self.declare(name, Entity::Error);
    }

    fn global_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) {
        if let Some(earlier) = self.sizes_earlier_array(ty, qualifiers, declarator) {
            self.size_is_declared(earlier);
            // Once: another declaration is one too many.
            self.sized_later.remove(&declarator.name.symbol);
            let place = match qualifiers.storage {
                Some((Storage::Uniform, _)) => Place::Resource,
                Some((Storage::Shared, _)) => Place::SharedVariable,
                _ => Place::Private,
            };
            self.check_place(qualifiers, place);
            return;
        }
        self.only_spirv_words(qualifiers, DECORATE, &[SpirvWord::StorageClass], "a global variable");
        if let Some((number, span)) = qualifiers.spirv.storage_class {
            self.numbered_variable(ty, qualifiers, declarator, number, span);
            return;
        }
        match qualifiers.storage {
            None => self.private_variable(ty, qualifiers, declarator),
            Some((Storage::Uniform, _)) if qualifiers.counts => self.atomic_counter(ty, qualifiers, declarator),
            Some((Storage::Uniform, span)) => self.uniform_variable(ty, qualifiers, declarator, span),
            Some((Storage::Shared, _)) => self.shared_variable(ty, qualifiers, declarator),
            Some((Storage::Buffer, span)) => {
                self.report(messages::buffer_needs_block(span));
                self.declare(declarator.name, Entity::Error);
            }
            Some((storage @ Storage::Heap(_), span)) => {
                let word = storage.word();
                self.report(messages::storage_needs_block(span, &word));
                self.declare(declarator.name, Entity::Error);
            }
            Some((Storage::Pipeline(storage), span)) => {
                self.pipeline_variable(ty, qualifiers, declarator, storage, span);
            }
            Some((storage, span)) => match Direction::of(storage) {
                Some(direction) => self.interface_variable(ty, qualifiers, declarator, direction, span),
                None => {
                    let word = storage.word();
                    self.report(
                        message::misplaced_qualifier(span, word, "a global variable")
                            .with_note("GLSL 4.60, 4.3.4 and 4.3.6: it is for parameters"),
                    );
                    self.declare(declarator.name, Entity::Error);
                }
            },
        }
    }

    /// A global variable of each invocation, a constant, or a specialization constant.
    fn private_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) {
        let name = declarator.name;
        let place = if qualifiers.constant.is_some() { Place::Constant } else { Place::Private };
        self.check_memory(qualifiers, place, Some(ty));
        self.no_constant_reference(ty, qualifiers);
        if self.is_state_object(ty) {
            self.check_place(qualifiers, place);
            self.state_object_variable(ty, qualifiers, declarator);
            return;
        }
        if self.is_misplaced_resource(ty, name, "must be declared `uniform`", "GLSL 4.60, 4.1.7") {
            return;
        }
        if let Some((id, span)) = qualifiers.layout.constant_id {
            self.check_place(qualifiers, Place::SpecializationConstant);
            self.specialization_constant(ty, id, span, qualifiers, declarator);
            return;
        }
        self.check_place(qualifiers, place);
        let Some((initial, ty)) = self.initial_value(ty, qualifiers, declarator) else { return };
        if let Some(span) = qualifiers.constant {
            if let Some(Operand::Constant(constant)) = initial {
                self.check_composite(constant, declarator);
            }
            if !self.declare_constant(&initial, ty, qualifiers, name, span) {
                self.initializer_not_constant(declarator, "a global `const` variable");
            }
            return;
        }
        let (constant, computed) = match initial {
            None => (None, None),
            Some(Operand::Constant(constant)) => (Some(constant), None),
            computed => (None, computed),
        };
        let is_address = matches!(computed, Some(Operand::ConstantReference(..)));
        if computed.is_some() && !is_address && self.needs_constant_initializers() {
            self.initializer_not_constant(declarator, "a global variable");
            return;
        }
        let variable = self.new_global(name, ty, StorageClass::Private, qualifiers, constant, None);
        if let Some(operand) = computed {
            self.initialize(&variable, operand, declarator);
        }
        self.declare(name, Entity::Variable(variable));
    }

    /// A resource: an image, a texture, a sampler.
    fn uniform_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator, span: Span) {
        let name = declarator.name;
        if self.takes_opengl() && !self.contains_opaque(ty) {
            self.default_uniform(ty, qualifiers, declarator);
            return;
        }
        if let Some(initializer) = declarator.initializer {
            self.report(messages::uniform_cannot_have_initializer(self.span_of(initializer)));
        }
        let resource = self.element_of_arrays(ty);
        if !self.module.types.get(resource).is_opaque() && !self.is_spirv_type(resource) {
            let mut diagnostic = messages::uniform_needs_block(span);
            if !self.contains_opaque(ty) {
                diagnostic = diagnostic.with_help("or let `--relaxed-vulkan` put it into one");
            }
            self.report(diagnostic);
            self.declare(name, Entity::Error);
            return;
        }
        if self.is_state_object(ty) {
            self.uniform_state_object(ty, name, span);
            return;
        }
        let Some(placed) = self.placed_type(ty, qualifiers, StorageClass::UniformConstant, name) else {
            self.declare(name, Entity::Error);
            return;
        };
        let ty = self.check_image_format(placed.ty, resource, qualifiers, name);
        self.require_precision(qualifiers, resource, name.span);
        self.check_place(qualifiers, Place::Resource);
        self.check_memory(qualifiers, Place::Resource, Some(ty));
        let binding = if placed.has_binding() { self.resource_binding(qualifiers, name.span) } else { None };
        if self.is_tile_attachment(resource) {
            self.report(messages::attachments_are_not_uniforms(span));
        }
        let storage = self.resource_storage(qualifiers, resource);
        let variable = self.new_global(name, ty, storage, qualifiers, None, binding);
        self.set_attachment(&variable, qualifiers, resource, name.span);
        self.place_variable(&variable, &placed);
        self.declare(name, Entity::Variable(variable));
    }

    fn shared_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) {
        let name = declarator.name;
        if let Some((_, span)) = qualifiers.storage
            && !self.stage_shares(span)
        {
            self.declare(name, Entity::Error);
            return;
        }
        self.check_place(qualifiers, Place::SharedVariable);
        self.check_memory(qualifiers, Place::SharedVariable, Some(ty));
        self.note_shared_variable(name.span);
        let null = match declarator.initializer {
            Some(initializer) => {
                matches!(self.node(initializer), Expression::InitializerList(items) if items.is_empty())
            }
            None => false,
        };
        if let Some(initializer) = declarator.initializer.filter(|_| !null) {
            self.report(messages::shared_variable_cannot_have_initializer(self.span_of(initializer)));
        }
        if self.contains_opaque(ty) && !self.is_spirv_type(ty) {
            let spelled = self.spell(ty);
            self.report(messages::cannot_be_shared(name.span, &with_article(&spelled)));
            self.declare(name, Entity::Error);
            return;
        }
        if !self.fills_bytes(ty, "`shared`", name.span)
            || (self.hidden_part(ty).is_some_and(|part| !part.in_shared)
                && !self.no_hidden_part(ty, "a `shared` variable", name.span))
        {
            self.declare(name, Entity::Error);
            return;
        }
        // An array that gets its size from its uses cannot be initialized with `{}`.
        if let Some(initializer) = declarator.initializer.filter(|_| null)
            && !self.null_initializer(ty, self.span_of(initializer))
        {
            self.declare(name, Entity::Error);
            return;
        }
        let ty = self.sized_for_now(ty, name);
        if self.has_runtime_size(ty) {
            self.unsized_variable(name);
            return;
        }
        // Vulkan accepts nothing but OpConstantNull here, whatever the type.
        let initializer = null.then(|| self.constant(ty, ConstantKind::Null));
        let variable = self.new_global(name, ty, StorageClass::Workgroup, qualifiers, initializer, None);
        self.declare(name, Entity::Variable(variable));
    }

    /// Whether this gives an array of the same function its size (GLSL 4.60, 4.1.9). Reports one that is too small.
    fn sizes_earlier_local(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) -> bool {
        let name = declarator.name;
        let Some(declared) = self.scopes.get_local(name.symbol) else { return false };
        let (earlier, Entity::Variable(variable)) = (declared.span, &declared.entity) else { return false };
        let PlaceRoot::Local(local) = variable.root else { return false };
        let (Type::Array { element: old, .. }, Type::Array { element, length: ArrayLength::Constant(length) }) =
            (self.module.types.get(variable.ty), self.module.types.get(ty))
        else {
            return false;
        };
        let length = *length;
        let repeats = old == element && declarator.initializer.is_none() && qualifiers.constant.is_none();
        if !repeats || qualifiers.storage.is_some() {
            // It is about to be reported as another variable of this name.
            self.is_unsized_reported(earlier);
            return false;
        }
        let variable = Variable { ty, ..variable.clone() };
        let Some(array) = self.size_is_declared(earlier) else { return false };
        if let Some(largest) = array.largest.filter(|it| *it >= i64::from(length)) {
            self.report(messages::size_below_earlier_index(name.span, &largest, &self.spell(ty), earlier));
        }
        self.builder.locals.get_mut(local).ty = ty;
        self.scopes.redeclare(name.symbol, Entity::Variable(variable));
        true
    }

    /// Where the array was declared that this only repeats with the size that was left open there (GLSL 4.60, 4.1.9). The
    /// earlier declaration has already looked ahead for the size.
    fn sizes_earlier_array(&self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) -> Option<Span> {
        let declared = self.scopes.get_local(declarator.name.symbol)?;
        let Entity::Variable(variable) = &declared.entity else { return None };
        let storage = match qualifiers.storage {
            None if qualifiers.constant.is_none() => StorageClass::Private,
            Some((Storage::Shared, _)) => StorageClass::Workgroup,
            Some((Storage::Uniform, _)) => StorageClass::UniformConstant,
            _ => return None,
        };
        let repeats = self.sized_later.contains(&declarator.name.symbol)
            && self.is_same_array(variable.ty, ty)
            && variable.storage == storage
            && declarator.initializer.is_none();
        repeats.then_some(declared.span)
    }

    /// Whether two declarations of an array agree. Of two image declarations only the earlier one has the format in its
    /// type already.
    fn is_same_array(&self, earlier: Handle<Type>, later: Handle<Type>) -> bool {
        let length = |ty| match *self.module.types.get(ty) {
            Type::Array { length, .. } => Some(length),
            _ => None,
        };
        let images = self.is_storage_image(earlier) && self.is_storage_image(later);
        earlier == later || images && length(earlier) == length(later)
    }

    /// `layout(...) in;`, `layout(std430) buffer;`, `precise x, y;`
    fn qualifier_declaration(&mut self, qualifiers: &Qualifiers, names: &[Name], span: Span) {
        if self.declare_execution_modes(qualifiers, names) {
            return;
        }
        if let (Some((id, id_span)), false) = (qualifiers.layout.constant_id, names.is_empty()) {
            self.specialize_builtins(names, id, id_span);
            return;
        }
        if !names.is_empty() {
            self.only_spirv_words(qualifiers, DECORATE, &[], "a variable declared before");
            self.check_place(qualifiers, Place::Declared);
            for name in names {
                self.add_qualifiers(*name, qualifiers);
            }
            return;
        }
        if let Some((storage, span)) = qualifiers.storage.filter(|_| !self.scopes.is_global()) {
            self.report(messages::defaults_inside_function(span, &storage.word()));
            return;
        }
        match qualifiers.storage {
            _ if qualifiers.layout.wrong => {}
            None if qualifiers.layout.primitive_culling.is_some() => self.declare_primitive_culling(qualifiers),
            Some((Storage::In, _)) => self.input_defaults(qualifiers, span),
            Some((Storage::Out, _)) => self.output_layout(qualifiers, span),
            Some((storage @ (Storage::Uniform | Storage::Buffer | Storage::Shared), _)) => {
                let place = match storage {
                    Storage::Uniform => Place::UniformDefaults,
                    Storage::Shared => Place::SharedDefaults,
                    _ => Place::BufferDefaults,
                };
                if !self.check_defaults(qualifiers, place) {
                    return;
                }
                if qualifiers.layout.words.is_empty() {
                    self.report(message::declares_nothing(span));
                    return;
                }
                if storage == Storage::Uniform {
                    self.check_uniform_packing(qualifiers.layout.packing);
                }
                if storage == Storage::Shared
                    && !self.require_extension("GL_EXT_shared_memory_block", "layout(...) shared", span)
                {
                    return;
                }
                self.set_block_defaults(storage, &qualifiers.layout);
            }
            _ => self.report(messages::these_qualifiers_do_not_qualify_anything(span)),
        }
    }

    /// `precise x;`, `invariant x;`: adds a qualifier to a variable declared before.
    fn add_qualifiers(&mut self, name: Name, qualifiers: &Qualifiers) {
        let text = self.text(name.symbol);
        if let Some(span) = qualifiers.interface.invariant.filter(|_| !self.scopes.is_global()) {
            self.report(messages::invariant_is_only_allowed_at_global_scope(span));
            return;
        }
        let Some(declared) = self.scopes.get(name.symbol) else {
            if self.qualify_builtin(name, qualifiers) {
                return;
            }
            self.report(message::not_declared(name.span, &text));
            return;
        };
        if let Entity::Variable(mut variable) = declared.entity.clone() {
            variable.precise |= qualifiers.precise;
            variable.access |= qualifiers.memory;
            if let Some(span) = qualifiers.interface.invariant {
                self.make_invariant(&variable, span);
            }
            self.decorate_declared(&variable, qualifiers);
            self.scopes.redeclare(name.symbol, Entity::Variable(variable));
        }
    }

    /// `invariant name;` (GLSL 4.60, 4.8.1)
    fn make_invariant(&mut self, variable: &Variable, span: Span) {
        let PlaceRoot::Global(global) = variable.root else { return };
        if variable.storage != StorageClass::Output {
            self.report(message::invariant_is_for_outputs(span));
            return;
        }
        self.module.globals.get_mut(global).interface.invariant = true;
    }

    /// Reports qualifiers on `struct Name { ... };`, which declares no variable for them to apply to.
    fn check_struct_qualifiers(&mut self, qualifiers: &Qualifiers) {
        self.check_place(qualifiers, Place::Struct);
        let storage = qualifiers.storage.map(|(storage, span)| (storage.word(), span));
        let memory = qualifiers.memory_words.first().map(|&(memory, span)| (memory_word(memory), span));
        if let Some((word, span)) = storage.or(memory) {
            let what = Place::Struct.what();
            self.report(message::misplaced_qualifier(span, word, what));
        }
    }

    /// Whether 16-bit numbers may be inputs and outputs even though there is no arithmetic on them
    /// (GL_EXT_shader_16bit_storage).
    fn may_cross_stages(&self, ty: Handle<Type>, direction: Option<Direction>) -> bool {
        direction.is_some() && self.storage_only_part(ty).is_some_and(|scalar| scalar.width == 2)
    }

    /// Reports `const` on a reference: SPIR-V has no constants of pointer type.
    pub(in crate::sema) fn no_constant_reference(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers) {
        if let Some(span) = qualifiers.constant
            && self.contains_reference(ty)
        {
            self.report(messages::const_cannot_be_used_on_buffer_reference(span));
        }
    }
}
