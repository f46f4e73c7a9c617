//! Checks what stands outside function bodies: types, constants, global variables, signatures, the entry point.
//!
//! Comes in: a module. Goes out: violations. Must not depend on: statements, except calls for the recursion check.

use rustc_hash::FxHashMap;

use super::operation::{self, Operands};
use super::{Rule, Violations};
use crate::hir::layout::Layouter;
use crate::hir::{
    Argument, ArrayLength, BlockParameter, Constant, ConstantKind, ConstantOperation, Function, GlobalVariable, Handle,
    InterfaceRate, Member, MemoryQualifiers, Module, PackingRules, ParameterMode, PlaceRoot, PlaceStep, Scalar,
    ScalarKind, SpirvArgument, SpirvDecoration, SpirvOperand, Statement, StorageClass, Struct, Type, TypeParameter,
    ValueKind, WorkgroupDimension,
};

/// Whether all handles are good and all types and constants are built of earlier ones. The other checks rely on it when
/// they follow handles.
pub(super) fn handles(module: &Module, violations: &mut Violations) {
    type_handles(module, violations);
    structure_handles(module, violations);
    let types = &module.types;
    for (handle, constant) in module.constants.iter() {
        let place = || format!("constant {}", handle.index());
        violations.check(types.types.get_handle(constant.ty).is_ok(), Rule::Handles, place);
        let earlier = operands(&constant.kind).iter().all(|operand| operand.index() < handle.index());
        violations.check(earlier, Rule::TypeOrder, place);
    }
    for (_, global) in module.globals.iter() {
        let good = types.types.get_handle(global.ty).is_ok()
            && global.initializer.is_none_or(|constant| module.constants.get_handle(constant).is_ok())
            && decoration_handles(module, &global.decorations);
        violations.check(good, Rule::Handles, || format!("global {}", global.name));
    }
    for (_, function) in module.functions.iter() {
        violations.check(function_handles(module, function), Rule::Handles, || format!("function {}", function.name));
    }
    let entry = &module.entry_point;
    let workgroup = entry.workgroup.iter();
    let dimensions = workgroup.clone().flat_map(|it| &it.size).filter_map(|dimension| match dimension {
        WorkgroupDimension::Specialization(constant) => Some(*constant),
        WorkgroupDimension::Literal(_) => None,
    });
    let good = module.functions.try_get(entry.function).is_ok()
        && module.intrinsics.execution_modes.iter().all(|mode| spirv_handles(module, &mode.operands))
        && dimensions.chain(workgroup.filter_map(|it| it.constant)).all(|it| module.constants.get_handle(it).is_ok());
    violations.check(good, Rule::Handles, || "entry point".to_owned());
}

/// Types are built of earlier ones.
fn type_handles(module: &Module, violations: &mut Violations) {
    let types = &module.types;
    for (handle, ty) in types.types.iter() {
        let place = || format!("type {}", handle.index());
        match *ty {
            Type::Array { element, length } => {
                violations.check(element.index() < handle.index(), Rule::TypeOrder, place);
                if let ArrayLength::Specialization(constant) = length {
                    violations.check(module.constants.get_handle(constant).is_ok(), Rule::Handles, place);
                }
            }
            Type::Vector(size, _) => {
                let length = types.length(size).is_some_and(|it| module.constants.get_handle(it.constant).is_ok());
                violations.check(length || !size.is_symbolic(), Rule::Handles, place);
            }
            Type::Extension(ty) => {
                violations.check(ty.types().all(|it| it.index() < handle.index()), Rule::TypeOrder, place);
                for constant in ty.constant_parameters() {
                    violations.check(module.constants.get_handle(constant).is_ok(), Rule::Handles, place);
                }
            }
            Type::Struct(structure) | Type::Reference(structure) => {
                violations.check(types.structure(structure).is_some(), Rule::Handles, place);
            }
            Type::Spirv(spirv) => {
                let Some(spirv) = types.spirv_type(spirv) else {
                    violations.check(false, Rule::Handles, place);
                    continue;
                };
                violations.check(spirv_handles(module, &spirv.operands), Rule::Handles, place);
                let earlier = |operand: &SpirvOperand| match operand {
                    SpirvOperand::Type(ty) => ty.index() < handle.index(),
                    _ => true,
                };
                violations.check(spirv.operands.iter().all(earlier), Rule::TypeOrder, place);
            }
            _ => {}
        }
    }
}

