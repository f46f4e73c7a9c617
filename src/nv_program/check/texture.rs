//! Texture and image units, targets, coordinates and offsets.
//!
//! Comes in: units and targets as written. Goes out: resolved ones. Must not depend on: how images are lowered.

use super::operand::Wanted;
use super::{Checker, Symbol, messages};
use crate::builtins::ImageDimension;
use crate::diagnostics::{Code, Diagnostic};
use crate::nv_program::ast::{self, NumberValue, Path, PathPart};
use crate::nv_program::opcode::{Mode, Op, Slot, SlotKind};
use crate::nv_program::program::{Element, Instruction, Offset, OperationType, Unit};
use crate::source::Span;

impl<'a> Checker<'a, '_, '_> {
    pub(super) fn unit_argument(
        &mut self,
        unit: &ast::Unit<'a>,
        slot: Option<Slot>,
        checked: &mut Instruction,
    ) -> bool {
        let kind = slot.map(|slot| slot.kind);
        let texture = !matches!(kind, Some(SlotKind::Image | SlotKind::Unit));
        let (found, rest) = match unit {
            ast::Unit::Handle(path, rest, span) => {
                (self.handle(path, *span).map(|(temp, component)| Unit::Handle(temp, component)), rest.as_slice())
            }
            ast::Unit::Path(path) => match self.bound_unit(path, texture) {
                Some((unit, rest)) => (Some(unit), rest),
                None => return false,
            },
        };
        checked.unit = found;
        match rest {
            [] => found.is_some(),
            [PathPart::Member(name)] if kind == Some(SlotKind::TextureGather) => {
                let component = "xyzw".find(name.text).or_else(|| "rgba".find(name.text));
                match component.filter(|_| name.text.len() == 1) {
                    Some(component) => {
                        checked.gather = component as u8;
                        found.is_some()
                    }
                    None => {
                        self.report.push(messages::not_a_component_of_texture(name.span, name.text));
                        false
                    }
                }
            }
            [PathPart::Member(name), ..] => {
                self.report.push(messages::unit_with_component(name.span));
                false
            }
            [PathPart::Index(index), ..] => {
                self.report.push(messages::unit_with_two_indices(index.span));
                false
            }
        }
    }

    fn bound_unit<'p>(&mut self, path: &'p Path<'a>, texture: bool) -> Option<(Unit, &'p [PathPart<'a>])> {
        let (word, limit) =
            if texture { ("texture", self.options.limits.textures) } else { ("image", self.options.limits.images) };
        let name = path.head.text;
        let is_binding = name == word && !self.symbols.contains_key(name);
        if is_binding {
            let Some((PathPart::Index(index), rest)) = path.parts.split_first() else {
                if texture {
                    // NV_gpu_program4: <texImageUnit> is "texture" with or without a number.
                    return Some((Unit::Bound(0, 1, Element::Fixed(0)), path.parts.as_slice()));
                }
                self.report.push(messages::unit_without_number(path.span, word));
                return None;
            };
            if matches!(index.kind, ast::IndexKind::Relative { .. }) {
                self.report.push(messages::register_indexes_units(index.span, word));
                return None;
            }
            let number = match index.kind {
                ast::IndexKind::Number(number) => number,
                _ => {
                    self.report.push(messages::unit_has_one_number(index.span, word));
                    return None;
                }
            };
            let value = Self::index_number(number);
            if value >= limit {
                self.report.push(messages::unit_out_of_range(number.span, word, value, limit));
                return None;
            }
            return Some((Unit::Bound(value, 1, Element::Fixed(0)), rest));
        }
        let (first, count, array) = match self.symbol(path.head)? {
            Symbol::Texture(first, count, array) if texture => (first, count, array),
            Symbol::Image(first, count, array) if !texture => (first, count, array),
            _ => {
                self.report.push(messages::not_a_unit(path.head.span, name, word));
                return None;
            }
        };
        let indices = path.parts.iter().take_while(|part| matches!(part, PathPart::Index(_))).count();
        let (indices, rest) = path.parts.split_at_checked(indices)?;
        let element = self.one_index(path.head, array.then_some(count), array, indices)?;
        Some((Unit::Bound(first, count, element), rest))
    }

