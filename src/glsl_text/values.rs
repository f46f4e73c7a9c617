//! Constants, operations and calls as expressions.
//!
//! Comes in: values whose operands already have a text. Goes out: their text, in parentheses if it contains an
//! operator. Must not depend on: statements.

use super::function::Body;
use super::{Printed, unsupported};
use crate::builtins::{EXTENSIONS, ExtensionId};
use crate::hir::{
    Argument, BinaryOperation as B, BuiltinCall, Constant, ConstantKind, Handle, Place, PlaceRoot, PlaceStep,
    ScalarKind, Type, UnaryOperation, Value, ValueKind,
};

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

const NUMBER_MIN: &str = "// The smaller; a number rather than NaN.
float numberMin(float x, float y) { return isnan(y) ? x : isnan(x) ? y : min(x, y); }
double numberMin(double x, double y) { return isnan(y) ? x : isnan(x) ? y : min(x, y); }
";
const NUMBER_MAX: &str = "// The larger; a number rather than NaN.
float numberMax(float x, float y) { return isnan(y) ? x : isnan(x) ? y : max(x, y); }
double numberMax(double x, double y) { return isnan(y) ? x : isnan(x) ? y : max(x, y); }
";
const NUMBER_CLAMP: &str = "// Between two bounds; NaN becomes the lower.
float numberClamp(float x, float low, float high) { return isnan(x) ? low : clamp(x, low, high); }
double numberClamp(double x, double low, double high) { return isnan(x) ? low : clamp(x, low, high); }
";
const MULTIPLY_HIGH: &str = "// The upper half of the product.
uint multiplyHigh(uint x, uint y) { uint high, low; umulExtended(x, y, high, low); return high; }
int multiplyHigh(int x, int y) { int high, low; imulExtended(x, y, high, low); return high; }
";

fn extension_name(id: &ExtensionId) -> Option<&'static str> {
    Some(EXTENSIONS.get(usize::from(id.0))?.name)
}

const fn operator(operation: B) -> &'static str {
    match operation {
        B::Add => "+",
        B::Subtract => "-",
        B::Multiply => "*",
        B::Divide => "/",
        B::Modulo => "%",
        B::ShiftLeft => "<<",
        B::ShiftRight => ">>",
        B::BitAnd => "&",
        B::BitOr => "|",
        B::BitXor => "^",
        B::Equal => "==",
        B::NotEqual => "!=",
        B::Less => "<",
        B::LessEqual => "<=",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::LogicalAnd => "&&",
        B::LogicalOr => "||",
        B::LogicalXor => "^^",
    }
}

impl super::Printer<'_> {
    /// A scalar constant.
    pub(super) fn scalar_text(&mut self, ty: Handle<Type>, bits: u64) -> Printed<String> {
        let Type::Scalar(scalar) = *self.module.types.get(ty) else { return unsupported("a constant of this type") };
        let signed = |text: String| if text.starts_with('-') { format!("({text})") } else { text };
        Ok(match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => (if bits == 0 { "false" } else { "true" }).to_owned(),
            (ScalarKind::Uint, 4) if bits < 0x1_0000 => format!("{bits}u"),
            (ScalarKind::Uint, 4) => format!("{bits:#x}u"),
            (ScalarKind::Uint, 8) => format!("{bits:#x}ul"),
            (ScalarKind::Sint, 4) if bits as i32 == i32::MIN => "int(0x80000000u)".to_owned(),
            (ScalarKind::Sint, 4) => signed((bits as i32).to_string()),
            (ScalarKind::Sint, 8) if bits as i64 == i64::MIN => "int64_t(0x8000000000000000ul)".to_owned(),
            (ScalarKind::Sint, 8) => signed(format!("{}l", bits as i64)),
            (ScalarKind::Float, 4) => {
                let value = f32::from_bits(bits as u32);
                if value.is_finite() { signed(format!("{value:?}")) } else { format!("uintBitsToFloat({bits:#x}u)") }
            }
            (ScalarKind::Float, 8) => {
                let value = f64::from_bits(bits);
                if value.is_finite() {
                    signed(format!("{value:?}lf"))
                } else {
                    format!("packDouble2x32(uvec2({:#x}u, {:#x}u))", bits & 0xFFFF_FFFF, bits >> 32)
                }
            }
            _ => return unsupported("a constant of this type"),
        })
    }

    pub(super) fn constant_text(&mut self, constant: Handle<Constant>) -> Printed<String> {
        let module = self.module;
        let Ok(Constant { ty, kind }) = module.constants.get_handle(constant) else { return unsupported("a constant") };
        match kind {
            ConstantKind::Scalar(bits) => self.scalar_text(*ty, *bits),
            ConstantKind::Null => match module.types.get(*ty) {
                Type::Scalar(_) => self.scalar_text(*ty, 0),
                Type::Vector(..) => Ok(format!("{}(0)", self.type_name(*ty)?)),
                _ => unsupported("a whole array of zeros"),
            },
            ConstantKind::Composite(parts) => {
                let texts: Printed<Vec<String>> = parts.iter().map(|&part| self.constant_text(part)).collect();
                Ok(format!("{}({})", self.type_name(*ty)?, texts?.join(", ")))
            }
            ConstantKind::Specialization { id, .. } => Ok(match self.dimension(*id) {
                Some(axis) => format!("gl_WorkGroupSize.{axis}"),
                None => format!("constant{id}"),
            }),
            _ => unsupported("a computed constant"),
        }
    }
}

