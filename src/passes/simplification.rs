//! Simplification: copies, constants, and operations determined by their operands.
//!
//! Comes in: functions. Goes out: functions in which a value that equals another one, or a constant, is replaced by it;
//! selections that a constant decides are replaced by the selected arm. Must not depend on: other passes.
//!
//! Every rule gives the same bits for all operands: nothing changes the treatment of NaN, infinities, signed zeros or
//! rounding, so `precise` needs no exceptions. Built-ins are left to the device, whose functions may differ from ours
//! in the last bit.

mod algebra;

use super::rewrite::{self, Begin, Output, Replacements, Rewrite};
use super::tree::Tree;
use super::ways::Ways;
use crate::hir::fold::Folder;
use crate::hir::{
    Arena, BinaryOperation, Constant, Function, GlobalVariable, Handle, LoopTest, Module, Scalar, ScalarKind, Span,
    Statement, Swizzle, Type, Value, ValueKind, WorkgroupDimension,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn run(module: &mut Module) {
    let computed = &computed_types(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let size = entry_point.workgroup.as_ref().map(|it| &it.size).and_then(|[x, y, z]| {
        let literal = |dimension: &WorkgroupDimension| match *dimension {
            WorkgroupDimension::Literal(size) => Some(size),
            WorkgroupDimension::Specialization(_) => None,
        };
        Some([literal(x)?, literal(y)?, literal(z)?])
    });
    for (_, function) in functions.iter_mut() {
        let mut simplification = Simplification {
            folder: Folder { types, constants },
            inputs: Inputs { globals, size },
            computed,
            constants: FxHashMap::default(),
            replaced: Replacements::default(),
        };
        simplification.block_parameters(function);
        rewrite::walk(function, &mut simplification);
    }
}

/// The types of 8 and 16 bits with which the shader computes. Others it only loads, stores and converts, and a constant of them would be
/// the first thing to require their arithmetic of the device (SPIR-V, 2.16.1).
fn computed_types(module: &Module) -> FxHashSet<Scalar> {
    let small = |ty| module.types.get(ty).component().filter(Scalar::is_small);
    if !module.types.types.iter().any(|(ty, _)| small(ty).is_some()) {
        return FxHashSet::default();
    }
    let values = module.functions.iter().flat_map(|(_, function)| function.values.iter());
    let is_computed = |value: &Value| !matches!(value.kind, ValueKind::Load(_) | ValueKind::Convert(_));
    values.filter(|(_, value)| is_computed(value)).filter_map(|(_, value)| small(value.ty)).collect()
}

/// How many insertions are searched for the part they inserted.
const LONGEST_CHAIN: usize = 32;

/// What is known about the inputs of a shader.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    globals: &'a Arena<GlobalVariable>,
    /// The size of a workgroup, if it is known now.
    size: Option<[u32; 3]>,
}

struct Simplification<'a> {
    folder: Folder<'a>,
    inputs: Inputs<'a>,
    computed: &'a FxHashSet<Scalar>,
    /// Values of constants that were made here.
    constants: FxHashMap<Handle<Constant>, Handle<Value>>,
    replaced: Replacements,
}

/// What becomes of a value.
enum Simple {
    /// It is another one.
    Value(Handle<Value>),
    /// It is a constant.
    Constant(Handle<Constant>),
    /// It is computed in another way.
    Kind(ValueKind),
}

