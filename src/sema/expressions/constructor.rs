//! Constructors (GLSL 4.60, 5.4).
//!
//! Comes in: a type and evaluated arguments. Goes out: an operand. Must not depend on: how the type is written.

use crate::diagnostics::with_article;
use crate::hir::{
    ArrayLength, ConstantKind, Handle, ImageClass, ImageType, Scalar, Span, Struct, Swizzle, Type, ValueKind,
    VectorSize,
};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::extensions::hook::Construction;
use smallvec::{SmallVec, smallvec};

impl Analyzer<'_> {
    /// Builds a value of type `ty` from arguments.
    pub(in crate::sema) fn construct(
        &mut self,
        ty: Handle<Type>,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let outer = std::mem::replace(&mut self.builder.constructing, true);
        let result = self.construct_unmarked(ty, arguments, type_span, span);
        self.builder.constructing = outer;
        result
    }

    fn construct_unmarked(
        &mut self,
        ty: Handle<Type>,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let construction = Construction { ty, arguments, type_span, span };
        if matches!(self.module.types.get(ty), Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. })
            && let Some(construct) = arguments.iter().find_map(|argument| self.hooks(argument.ty)?.construct_from)
        {
            return construct(self, &construction);
        }
        if let Some(construct) = self.hooks(ty).and_then(|hooks| hooks.construct) {
            return construct(self, &construction);
        }
        match *self.module.types.get(ty) {
            Type::Scalar(scalar) => self.construct_components(ty, scalar, 1, arguments, type_span, span),
            Type::Vector(size, scalar) => match self.module.types.known_length(size) {
                Some(length) => self.construct_components(ty, scalar, length, arguments, type_span, span),
                None => self.construct_specialized_vector(ty, (size, scalar), arguments, type_span, span),
            },
            Type::Matrix { .. } => self.construct_matrix(ty, arguments, type_span, span),
            Type::Array { element, length } => self.construct_array(ty, element, length, arguments, type_span, span),
            Type::Struct(structure) => self.construct_struct(ty, structure, arguments, type_span, span),
            Type::Image(image) if image.class == ImageClass::Combined => {
                self.construct_combined(ty, image, arguments, type_span, span)
            }
            Type::Reference(_) => self.construct_reference(&construction),
            Type::AccelerationStructure => self.construct_acceleration_structure(&construction),
            Type::Void
            | Type::Image(_)
            | Type::Sampler { .. }
            | Type::StateObject(_)
            | Type::Extension(_)
            | Type::Function
            | Type::Spirv(_) => {
                let spelled = self.spell(ty);
                let mut diagnostic = messages::has_no_constructor(type_span, &spelled);
                if matches!(self.module.types.get(ty), Type::Image(_)) && arguments.len() > 1 {
                    // OpenGL's older GLSL has functions with these names: `texture2D(s, p)`.
                    let help =
                        "to sample a texture, write `texture(sampler2D(t, s), p)`, or `texture(s, p)` of a `sampler2D`";
                    diagnostic = diagnostic.with_help(help);
                }
                self.report(diagnostic);
                Operand::Error
            }
        }
    }

    /// The components of an argument, `needed` of them at most, as one vector (or scalar) operand per column.
    fn argument_vectors(&mut self, argument: &EvaluatedArgument, needed: u32) -> Option<SmallVec<[(Operand, u32); 1]>> {
        match *self.module.types.get(argument.ty) {
            Type::Scalar(_) => Some(smallvec![(argument.operand.clone(), 1)]),
            Type::Vector(size, scalar) => match self.module.types.known_length(size) {
                Some(1) => {
                    let component = self.module.scalar(scalar);
                    Some(smallvec![(self.extract(argument.operand.clone(), 0, component, argument.span), 1)])
                }
                Some(length) => Some(smallvec![(argument.operand.clone(), length)]),
                // It has one component at least.
                None if needed == 1 => Some(smallvec![(argument.operand.clone(), u32::MAX)]),
                None => {
                    let spelled = self.spell(argument.ty);
                    self.report(messages::unknown_component_count(argument.span, &with_article(&spelled)));
                    None
                }
            },
            Type::Matrix { columns, rows, scalar } => {
                let column = self.module.vector(rows, scalar);
                Some(
                    (0..columns.get())
                        .map(|index| (self.extract(argument.operand.clone(), index, column, argument.span), rows.get()))
                        .collect(),
                )
            }
            _ => {
                let spelled = self.spell(argument.ty);
                self.report(messages::wrong_constructor_argument(argument.span, &with_article(&spelled)));
                None
            }
        }
    }

    fn wrong_component_count(&mut self, ty: Handle<Type>, needed: u32, given: u32, type_span: Span) -> Operand {
        let spelled = self.spell(ty);
        self.report(messages::too_few_components(type_span, &spelled, &needed, &given));
        Operand::Error
    }

    /// Converts an argument as the source asks: the conversion stands where the constructor does, which tells it from an
    /// implicit one.
    fn convert_explicitly(&mut self, argument: &EvaluatedArgument, to: Handle<Type>, span: Span) -> Operand {
        let operand = self.load(argument.operand.clone(), argument.span);
        self.convert(operand, to, span)
    }

    /// Scalars and vectors.
    fn construct_components(
        &mut self,
        ty: Handle<Type>,
        scalar: Scalar,
        needed: u32,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        if let [argument] = arguments
            && matches!(self.module.types.get(argument.ty), Type::Reference(_))
        {
            return self.construct_address(ty, argument, span);
        }
        // Every argument is checked, so that all wrong ones are reported.
        let mut wrong = false;
        for argument in arguments {
            wrong |= !self.converts_small_floats(argument, scalar);
        }
        if wrong {
            return Operand::Error;
        }
        if let [argument] = arguments
            && matches!(self.module.types.get(argument.ty), Type::Scalar(_))
            && needed > 1
        {
            if !self.allows_arithmetic(ty, "repeated in a vector", type_span) {
                return Operand::Error;
            }
            let component = self.module.scalar(scalar);
            let converted = self.convert_explicitly(argument, component, span);
            return self.splat(converted, ty, span);
        }
        if let [argument] = arguments
            && matches!(self.module.types.get(argument.ty), Type::Scalar(_) | Type::Vector(..))
            && self.with_scalar(argument.ty, scalar) == ty
        {
            return self.convert_explicitly(argument, ty, span);
        }
        let needs_whole_vector = needed > 1
            && !matches!(arguments, [only] if self.module.types.get(only.ty).component_count() == Some(needed));
        if needs_whole_vector && !self.allows_arithmetic(ty, "a component of such a constructor", type_span) {
            return Operand::Error;
        }
        let Some((parts, given)) = self.taken_parts(scalar, needed, arguments) else { return Operand::Error };
        if given < needed {
            return self.wrong_component_count(ty, needed, given, type_span);
        }
        match parts.as_slice() {
            [whole] if self.type_of(whole) == Some(ty) => whole.clone(),
            // A cooperative vector built from one part: all its components are copies.
            [_] if self.is_cooperative_vector(ty) && needed > VectorSize::MOST_LISTED => {
                self.report(messages::too_many_components_of_vector(type_span, &VectorSize::MOST_LISTED));
                Operand::Error
            }
            [whole] if self.is_cooperative_vector(ty) && needed > 1 => {
                let component = self.vector_type(scalar, 1);
                let parts: Vec<_> =
                    (0..needed).map(|index| self.extract(whole.clone(), index, component, span)).collect();
                self.compose(ty, &parts, span)
            }
            _ => self.compose(ty, &parts, span),
        }
    }

    /// The parts of the arguments that supply the needed components, in the component type, and how many components
    /// they are. `None` after a report.
    fn taken_parts(
        &mut self,
        scalar: Scalar,
        needed: u32,
        arguments: &[EvaluatedArgument],
    ) -> Option<(Vec<Operand>, u32)> {
        let mut parts = Vec::with_capacity(arguments.len());
        let mut given = 0;
        for (position, argument) in arguments.iter().enumerate() {
            if given >= needed {
                self.report(messages::unused_constructor_argument(argument.span, &(position + 1)));
                return None;
            }
            for (vector, count) in self.argument_vectors(argument, needed)? {
                if given >= needed {
                    break;
                }
                let take = count.min(needed - given);
                if take != count && take > VectorSize::MOST_LISTED {
                    let most = VectorSize::MOST_LISTED;
                    self.report(messages::only_first_components(argument.span, &most));
                    return None;
                }
                let taken = self.leading_components(vector, count, take, argument.span);
                let from = self.type_of(&taken)?;
                let to = self.with_scalar(from, scalar);
                parts.push(self.convert(taken, to, argument.span));
                given += take;
            }
        }
        Some((parts, given))
    }

    /// The first components of a vector.
    fn leading_components(&mut self, vector: Operand, count: u32, take: u32, span: Span) -> Operand {
        if take == count {
            return vector;
        }
        let vector = self.load(vector, span);
        let Some(scalar) = self.type_of(&vector).and_then(|ty| self.module.types.scalar_of(ty)) else {
            return Operand::Error;
        };
        let ty = self.vector_type(scalar, take);
        if take == 1 {
            return self.extract(vector, 0, ty, span);
        }
        let source = self.type_of(&vector);
        if take > 4 || source.is_some_and(|ty| self.module.types.get(ty).is_symbolic_vector()) {
            let component = self.vector_type(scalar, 1);
            let parts: Vec<_> = (0..take).map(|index| self.extract(vector.clone(), index, component, span)).collect();
            return self.compose(ty, &parts, span);
        }
        let components: Swizzle = (0..take as u8).collect();
        if let Operand::Constant(constant) = vector
            && let Some(folded) = self.folder().swizzle(constant, &components)
        {
            return Operand::Constant(folded);
        }
        let Some(vector) = self.value(vector, span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Swizzle { vector, components }, ty, span))
    }

    fn construct_matrix(
        &mut self,
        ty: Handle<Type>,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let Type::Matrix { columns, rows, scalar } = *self.module.types.get(ty) else { return Operand::Error };
        let (columns, rows) = (columns.get(), rows.get());
        let component = self.module.scalar(scalar);
        if let [argument] = arguments {
            match *self.module.types.get(argument.ty) {
                Type::Scalar(_) => {
                    let diagonal = self.convert(argument.operand.clone(), component, argument.span);
                    return self.diagonal_matrix(ty, diagonal, span);
                }
                Type::Matrix { .. } => return self.resize_matrix(ty, argument, span),
                _ => {}
            }
        }
        let column_type = self.vector_type(scalar, rows);
        let mut components = Vec::new();
        let mut whole_columns = true;
        for argument in arguments {
            if matches!(self.module.types.get(argument.ty), Type::Matrix { .. }) {
                self.report(messages::matrix_among_arguments(argument.span));
                return Operand::Error;
            }
            let Some(vectors) = self.argument_vectors(argument, columns * rows) else { return Operand::Error };
            for (vector, count) in vectors {
                whole_columns &= count == rows;
                let to = self.vector_type(scalar, count);
                components.push((self.convert(vector, to, argument.span), count));
            }
        }
        let given: u32 = components.iter().map(|&(_, count)| count).sum();
        let extra = components.last().is_some_and(|&(_, count)| given - count >= columns * rows);
        if given < columns * rows || extra {
            return self.wrong_component_count(ty, columns * rows, given, type_span);
        }
        let column_operands: Vec<Operand> = if whole_columns {
            components.into_iter().map(|(column, _)| column).collect()
        } else {
            let mut scalars = Vec::new();
            for (vector, count) in components {
                if count == 1 {
                    scalars.push(vector);
                } else {
                    let vector = self.load(vector, span);
                    for index in 0..count {
                        scalars.push(self.extract(vector.clone(), index, component, span));
                    }
                }
            }
            scalars
                .chunks_exact(rows as usize)
                .take(columns as usize)
                .map(|column| self.compose(column_type, column, span))
                .collect()
        };
        self.compose(ty, &column_operands, span)
    }

    /// A scalar on the diagonal, zero elsewhere.
    fn diagonal_matrix(&mut self, ty: Handle<Type>, diagonal: Operand, span: Span) -> Operand {
        let Type::Matrix { columns, rows, scalar } = *self.module.types.get(ty) else { return Operand::Error };
        let column_type = self.module.vector(rows, scalar);
        let component = self.module.scalar(scalar);
        let zero = Operand::Constant(self.constant(component, ConstantKind::Scalar(0)));
        let columns: Vec<_> = (0..columns.get())
            .map(|column| {
                let parts: Vec<_> =
                    (0..rows.get()).map(|row| if row == column { diagonal.clone() } else { zero.clone() }).collect();
                self.compose(column_type, &parts, span)
            })
            .collect();
        self.compose(ty, &columns, span)
    }

    /// Takes what overlaps from another matrix, and the rest from the identity matrix.
    fn resize_matrix(&mut self, ty: Handle<Type>, argument: &EvaluatedArgument, span: Span) -> Operand {
        let (Type::Matrix { columns, rows, scalar }, Type::Matrix { columns: from_columns, rows: from_rows, .. }) =
            (*self.module.types.get(ty), *self.module.types.get(argument.ty))
        else {
            return Operand::Error;
        };
        let from_type = self.with_scalar(argument.ty, scalar);
        let from = self.convert(argument.operand.clone(), from_type, argument.span);
        if from_type == ty {
            return from;
        }
        let from_column = self.module.vector(from_rows, scalar);
        let column_type = self.module.vector(rows, scalar);
        let component = self.module.scalar(scalar);
        let one = self.one(component).unwrap_or(Operand::Error);
        let zero = Operand::Constant(self.constant(component, ConstantKind::Scalar(0)));
        let columns: Vec<_> = (0..columns.get())
            .map(|column| {
                let identity = |row: u32| if row == column { one.clone() } else { zero.clone() };
                if column >= from_columns.get() {
                    let parts: Vec<_> = (0..rows.get()).map(identity).collect();
                    return self.compose(column_type, &parts, span);
                }
                let source = self.extract(from.clone(), column, from_column, span);
                let taken = rows.get().min(from_rows.get());
                let mut parts = vec![self.leading_components(source, from_rows.get(), taken, span)];
                parts.extend((taken..rows.get()).map(identity));
                match parts.as_slice() {
                    [whole] => whole.clone(),
                    _ => self.compose(column_type, &parts, span),
                }
            })
            .collect();
        self.compose(ty, &columns, span)
    }

    fn construct_array(
        &mut self,
        ty: Handle<Type>,
        element: Handle<Type>,
        length: ArrayLength,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let count = u32::try_from(arguments.len()).unwrap_or(u32::MAX);
        match length {
            ArrayLength::Constant(length) if length != count => {
                let spelled = self.spell(ty);
                self.report(messages::wrong_number_of_elements(type_span, &spelled, &length, &count));
                return Operand::Error;
            }
            ArrayLength::Specialization(_) => {
                self.report(messages::constructor_of_specialized_array(type_span));
                return Operand::Error;
            }
            ArrayLength::Runtime if count == 0 => {
                self.report(messages::array_needs_at_least_one_element(type_span));
                return Operand::Error;
            }
            ArrayLength::Constant(_) | ArrayLength::Runtime => {}
        }
        // `int[][2](...)`: the first argument says what an unsized element is.
        let element = match arguments.first() {
            Some(first) if self.has_runtime_size(element) => first.ty,
            _ => element,
        };
        if !self.allows_arithmetic(element, "part of an array constructor", type_span) {
            return Operand::Error;
        }
        let ty = self.module.array(element, ArrayLength::Constant(count));
        let mut parts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            parts.push(self.convert_for(argument.operand.clone(), element, argument.span, "an element of this array"));
        }
        if parts.iter().any(|part| matches!(part, Operand::Error)) {
            return Operand::Error;
        }
        self.compose(ty, &parts, span)
    }

    fn construct_struct(
        &mut self,
        ty: Handle<Type>,
        structure: Handle<Struct>,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let Some(definition) = self.module.types.structure(structure) else { return Operand::Error };
        let members: Vec<_> = definition.members.iter().map(|member| (member.ty, member.name.clone())).collect();
        if members.len() != arguments.len() {
            let spelled = self.spell(ty);
            self.report(messages::wrong_number_of_members(type_span, &spelled, &members.len(), &arguments.len()));
            return Operand::Error;
        }
        if !self.allows_arithmetic(ty, "part of a structure constructor", type_span) {
            return Operand::Error;
        }
        let mut parts = Vec::with_capacity(arguments.len());
        for (argument, (member, name)) in arguments.iter().zip(members) {
            let what = format_args!("member `{name}`");
            parts.push(self.convert_for(argument.operand.clone(), member, argument.span, what));
        }
        if parts.iter().any(|part| matches!(part, Operand::Error)) {
            return Operand::Error;
        }
        self.compose(ty, &parts, span)
    }

    /// `sampler2D(texture, sampler)` (GL_KHR_vulkan_glsl).
    fn construct_combined(
        &mut self,
        ty: Handle<Type>,
        image: ImageType,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let [texture, sampler] = arguments else {
            self.report(messages::combined_sampler_is_constructed_from_texture(type_span));
            return Operand::Error;
        };
        // The texture decides everything but whether the result compares depths.
        let fits = match *self.module.types.get(texture.ty) {
            Type::Image(ImageType { shape, class: ImageClass::Sampled }) => {
                let mut expected = image.shape;
                expected.shadow = shape.shadow;
                expected == shape
            }
            _ => false,
        };
        if !fits {
            let (spelled, wanted) = (self.spell(texture.ty), self.spell(ty));
            self.report(messages::wrong_texture(texture.span, &with_article(&wanted), &with_article(&spelled)));
            return Operand::Error;
        }
        // Whether the sampler compares need not match: the extension says so in a note.
        if !matches!(*self.module.types.get(sampler.ty), Type::Sampler { .. }) {
            let (spelled, wanted) = (self.spell(sampler.ty), self.spell(ty));
            self.report(messages::wrong_sampler(sampler.span, &with_article(&wanted), &with_article(&spelled)));
            return Operand::Error;
        }
        let texture = self.value(texture.operand.clone(), texture.span);
        let sampler = self.value(sampler.operand.clone(), sampler.span);
        let (Some(texture), Some(sampler)) = (texture, sampler) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::SampledImage { texture, sampler }, ty, span))
    }
}