    /// Whether an instruction works on its target, and all uses of the unit have the same target.
    pub(super) fn target_fits(&mut self, checked: &Instruction, span: Span, unit_span: Span) -> bool {
        let Some(target) = checked.target else { return false };
        let op = checked.op();
        let is_image = matches!(op, Op::Loadim | Op::Storeim | Op::Atomim | Op::Imq | Op::Imqs);
        let dimension = target.dimension;
        let cube = dimension == ImageDimension::Cube;
        let buffer = dimension == ImageDimension::Buffer;
        let shadow_array_2d = target.shadow && target.arrayed && dimension == ImageDimension::D2;
        let shadow_cube = target.shadow && cube;
        let shadow_array_cube = target.shadow && target.arrayed && cube;
        let supported = match op {
            _ if is_image => !target.shadow,
            Op::Tex => !buffer && !target.multisampled,
            Op::Txb => !buffer && !target.multisampled && !shadow_array_2d && !shadow_array_cube,
            Op::Txl => !buffer && !target.multisampled && !shadow_array_2d && !shadow_cube,
            Op::Txp => {
                !buffer && !target.multisampled && !shadow_array_2d && !(cube && (target.shadow || target.arrayed))
            }
            // The second vector, which holds the reference for arrays of cubes, is a derivative in TXD.
            Op::Txd => !buffer && !target.multisampled && !shadow_array_cube,
            Op::Txf => !cube && !target.shadow && !target.multisampled,
            Op::Txfms => target.multisampled,
            Op::Txg | Op::Txgo => {
                matches!(dimension, ImageDimension::D2 | ImageDimension::Rect) && !target.multisampled
                    || cube && op == Op::Txg
            }
            Op::Txqs => target.multisampled,
            _ => true,
        };
        if !supported {
            self.report.push(messages::target_not_supported(span, checked.row.name, target.name));
            return false;
        }
        if target.multisampled && !is_image {
            let options: &'static [&'static str] = &["NV_texture_multisample", "NV_explicit_multisample"];
            if op != Op::Txfms {
                self.require_option(options, &"a multisampled target", Code::NvOptionRequired, span);
            }
        }
        if let (false, Some(Unit::Bound(first, count, _))) = (is_image, checked.unit) {
            for unit in first..first.saturating_add(count).min(first + 4096) {
                match self.texture_targets.get(&unit) {
                    Some(&(other, earlier)) if other != target => {
                        let (target, other) = (target.name, other.name);
                        self.report.push(messages::unit_with_two_targets(unit_span, earlier, unit, target, other));
                        return false;
                    }
                    Some(_) => {}
                    None => {
                        self.texture_targets.insert(unit, (target, span));
                    }
                }
            }
        }
        true
    }

    /// Whether the additional operand with coordinates is present exactly if the target needs it.
    pub(super) fn coordinates_fit(
        &mut self,
        checked: &Instruction,
        further: bool,
        written: &ast::Instruction<'a>,
    ) -> bool {
        let Some(target) = checked.target else { return true };
        let takes_further = written.opcode.operands.iter().any(|slot| slot.kind == SlotKind::OptionalVector);
        if !takes_further {
            return true;
        }
        let array_cube = target.arrayed && target.dimension == ImageDimension::Cube;
        let shadow_cube = target.shadow && target.dimension == ImageDimension::Cube;
        let needed = match checked.op() {
            Op::Tex => array_cube && target.shadow,
            Op::Txb | Op::Txl => array_cube || shadow_cube,
            // The reference of a gather fits in the first vector, except for arrays of cubes.
            Op::Txg => array_cube && target.shadow,
            _ => false,
        };
        // The lowest level of LODCLAMP is there (EXT_sparse_texture2, table X.17).
        let needed = needed || checked.modifiers.lod_clamp;
        if needed == further {
            return true;
        }
        let mut operands = written.arguments.iter().filter_map(|it| match it {
            ast::Argument::Operand(operand) => Some(operand.span),
            _ => None,
        });
        let span = operands.next_back().unwrap_or(written.name.span);
        self.report.push(if further {
            messages::takes_one_vector(span, written.opcode.name, target.name)
        } else {
            messages::takes_second_vector(span, written.opcode.name, target.name)
        });
        false
    }

    pub(super) fn offset_argument(&mut self, offset: &ast::Offset<'a>, checked: &mut Instruction) -> bool {
        let Some(target) = checked.target else { return false };
        let span = match offset {
            ast::Offset::Constant(_, span) | ast::Offset::Variable(_, span) => *span,
        };
        let takes = checked.row.operands.iter().any(|slot| {
            matches!(slot.kind, SlotKind::Texture | SlotKind::TextureConstant)
                || slot.kind == SlotKind::TextureGather && checked.op() == Op::Txg
        });
        let fail = |checker: &mut Self, diagnostic: Diagnostic| {
            checker.report.push(diagnostic);
            false
        };
        let ignored = checked.row.mode == Mode::Fixed || checked.op() == Op::Txgo;
        if !takes && !ignored {
            return fail(self, messages::takes_no_offset(span, checked.row.name));
        }
        let count = target.offsets();
        match offset {
            ast::Offset::Constant(numbers, _) => {
                if numbers.len() > 3 {
                    return fail(self, messages::offset_too_long(span));
                }
                let mut values = [0; 3];
                for (at, (slot, (negative, number))) in values.iter_mut().zip(numbers).enumerate() {
                    let value = match number.value {
                        NumberValue::Integer(Some(value)) => i64::try_from(value).unwrap_or(i64::MAX),
                        NumberValue::Integer(None) => i64::MAX,
                        NumberValue::Float(_) => {
                            return fail(self, messages::offset_is_float(span));
                        }
                    };
                    let value = if *negative { -value } else { value };
                    if !(-8..=7).contains(&value) {
                        return fail(self, messages::offset_out_of_range(span, value));
                    }
                    // Components that the target does not have are 0 (NV_gpu_program4, 2.X.4.4).
                    let array_cube = target.arrayed && target.dimension == ImageDimension::Cube;
                    let taken = if array_cube { 2 } else { count };
                    if at >= taken && value != 0 {
                        let diagnostic = if count == 0 {
                            messages::target_without_offsets(span, target.name)
                        } else {
                            messages::offset_of_target(span, target.name, count)
                        };
                        return fail(self, diagnostic);
                    }
                    *slot = value as i32;
                }
                if ignored || count == 0 {
                    return true;
                }
                checked.offset = Some(Offset::Constant(values));
                true
            }
            ast::Offset::Variable(operand, _) => {
                if matches!(checked.op(), Op::Txd | Op::Txgo) {
                    return fail(self, messages::takes_constant_offsets(span, checked.row.name));
                }
                let wanted = Wanted { ty: OperationType::SIGNED, scalar: false, checked: true };
                let found = self.operand(operand, wanted);
                if ignored || count == 0 {
                    return found.is_some();
                }
                checked.offset = found.map(Offset::Variable);
                checked.offset.is_some()
            }
        }
    }
}