impl Body<'_, '_> {
    /// The text of a value that is already known.
    pub(super) fn text(&mut self, value: Handle<Value>) -> Printed<String> {
        if let Some(text) = self.texts.get(&value) {
            return Ok(text.clone());
        }
        match self.function.values.try_get(value).map(|it| &it.kind) {
            Ok(&ValueKind::Constant(constant)) => self.printer.constant_text(constant),
            _ => unsupported("a value that is not computed yet"),
        }
    }

    pub(super) fn place(&mut self, place: Handle<Place>) -> Printed<String> {
        let function = self.function;
        let Ok(place) = function.places.try_get(place) else { return unsupported("a place") };
        let module = self.printer.module;
        let (mut text, mut ty) = match place.root {
            PlaceRoot::Global(global) => {
                let Ok(variable) = module.globals.try_get(global) else { return unsupported("a variable") };
                (self.printer.globals.get(global.index()).cloned().unwrap_or_default(), variable.ty)
            }
            PlaceRoot::Local(local) => {
                let Ok(variable) = function.locals.try_get(local) else { return unsupported("a variable") };
                (self.locals.get(local.index()).cloned().unwrap_or_default(), variable.ty)
            }
            PlaceRoot::Reference(value) => {
                let Ok(reference) = function.values.try_get(value) else { return unsupported("a reference") };
                (self.text(value)?, reference.ty)
            }
            _ => return unsupported("a parameter"),
        };
        let non_uniform = place.access.contains(crate::hir::MemoryQualifiers::NON_UNIFORM);
        for step in &place.steps {
            let current = module.types.get(ty);
            match *step {
                PlaceStep::Member(index) => {
                    let (Type::Struct(structure) | Type::Reference(structure)) = *current else {
                        return unsupported("a member of no block");
                    };
                    let member = module.types.structure(structure).and_then(|it| it.members.get(index as usize));
                    let Some(member) = member else { return unsupported("a member") };
                    text = format!("{text}.{}", member.name);
                    ty = member.ty;
                }
                PlaceStep::Index(index) => {
                    let known = self.known(index);
                    let index = self.text(index)?;
                    match *current {
                        Type::Array { element, .. } => {
                            let index = Self::bare(&index);
                            text = if non_uniform {
                                format!("{text}[nonuniformEXT({index})]")
                            } else {
                                format!("{text}[{index}]")
                            };
                            ty = element;
                        }
                        _ => {
                            let letter = known.and_then(|it| LETTERS.get(usize::try_from(it).ok()?));
                            text = match letter {
                                Some(letter) => format!("{text}.{letter}"),
                                None => format!("{text}[{index}]"),
                            };
                        }
                    }
                }
            }
        }
        if let Some(swizzle) = &place.swizzle {
            text.push('.');
            text.extend(swizzle.iter().filter_map(|&it| LETTERS.get(usize::from(it)).copied()));
        }
        Ok(text)
    }