/// Members have types, and structures contain earlier ones.
fn structure_handles(module: &Module, violations: &mut Violations) {
    let types = &module.types;
    for (handle, structure) in types.structs.iter() {
        for member in &structure.members {
            let place = || format!("member {} of struct {}", member.name, structure.name);
            violations.check(types.types.get_handle(member.ty).is_ok(), Rule::Handles, place);
            violations.check(decoration_handles(module, &member.decorations), Rule::Handles, place);
            // A reference block may be declared ahead of what it holds, and nothing holds it by value.
            let reference = structure.block.is_some_and(|block| block.reference_alignment > 0);
            if let Some(inner) = contained_structure(module, member.ty).filter(|_| !reference) {
                violations.check(inner.index() < handle.index(), Rule::TypeOrder, place);
            }
        }
    }
}

/// Whether all handles in a function are good.
fn function_handles(module: &Module, function: &Function) -> bool {
    let types = &module.types;
    types.types.get_handle(function.result).is_ok()
        && decoration_handles(module, &function.decorations)
        && function
            .parameters
            .iter()
            .all(|it| types.types.get_handle(it.ty).is_ok() && decoration_handles(module, &it.decorations))
        && function.locals.iter().all(|(_, it)| {
            types.types.get_handle(it.ty).is_ok() && inner_decoration_handles(module, function, &it.decorations)
        })
        && function.decorated.iter().all(|(value, it)| {
            function.values.try_get(*value).is_ok() && inner_decoration_handles(module, function, it)
        })
        && function
            .values
            .iter()
            .all(|(_, it)| types.types.get_handle(it.ty).is_ok() && value_handles(module, function, &it.kind))
        && function
            .places
            .iter()
            .all(|(_, it)| types.types.get_handle(it.ty).is_ok() && place_handles(module, function, it))
        && function.blocks.try_get(function.body).is_ok()
        && function
            .blocks
            .iter()
            .all(|(_, block)| block.statements.iter().all(|(it, _)| statement_handles(function, it)))
}

/// Whether the operands of something named by number are in their arenas.
fn spirv_handles(module: &Module, operands: &[SpirvOperand]) -> bool {
    operands.iter().all(|operand| match operand {
        SpirvOperand::Literal(_) | SpirvOperand::String(_) => true,
        SpirvOperand::Constant(constant) => module.constants.get_handle(*constant).is_ok(),
        SpirvOperand::Type(ty) => module.types.types.get_handle(*ty).is_ok(),
        SpirvOperand::Variable(variable) => module.globals.try_get(*variable).is_ok(),
        // Only what belongs to a function can name its variables.
        SpirvOperand::Local(_) => false,
    })
}

fn decoration_handles(module: &Module, decorations: &[SpirvDecoration]) -> bool {
    decorations.iter().all(|decoration| spirv_handles(module, &decoration.operands))
}

/// The same for decorations in a function, which can name its variables.
fn inner_decoration_handles(module: &Module, function: &Function, decorations: &[SpirvDecoration]) -> bool {
    decorations.iter().flat_map(|decoration| &decoration.operands).all(|operand| match operand {
        SpirvOperand::Local(local) => function.locals.try_get(*local).is_ok(),
        other => spirv_handles(module, std::slice::from_ref(other)),
    })
}

/// The structure that a type contains, directly or as the element of arrays.
fn contained_structure(module: &Module, ty: Handle<Type>) -> Option<Handle<Struct>> {
    match module.types.get(base_element(module, ty)) {
        Type::Struct(structure) => Some(*structure),
        _ => None,
    }
}

