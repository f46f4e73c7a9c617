//! Modifiers: at most one of a kind, those that the row of the instruction takes, and the types that result.
//!
//! Comes in: modifiers as written. Goes out: [`Modifiers`]. Must not depend on: operands.

use super::{Checker, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{AtomicOperation, Instruction, Modifier, ModifierKind, StorageType};
use crate::nv_program::opcode::{Base, Mode, Op, Opcode, SlotKind, SlotType, Widths};
use crate::nv_program::program::{Clamp, Modifiers, OperationType};
use crate::source::Span;

/// Kinds of modifiers; an instruction has at most one of each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    ConditionCode,
    Clamp,
    Multiply,
    Atomic,
    Counter,
    Rounding,
    Other(ModifierKind),
}

fn kind(modifier: ModifierKind) -> Kind {
    use ModifierKind as M;
    match modifier {
        M::Float | M::Half | M::Signed | M::Unsigned | M::Storage(_) => Kind::Type,
        M::Cc0 | M::Cc1 => Kind::ConditionCode,
        M::Saturate | M::SaturateSigned => Kind::Clamp,
        M::Signed24 | M::Unsigned24 | M::High => Kind::Multiply,
        M::Atomic(_) => Kind::Atomic,
        M::Counter(_) => Kind::Counter,
        M::Rounding(_) => Kind::Rounding,
        other => Kind::Other(other),
    }
}

impl<'a> Checker<'a, '_, '_> {
    /// Reads the modifiers of an instruction. Reports those that it does not take.
    pub(super) fn modifiers(&mut self, instruction: &Instruction<'a>) -> Option<Modifiers> {
        let row = instruction.opcode;
        let errors = self.report.diagnostics.error_count();
        let mut seen: Vec<(Kind, Modifier)> = Vec::new();
        let mut types: Vec<(ModifierKind, Span)> = Vec::new();
        let mut all = Modifiers::none(OperationType { base: row.default, bits: 32 });
        for &modifier in &instruction.modifiers {
            let this = kind(modifier.kind);
            let several = this == Kind::Type && row.mode == Mode::Convert
                || matches!(this, Kind::Other(ModifierKind::Precise | ModifierKind::NoTypeCheck));
            if !several && let Some((_, first)) = seen.iter().find(|(other, _)| *other == this) {
                let (text, before) = (self.spelling(modifier.span), self.spelling(first.span));
                self.report.push(messages::modifiers_of_same_kind(modifier.span, text, before));
                continue;
            }
            seen.push((this, modifier));
            self.modifier(row, modifier, &mut all, &mut types);
        }
        if self.report.diagnostics.error_count() > errors {
            return None;
        }
        self.types(instruction, &types, &mut all)?;
        self.clamp_fits(instruction, &all)?;
        Some(all)
    }

