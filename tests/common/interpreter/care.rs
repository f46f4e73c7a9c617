//! What a careful machine refuses to compute, because devices may give anything for it: a program that is being made smaller must
//! not get its different numbers from there.
//!
//! Comes in: operations and accesses that are about to happen. Goes out: an error for what the specifications leave undefined.
//! Must not depend on: how values are computed.

use std::collections::HashMap;

use glslsub::internals::hir::{BinaryOperation, Constant, Handle, Scalar, ScalarKind, StorageClass, Type};

use super::memory::FAR;
use super::{Cell, Datum, Machine, Mask, Result, Root};

/// Who has used a part of memory since all invocations last met, and whether it was written.
#[derive(Clone, Copy, Debug)]
struct Use {
    lane: usize,
    meetings: usize,
    is_write: bool,
}

/// Whether a part of memory is there: the name of a variable, and the path in it.
pub type Inside<'a> = &'a dyn Fn(&str, &[u32]) -> bool;

/// What is remembered to be careful.
pub struct Care<'m> {
    uses: HashMap<Cell, Use>,
    meetings: usize,
    is_inside: Inside<'m>,
}

impl<'m> Machine<'m> {
    /// From here on, what is undefined is an error.
    pub fn be_careful(&mut self, is_inside: Inside<'m>) {
        self.care = Some(Care { uses: HashMap::new(), meetings: 0, is_inside });
    }

    /// All invocations meet.
    pub(super) fn meet(&mut self, mask: &Mask) -> Result<()> {
        let Some(care) = &mut self.care else { return Ok(()) };
        care.meetings += 1;
        if mask.contains(&false) { Err("a barrier that not all invocations get to".to_owned()) } else { Ok(()) }
    }

