//! Values whose types follow from their operands. Operations on constants are folded.
//!
//! Comes in: an operation and values of a function. Goes out: the value, computed in the current block. Must not depend
//! on: any language; nothing is converted implicitly. Operands that do not fit are left to the verifier, like a wrong
//! statement.

use super::{FunctionBuilder, ModuleBuilder};
use crate::builtins;
use crate::builtins::vocabulary::BuiltIn;
use crate::hir::{
    Argument, BinaryOperation, BuiltinCall, Constant, Function, Handle, Place, Statement, Type, TypeTable,
    UnaryOperation, Value, ValueKind,
};
use smallvec::SmallVec;

impl FunctionBuilder {
    /// Reads what is at a place.
    pub fn load(&mut self, module: &mut ModuleBuilder, place: &Place) -> Handle<Value> {
        let ty = module.accessed_type(place);
        let place = self.places.append(place.clone(), self.span);
        self.evaluate(ValueKind::Load(place), ty, self.span)
    }

    /// Writes to a place.
    pub fn store(&mut self, place: &Place, value: Handle<Value>) {
        let place = self.places.append(place.clone(), self.span);
        self.push(Statement::Store { place, value }, self.span);
    }

    /// The place of a built-in variable; `None` if the stage has none of this name.
    pub fn builtin_variable(&mut self, module: &mut ModuleBuilder, name: &str) -> Option<Place> {
        let row = builtins::variables(name).iter().find(|row| row.gate.stages.contains(module.stage))?;
        // The size of a workgroup is a constant.
        if row.builtin == BuiltIn::WorkgroupSize {
            return None;
        }
        let global = module.builtin_global(row);
        let place = module.place(global);
        let Some(component) = row.component else { return Some(place) };
        let index = self.int(module, component.into());
        Some(module.element(&place, index))
    }

    /// `int` as a value.
    pub fn int(&mut self, module: &mut ModuleBuilder, value: i32) -> Handle<Value> {
        let constant = module.folder().int(value);
        self.folded(module, constant)
    }

    /// `uint` as a value.
    pub fn uint(&mut self, module: &mut ModuleBuilder, value: u32) -> Handle<Value> {
        let constant = module.folder().uint(value);
        self.folded(module, constant)
    }

    /// `float` as a value.
    pub fn float(&mut self, module: &mut ModuleBuilder, value: f32) -> Handle<Value> {
        let constant = module.folder().float(value);
        self.folded(module, constant)
    }

    /// `bool` as a value.
    pub fn bool(&mut self, module: &mut ModuleBuilder, value: bool) -> Handle<Value> {
        let constant = module.folder().bool(value);
        self.folded(module, constant)
    }

    /// A unary operation.
    pub fn unary(
        &mut self,
        module: &mut ModuleBuilder,
        operation: UnaryOperation,
        operand: Handle<Value>,
    ) -> Handle<Value> {
        if let Some(constant) = self.constant_of(operand)
            && let Some(folded) = module.folder().unary(operation, constant)
        {
            return self.folded(module, folded);
        }
        let ty = self.known_type(module, operand);
        self.evaluate(ValueKind::Unary { operation, operand }, ty, self.span)
    }

    /// A binary operation; [`BinaryOperation`] says which operands each takes.
    pub fn binary(
        &mut self,
        module: &mut ModuleBuilder,
        operation: BinaryOperation,
        left: Handle<Value>,
        right: Handle<Value>,
    ) -> Handle<Value> {
        if let (Some(l), Some(r)) = (self.constant_of(left), self.constant_of(right))
            && let Some(folded) = module.folder().binary(operation, l, r).constant()
        {
            return self.folded(module, folded);
        }
        let (l, r) = (self.known_type(module, left), self.known_type(module, right));
        let ty = binary_type(&mut module.types, operation, l, r);
        self.evaluate(ValueKind::Binary { operation, left, right }, ty, self.span)
    }