    /// The bits of a known integer.
    fn known(&self, value: Handle<Value>) -> Option<u64> {
        let ValueKind::Constant(constant) = self.function.values.try_get(value).ok()?.kind else { return None };
        match self.printer.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            _ => None,
        }
    }

    /// How a value is computed.
    pub(super) fn computation(&mut self, value: &Value) -> Printed<String> {
        Ok(match &value.kind {
            ValueKind::Load(place) => self.place(*place)?,
            ValueKind::Unary { operation, operand } => {
                let sign = match operation {
                    UnaryOperation::Negate => "-",
                    UnaryOperation::BitNot => "~",
                    UnaryOperation::LogicalNot => "!",
                };
                format!("({sign}{})", self.text(*operand)?)
            }
            ValueKind::Binary { operation, left, right } => {
                format!("({} {} {})", self.text(*left)?, operator(*operation), self.text(*right)?)
            }
            ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                let operand = self.text(*operand)?;
                format!("{}({})", self.printer.type_name(value.ty)?, Self::bare(&operand))
            }
            ValueKind::Compose(parts) => {
                if !matches!(self.printer.module.types.get(value.ty), Type::Vector(..)) {
                    return unsupported("an array that is put together");
                }
                let parts: Printed<Vec<String>> = parts.iter().map(|&part| self.text(part)).collect();
                format!("{}({})", self.printer.type_name(value.ty)?, parts?.join(", "))
            }
            ValueKind::Extract { composite, index } => {
                let Some(letter) = LETTERS.get(*index as usize) else { return unsupported("a part") };
                let of = self.function.values.try_get(*composite).map(|it| it.ty);
                if !of.is_ok_and(|ty| matches!(self.printer.module.types.get(ty), Type::Vector(..))) {
                    return unsupported("a part of something that is not a vector");
                }
                format!("{}.{letter}", self.text(*composite)?)
            }
            ValueKind::ExtractDynamic { vector, index } => {
                format!("{}[{}]", self.text(*vector)?, self.text(*index)?)
            }
            ValueKind::Swizzle { vector, components } => {
                let letters: String =
                    components.iter().filter_map(|&it| LETTERS.get(usize::from(it)).copied()).collect();
                format!("{}.{letters}", self.text(*vector)?)
            }
            ValueKind::Select { condition, accept, reject } => {
                format!("({} ? {} : {})", self.text(*condition)?, self.text(*accept)?, self.text(*reject)?)
            }
            ValueKind::ArrayLength(place) => format!("{}.length()", self.place(*place)?),
            ValueKind::Call { function, .. } => match self.printer.functions.get(function) {
                Some(name) => format!("{name}()"),
                None => return unsupported("a call"),
            },
            ValueKind::Builtin(call) => self.builtin(call)?,
            _ => return unsupported("an operation that assembly does not have"),
        })
    }

    fn builtin(&mut self, call: &BuiltinCall) -> Printed<String> {
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.push(match *argument {
                Argument::Value(value) => {
                    let text = self.text(value)?;
                    // The parentheses of the call are enough.
                    Self::bare(&text).to_owned()
                }
                Argument::Place(place) => self.place(place)?,
                Argument::Function(_) => return unsupported("a function as an argument"),
            });
        }
        let list = arguments.join(", ");
        let [x, y] = [arguments.first(), arguments.get(1)].map(|it| it.cloned().unwrap_or_default());
        let name = call.function.name;
        let wide = call.arguments.iter().any(|it| self.is_wide(*it));
        let printer = &mut *self.printer;
        let helper = match name {
            "numberMin" => Some(NUMBER_MIN),
            "numberMax" => Some(NUMBER_MAX),
            "numberClamp" => Some(NUMBER_CLAMP),
            "multiplyHigh" => Some(MULTIPLY_HIGH),
            _ => None,
        };
        if let Some(helper) = helper {
            printer.helpers.insert(helper);
            return Ok(format!("{name}({list})"));
        }
        match name {
            "unorderedLess" => return Ok(format!("(!({x} >= {y}))")),
            "unorderedEqual" => return Ok(format!("(!({x} < {y} || {x} > {y}))")),
            "quantizeToHalf" => return Ok(format!("unpackHalf2x16(packHalf2x16(vec2({x}, 0.0))).x")),
            "barrierOfAllMemory" => {
                printer.extensions.insert("GL_KHR_memory_scope_semantics");
                let storage = "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared | gl_StorageSemanticsImage";
                return Ok(format!(
                    "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, {storage}, gl_SemanticsAcquireRelease)"
                ));
            }
            _ => {}
        }
        let scoped = name.strip_prefix("sharedAtomic").map(|rest| ("gl_ScopeWorkgroup", rest));
        let scoped = scoped.or_else(|| name.strip_prefix("deviceAtomic").map(|rest| ("gl_ScopeDevice", rest)));
        if let Some((scope, operation)) = scoped {
            if wide {
                printer.extensions.insert("GL_EXT_shader_atomic_int64");
            }
            let plain = match operation {
                "Load" | "Store" => {
                    printer.extensions.insert("GL_KHR_memory_scope_semantics");
                    let relaxed = format!("{scope}, gl_StorageSemanticsNone, gl_SemanticsRelaxed");
                    return Ok(format!("atomic{operation}({list}, {relaxed})"));
                }
                "UnsignedMin" => "Min",
                "UnsignedMax" => "Max",
                "CompareExchange" => "CompSwap",
                other => other,
            };
            return Ok(format!("atomic{plain}({list})"));
        }
        if name.starts_with("sparse") && !name.ends_with("ARB") {
            return unsupported(format!("`{name}`"));
        }
        let gate = call.prototype.gate;
        if gate.core_desktop.is_none_or(|version| version > 460)
            && let Some(needed) = gate.extensions.first()
        {
            printer.extensions.extend(needed.iter().filter_map(extension_name));
        }
        Ok(format!("{name}({list})"))
    }

    /// Whether an argument has 64 bits.
    pub(super) fn is_wide(&self, argument: Argument) -> bool {
        let ty = match argument {
            Argument::Value(value) => self.function.values.try_get(value).map(|it| it.ty),
            Argument::Place(place) => self.function.places.try_get(place).map(|it| it.ty),
            Argument::Function(_) => return false,
        };
        ty.ok().and_then(|ty| self.printer.module.types.scalar_of(ty)).is_some_and(|scalar| scalar.width == 8)
    }
}
