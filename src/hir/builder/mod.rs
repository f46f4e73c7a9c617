//! How a front end makes HIR: a module around its functions, and functions statement by statement.
//!
//! Comes in: types, declarations, and what happens in a function, in order. Goes out: a [`Module`](super::Module). Must not
//! depend on: any language. GLSL and assembly build through it; what only one of them has (names, implicit conversions,
//! diagnostics) stays with it.
//!
//! A [`ModuleBuilder`] holds what functions share, a [`FunctionBuilder`] one function. They are separate so that a
//! front end can build several functions side by side; what needs both takes the module as its first argument. Nothing
//! is checked while building: [`verify`](super::verify::verify) says what is wrong with a finished module, and a front
//! end that keeps its promises runs it in debug builds only.
//!
//! Operations come in two kinds. [`evaluate`](FunctionBuilder::evaluate) and [`push`](FunctionBuilder::push) add any value or
//! statement with the type they are given. [`binary`](FunctionBuilder::binary), [`load`](FunctionBuilder::load) and
//! other such methods find the type themselves and fold what is constant.
//!
//! # Example
//!
//! Each invocation sums every 64th number of a buffer, and the first one of the subgroup writes the sum of all:
//!
//! ```
//! use glslsub::internals::hir::builder::{FunctionBuilder, Given, ModuleBuilder};
//! use glslsub::internals::hir::{
//!     ArrayLength, BinaryOperation, PackingRules, ResourceBinding, Scalar, StorageClass, verify::verify,
//! };
//! use glslsub::internals::{Stage, diagnostics::Diagnostics, spirv};
//!
//! # fn main() -> Result<(), &'static str> {
//! // layout(local_size_x = 64) in;
//! let mut module = ModuleBuilder::new(Stage::Compute);
//! module.workgroup_size = [64, 1, 1];
//! let (float, uint) = (module.scalar(Scalar::F32), module.scalar(Scalar::U32));
//!
//! // layout(std430, set = 0, binding = 0) buffer Data { float numbers[]; };
//! let numbers = module.array(float, ArrayLength::Runtime);
//! let data = module.block("Data", PackingRules::Std430, &[("numbers", numbers)]);
//! let binding = ResourceBinding { set: 0, binding: 0 };
//! let data = module.resource("data", data, StorageClass::StorageBuffer, binding);
//!
//! // layout(push_constant) uniform Parameters { uint count; };
//! let parameters = module.block("Parameters", PackingRules::Std430, &[("count", uint)]);
//! let parameters = module.global("parameters", parameters, StorageClass::PushConstant);
//!
//! // void main() {
//! //     float sum = 0.0;
//! let mut main = FunctionBuilder::new(module.void());
//! let sum = main.variable("sum", float);
//! let zero = main.float(&mut module, 0.0);
//! main.store(&sum, zero);
//!
//! //     for (uint i = gl_LocalInvocationIndex; i < count; i += 64) {
//! let index = main.builtin_variable(&mut module, "gl_LocalInvocationIndex").ok_or("no such variable")?;
//! let first = main.load(&mut module, &index);
//! let i = main.variable("i", uint);
//! main.store(&i, first);
//! let mut open = main.open_loop();
//! let count = module.place(parameters);
//! let count = module.member(&count, 0);
//! let (here, count) = (main.load(&mut module, &i), main.load(&mut module, &count));
//! let more = main.binary(&mut module, BinaryOperation::Less, here, count);
//! main.open_body(&mut open, Some(more));
//!
//! //         sum += numbers[i];
//! let numbers = module.place(data);
//! let numbers = module.member(&numbers, 0);
//! let number = module.element(&numbers, here);
//! let (number, before) = (main.load(&mut module, &number), main.load(&mut module, &sum));
//! let after = main.binary(&mut module, BinaryOperation::Add, before, number);
//! main.store(&sum, after);
//! main.open_continuing(&mut open);
//! let here = main.load(&mut module, &i);
//! let step = main.uint(&mut module, 64);
//! let next = main.binary(&mut module, BinaryOperation::Add, here, step);
//! main.store(&i, next);
//! main.close_loop(open, None);
//!
//! //     float total = subgroupAdd(sum);
//! //     if (subgroupElect()) numbers[gl_LocalInvocationIndex] = total;
//! // }
//! let sum = main.load(&mut module, &sum);
//! let total = main.builtin(&mut module, "subgroupAdd", &[Given::Value(sum)]).ok_or("no such overload")?;
//! let elected = main.builtin(&mut module, "subgroupElect", &[]).ok_or("no such overload")?;
//! let open = main.open_if(elected);
//! let number = module.element(&numbers, first);
//! main.store(&number, total);
//! main.close_if(open);
//!
//! let main = module.function(main.finish("main"));
//! let module = module.finish(main);
//! assert_eq!(verify(&module), Ok(()));
//! let words = spirv::lower(&module, &spirv::Options::default(), &mut Diagnostics::default());
//! assert!(words.is_some());
//! # Ok(())
//! # }
//! ```

mod control;
mod function;
mod module;
#[cfg(test)]
mod tests;
mod value;

pub use control::{OpenIf, OpenLoop};
pub use function::{Breakable, FunctionBuilder, Outer};
pub use module::ModuleBuilder;
pub use value::Given;
