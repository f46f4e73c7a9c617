//! Lints that look at single operations, loops and declarations, wherever control is.
//!
//! Comes in: a module. Goes out: findings. Must not depend on: terms.

use super::catalog::Tier;
use super::finding::{Findings, warning};
use super::interest::for_each_statement;
use super::operation::{Class, class};
use crate::builtins::vocabulary::Op;
use crate::diagnostics::Code;
use crate::hir::{
    Argument, BinaryOperation, Block, ConstantKind, Function, GlobalVariable, Handle, Loop, LoopTest, MemoryQualifiers,
    Module, PackingRules, Place, PlaceRoot, ScalarKind, Span, Statement, StorageClass, Struct, Type, Value, ValueKind,
    VectorSize,
};
use rustc_hash::FxHashSet;

/// Looks at everything that the entry point reaches.
pub(super) fn check(module: &Module, findings: &mut Findings) {
    for handle in module.reachable_functions() {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let used = used_values(function);
        for (_, block) in function.blocks.iter() {
            for (statement, span) in &block.statements {
                match statement {
                    Statement::Evaluate(value) => {
                        operation(module, function, *value, *span, findings);
                        if !used.get(value.index()).copied().unwrap_or(true) {
                            unused(module, function, *value, *span, findings);
                        }
                    }
                    Statement::Loop(it) => repeated(module, function, it, *span, findings),
                    _ => {}
                }
            }
        }
    }
    never_read(module, findings);
    for (_, structure) in module.types.structs.iter() {
        layout(module, structure, findings);
    }
}

/// Which values of a function something uses.
fn used_values(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.values.len()];
    let mut mark = |value: Handle<Value>| {
        if let Some(place) = used.get_mut(value.index()) {
            *place = true;
        }
    };
    for (_, value) in function.values.iter() {
        value.kind.for_each_operand(|operand| {
            if let Argument::Value(value) = operand {
                mark(value);
            }
        });
    }
    for (_, place) in function.places.iter() {
        place.values().for_each(&mut mark);
    }
    for (_, block) in function.blocks.iter() {
        for (statement, _) in &block.statements {
            match statement {
                Statement::Store { value, .. } | Statement::Return(Some(value)) => mark(*value),
                Statement::If { condition, .. } => mark(*condition),
                Statement::Switch(it) => {
                    mark(it.selector);
                    it.cases.iter().flat_map(|it| &it.parameters).for_each(|it| mark(it.initial));
                }
                Statement::Loop(it) => {
                    it.parameters.iter().for_each(|it| mark(it.initial));
                    for test in it.condition.iter().chain(&it.repeat_if) {
                        mark(test.condition);
                        test.results.iter().copied().for_each(&mut mark);
                    }
                }
                Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                    values.iter().copied().for_each(&mut mark);
                }
                _ => {}
            }
        }
    }
    used
}

/// The bits of a scalar constant.
fn constant(module: &Module, function: &Function, value: Handle<Value>) -> Option<u64> {
    let ValueKind::Constant(constant) = function.values.try_get(value).ok()?.kind else { return None };
    match module.constants.get_handle(constant).ok()?.kind {
        ConstantKind::Scalar(bits) => Some(bits),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}

fn is_constant(function: &Function, value: Handle<Value>) -> bool {
    function.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)))
}