/// The innermost element of arrays. Array types refer to earlier types, so the walk ends.
fn base_element(module: &Module, ty: Handle<Type>) -> Handle<Type> {
    let mut current = ty;
    while let Type::Array { element, .. } = *module.types.get(current)
        && element.index() < current.index()
    {
        current = element;
    }
    current
}

fn operands(kind: &ConstantKind) -> Vec<Handle<Constant>> {
    match kind {
        ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Specialization { .. } => Vec::new(),
        ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => parts.clone(),
        ConstantKind::Operation(operation) => match operation {
            ConstantOperation::DeviceLength(_) | ConstantOperation::DescriptorSize(..) => Vec::new(),
            ConstantOperation::Unary(_, value)
            | ConstantOperation::Convert(value)
            | ConstantOperation::Extract(value, _)
            | ConstantOperation::Swizzle(value, _) => vec![*value],
            ConstantOperation::Binary(_, left, right) => vec![*left, *right],
            ConstantOperation::Select(condition, accept, reject) => vec![*condition, *accept, *reject],
        },
    }
}

fn value_handles(module: &Module, function: &Function, kind: &ValueKind) -> bool {
    let value = |handle: &Handle<_>| function.values.try_get(*handle).is_ok();
    let argument = |argument: &Argument| match argument {
        Argument::Value(handle) => value(handle),
        Argument::Place(place) => function.places.try_get(*place).is_ok(),
        Argument::Function(function) => module.functions.try_get(*function).is_ok(),
    };
    match kind {
        ValueKind::Constant(constant) => module.constants.get_handle(*constant).is_ok(),
        ValueKind::Parameter(index) => function.parameters.len() > *index as usize,
        ValueKind::BlockParameter => true,
        ValueKind::DeviceLength(ty) => module.types.types.get_handle(*ty).is_ok(),
        ValueKind::Load(place) | ValueKind::ArrayLength(place) => function.places.try_get(*place).is_ok(),
        ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => value(operand),
        ValueKind::Binary { left, right, .. } => value(left) && value(right),
        ValueKind::Compose(parts) => parts.iter().all(value),
        ValueKind::Extract { composite, .. } => value(composite),
        ValueKind::ExtractDynamic { vector, index } => value(vector) && value(index),
        ValueKind::Insert { composite, part, .. } => value(composite) && value(part),
        ValueKind::Swizzle { vector, .. } => value(vector),
        ValueKind::Select { condition, accept, reject } => value(condition) && value(accept) && value(reject),
        ValueKind::Call { function, arguments } => {
            module.functions.try_get(*function).is_ok() && arguments.iter().all(argument)
        }
        ValueKind::Builtin(call) => call.arguments.iter().all(argument),
        ValueKind::Message(message) => message.arguments.iter().all(value),
        ValueKind::Spirv(call) => {
            decoration_handles(module, &call.decorations)
                && call.arguments.iter().all(|it| match it {
                    SpirvArgument::Value(handle) => value(handle),
                    SpirvArgument::Place(place) => function.places.try_get(*place).is_ok(),
                    SpirvArgument::Literal(_) => true,
                })
        }
        ValueKind::Tensor { tensor, operation } => {
            let place = operation.written_place().is_none_or(|place| function.places.try_get(place).is_ok());
            place && value(tensor) && operation.operands().all(|it| value(&it))
        }
        ValueKind::SampledImage { texture, sampler } => value(texture) && value(sampler),
    }
}

fn place_handles(module: &Module, function: &Function, place: &crate::hir::Place) -> bool {
    let root = match place.root {
        PlaceRoot::Global(global) => module.globals.try_get(global).is_ok(),
        PlaceRoot::Local(local) => function.locals.try_get(local).is_ok(),
        PlaceRoot::Parameter(index) => function.parameters.len() > index as usize,
        PlaceRoot::Reference(value) => function.values.try_get(value).is_ok(),
    };
    root && place.steps.iter().all(|step| match step {
        PlaceStep::Member(_) => true,
        PlaceStep::Index(value) => function.values.try_get(*value).is_ok(),
    })
}