    /// An invocation uses memory that others may use, too.
    pub(super) fn use_memory(&mut self, root: Root, path: &[u32], lane: usize, is_write: bool) -> Result<()> {
        let Some(care) = &mut self.care else { return Ok(()) };
        let name = match root {
            Root::Global(global) => &self.module.globals[global].name,
            Root::Local(..) => "",
            Root::Far => FAR,
        };
        if !(care.is_inside)(name, path) {
            return Err(format!("{path:?} is outside of `{name}`"));
        }
        let is_shared = match root {
            Root::Global(global) => matches!(
                self.module.globals[global].storage,
                StorageClass::StorageBuffer | StorageClass::Workgroup | StorageClass::UniformConstant
            ),
            Root::Local(..) => false,
            Root::Far => true,
        };
        if !is_shared {
            return Ok(());
        }
        // Parts and wholes are not told apart: vectors in shared memory are used by one invocation.
        let length = path.len().min(2);
        let used = Use { lane, meetings: care.meetings, is_write };
        match care.uses.insert((root, None, path[..length].to_vec()), used) {
            Some(earlier)
                if earlier.lane != lane && earlier.meetings == used.meetings && (earlier.is_write || is_write) =>
            {
                Err("two invocations meet in memory".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// An index into a type.
    pub(super) fn check_index(&mut self, ty: Handle<Type>, index: u32) -> Result<Handle<Type>> {
        let (part, count) = self.part(ty, index).ok_or("no part")?;
        if index < count { Ok(part) } else { Err(format!("index {index} of {count}")) }
    }

    /// Memory without a value.
    pub(super) fn check_initial(&self, root: Root) -> Result<()> {
        let has_value = match root {
            Root::Local(..) => false,
            Root::Far => true,
            Root::Global(global) => {
                !matches!(self.module.globals[global].storage, StorageClass::Private | StorageClass::Workgroup)
            }
        };
        if has_value || self.care.is_none() { Ok(()) } else { Err("a variable without a value".to_owned()) }
    }

    /// Operands for which the result is defined.
    pub(super) fn check_binary(&mut self, operation: BinaryOperation, left: Datum, right: Datum) -> Result<()> {
        if self.care.is_none() {
            return Ok(());
        }
        match operation {
            BinaryOperation::Modulo => {
                for (_, bits) in self.leaves(left)?.into_iter().chain(self.leaves(right)?) {
                    if (bits as i64) < 0 {
                        return Err("a remainder of negative numbers".to_owned());
                    }
                }
            }
            BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight => {
                let width = self.leaves(left)?.first().map_or(0, |(scalar, _)| u64::from(scalar.width) * 8);
                if self.leaves(right)?.into_iter().any(|(_, bits)| bits >= width) {
                    return Err("a shift by too much".to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A float that an integer can hold.
    pub(super) fn check_conversion(&mut self, operand: Datum, ty: Handle<Type>) -> Result<()> {
        if self.care.is_none() {
            return Ok(());
        }
        let target = self.types.scalar_of(ty).ok_or("no scalar")?;
        let (low, high) = match (target.kind, u32::from(target.width) * 8) {
            (ScalarKind::Sint, bits) => (-2f64.powi(bits as i32 - 1), 2f64.powi(bits as i32 - 1)),
            (ScalarKind::Uint, bits) => (0.0, 2f64.powi(bits as i32)),
            _ => return Ok(()),
        };
        for (scalar, bits) in self.leaves(operand)? {
            if (scalar.kind, scalar.width) == (ScalarKind::Float, 4) {
                let number = f64::from(f32::from_bits(bits as u32)).trunc();
                if !(low..high).contains(&number) {
                    return Err("a float that no integer holds".to_owned());
                }
            }
        }
        Ok(())
    }

    /// Arguments for which a built-in is defined.
    pub(super) fn check_builtin(&mut self, name: &str, arguments: &[Datum]) -> Result<()> {
        if self.care.is_none() {
            return Ok(());
        }
        let numbers = arguments.iter().map(|&it| self.leaves(it)).collect::<Result<Vec<_>>>()?;
        let is_defined = match (name, numbers.as_slice()) {
            ("clamp", [_, low, high]) => low.iter().zip(high).all(|(low, high)| number(*low) <= number(*high)),
            ("bitfieldExtract", [_, offset, bits]) => {
                let of = |it: &[(Scalar, u64)]| it.first().map_or(0.0, |&it| number(it));
                of(offset) >= 0.0 && of(bits) >= 0.0 && of(offset) + of(bits) <= 32.0
            }
            _ => true,
        };
        if is_defined { Ok(()) } else { Err(format!("`{name}` of such numbers")) }
    }

    /// Floats are numbers that all devices have: neither infinite nor denormal.
    pub(super) fn check_result(&mut self, datum: Datum) -> Result<()> {
        if self.care.is_none() {
            return Ok(());
        }
        for (scalar, bits) in self.leaves(datum)? {
            let float = f32::from_bits(bits as u32);
            if (scalar.kind, scalar.width) == (ScalarKind::Float, 4) && float != 0.0 && !float.is_normal() {
                return Err(format!("the float {float}"));
            }
        }
        Ok(())
    }

    /// The scalars of a value.
    fn leaves(&mut self, datum: Datum) -> Result<Vec<(Scalar, u64)>> {
        let Constant { ty, .. } = self.constants[datum];
        if matches!(self.types.get(ty), Type::Image(_) | Type::Reference(_)) {
            return Ok(Vec::new());
        }
        let Some((_, count)) = self.part(ty, 0) else {
            let scalar = self.types.scalar_of(ty).ok_or("no scalar")?;
            return Ok(vec![(scalar, self.folder().scalar_bits(datum).ok_or("no bits")?)]);
        };
        let mut leaves = Vec::new();
        for index in 0..count {
            let part = self.folder().extract(datum, index).ok_or("no part")?;
            leaves.extend(self.leaves(part)?);
        }
        Ok(leaves)
    }
}

fn number((scalar, bits): (Scalar, u64)) -> f64 {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 4) => f32::from_bits(bits as u32).into(),
        (ScalarKind::Sint, _) => bits as i64 as f64,
        _ => bits as f64,
    }
}