    /// Converts each component to the scalar type of `to`, a type of the same shape; see [`ValueKind::Convert`].
    pub fn convert(&mut self, module: &mut ModuleBuilder, operand: Handle<Value>, to: Handle<Type>) -> Handle<Value> {
        if self.type_of(operand) == Some(to) {
            return operand;
        }
        if let Some(constant) = self.constant_of(operand)
            && let Some(folded) = module.folder().convert(constant, to)
        {
            return self.folded(module, folded);
        }
        self.evaluate(ValueKind::Convert(operand), to, self.span)
    }

    /// Repeats a scalar in every component of a vector, matrix or cooperative matrix.
    pub fn splat(&mut self, module: &mut ModuleBuilder, operand: Handle<Value>, to: Handle<Type>) -> Handle<Value> {
        if self.type_of(operand) == Some(to) {
            return operand;
        }
        if let Type::Matrix { columns, rows, scalar } = *module.types.get(to) {
            let column = module.types.insert(Type::Vector(rows, scalar));
            let column = self.splat(module, operand, column);
            return self.compose(module, to, &vec![column; columns.get() as usize]);
        }
        if let Some(constant) = self.constant_of(operand)
            && let Some(folded) = module.folder().splat(constant, to)
        {
            return self.folded(module, folded);
        }
        self.evaluate(ValueKind::Splat(operand), to, self.span)
    }

    /// Builds a vector from scalars and vectors, a matrix from columns, an array from elements or a structure from members.
    pub fn compose(&mut self, module: &mut ModuleBuilder, ty: Handle<Type>, parts: &[Handle<Value>]) -> Handle<Value> {
        let constants: Option<Vec<Handle<Constant>>> = parts.iter().map(|&part| self.constant_of(part)).collect();
        if let Some(constants) = constants
            && let Some(folded) = module.folder().compose(ty, &constants)
        {
            return self.folded(module, folded);
        }
        self.evaluate(ValueKind::Compose(parts.to_vec()), ty, self.span)
    }

    /// Component, column, element or member `index` of a value.
    pub fn extract(&mut self, module: &mut ModuleBuilder, composite: Handle<Value>, index: u32) -> Handle<Value> {
        if let Some(constant) = self.constant_of(composite)
            && let Some(folded) = module.folder().extract(constant, index)
        {
            return self.folded(module, folded);
        }
        let whole = self.known_type(module, composite);
        let ty = module.part_type(whole, index);
        self.evaluate(ValueKind::Extract { composite, index }, ty, self.span)
    }

    /// Two to four components of a vector in any order; one is [extracted](Self::extract).
    pub fn swizzle(&mut self, module: &mut ModuleBuilder, vector: Handle<Value>, components: &[u8]) -> Handle<Value> {
        if let &[component] = components {
            return self.extract(module, vector, component.into());
        }
        if let Some(constant) = self.constant_of(vector)
            && let Some(folded) = module.folder().swizzle(constant, components)
        {
            return self.folded(module, folded);
        }
        let whole = self.known_type(module, vector);
        let ty = module.swizzled_type(whole, components.len());
        self.evaluate(ValueKind::Swizzle { vector, components: components.iter().copied().collect() }, ty, self.span)
    }

    /// `condition ? accept : reject`; both operands are already evaluated.
    pub fn select(
        &mut self,
        module: &mut ModuleBuilder,
        condition: Handle<Value>,
        accept: Handle<Value>,
        reject: Handle<Value>,
    ) -> Handle<Value> {
        if let (Some(c), Some(a), Some(r)) =
            (self.constant_of(condition), self.constant_of(accept), self.constant_of(reject))
            && let Some(folded) = module.folder().select(c, a, r)
        {
            return self.folded(module, folded);
        }
        let ty = self.known_type(module, accept);
        self.evaluate(ValueKind::Select { condition, accept, reject }, ty, self.span)
    }