impl Simplification<'_> {
    /// A block parameter to which all edges pass the same value is that value.
    fn block_parameters(&mut self, function: &Function) {
        let ways = Ways::of(function);
        if ways.edges.is_empty() {
            return;
        }
        let tree = Tree::of(function);
        let mut passed: FxHashMap<Handle<Value>, Vec<Handle<Value>>> = FxHashMap::default();
        let mut users: FxHashMap<Handle<Value>, Vec<Handle<Value>>> = FxHashMap::default();
        let mut open = Vec::new();
        for &(parameter, value) in &ways.edges {
            let list = passed.entry(parameter).or_default();
            if list.is_empty() {
                open.push(parameter);
            }
            list.push(value);
            users.entry(value).or_default().push(parameter);
        }
        open.reverse();
        while let Some(parameter) = open.pop() {
            if self.replaced.of(parameter) != parameter || function.decorated.contains_key(&parameter) {
                continue;
            }
            let mut values = passed.get(&parameter).into_iter().flatten().map(|&value| self.replaced.of(value));
            let mut others = values.by_ref().filter(|&value| value != parameter);
            let Some(only) = others.next() else { continue };
            if others.all(|value| self.same(function, value, only)) && ways.reaches(&tree, only, parameter) {
                self.replaced.replace(parameter, only);
                open.extend(users.get(&parameter).into_iter().flatten());
            }
        }
    }

    /// Whether two values are one, or the same constant.
    fn same(&self, function: &Function, left: Handle<Value>, right: Handle<Value>) -> bool {
        let constant = |value| self.constant_of(function, value);
        left == right || constant(left).is_some_and(|left| Some(left) == constant(right))
    }

    fn constant_of(&self, function: &Function, value: Handle<Value>) -> Option<Handle<Constant>> {
        match function.values.try_get(value).ok()?.kind {
            ValueKind::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// A constant known at compile time.
    fn known(&self, function: &Function, value: Handle<Value>) -> Option<Handle<Constant>> {
        self.constant_of(function, value).filter(|&constant| !self.folder.depends_on_specialization(constant))
    }

    fn value_of(&mut self, function: &mut Function, constant: Handle<Constant>) -> Option<Handle<Value>> {
        let ty = self.folder.ty(constant)?;
        let value = || {
            function.values.append(
                Value { kind: ValueKind::Constant(constant), ty, precise: false, relaxed: false },
                Span::UNDEFINED,
            )
        };
        Some(*self.constants.entry(constant).or_insert_with(value))
    }

    fn simplify(&mut self, function: &Function, value: Handle<Value>) -> Option<Simple> {
        let Value { kind, ty, .. } = function.values.try_get(value).ok()?;
        let ty = *ty;
        let known = |this: &Self, value: Handle<Value>| this.known(function, value);
        match *kind {
            ValueKind::Unary { operation, operand } => {
                if let Some(constant) = known(self, operand) {
                    return self.folder.unary(operation, constant).map(Simple::Constant);
                }
                // Applied twice it cancels; negating a float changes nothing but its sign bit.
                match kind_of(function, operand)? {
                    &ValueKind::Unary { operation: inner, operand } if inner == operation => {
                        Some(Simple::Value(operand))
                    }
                    _ => None,
                }
            }
            ValueKind::Binary { operation, left, right } => {
                let (constant_left, constant_right) = (known(self, left), known(self, right));
                if let (Some(left), Some(right)) = (constant_left, constant_right) {
                    return self.folder.binary(operation, left, right).constant().map(Simple::Constant);
                }
                self.identity(function, operation, [left, right], [constant_left, constant_right], ty)
            }
            ValueKind::Convert(operand) => {
                if type_of(function, operand) == Some(ty) {
                    return Some(Simple::Value(operand));
                }
                let is_stored_only = |it: Scalar| it.is_small() && !self.computed.contains(&it);
                if self.folder.types.get(ty).component().is_some_and(is_stored_only) {
                    return None;
                }
                let constant = known(self, operand)?;
                self.folder.convert(constant, ty).map(Simple::Constant)
            }
            ValueKind::Splat(operand) => {
                let constant = known(self, operand)?;
                self.folder.splat(constant, ty).map(Simple::Constant)
            }
            ValueKind::Select { condition, accept, reject } => {
                if self.same(function, accept, reject) {
                    return Some(Simple::Value(accept));
                }
                let condition = known(self, condition)?;
                let condition = self.folder.as_bool(condition)?;
                Some(Simple::Value(if condition { accept } else { reject }))
            }
            ValueKind::Extract { composite, index } => self.extract(function, composite, index),
            ValueKind::ExtractDynamic { vector, index } => {
                let index = known(self, index).and_then(|index| self.folder.as_u32(index))?;
                let Type::Vector(size, _) = *self.folder.types.get(type_of(function, vector)?) else { return None };
                let fits = size.listed().is_some_and(|count| index < count);
                fits.then_some(Simple::Kind(ValueKind::Extract { composite: vector, index }))
            }
            ValueKind::Insert { composite, index, part } => match *kind_of(function, part)? {
                ValueKind::Extract { composite: from, index: of } if from == composite && of == index => {
                    Some(Simple::Value(composite))
                }
                _ => None,
            },
            ValueKind::Swizzle { vector, ref components } => self.swizzle(function, vector, components, ty),
            ValueKind::Compose(ref parts) => self.compose(function, parts, ty),
            _ => None,
        }
    }

    /// `x + 0`, `x * 1` and the like.
    fn identity(
        &self,
        function: &Function,
        operation: BinaryOperation,
        [left, right]: [Handle<Value>; 2],
        constants: [Option<Handle<Constant>>; 2],
        ty: Handle<Type>,
    ) -> Option<Simple> {
        use BinaryOperation as B;
        let kind = self.folder.types.get(type_of(function, left)?).component()?.kind;
        let [left_bits, right_bits] = constants.map(|constant| constant.and_then(|it| self.repeated(it)));
        let is_integer = matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
        let (is_left, is_right) = if is_integer {
            let (zero, one) = (Some(0), Some(1));
            match operation {
                B::Add | B::BitOr | B::BitXor => (left_bits == zero, right_bits == zero),
                B::Subtract | B::ShiftLeft | B::ShiftRight => (false, right_bits == zero),
                B::Multiply => (left_bits == one, right_bits == one),
                B::Divide => (false, right_bits == one),
                _ => (false, false),
            }
        } else if kind == ScalarKind::Bool {
            match operation {
                B::LogicalAnd => (left_bits == Some(1), right_bits == Some(1)),
                B::LogicalOr | B::LogicalXor => (left_bits == Some(0), right_bits == Some(0)),
                _ => (false, false),
            }
        } else if kind == ScalarKind::Float {
            // Adding a zero is not among these: -0.0 + 0.0 is 0.0.
            match operation {
                B::Multiply => (self.is_one(constants[0]), self.is_one(constants[1])),
                B::Divide => (false, self.is_one(constants[1])),
                _ => (false, false),
            }
        } else {
            (false, false)
        };
        // A scalar multiplied by a vector or matrix has another type.
        if is_right && type_of(function, left) == Some(ty) {
            return Some(Simple::Value(left));
        }
        (is_left && type_of(function, right) == Some(ty)).then_some(Simple::Value(right))
    }

    /// The bits of a scalar, or those shared by all components of a vector.
    fn repeated(&self, constant: Handle<Constant>) -> Option<u64> {
        if let Some(bits) = self.folder.scalar_bits(constant) {
            return Some(bits);
        }
        // A matrix with the same number everywhere is not an identity.
        let Type::Vector(..) = self.folder.types.get(self.folder.ty(constant)?) else { return None };
        let crate::hir::ConstantKind::Composite(parts) = &self.folder.constants.get_handle(constant).ok()?.kind else {
            return None;
        };
        let (first, rest) = parts.split_first()?;
        let first = self.folder.scalar_bits(*first)?;
        rest.iter().all(|&part| self.folder.scalar_bits(part) == Some(first)).then_some(first)
    }

    fn is_one(&self, constant: Option<Handle<Constant>>) -> bool {
        let Some(constant) = constant else { return false };
        let width = self.folder.scalar_type(constant).map(|scalar| scalar.width);
        let one = match width {
            Some(2) => 0x3c00,
            Some(4) => u64::from(1.0_f32.to_bits()),
            Some(8) => 1.0_f64.to_bits(),
            _ => return false,
        };
        self.repeated(constant) == Some(one)
    }

    fn extract(&mut self, function: &Function, mut composite: Handle<Value>, index: u32) -> Option<Simple> {
        let first = composite;
        // A limit keeps long chains of insertions linear.
        for _ in 0..LONGEST_CHAIN {
            match kind_of(function, composite)? {
                &ValueKind::Constant(constant) => {
                    if self.folder.depends_on_specialization(constant) {
                        return None;
                    }
                    return self.folder.extract(constant, index).map(Simple::Constant);
                }
                &ValueKind::Insert { index: inserted, part, .. } if inserted == index => {
                    return Some(Simple::Value(part));
                }
                &ValueKind::Insert { composite: inner, .. } => composite = inner,
                &ValueKind::Splat(part) if is_vector(&self.folder, function, composite) => {
                    return Some(Simple::Value(part));
                }
                ValueKind::Swizzle { vector, components } => {
                    let component = *components.get(index as usize)?;
                    return Some(Simple::Kind(ValueKind::Extract { composite: *vector, index: component.into() }));
                }
                ValueKind::Compose(parts) if is_vector(&self.folder, function, composite) => {
                    let (part, inside) = self.component(function, parts, index)?;
                    return Some(match inside {
                        None => Simple::Value(part),
                        Some(index) => Simple::Kind(ValueKind::Extract { composite: part, index }),
                    });
                }
                ValueKind::Compose(parts) => return parts.get(index as usize).copied().map(Simple::Value),
                _ => break,
            }
        }
        (composite != first).then_some(Simple::Kind(ValueKind::Extract { composite, index }))
    }

    /// The part that provides a component of a composed vector, and the index within it if that part is a vector.
    fn component(
        &self,
        function: &Function,
        parts: &[Handle<Value>],
        mut index: u32,
    ) -> Option<(Handle<Value>, Option<u32>)> {
        for &part in parts {
            let ty = self.folder.types.get(type_of(function, part)?);
            let count = ty.component_count()?;
            if index < count {
                return Some((part, matches!(ty, Type::Vector(..)).then_some(index)));
            }
            index -= count;
        }
        None
    }

    fn swizzle(
        &mut self,
        function: &Function,
        vector: Handle<Value>,
        components: &[u8],
        ty: Handle<Type>,
    ) -> Option<Simple> {
        if type_of(function, vector) == Some(ty) && (0..).zip(components).all(|(index, &component)| index == component)
        {
            return Some(Simple::Value(vector));
        }
        match kind_of(function, vector)? {
            &ValueKind::Constant(constant) => {
                if self.folder.depends_on_specialization(constant) {
                    return None;
                }
                self.folder.swizzle(constant, components).map(Simple::Constant)
            }
            ValueKind::Swizzle { vector, components: inner } => {
                let components: Option<Swizzle> =
                    components.iter().map(|&it| inner.get(usize::from(it)).copied()).collect();
                Some(Simple::Kind(ValueKind::Swizzle { vector: *vector, components: components? }))
            }
            &ValueKind::Splat(part) => Some(Simple::Kind(ValueKind::Splat(part))),
            ValueKind::Compose(parts) => {
                let picked: Option<Vec<_>> = components
                    .iter()
                    .map(|&it| match self.component(function, parts, it.into())? {
                        (part, None) => Some(part),
                        _ => None,
                    })
                    .collect();
                Some(Simple::Kind(ValueKind::Compose(picked?)))
            }
            _ => None,
        }
    }

    /// A whole composed of all parts of another is that other one; one composed of components of one vector is a
    /// swizzle.
    fn compose(&mut self, function: &Function, parts: &[Handle<Value>], ty: Handle<Type>) -> Option<Simple> {
        let constants: Option<Vec<_>> = parts.iter().map(|&part| self.known(function, part)).collect();
        if let Some(constants) = constants {
            return self.folder.compose(ty, &constants).map(Simple::Constant);
        }
        let mut whole = None;
        let mut indices = Vec::with_capacity(parts.len());
        for &part in parts {
            let &ValueKind::Extract { composite, index } = kind_of(function, part)? else { return None };
            if *whole.get_or_insert(composite) != composite {
                return None;
            }
            indices.push(index);
        }
        let whole = whole?;
        if type_of(function, whole) == Some(ty) && (0..).zip(&indices).all(|(expected, &index)| index == expected) {
            return Some(Simple::Value(whole));
        }
        let is_swizzle = is_vector(&self.folder, function, whole)
            && matches!(self.folder.types.get(ty), Type::Vector(size, _) if size.listed() == Some(indices.len() as u32));
        let components: Option<Swizzle> =
            indices.iter().map(|&index| u8::try_from(index).ok().filter(|&it| it < 4)).collect();
        (is_swizzle && indices.len() <= 4)
            .then_some(Simple::Kind(ValueKind::Swizzle { vector: whole, components: components? }))
    }
}

fn kind_of(function: &Function, value: Handle<Value>) -> Option<&ValueKind> {
    Some(&function.values.try_get(value).ok()?.kind)
}

fn type_of(function: &Function, value: Handle<Value>) -> Option<Handle<Type>> {
    Some(function.values.try_get(value).ok()?.ty)
}

/// Whether a value is a vector whose components are known individually.
fn is_vector(folder: &Folder<'_>, function: &Function, value: Handle<Value>) -> bool {
    type_of(function, value)
        .is_some_and(|ty| matches!(folder.types.get(ty), Type::Vector(size, _) if size.listed().is_some()))
}

impl Rewrite for Simplification<'_> {
    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        self.replaced.apply(function, &mut statement);
        if let Statement::Evaluate(value) = statement
            && !function.decorated.contains_key(&value)
        {
            // Each rule makes it smaller or leads to an operand, so this ends.
            loop {
                match self.simplify(function, value).or_else(|| self.algebra(function, value)) {
                    None => break,
                    Some(Simple::Value(other)) => return self.replaced.replace(value, other),
                    Some(Simple::Constant(constant)) => {
                        let Some(other) = self.value_of(function, constant) else { break };
                        return self.replaced.replace(value, other);
                    }
                    Some(Simple::Kind(kind)) => function.values.get_mut(value).kind = kind,
                }
            }
        }
        out.push((statement, span));
    }

    fn begin(&mut self, function: &mut Function, statement: &mut Statement) -> Begin {
        self.replaced.apply(function, statement);
        let Statement::If { condition, accept, reject, results, .. } = statement else { return Begin::Enter };
        let known = self.known(function, *condition).and_then(|constant| self.folder.as_bool(constant));
        let Some(taken) = known else { return Begin::Enter };
        if results.iter().any(|result| function.decorated.contains_key(result)) {
            return Begin::Enter;
        }
        let arm = if taken { *accept } else { *reject };
        let statements = &mut function.blocks.get_mut(arm).statements;
        if let Some((Statement::Yield(values), _)) = statements.pop_if(|(it, _)| matches!(it, Statement::Yield(_))) {
            for (&result, value) in results.iter().zip(values) {
                self.replaced.replace(result, value);
            }
        }
        Begin::Splice(arm)
    }

    fn test(&mut self, _function: &mut Function, test: &mut LoopTest) {
        self.replaced.apply_to_test(test);
    }
}
