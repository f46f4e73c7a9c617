//! A small valid module that uses every kind of statement, for the tests of the text form and the verifier.
//!
//! Comes in: nothing. Goes out: [`sample`]. Must not know: syntax, `sema`; it is put together by hand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::builtins::{self, BuiltinType, Gate, Prototype, Stages, TypeRef};

static GATE: Gate = Gate {
    desktop: Some(110),
    es: Some(100),
    core_desktop: None,
    core_es: None,
    extensions: &[],
    stages: Stages::ALL,
    more_stages: Stages::NONE,
    more_extensions: &[],
    spirv: 0,
};

static INDEX: builtins::Variable = builtins::Variable {
    block: None,
    name: "gl_LocalInvocationIndex",
    ty: BuiltinType::Scalar(Scalar::U32),
    builtin: spirv::BuiltIn::LocalInvocationIndex,
    storage: spirv::StorageClass::Input,
    gate: &GATE,
    capabilities: &[],
    spirv_extensions: &[],
    component: None,
    doc: "",
    section: "",
    replace: "",
};

/// `float scaled(float x, out float whole)`
pub(super) static SCALED: builtins::Function = builtins::Function {
    name: "scaled",
    prototypes: &[Prototype {
        result: TypeRef::Fixed(BuiltinType::Scalar(Scalar::F32)),
        parameters: &[
            builtins::Parameter {
                name: "x",
                ty: TypeRef::Fixed(BuiltinType::Scalar(Scalar::F32)),
                mode: builtins::ParameterMode::In,
                constant: None,
                lint: None,
            },
            builtins::Parameter {
                name: "whole",
                ty: TypeRef::Fixed(BuiltinType::Scalar(Scalar::F32)),
                mode: builtins::ParameterMode::Out,
                constant: None,
                lint: None,
            },
        ],
        instances: 1,
        gate: &GATE,
        recipes: &[],
        doc: "",
        section: "",
        replace: "",
    }],
};

/// The types of the sample by name, so that tests can make wrong ones.
#[derive(Clone, Copy)]
pub(super) struct Types {
    pub void: Handle<Type>,
    pub int: Handle<Type>,
    pub uint: Handle<Type>,
    pub float: Handle<Type>,
    pub vec4: Handle<Type>,
    pub floats: Handle<Type>,
    pub data: Handle<Type>,
    pub texture: Handle<Type>,
}

/// Builds a function value by value.
pub(super) struct Builder {
    pub function: Function,
}

impl Builder {
    pub fn new(name: &str, result: Handle<Type>) -> Self {
        let mut blocks = Arena::new();
        let body = blocks.append(Block::default(), Span::UNDEFINED);
        let function = Function {
            name: name.to_owned(),
            parameters: Vec::new(),
            result,
            locals: Arena::new(),
            places: Arena::new(),
            values: Arena::new(),
            blocks,
            body,
            decorations: Vec::new(),
            decorated: Default::default(),
            attributes: FunctionAttributes::default(),
            span: Span::UNDEFINED,
        };
        Self { function }
    }

    pub fn block(&mut self) -> Handle<Block> {
        self.function.blocks.append(Block::default(), Span::UNDEFINED)
    }

    pub fn push(&mut self, block: Handle<Block>, statement: Statement) {
        self.function.blocks.get_mut(block).push(statement, Span::UNDEFINED);
    }

    /// A value without a statement.
    pub fn value(&mut self, ty: Handle<Type>, kind: ValueKind) -> Handle<Value> {
        self.function.values.append(Value { kind, ty, precise: false }, Span::UNDEFINED)
    }

    pub fn evaluate(&mut self, block: Handle<Block>, ty: Handle<Type>, kind: ValueKind) -> Handle<Value> {
        let value = self.value(ty, kind);
        self.push(block, Statement::Evaluate(value));
        value
    }

    pub fn local(&mut self, name: &str, ty: Handle<Type>) -> Handle<Place> {
        let local = self.function.locals.append(
            Local { name: name.to_owned(), ty, qualifiers: MemoryQualifiers::NONE, decorations: Vec::new() },
            Span::UNDEFINED,
        );
        self.place(PlaceRoot::Local(local), Vec::new(), ty, MemoryQualifiers::NONE)
    }

    pub fn place(
        &mut self,
        root: PlaceRoot,
        steps: Vec<PlaceStep>,
        ty: Handle<Type>,
        access: MemoryQualifiers,
    ) -> Handle<Place> {
        self.function.places.append(Place { root, steps, ty, swizzle: None, access }, Span::UNDEFINED)
    }
}