fn statement_handles(function: &Function, statement: &Statement) -> bool {
    let value = |handle: &Handle<_>| function.values.try_get(*handle).is_ok();
    let parameter = |it: &BlockParameter| value(&it.value) && value(&it.initial);
    let blocks = statement.blocks().all(|block| function.blocks.try_get(block).is_ok());
    blocks
        && match statement {
            Statement::Evaluate(it) => value(it),
            Statement::Store { place, value: it } => function.places.try_get(*place).is_ok() && value(it),
            Statement::Describe { local, value: it } => function.locals.try_get(*local).is_ok() && value(it),
            Statement::If { condition, results, .. } => value(condition) && results.iter().all(value),
            Statement::Switch(switch) => {
                let mut parameters = switch.cases.iter().flat_map(|case| &case.parameters);
                value(&switch.selector) && switch.results.iter().all(value) && parameters.all(parameter)
            }
            Statement::Loop(it) => {
                let mut tests = it.condition.iter().chain(&it.repeat_if);
                it.parameters.iter().all(parameter)
                    && it.continue_parameters.iter().chain(&it.results).all(value)
                    && tests.all(|test| value(&test.condition) && test.results.iter().all(value))
            }
            Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                values.iter().all(value)
            }
            Statement::Return(None) | Statement::Terminate(_) | Statement::Demote => true,
            Statement::Return(Some(it)) => value(it),
        }
}

/// Checks a module whose handles are good.
pub(super) fn check(module: &Module, violations: &mut Violations) {
    types(module, violations);
    constants(module, violations);
    for (_, global) in module.globals.iter() {
        global_variable(module, global, violations);
    }
    for (_, function) in module.functions.iter() {
        signature(module, function, violations);
    }
    recursion(module, violations);
    entry_point(module, violations);
}

fn types(module: &Module, violations: &mut Violations) {
    for (handle, ty) in module.types.types.iter() {
        let place = || format!("type {}", handle.index());
        if let Type::Array { element, length } = *ty {
            violations.check(*module.types.get(element) != Type::Void, Rule::TypeParts, place);
            violations.check(length != ArrayLength::Constant(0), Rule::TypeParts, place);
            if let ArrayLength::Specialization(constant) = length {
                violations.check(is_integer_constant(module, constant), Rule::TypeParts, place);
            }
        }
        if let Type::Vector(size, _) = *ty
            && let Some(length) = module.types.length(size)
        {
            violations.check(operation::is_index(constant_type(module, length.constant)), Rule::TypeParts, place);
        }
        if let Type::Extension(ty) = *ty {
            for parameter in ty.parameters() {
                let fits = match parameter {
                    TypeParameter::Constant(constant) => operation::is_index(constant_type(module, constant)),
                    TypeParameter::Scalar(scalar) => scalar != Scalar::BOOL || !ty.facts().holds_data,
                    TypeParameter::Type(ty) => matches!(module.types.get(ty), Type::Spirv(_)),
                    TypeParameter::Number(_) | TypeParameter::Flag(_) | TypeParameter::Word(..) => true,
                };
                violations.check(fits, Rule::TypeParts, place);
            }
        }
    }
    for (_, structure) in module.types.structs.iter() {
        members(module, structure, violations);
    }
}