    /// Calls a function of the module. The argument for a pointer parameter is a whole variable.
    pub fn call(&mut self, module: &ModuleBuilder, function: Handle<Function>, given: &[Given<'_>]) -> Handle<Value> {
        let ty = module.functions.try_get(function).map_or(module.void(), |it| it.result);
        let arguments = self.arguments(given);
        self.evaluate(ValueKind::Call { function, arguments }, ty, self.span)
    }

    /// Calls the overload of a built-in that exists in the stage and whose parameters have exactly the types of the
    /// arguments; `None` if there is none. GLSL versions and extensions play no part.
    pub fn builtin(&mut self, module: &mut ModuleBuilder, name: &str, given: &[Given<'_>]) -> Option<Handle<Value>> {
        let types = self.given_types(module, given);
        self.row(module, builtins::function(name)?, &types, given)
    }

    /// Calls an overload of an operation that GLSL does not have, as [`builtin`](Self::builtin) does a built-in.
    pub fn operation(&mut self, module: &mut ModuleBuilder, name: &str, given: &[Given<'_>]) -> Option<Handle<Value>> {
        let types = self.given_types(module, given);
        self.row(module, builtins::operation(name)?, &types, given)
    }

    fn given_types(&mut self, module: &mut ModuleBuilder, given: &[Given<'_>]) -> Vec<Handle<Type>> {
        given
            .iter()
            .map(|it| match it {
                Given::Value(value) => self.known_type(module, *value),
                Given::Place(place) => module.accessed_type(place),
            })
            .collect()
    }

    fn row(
        &mut self,
        module: &mut ModuleBuilder,
        function: &'static builtins::Function,
        types: &[Handle<Type>],
        given: &[Given<'_>],
    ) -> Option<Handle<Value>> {
        let visible = |row: &builtins::Prototype| row.gate.stages.contains(module.stage);
        let (prototype, instance) = module.types.overload(function, visible, types)?;
        let result = match prototype.result_parameter(instance) {
            Some(index) => *types.get(index)?,
            None => module.types.builtin(prototype.result.at(instance)),
        };
        let constants: Option<Vec<Handle<Constant>>> = given
            .iter()
            .map(|it| match it {
                Given::Value(value) => self.constant_of(*value),
                Given::Place(_) => None,
            })
            .collect();
        if let Some(constants) = constants
            && let Some(folded) = module.folder().builtin(prototype, instance, result, &constants)
        {
            return Some(self.folded(module, folded));
        }
        let arguments: SmallVec<_> = self.arguments(given);
        let argument_spans = SmallVec::from_elem(self.span, arguments.len());
        let call = BuiltinCall { function, prototype, instance, arguments, argument_spans };
        Some(self.evaluate(ValueKind::Builtin(Box::new(call)), result, self.span))
    }

    fn arguments<A: FromIterator<Argument>>(&mut self, given: &[Given<'_>]) -> A {
        given
            .iter()
            .map(|it| match it {
                Given::Value(value) => Argument::Value(*value),
                Given::Place(place) => Argument::Place(self.places.append((*place).clone(), self.span)),
            })
            .collect()
    }

    fn folded(&mut self, module: &ModuleBuilder, constant: Handle<Constant>) -> Handle<Value> {
        let ty = module.constants.get_handle(constant).map_or(module.void(), |it| it.ty);
        self.constant(constant, ty)
    }

    fn known_type(&self, module: &ModuleBuilder, value: Handle<Value>) -> Handle<Type> {
        self.type_of(value).unwrap_or(module.void())
    }
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// A value.
    Value(Handle<Value>),
    /// Memory, an image, or where an output goes. It has the type of the parameter: for another type pass a
    /// [variable](FunctionBuilder::variable), then convert and store what is in it.
    Place(&'a Place),
}

/// The type of the result of a binary operation.
fn binary_type(
    types: &mut TypeTable,
    operation: BinaryOperation,
    left: Handle<Type>,
    right: Handle<Type>,
) -> Handle<Type> {
    use BinaryOperation as B;
    match operation {
        B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
            types.scalar(crate::hir::Scalar::BOOL)
        }
        B::Multiply => {
            let product = match (types.get(left), types.get(right)) {
                (Type::Scalar(_), _) => return right,
                (&Type::Matrix { rows, scalar, .. }, Type::Vector(..)) => Type::Vector(rows, scalar),
                (Type::Vector(..), &Type::Matrix { columns, scalar, .. }) => Type::Vector(columns, scalar),
                (&Type::Matrix { rows, scalar, .. }, &Type::Matrix { columns, .. }) => {
                    Type::Matrix { columns, rows, scalar }
                }
                _ => return left,
            };
            types.insert(product)
        }
        _ => left,
    }
}