pub(super) fn binary(operation: BinaryOperation, left: Handle<Value>, right: Handle<Value>) -> ValueKind {
    ValueKind::Binary { operation, left, right }
}

/// A loop and a switch whose values live in block parameters.
fn values_through_a_loop_and_a_switch(
    main: &mut Builder,
    [bool, uint, float]: [Handle<Type>; 3],
    [lane, end]: [Handle<Value>; 2],
    [one, loaded]: [Handle<Value>; 2],
) {
    let body = main.function.body;

    // for (i = lane, f = 1.0; i < end; i += lane) { if (i < lane) break; if (i < lane) { f = loaded; } }
    let [header, inner, continuing, leave, stay, set, keep] = std::array::from_fn(|_| main.block());
    let [index, next_index] = std::array::from_fn(|_| main.value(uint, ValueKind::BlockParameter));
    let [last, value, next_value, set_value, result] =
        std::array::from_fn(|which| main.value(if which == 0 { uint } else { float }, ValueKind::BlockParameter));
    let again = main.evaluate(header, bool, binary(BinaryOperation::Less, index, end));
    let early = main.evaluate(inner, bool, binary(BinaryOperation::Less, index, lane));
    let (condition, hint) = (early, BranchHint::None);
    main.push(leave, Statement::Break(vec![index, one]));
    let results = Vec::new();
    main.push(inner, Statement::If { condition, accept: leave, reject: stay, results, hint });
    main.push(set, Statement::Yield(vec![loaded]));
    main.push(keep, Statement::Yield(vec![value]));
    let results = vec![set_value];
    main.push(inner, Statement::If { condition, accept: set, reject: keep, results, hint });
    main.push(inner, Statement::Continue(vec![index, set_value]));
    let next = main.evaluate(continuing, uint, binary(BinaryOperation::Add, next_index, lane));
    main.push(continuing, Statement::Yield(vec![next, next_value]));
    let test = LoopTest { condition: again, results: vec![index, value] };
    let repeat = Loop {
        parameters: vec![BlockParameter { value: index, initial: lane }, BlockParameter { value, initial: one }],
        continue_parameters: vec![next_index, next_value],
        results: vec![last, result],
        ..Loop::plain(header, Some(test), inner, continuing, None, LoopHint::default())
    };
    main.push(body, Statement::Loop(Box::new(repeat)));

    // switch (last) { case 0: f = result; case 1: break; default: f = 1.0; }
    let [first, second, third] = std::array::from_fn(|_| main.block());
    let [case, chosen] = std::array::from_fn(|_| main.value(float, ValueKind::BlockParameter));
    main.push(first, Statement::Yield(vec![result]));
    main.push(second, Statement::Break(vec![case]));
    main.push(third, Statement::Yield(vec![one]));
    let cases = vec![
        SwitchCase { values: vec![0], falls_through: true, ..SwitchCase::plain(first) },
        SwitchCase {
            values: vec![1],
            parameters: vec![BlockParameter { value: case, initial: loaded }],
            ..SwitchCase::plain(second)
        },
        SwitchCase { is_default: true, ..SwitchCase::plain(third) },
    ];
    main.push(body, Statement::Switch(Box::new(Switch { selector: last, cases, results: vec![chosen], hint })));
    main.evaluate(body, float, binary(BinaryOperation::Add, chosen, loaded));
}