    fn spelling(&self, span: Span) -> &'a str {
        span.to_range().and_then(|range| self.text.get(range)).unwrap_or("")
    }

    fn not_taken(&mut self, row: &Opcode, span: Span) {
        self.report.push(messages::modifier_not_taken(span, row.name, self.spelling(span)));
    }

    fn modifier(
        &mut self,
        row: &'static Opcode,
        modifier: Modifier,
        all: &mut Modifiers,
        types: &mut Vec<(ModifierKind, Span)>,
    ) {
        use ModifierKind as M;
        let span = modifier.span;
        let taken = match modifier.kind {
            M::Float | M::Half | M::Signed | M::Unsigned | M::Storage(_) => {
                types.push((modifier.kind, span));
                !matches!(row.mode, Mode::None | Mode::Fixed)
            }
            M::Cc0 | M::Cc1 => {
                all.condition_code = Some(u8::from(modifier.kind == M::Cc1));
                row.condition_code
            }
            M::Saturate | M::SaturateSigned => {
                all.clamp = Some(if modifier.kind == M::Saturate { Clamp::Unsigned } else { Clamp::Signed });
                // For integers there is a rule of its own.
                row.saturate || row.integer != Widths::None && row.float == Widths::None && row.op != Op::I2f
            }
            M::NoTypeCheck => {
                all.no_type_check = true;
                true
            }
            M::Signed24 | M::Unsigned24 => {
                all.low24 = Some(modifier.kind == M::Signed24);
                row.high
            }
            M::High => {
                all.high = true;
                row.high
            }
            M::Precise => {
                all.precise = true;
                true
            }
            M::Coherent => {
                all.coherent = true;
                row.access
            }
            M::Volatile => {
                all.volatile = true;
                row.access
            }
            M::Atomic(operation) => {
                all.atomic = Some(operation);
                row.mode == Mode::Atomic
            }
            M::Counter(operation) => {
                all.counter = Some(operation);
                row.mode == Mode::Counter
            }
            M::Rounding(rounding) => {
                all.rounding = Some(rounding);
                row.rounding
            }
            M::Cta => {
                all.cta = true;
                row.cta
            }
            M::Sparse | M::LodClamp => {
                let sparse = modifier.kind == M::Sparse;
                if sparse {
                    all.sparse = true;
                } else {
                    all.lod_clamp = true;
                }
                let taken = if sparse { row.sparse } else { row.lod_clamp };
                if taken {
                    let (options, word) = (&["EXT_sparse_texture2"], self.spelling(span));
                    self.require_option(options, &format_args!("`.{word}`"), Code::NvOptionRequired, span);
                }
                taken
            }
        };
        if !taken {
            self.not_taken(row, span);
        }
    }

    /// The two types of a conversion: that of the result and that of the operand.
    fn conversion(&mut self, types: &[(ModifierKind, Span)], all: &mut Modifiers, name: Span) -> Option<()> {
        let mut storages = types.iter().map(|(modifier, span)| match modifier {
            ModifierKind::Storage(storage) if storage.count == 1 => Ok(*storage),
            _ => Err(*span),
        });
        let (to, from, more) = (storages.next(), storages.next(), storages.next());
        let (Some(Ok(to)), Some(Ok(from)), None) = (to, from, more) else {
            self.report.push(messages::conversion_without_two_types(name));
            return None;
        };
        all.storage = Some(to);
        all.source = Some(from);
        all.ty = OperationType { base: to.base, bits: if to.bits == 64 { 64 } else { 32 } };
        Some(())
    }

    /// The type of an atomic counter, and what is done to it.
    fn counter(
        &mut self,
        row: &'static Opcode,
        types: &[(ModifierKind, Span)],
        all: &mut Modifiers,
        name: Span,
    ) -> Option<()> {
        if all.counter.is_none() {
            self.report.push(messages::no_counter_modifier(name));
        }
        let fits = match types.first() {
            None => true,
            Some((ModifierKind::Signed | ModifierKind::Unsigned, _)) => {
                all.ty.base = types.first().map_or(Base::Unsigned, |(modifier, _)| simple(*modifier));
                true
            }
            Some((ModifierKind::Storage(storage), _)) => {
                all.ty.base = storage.base;
                storage.base != Base::Float && storage.bits == 32 && storage.count == 1
            }
            Some(_) => false,
        };
        if let (false, Some((_, span))) = (fits, types.first()) {
            self.not_taken(row, *span);
        }
        all.counter.map(|_| ())
    }

    fn types(
        &mut self,
        instruction: &Instruction<'a>,
        types: &[(ModifierKind, Span)],
        all: &mut Modifiers,
    ) -> Option<()> {
        let row = instruction.opcode;
        let name = instruction.name.span;
        match row.mode {
            Mode::Arithmetic => {
                let Some(&(modifier, span)) = types.first() else {
                    return self.multiply(row, None, all, name);
                };
                all.ty = self.arithmetic(row, modifier, span)?;
                // A copy is not rounded.
                let half = matches!(modifier, ModifierKind::Half | ModifierKind::Storage(StorageType { bits: 16, .. }));
                all.half = half && !matches!(row.op, Op::Mov | Op::Abs);
                self.multiply(row, Some(span), all, name)
            }
            Mode::Storage => self.storage(row, types, all, name),
            Mode::Atomic => {
                let storage = self.one_storage(row, types, name);
                if all.atomic.is_none() {
                    self.report.push(messages::no_atomic_modifier(name, row.name));
                }
                let (storage, span) = storage?;
                self.atomic(row, all.atomic?, storage, span)?;
                all.storage = Some(storage);
                all.ty = OperationType { base: storage.base, bits: if storage.bits == 64 { 64 } else { 32 } };
                Some(())
            }
            Mode::Texel => match types {
                [(ModifierKind::Storage(_), _)] => self.storage(row, types, all, name),
                // The default of a formatted store (EXT_shader_image_load_store).
                [] if row.op == Op::Storeim => Some(()),
                [] => {
                    self.report.push(messages::no_type(name, row.name));
                    None
                }
                [(modifier, span), ..] => {
                    all.ty.base = simple(*modifier);
                    if row.op == Op::Loadim {
                        let what = &"a formatted load";
                        self.require_option(&["EXT_shader_image_load_formatted"], what, Code::NvOptionRequired, *span);
                    }
                    Some(())
                }
            },
            Mode::Convert => self.conversion(types, all, name),
            Mode::Counter => self.counter(row, types, all, name),
            Mode::Fixed | Mode::None => Some(()),
        }
    }

    fn arithmetic(&mut self, row: &'static Opcode, modifier: ModifierKind, span: Span) -> Option<OperationType> {
        let (base, bits, count) = match modifier {
            ModifierKind::Storage(storage) => (storage.base, storage.bits, storage.count),
            other => (simple(other), 32, 1),
        };
        let widths = if base == Base::Float { row.float } else { row.integer };
        if base == Base::Float && bits == 16 && count == 1 && widths != Widths::None {
            self.report.strict(messages::computes_with_no_halves(span, row.name));
            return Some(OperationType::FLOAT);
        }
        let taken = count == 1
            && match (widths, bits) {
                (Widths::None, _) => false,
                (Widths::Word, bits) => bits == 32,
                (Widths::Both, bits) => bits == 32 || bits == 64,
            };
        if !taken {
            self.not_taken(row, span);
            return None;
        }
        Some(OperationType { base, bits })
    }

    /// `MUL.HI` and `MUL.S24`.
    fn multiply(&mut self, row: &Opcode, ty: Option<Span>, all: &mut Modifiers, name: Span) -> Option<()> {
        if !row.high {
            return Some(());
        }
        if all.high && (ty.is_none() || all.ty.base == Base::Float) {
            return self.fail(messages::upper_half_of_float(name));
        }
        if all.high && all.ty.bits == 64 {
            return self.fail(messages::upper_half_of_64_bits(name));
        }
        if let Some(signed) = all.low24 {
            if ty.is_some() {
                return self.fail(messages::type_beside_24_bits(name));
            }
            all.ty = if signed { OperationType::SIGNED } else { OperationType::UNSIGNED };
        }
        Some(())
    }

    fn one_storage(&mut self, row: &Opcode, types: &[(ModifierKind, Span)], name: Span) -> Option<(StorageType, Span)> {
        match types {
            [(ModifierKind::Storage(storage), span)] => Some((*storage, *span)),
            _ => {
                let span = types.first().map_or(name, |(_, span)| *span);
                self.report.push(messages::no_storage_modifier(span, row.name));
                None
            }
        }
    }

    fn storage(
        &mut self,
        row: &'static Opcode,
        types: &[(ModifierKind, Span)],
        all: &mut Modifiers,
        name: Span,
    ) -> Option<()> {
        let (storage, span) = self.one_storage(row, types, name)?;
        let extended = storage.bits < 32 && (storage.count > 1 || storage.base == Base::Float);
        if extended {
            // NV_shader_atomic_fp16_vector also has types of two and four halves.
            let options: &'static [&'static str] = match (storage.base, storage.count) {
                (Base::Float, 2 | 4) => &["NV_gpu_program5_mem_extended", "NV_shader_atomic_fp16_vector"],
                _ => &["NV_gpu_program5_mem_extended"],
            };
            let what = storage.name();
            self.require_option(options, &format_args!("the type `{what}`"), Code::NvStorageOption, span);
        }
        all.storage = Some(storage);
        all.ty = OperationType { base: storage.base, bits: if storage.bits == 64 { 64 } else { 32 } };
        Some(())
    }

    /// Whether an atomic operation works on a type (NV_gpu_program5, and the options that add to it).
    fn atomic(&mut self, row: &Opcode, operation: AtomicOperation, storage: StorageType, span: Span) -> Option<()> {
        use AtomicOperation as A;
        const FLOAT: &[&str] = &["NV_shader_atomic_float"];
        const FLOAT64: &[&str] = &["NV_shader_atomic_float64"];
        const INT64: &[&str] = &["NV_shader_atomic_int64"];
        const HALVES: &[&str] = &["NV_shader_atomic_fp16_vector"];
        let name = storage.name();
        // `None`: not at all. Empty: without an option.
        let needs: Option<&'static [&'static str]> = match (operation, name.as_str()) {
            (_, "U64" | "S64" | "F64") if row.op == Op::Atomim => None,
            (A::IncrementWrap | A::DecrementWrap, "U32") => Some(&[]),
            (A::IncrementWrap | A::DecrementWrap, _) => None,
            (_, "U32" | "S32") => Some(&[]),
            (A::Add | A::Exchange | A::CompareSwap, "U64") => Some(&[]),
            (_, "U64" | "S64") => Some(INT64),
            (A::Add | A::Exchange, "F32") => Some(FLOAT),
            (A::Add | A::Exchange, "F64") => Some(FLOAT64),
            (A::Add | A::Min | A::Max | A::Exchange, "F16X2" | "F16X4") => Some(HALVES),
            _ => None,
        };
        let Some(needs) = needs else {
            self.report.push(messages::atomic_operation_on_other_type(span, &name));
            return None;
        };
        let code = Code::NvAtomicOption;
        self.require_option(needs, &format_args!("this atomic operation on `{name}`"), code, span);
        Some(())
    }

    /// Clamps are for floats; CVT clamps integers too.
    fn clamp_fits(&mut self, instruction: &Instruction<'a>, all: &Modifiers) -> Option<()> {
        if all.clamp.is_none() {
            return Some(());
        }
        let row = instruction.opcode;
        let result = row.operands.iter().find(|slot| slot.kind == SlotKind::Result);
        let float = match result.map(|slot| slot.ty) {
            Some(SlotType::Float) => true,
            Some(SlotType::Own | SlotType::Storage) => all.ty.base == Base::Float,
            _ => false,
        };
        if float || row.op == Op::Cvt {
            return Some(());
        }
        let clamp = instruction
            .modifiers
            .iter()
            .find(|it| matches!(it.kind, ModifierKind::Saturate | ModifierKind::SaturateSigned));
        let span = clamp.map_or(instruction.name.span, |it| it.span);
        self.report.push(messages::clamps_no_float(span));
        None
    }
}

/// `F`, `S` or `U`.
fn simple(modifier: ModifierKind) -> Base {
    match modifier {
        ModifierKind::Float | ModifierKind::Half => Base::Float,
        ModifierKind::Signed => Base::Signed,
        ModifierKind::Storage(storage) => storage.base,
        _ => Base::Unsigned,
    }
}