fn operation(module: &Module, function: &Function, value: Handle<Value>, span: Span, findings: &mut Findings) {
    let Ok(Value { kind, .. }) = function.values.try_get(value) else { return };
    if let ValueKind::Extract { composite, index: 0 } = *kind {
        return ballot(function, composite, value, span, findings);
    }
    let ValueKind::Binary { operation, left, right } = *kind else { return };
    let Some(scalar) = function.values.try_get(left).ok().and_then(|it| module.types.scalar_of(it.ty)) else { return };
    use BinaryOperation as B;
    let zero = |it| constant(module, function, it) == Some(0);
    let never_less = scalar.kind == ScalarKind::Uint
        && match operation {
            B::Less | B::GreaterEqual => zero(right),
            B::Greater | B::LessEqual => zero(left),
            _ => false,
        };
    if never_less {
        let always = matches!(operation, B::GreaterEqual | B::LessEqual);
        let message = format!("this is always {always}: no `uint` is less than 0");
        let rule = "GLSL 4.60, 4.1.3: unsigned numbers are never negative";
        findings.push(Tier::Certain, warning(Code::UnsignedCompare, span, message, rule));
    }
    let floats = scalar.kind == ScalarKind::Float && matches!(operation, B::Equal | B::NotEqual);
    if floats && !is_constant(function, left) && !is_constant(function, right) {
        let rule = "GLSL 4.60, 4.7.1: operations on floats are not exact, and compilers may change their order";
        let diagnostic = warning(Code::FloatEquality, span, "computed floats are compared for equality", rule)
            .with_help("compare the difference with a tolerance");
        findings.push(Tier::Taste, diagnostic);
    }
}

/// `subgroupBallot(...).x`
fn ballot(function: &Function, composite: Handle<Value>, value: Handle<Value>, span: Span, findings: &mut Findings) {
    let Ok(ValueKind::Builtin(call)) = function.values.try_get(composite).map(|it| &it.kind) else { return };
    let is_ballot = call.prototype.opcodes(call.instance).any(|it| it == Op::GroupNonUniformBallot);
    let others = function.values.iter().any(|(handle, it)| {
        let mut uses = false;
        it.kind.for_each_operand(|operand| uses |= operand == Argument::Value(composite));
        uses && handle != value
    });
    if !is_ballot || call.function.name != "subgroupBallot" || others {
        return;
    }
    let rule = "GL_KHR_shader_subgroup_ballot: a ballot has 128 bits, and subgroups up to as many invocations";
    let diagnostic = warning(Code::BallotWidth, span, "only 32 bits of a ballot are looked at", rule)
        .with_help("use `subgroupBallotBitCount` and the like, which take all of it");
    findings.push(Tier::Taste, diagnostic);
}

fn unused(module: &Module, function: &Function, value: Handle<Value>, span: Span, findings: &mut Findings) {
    let Ok(value) = function.values.try_get(value) else { return };
    let ValueKind::Builtin(call) = &value.kind else { return };
    if matches!(module.types.get(value.ty), Type::Void) {
        return;
    }
    let useless = match class(call) {
        Class::Subgroup(..) | Class::Elect => true,
        Class::Atomic => call.prototype.opcodes(call.instance).next() == Some(Op::AtomicLoad),
        _ => false,
    };
    if useless {
        let message = format!("the result of `{}` is not used, and it does nothing else", call.function.name);
        let rule = "an operation without effect";
        findings.push(Tier::Certain, warning(Code::UnusedResult, span, message, rule).with_help("leave the call out"));
    }
}

/// What a loop does besides going on.
#[derive(Default)]
struct Round {
    /// It may be left from within.
    exits: bool,
    /// It does something that lasts or that others see.
    effects: bool,
    /// Memory that others may write is read, without `volatile`.
    plain: Option<Span>,
    /// Anything but local variables is read.
    reads: bool,
}

