//! Constants of the module, and what is known about them at compile time.
//!
//! Comes in: numbers, handles of constants. Goes out: constants, and their values as numbers. Must not depend on: syntax.

use crate::builtins::{self, limits};
use crate::hir::fold::Folder;
use crate::hir::{Constant, ConstantKind, Handle, ScalarKind, Span, Type, Value};
use crate::sema::Analyzer;

impl Analyzer<'_> {
    pub(in crate::sema) fn folder(&mut self) -> Folder<'_> {
        self.module.folder()
    }

    pub(in crate::sema) fn constant(&mut self, ty: Handle<Type>, kind: ConstantKind) -> Handle<Constant> {
        self.module.constants.insert(Constant { ty, kind }, Span::UNDEFINED)
    }

    /// An `int` constant.
    pub(in crate::sema) fn int_constant(&mut self, value: i32) -> Handle<Constant> {
        let ty = self.common.int;
        self.constant(ty, ConstantKind::Scalar(i64::from(value) as u64))
    }

    /// A `uint` constant.
    pub(in crate::sema) fn uint_constant(&mut self, value: u32) -> Handle<Constant> {
        let ty = self.common.uint;
        self.constant(ty, ConstantKind::Scalar(u64::from(value)))
    }

    /// A `bool` constant.
    pub(in crate::sema) fn bool_constant(&mut self, value: bool) -> Handle<Constant> {
        let ty = self.common.bool;
        self.constant(ty, ConstantKind::Scalar(u64::from(value)))
    }

    /// The bits of a scalar constant that depends on no specialization constant.
    pub(in crate::sema) fn scalar_bits(&self, constant: Handle<Constant>) -> Option<u64> {
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            ConstantKind::Null => Some(0),
            _ => None,
        }
    }

    /// A constant integer as a number.
    pub(in crate::sema) fn integer_value(&self, constant: Handle<Constant>) -> Option<i64> {
        let scalar = self.module.types.get(self.module.constants.get_handle(constant).ok()?.ty).scalar()?;
        let bits = self.scalar_bits(constant)?;
        matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint).then_some(bits as i64)
    }

    /// The value of an `int` constant, for use as an index.
    pub(in crate::sema) fn index_constant(&mut self, index: u32) -> Handle<Value> {
        let constant = self.int_constant(i32::try_from(index).unwrap_or(i32::MAX));
        self.builder.constant(constant, self.common.int)
    }

    /// A scalar constant of `uint` or `int` as `u32`, for sizes.
    pub(in crate::sema) fn size_value(&self, constant: Handle<Constant>) -> Option<u32> {
        u32::try_from(self.integer_value(constant)?).ok()
    }

    /// Whether a constant depends on a specialization constant.
    pub(in crate::sema) fn is_specialization(&mut self, constant: Handle<Constant>) -> bool {
        match self.module.constants.get_handle(constant).map(|constant| &constant.kind) {
            Ok(ConstantKind::Scalar(_) | ConstantKind::Null) | Err(_) => false,
            _ => self.folder().depends_on_specialization(constant),
        }
    }

    /// The value of a scalar integer constant, the default if it is a specialization constant.
    pub(in crate::sema) fn default_value(&self, constant: Handle<Constant>) -> Option<i64> {
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Specialization { default, .. } => Some(default as i64),
            _ => self.integer_value(constant),
        }
    }

    /// The limit that a built-in constant states.
    pub(in crate::sema) fn limit(&self, name: &str) -> Option<u32> {
        let constant = builtins::constant(name)?;
        limits::values_of(constant, &self.options.limits).next().and_then(|it| u32::try_from(it).ok())
    }
}