/// The module and its types.
pub(super) fn sample() -> (Module, Types) {
    let mut types = TypeTable::default();
    let void = types.insert(Type::Void);
    let bool = types.insert(Type::Scalar(Scalar::BOOL));
    let int = types.insert(Type::Scalar(Scalar::I32));
    let uint = types.insert(Type::Scalar(Scalar::U32));
    let float = types.insert(Type::Scalar(Scalar::F32));
    let vec4 = types.insert(Type::Vector(VectorSize::Quad, Scalar::F32));
    let floats = types.insert(Type::Array { element: float, length: ArrayLength::Runtime });
    let member = |name: &str, ty, offset, qualifiers| Member {
        name: name.to_owned(),
        ty,
        offset: Some(offset),
        major: MatrixMajor::Column,
        qualifiers,
        precise: false,
        interface: Default::default(),
        decorations: Vec::new(),
        span: Span::UNDEFINED,
    };
    let data = types.structs.append(
        Struct {
            name: "Data".to_owned(),
            members: vec![
                member("scale", vec4, 0, MemoryQualifiers::NONE),
                member("values", floats, 16, MemoryQualifiers::COHERENT),
            ],
            block: Some(BlockLayout { rules: PackingRules::Std430, reference_alignment: 0 }),
            is_interface_block: false,
        },
        Span::UNDEFINED,
    );
    let data = types.insert(Type::Struct(data));
    let texture = types.insert(Type::Image(ImageType {
        shape: builtins::ImageShape {
            dimension: builtins::ImageDimension::D2,
            arrayed: false,
            multisampled: false,
            shadow: false,
            texel: Scalar::F32,
        },
        class: ImageClass::Sampled,
    }));

    let mut constants = UniqueArena::new();
    let mut constant = |ty, kind| constants.insert(Constant { ty, kind }, Span::UNDEFINED);
    let one = constant(float, ConstantKind::Scalar(u64::from(1.0_f32.to_bits())));
    let zero = constant(uint, ConstantKind::Scalar(0));
    let width = constant(uint, ConstantKind::Specialization { id: 3, default: 64, name: "WIDTH".to_owned() });
    let double = constant(uint, ConstantKind::Operation(ConstantOperation::Binary(BinaryOperation::Add, width, width)));
    let ones = constant(vec4, ConstantKind::Composite(vec![one; 4]));

    let mut globals = Arena::new();
    let global = |name: &str, ty, storage| GlobalVariable {
        name: name.to_owned(),
        ty,
        storage,
        binding: None,
        heap: None,
        builtin: None,
        qualifiers: MemoryQualifiers::NONE,
        initializer: None,
        interface: Default::default(),
        decorations: Vec::new(),
        span: Span::UNDEFINED,
    };
    let index = GlobalVariable { builtin: Some(&INDEX), ..global(INDEX.name, uint, StorageClass::Input) };
    let index = globals.append(index, Span::UNDEFINED);
    let buffer = GlobalVariable {
        binding: Some(ResourceBinding { set: 0, binding: 1 }),
        ..global("data", data, StorageClass::StorageBuffer)
    };
    let buffer = globals.append(buffer, Span::UNDEFINED);
    let bias = GlobalVariable { initializer: Some(ones), ..global("bias", vec4, StorageClass::Private) };
    let bias = globals.append(bias, Span::UNDEFINED);

    let mut functions = Arena::new();

    // float helper(float x, inout float y) { return x + y; }
    let mut helper = Builder::new("helper", float);
    for (name, mode) in [("x", ParameterMode::Value), ("y", ParameterMode::Pointer)] {
        let qualifiers = MemoryQualifiers::NONE;
        helper.function.parameters.push(Parameter {
            name: name.to_owned(),
            ty: float,
            mode,
            qualifiers,
            decorations: Vec::new(),
        });
    }
    let body = helper.function.body;
    let x = helper.value(float, ValueKind::Parameter(0));
    let y = helper.place(PlaceRoot::Parameter(1), Vec::new(), float, MemoryQualifiers::NONE);
    let y = helper.evaluate(body, float, ValueKind::Load(y));
    let sum = helper.evaluate(body, float, binary(BinaryOperation::Add, x, y));
    helper.push(body, Statement::Return(Some(sum)));
    let helper = functions.append(helper.function, Span::UNDEFINED);

    let mut main = Builder::new("main", void);
    let body = main.function.body;
    let one = main.value(float, ValueKind::Constant(one));
    let zero = main.value(uint, ValueKind::Constant(zero));
    let double = main.value(uint, ValueKind::Constant(double));
    let sum = main.local("sum", float);
    let index_place = main.place(PlaceRoot::Global(index), Vec::new(), uint, MemoryQualifiers::NONE);
    let lane = main.evaluate(body, uint, ValueKind::Load(index_place));
    let element = vec![PlaceStep::Member(1), PlaceStep::Index(lane)];
    let element = main.place(PlaceRoot::Global(buffer), element, float, MemoryQualifiers::COHERENT);
    let loaded = main.evaluate(body, float, ValueKind::Load(element));
    let condition = main.evaluate(body, bool, binary(BinaryOperation::Less, lane, double));

    // sum = lane < 2 * WIDTH ? loaded + 1.0 : loaded
    let (accept, reject) = (main.block(), main.block());
    let more = main.evaluate(accept, float, binary(BinaryOperation::Add, loaded, one));
    let result = main.value(float, ValueKind::BlockParameter);
    main.push(accept, Statement::Yield(vec![more]));
    main.push(reject, Statement::Yield(vec![loaded]));
    let results = vec![result];
    main.push(body, Statement::If { condition, accept, reject, results, hint: BranchHint::None });
    main.push(body, Statement::Store { place: sum, value: result });

    // for (; sum < 1.0; sum = helper(1.0, sum)) { if (lane < 2 * WIDTH) continue; break; }
    let (header, inner, continuing) = (main.block(), main.block(), main.block());
    let again = main.evaluate(header, float, ValueKind::Load(sum));
    let again = main.evaluate(header, bool, binary(BinaryOperation::Less, again, one));
    let (accept, reject) = (main.block(), main.block());
    main.push(accept, Statement::Continue(Vec::new()));
    main.push(inner, Statement::If { condition, accept, reject, results: Vec::new(), hint: BranchHint::Flatten });
    main.push(inner, Statement::Break(Vec::new()));
    let arguments = vec![Argument::Value(one), Argument::Place(sum)];
    let called = main.evaluate(continuing, float, ValueKind::Call { function: helper, arguments });
    main.push(continuing, Statement::Store { place: sum, value: called });
    let repeat = Loop::plain(header, Some(LoopTest::of(again)), inner, continuing, None, LoopHint::default());
    main.push(body, Statement::Loop(Box::new(repeat)));

    // switch (lane) { case 0: bias.yx = ...; default: break; }
    let (first, second) = (main.block(), main.block());
    let bias_place = main.place(PlaceRoot::Global(bias), Vec::new(), vec4, MemoryQualifiers::NONE);
    let whole = main.evaluate(first, vec4, ValueKind::Load(bias_place));
    let part = Place { swizzle: Some(vec![3, 2, 1, 0]), ..main.function.places[bias_place].clone() };
    let part = main.function.places.append(part, Span::UNDEFINED);
    main.push(first, Statement::Store { place: part, value: whole });
    main.push(second, Statement::Break(Vec::new()));
    let cases = vec![
        SwitchCase { values: vec![0, 7], falls_through: true, ..SwitchCase::plain(first) },
        SwitchCase { is_default: true, ..SwitchCase::plain(second) },
    ];
    let hint = BranchHint::None;
    main.push(body, Statement::Switch(Box::new(Switch { selector: lane, cases, results: Vec::new(), hint })));
    values_through_a_loop_and_a_switch(&mut main, [bool, uint, float], [lane, double], [one, loaded]);

    // data.values[gl_LocalInvocationIndex] = scaled(loaded, sum);
    let call = BuiltinCall {
        function: &SCALED,
        prototype: &SCALED.prototypes[0],
        instance: 0.into(),
        arguments: vec![Argument::Value(loaded), Argument::Place(sum)],
        argument_spans: vec![Span::UNDEFINED; 2],
    };
    let called = main.evaluate(body, float, ValueKind::Builtin(call));
    main.push(body, Statement::Store { place: element, value: called });
    let length = main.place(PlaceRoot::Global(buffer), vec![PlaceStep::Member(1)], floats, MemoryQualifiers::COHERENT);
    main.evaluate(body, int, ValueKind::ArrayLength(length));
    let scale = vec![PlaceStep::Member(0), PlaceStep::Index(zero)];
    let scale = main.place(PlaceRoot::Global(buffer), scale, float, MemoryQualifiers::NONE);
    main.evaluate(body, float, ValueKind::Load(scale));
    main.push(body, Statement::Return(None));
    let main = functions.append(main.function, Span::UNDEFINED);

    let entry_point = EntryPoint {
        stage: crate::stage::Stage::Compute,
        function: main,
        workgroup: Some(crate::hir::Workgroup {
            size: [
                WorkgroupDimension::Literal(64),
                WorkgroupDimension::Literal(1),
                WorkgroupDimension::Specialization(width),
            ],
            constant: None,
        }),
        modes: Vec::new(),
        capabilities: Vec::new(),
        wide_indexing: false,
    };
    let types_by_name = Types { void, int, uint, float, vec4, floats, data, texture };
    let module = Module {
        types,
        constants,
        globals,
        functions,
        entry_point,
        memory_model: MemoryModel::default(),
        intrinsics: Default::default(),
    };
    (module, types_by_name)
}