fn repeated(module: &Module, function: &Function, it: &Loop, span: Span, findings: &mut Findings) {
    let blocks = [it.header, it.body, it.continuing];
    let mut round = Round { exits: leaves(function, it), ..Round::default() };
    let mut stored: FxHashSet<PlaceRoot2> = FxHashSet::default();
    for_each_statement(function, &blocks, |statement| match statement {
        Statement::Store { place, .. } => {
            round.effects = true;
            stored.extend(root(function, *place));
        }
        Statement::Evaluate(value) => look(module, function, *value, &mut round, &mut stored),
        _ => {}
    });
    let tests: Vec<&LoopTest> = it.condition.iter().chain(&it.repeat_if).collect();
    let open: Vec<&&LoopTest> = tests.iter().filter(|it| constant(module, function, it.condition) != Some(1)).collect();
    let rule = "Vulkan: what a loop without end does to the device is undefined";
    if open.is_empty() && !round.exits {
        findings.push(Tier::Certain, warning(Code::InfiniteLoop, span, "nothing ends this loop", rule));
        return;
    }
    if !round.effects
        && let Some(place) = round.plain
    {
        let message = "this waits for another invocation with a plain load, which the compiler may do once";
        let rule = "Vulkan, Memory Model: a plain load sees no writes of others without synchronization";
        let diagnostic = warning(Code::SpinPlainLoad, place, message, rule)
            .with_help("use `atomicLoad` with `gl_SemanticsAcquire`, or declare the memory `volatile`");
        findings.push(Tier::Certain, diagnostic);
        return;
    }
    let unchanged = |test: &&&LoopTest| {
        let mut open = vec![test.condition];
        let mut fixed = true;
        while let Some(value) = open.pop() {
            let Ok(it) = function.values.try_get(value) else { return false };
            match &it.kind {
                ValueKind::Load(place) => {
                    fixed &= root(function, *place).is_some_and(|it| it.is_local() && !stored.contains(&it));
                }
                ValueKind::Builtin(_) | ValueKind::Call { .. } | ValueKind::BlockParameter | ValueKind::Spirv(_) => {
                    fixed = false;
                }
                other => other.for_each_operand(|operand| match operand {
                    Argument::Value(value) => open.push(value),
                    _ => fixed = false,
                }),
            }
        }
        fixed
    };
    if !round.exits && open.iter().all(unchanged) {
        let span = open.first().map_or(span, |it| function.values.get_span(it.condition));
        let message = "nothing in the loop changes this condition";
        findings.push(Tier::Certain, warning(Code::InfiniteLoop, span, message, rule));
    }
}

/// The root of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PlaceRoot2 {
    Local(usize),
    Parameter(u32),
    Global(Handle<GlobalVariable>),
}

impl PlaceRoot2 {
    const fn is_local(self) -> bool {
        !matches!(self, Self::Global(_))
    }
}

fn root(function: &Function, place: Handle<Place>) -> Option<PlaceRoot2> {
    Some(match function.places.try_get(place).ok()?.root {
        PlaceRoot::Local(local) => PlaceRoot2::Local(local.index()),
        PlaceRoot::Parameter(index) => PlaceRoot2::Parameter(index),
        PlaceRoot::Global(global) => PlaceRoot2::Global(global),
        PlaceRoot::Reference(_) => return None,
    })
}

fn look(
    module: &Module,
    function: &Function,
    value: Handle<Value>,
    round: &mut Round,
    stored: &mut FxHashSet<PlaceRoot2>,
) {
    let span = function.values.get_span(value);
    let Ok(value) = function.values.try_get(value) else { return };
    match &value.kind {
        ValueKind::Load(handle) => {
            let Ok(place) = function.places.try_get(*handle) else { return };
            let PlaceRoot::Global(global) = place.root else { return };
            round.reads = true;
            let Ok(global) = module.globals.try_get(global) else { return };
            let shared = matches!(global.storage, StorageClass::Workgroup | StorageClass::StorageBuffer);
            let constant = MemoryQualifiers::READONLY.union(MemoryQualifiers::VOLATILE);
            if shared && !place.access.intersects(constant) {
                round.plain = round.plain.or(Some(span));
            }
        }
        ValueKind::Builtin(call) => {
            round.effects |= !matches!(class(call), Class::Pure | Class::Arithmetic(_));
            value.kind.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    stored.extend(root(function, place));
                    round.effects = true;
                }
            });
        }
        ValueKind::Call { .. } | ValueKind::Spirv(_) | ValueKind::Message { .. } | ValueKind::Tensor { .. } => {
            round.effects = true;
            value.kind.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    stored.extend(root(function, place));
                }
            });
        }
        _ => {}
    }
}