fn members(module: &Module, structure: &Struct, violations: &mut Violations) {
    let rules = structure.block.map(|block| block.rules);
    let mut ranges = Vec::new();
    for (index, member) in structure.members.iter().enumerate() {
        let place = || format!("member {} of struct {}", member.name, structure.name);
        violations.check(*module.types.get(member.ty) != Type::Void, Rule::TypeParts, place);
        violations.check(rules.is_none() || !has_abstract_part(module, member.ty, true), Rule::TypeParts, place);
        let may_be_runtime = rules.is_some() && index + 1 == structure.members.len();
        violations.check(may_be_runtime || !is_runtime_array(module, member.ty), Rule::RuntimeArrays, place);
        if let Some(inner) = contained_structure(module, member.ty) {
            let is_block = module.types.structure(inner).is_some_and(|inner| inner.block.is_some());
            violations.check(!is_block, Rule::TypeParts, place);
        }
        let Some((rules, offset)) = rules.zip(member.offset) else {
            violations.check(rules.is_none() && member.offset.is_none(), Rule::MemberOffsets, place);
            continue;
        };
        let layouter = Layouter { types: &module.types, constants: &module.constants, rules };
        let layout = layouter.layout(member.ty, member.major);
        let fits = layouter.place(offset, member.ty, layout) == offset;
        violations.check(fits, Rule::MemberOffsets, place);
        ranges.push((offset, offset.saturating_add(layout.size)));
    }
    ranges.sort_unstable();
    let apart = ranges.iter().zip(ranges.iter().skip(1)).all(|(&(_, end), &(next, _))| end <= next);
    violations.check(apart, Rule::MemberOffsets, || format!("struct {}", structure.name));
}

/// Whether a type contains what memory shared with others cannot hold: values of several invocations, or in a block a
/// vector without a size.
fn has_abstract_part(module: &Module, ty: Handle<Type>, in_block: bool) -> bool {
    module.types.contains(ty, |part| match *part {
        Type::Vector(size, _) => size.is_cooperative() || in_block && module.types.known_length(size).is_none(),
        other => other.is_collective(),
    })
}