/// Whether a jump may leave the loop.
fn leaves(function: &Function, it: &Loop) -> bool {
    // Blocks with whether a `break` in them leaves this loop.
    let mut open: Vec<(Handle<Block>, bool)> = [it.header, it.body, it.continuing].map(|it| (it, true)).to_vec();
    while let Some((block, own)) = open.pop() {
        let Ok(block) = function.blocks.try_get(block) else { continue };
        for (statement, _) in &block.statements {
            match statement {
                Statement::Return(_) | Statement::Terminate(_) => return true,
                Statement::Break(_) if own => return true,
                Statement::Switch(_) | Statement::Loop(_) => open.extend(statement.blocks().map(|it| (it, false))),
                other => open.extend(other.blocks().map(|it| (it, own))),
            }
        }
    }
    false
}

/// Shared variables that are only written.
fn never_read(module: &Module, findings: &mut Findings) {
    let (mut read, mut written) = (FxHashSet::default(), FxHashSet::default());
    for handle in module.reachable_functions() {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let global = |place: Handle<Place>| match function.places.try_get(place).map(|it| it.root) {
            Ok(PlaceRoot::Global(global)) => Some(global),
            _ => None,
        };
        for (_, value) in function.values.iter() {
            value.kind.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    read.extend(global(place));
                }
            });
        }
        for (_, block) in function.blocks.iter() {
            for (statement, span) in &block.statements {
                if let Statement::Store { place, .. } = statement
                    && let Some(global) = global(*place)
                {
                    written.insert((global, *span));
                }
            }
        }
    }
    for (handle, global) in module.globals.iter() {
        if global.storage != StorageClass::Workgroup || read.contains(&handle) {
            continue;
        }
        let Some(first) = written.iter().filter(|it| it.0 == handle).map(|it| it.1).min() else {
            continue;
        };
        let message = format!("`{}` is written, but nothing reads it", global.name);
        let rule = "shared memory lasts as long as the workgroup";
        let diagnostic = warning(Code::SharedNeverRead, first, message, rule)
            .with_secondary(global.span, "declared here")
            .with_help("leave the variable out");
        findings.push(Tier::Certain, diagnostic);
    }
}

/// Members of blocks that lie otherwise than in a structure of the host.
fn layout(module: &Module, structure: &Struct, findings: &mut Findings) {
    let Some(block) = structure.block else { return };
    if block.rules == PackingRules::Scalar {
        return;
    }
    let rule = "GLSL 4.60, 7.6.2.2: standard uniform block layout";
    for (member, next) in structure.members.iter().zip(structure.members.iter().skip(1).map(Some).chain([None])) {
        let is_three = |ty| matches!(*module.types.get(ty), Type::Vector(VectorSize::Tri, scalar) if scalar.width == 4);
        let name = &member.name;
        match *module.types.get(member.ty) {
            Type::Array { element, .. } if is_three(element) => {
                let message = format!("the elements of `{name}` are 16 bytes apart, not 12");
                let help = "use `vec4`, an array of `float`, or `layout(scalar)`";
                findings.push(Tier::Taste, warning(Code::Vec3Layout, member.span, message, rule).with_help(help));
            }
            Type::Array { element, .. } if block.rules == PackingRules::Std140 => {
                let small = match *module.types.get(element) {
                    Type::Scalar(scalar) => Some(u32::from(scalar.width)),
                    Type::Vector(VectorSize::Bi, scalar) => Some(u32::from(scalar.width) * 2),
                    _ => None,
                };
                if let Some(size) = small.filter(|size| *size < 16) {
                    let message = format!("the elements of `{name}` are 16 bytes apart, not {size}");
                    let help = "use `std430` in a buffer, or an array of `vec4`";
                    findings.push(Tier::Taste, warning(Code::ArrayStride, member.span, message, rule).with_help(help));
                }
            }
            _ if is_three(member.ty) => {
                let end = member.offset.map(|it| it + 12);
                let after = next.and_then(|it| it.offset);
                if after.is_some() && after != end {
                    let message = format!("4 bytes without use follow `{name}`, which hosts may not expect");
                    let help = "write the padding in the host's structure, or use `vec4`";
                    findings.push(Tier::Taste, warning(Code::Vec3Layout, member.span, message, rule).with_help(help));
                }
            }
            _ => {}
        }
    }
}