/// Whether the outermost type is a runtime-sized array, or a structure that ends in one.
pub(super) fn is_runtime_array(module: &Module, ty: Handle<Type>) -> bool {
    let mut current = ty;
    loop {
        match *module.types.get(current) {
            Type::Array { length: ArrayLength::Runtime, .. } => return true,
            Type::Struct(structure) => match module.types.structure(structure).and_then(|it| it.members.last()) {
                // A structure contains earlier ones only, so the walk ends.
                Some(member) => current = member.ty,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Whether a type is opaque, or an array of opaque ones.
pub(super) fn is_opaque(module: &Module, ty: Handle<Type>) -> bool {
    module.types.get(base_element(module, ty)).is_opaque()
}

/// Whether a type is a state object, or an array of them: opaque, but in memory of the invocation.
fn is_state_object(module: &Module, ty: Handle<Type>) -> bool {
    matches!(module.types.get(base_element(module, ty)), Type::StateObject(_))
}

/// Whether a type is one that the shader names by number, or an array of them.
fn is_spirv(module: &Module, ty: Handle<Type>) -> bool {
    matches!(module.types.get(base_element(module, ty)), Type::Spirv(_))
}

/// Whether values of a type can be stored in a variable of a function: no `void`, nothing opaque, known size.
pub(super) fn holds_data(module: &Module, ty: Handle<Type>) -> bool {
    !matches!(module.types.get(ty), Type::Void | Type::Function)
        && !is_opaque(module, ty)
        && !is_runtime_array(module, ty)
}

fn constants(module: &Module, violations: &mut Violations) {
    let mut ids = FxHashMap::default();
    for (handle, constant) in module.constants.iter() {
        let place = || format!("constant {}", handle.index());
        let ty = module.types.get(constant.ty);
        match &constant.kind {
            ConstantKind::Scalar(bits) => violations.check(scalar_fits(ty, *bits), Rule::ConstantValues, place),
            ConstantKind::Null => violations.check(holds_data(module, constant.ty), Rule::ConstantValues, place),
            ConstantKind::Composite(parts) => {
                violations.check(composite_fits(module, ty, parts), Rule::ConstantValues, place);
            }
            ConstantKind::WorkgroupSize(parts) => {
                let is_uvec3 = *ty == Type::Vector(crate::hir::VectorSize::Tri, Scalar::U32);
                violations.check(is_uvec3 && composite_fits(module, ty, parts), Rule::ConstantValues, place);
            }
            ConstantKind::Specialization { id, default, .. } => {
                violations.check(scalar_fits(ty, *default), Rule::ConstantValues, place);
                // `local_size_x_id` may reuse the id of a constant: the two have types and defaults of their own.
                let dimension = WorkgroupDimension::Specialization(handle);
                if !module.entry_point.workgroup.is_some_and(|it| it.size.contains(&dimension)) {
                    let earlier = ids.insert(*id, handle);
                    violations.check(earlier.is_none(), Rule::SpecializationIds, place);
                }
            }
            ConstantKind::Operation(operation) => {
                violations.check(operation_fits(module, ty, operation), Rule::ConstantOperations, place);
            }
        }
    }
}

fn constant_type(module: &Module, constant: Handle<Constant>) -> &Type {
    module.constants.get_handle(constant).map_or(&Type::Void, |constant| module.types.get(constant.ty))
}

fn is_integer_constant(module: &Module, constant: Handle<Constant>) -> bool {
    matches!(constant_type(module, constant), Type::Scalar(scalar) if operation::is_integer(*scalar))
}

/// Whether `bits` is a value of `ty` as [`ConstantKind::Scalar`] stores them.
pub(super) fn scalar_fits(ty: &Type, bits: u64) -> bool {
    matches!(ty, Type::Scalar(scalar) if scalar.holds(bits))
}

fn composite_fits(module: &Module, ty: &Type, parts: &[Handle<Constant>]) -> bool {
    let part_types: Option<Vec<Handle<Type>>> =
        parts.iter().map(|part| module.constants.get_handle(*part).ok().map(|it| it.ty)).collect();
    let Some(part_types) = part_types else { return false };
    let scalars_only = part_types.iter().all(|part| matches!(module.types.get(*part), Type::Scalar(_)));
    (scalars_only || !matches!(ty, Type::Vector(..))) && operation::compose(&module.types, ty, &part_types)
}

fn operation_fits(module: &Module, ty: &Type, operation: &ConstantOperation) -> bool {
    let of = |constant: &Handle<Constant>| constant_type(module, *constant);
    // Shaders may specialize operations on integers and booleans only, but select from all, and convert the width of
    // floating-point numbers (SPIR-V, OpSpecConstantOp).
    let specializable =
        |ty: &Type| matches!(ty, Type::Scalar(scalar) | Type::Vector(_, scalar) if scalar.kind != ScalarKind::Float);
    let operands = Operands { types: &module.types, result: ty };
    let fits = match operation {
        ConstantOperation::DeviceLength(of) => {
            module.types.get(*of).is_collective() && *ty == Type::Scalar(Scalar::U32)
        }
        ConstantOperation::DescriptorSize(resource, storage) => {
            let is_resource = match storage {
                StorageClass::Uniform | StorageClass::StorageBuffer => contained_structure(module, *resource)
                    .and_then(|structure| module.types.structure(structure))
                    .is_some_and(|structure| structure.block.is_some()),
                StorageClass::UniformConstant => module.types.get(*resource).is_opaque(),
                _ => false,
            };
            is_resource && *ty == Type::Scalar(Scalar::U32)
        }
        ConstantOperation::Unary(operation, value) => operands.unary(*operation, of(value)),
        ConstantOperation::Binary(operation, left, right) => match operands.binary(*operation, of(left), of(right)) {
            true => true,
            // On constants, comparisons and logic work on vectors too, component by component.
            false => operands.vector_comparison(*operation, of(left), of(right)),
        },
        ConstantOperation::Convert(value) => operands.convert(of(value)),
        ConstantOperation::Select(condition, accept, reject) => operands.select(of(condition), of(accept), of(reject)),
        ConstantOperation::Extract(value, index) => operands.extract(of(value), *index),
        ConstantOperation::Swizzle(value, components) => operands.swizzle(of(value), components),
    };
    let is_float = |ty: &Type| ty.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Float);
    let any_type = match operation {
        ConstantOperation::Extract(..) | ConstantOperation::Select(..) => true,
        ConstantOperation::Convert(value) => is_float(of(value)) && is_float(ty),
        _ => false,
    };
    fits && (any_type || specializable(ty))
}

fn global_variable(module: &Module, global: &GlobalVariable, violations: &mut Violations) {
    let place = || format!("global {}", global.name);
    let opaque = is_opaque(module, global.ty);
    let block = contained_structure(module, global.ty)
        .and_then(|structure| module.types.structure(structure))
        .and_then(|structure| structure.block);
    let runtime_sized = is_runtime_array(module, global.ty);
    let is_void = *module.types.get(global.ty) == Type::Void;
    let is_task = global.interface.rate == Some(InterfaceRate::Task);
    let fits = match global.storage {
        StorageClass::Private => {
            (!opaque || is_state_object(module, global.ty)) && block.is_none() && !runtime_sized && !is_void
        }
        StorageClass::Workgroup => {
            !opaque && !runtime_sized && !is_void && !has_abstract_part(module, global.ty, false)
        }
        // Task memory has offsets.
        StorageClass::Input | StorageClass::Output => !opaque && (block.is_none() || is_task) && !is_void,
        StorageClass::Uniform => block.is_some(),
        StorageClass::StorageBuffer => {
            block.is_some_and(|block| block.rules.of_types() != PackingRules::Std140 || !opaque)
        }
        StorageClass::PushConstant => block.is_some() && matches!(module.types.get(global.ty), Type::Struct(_)),
        StorageClass::TileImage | StorageClass::TileAttachment => opaque,
        StorageClass::UniformConstant => opaque && !is_state_object(module, global.ty) || is_spirv(module, global.ty),
        StorageClass::RayPayload
        | StorageClass::IncomingRayPayload
        | StorageClass::HitAttribute
        | StorageClass::CallableData
        | StorageClass::IncomingCallableData
        | StorageClass::HitObjectAttributeNv
        | StorageClass::HitObjectAttributeExt
        | StorageClass::TaskPayload => !opaque && block.is_none() && !runtime_sized && !is_void,
        StorageClass::ShaderRecord => block.is_some() && matches!(module.types.get(global.ty), Type::Struct(_)),
        StorageClass::Number(_) => !is_void,
        StorageClass::Function | StorageClass::PhysicalStorageBuffer => false,
    };
    violations.check(fits, Rule::GlobalStorage, place);
    let is_resource = matches!(
        global.storage,
        StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::UniformConstant
            | StorageClass::TileAttachment
    );
    let is_interface = matches!(global.storage, StorageClass::Input | StorageClass::Output);
    // Locations only tell calls which variable they are about.
    let is_located = matches!(
        global.storage,
        StorageClass::RayPayload
            | StorageClass::IncomingRayPayload
            | StorageClass::HitAttribute
            | StorageClass::CallableData
            | StorageClass::IncomingCallableData
            | StorageClass::HitObjectAttributeNv
            | StorageClass::HitObjectAttributeExt
            | StorageClass::TileImage
            | StorageClass::TaskPayload
    );
    let by_number = matches!(global.storage, StorageClass::Number(_));
    let placed_member = |member: &Member| member.interface.builtin.is_some() || member.interface.location.is_some();
    let placed_block = contained_structure(module, global.ty)
        .and_then(|structure| module.types.structure(structure))
        .is_some_and(|structure| structure.is_interface_block && structure.members.iter().all(placed_member));
    // A built-in or a location that the shader names by number.
    let by_decoration = global.decorations.iter().any(SpirvDecoration::places);
    let placed =
        global.builtin.is_some() || global.interface.location.is_some() || placed_block || by_decoration || is_task;
    let in_heap = global.heap.is_some() && matches!(module.types.get(global.ty), Type::Array { .. });
    let interface = by_number
        || is_located
        || (global.binding.is_some() != in_heap) == is_resource
            && (placed || !is_interface)
            && (is_interface || global.builtin.is_none());
    violations.check(interface, Rule::GlobalInterface, place);
    if let Some(initializer) = global.initializer {
        let fits = module.constants.get_handle(initializer).is_ok_and(|constant| {
            constant.ty == global.ty
                && match global.storage {
                    StorageClass::Private | StorageClass::Number(_) => true,
                    StorageClass::Workgroup => constant.kind == ConstantKind::Null,
                    _ => false,
                }
        });
        violations.check(fits, Rule::GlobalInitializers, place);
    }
}

fn signature(module: &Module, function: &Function, violations: &mut Violations) {
    for parameter in &function.parameters {
        // Acceleration structures are values.
        let opaque = (is_opaque(module, parameter.ty) || is_spirv(module, parameter.ty))
            && *module.types.get(parameter.ty) != Type::AccelerationStructure;
        let fits = opaque == (parameter.mode == ParameterMode::Resource)
            && (is_opaque(module, parameter.ty) || holds_data(module, parameter.ty))
            && (parameter.mode != ParameterMode::Value
                || !parameter.qualifiers.intersects(MemoryQualifiers::WRITEONLY)
                || matches!(module.types.get(parameter.ty), Type::Reference(_)));
        violations
            .check(fits, Rule::ParameterModes, || format!("function {}, parameter {}", function.name, parameter.name));
    }
    for (_, local) in function.locals.iter() {
        let fits =
            holds_data(module, local.ty) || (is_state_object(module, local.ty) && !is_runtime_array(module, local.ty));
        violations.check(fits, Rule::Locals, || format!("function {}, local {}", function.name, local.name));
    }
}

/// Removes functions that call no remaining function; those that stay are on a cycle, or call one.
fn recursion(module: &Module, violations: &mut Violations) {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); module.functions.len()];
    let mut open_calls = vec![0_usize; module.functions.len()];
    for (caller, function) in module.functions.iter() {
        for (_, value) in function.values.iter() {
            for callee in value.kind.callees() {
                if let (Some(list), Some(count)) = (callers.get_mut(callee.index()), open_calls.get_mut(caller.index()))
                {
                    list.push(caller.index());
                    *count += 1;
                }
            }
        }
    }
    let mut done: Vec<usize> =
        open_calls.iter().enumerate().filter(|(_, count)| **count == 0).map(|(index, _)| index).collect();
    let mut taken = 0;
    while let Some(index) = done.pop() {
        taken += 1;
        for caller in callers.get(index).into_iter().flatten() {
            if let Some(count) = open_calls.get_mut(*caller) {
                *count -= 1;
                if *count == 0 {
                    done.push(*caller);
                }
            }
        }
    }
    violations.check(taken == module.functions.len(), Rule::Recursion, || "calls".to_owned());
}

fn entry_point(module: &Module, violations: &mut Violations) {
    let entry = &module.entry_point;
    let fits = module
        .functions
        .try_get(entry.function)
        .is_ok_and(|function| function.parameters.is_empty() && *module.types.get(function.result) == Type::Void);
    violations.check(fits, Rule::EntryPoint, || "entry point".to_owned());
    let has_workgroup = entry.stage.facts().has_workgroups;
    violations.check(entry.workgroup.is_some() == has_workgroup, Rule::EntryPoint, || "entry point".to_owned());
    let mut modes = rustc_hash::FxHashSet::default();
    violations.check(entry.modes.iter().all(|it| modes.insert(it)), Rule::EntryPoint, || "execution modes".to_owned());
    let Some(workgroup) = entry.workgroup else { return };
    let dimensions = workgroup.size.iter().all(|dimension| match dimension {
        WorkgroupDimension::Literal(size) => *size > 0,
        WorkgroupDimension::Specialization(constant) => is_integer_constant(module, *constant),
    });
    let is_uvec3 = workgroup.constant.is_none_or(|constant| {
        *constant_type(module, constant) == Type::Vector(crate::hir::VectorSize::Tri, Scalar::U32)
    });
    violations.check(dimensions && is_uvec3, Rule::WorkgroupSize, || "entry point".to_owned());
}
