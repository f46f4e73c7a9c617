//! Texture and image instructions of the machine.
//!
//! Comes in: an instruction and the units of a case. Goes out: components of texels. Textures give the nearest texel of the
//! nearest level.

use glslsub::internals::builtins::ImageDimension as D;
use glslsub::internals::nv_program::program::{Offset, Unit as UnitUse};
use glslsub::internals::nv_program::target::Target;

use super::*;
use crate::world::Unit;

/// Bytes of a component of a format, and how many there are.
fn layout(format: &str) -> (usize, usize) {
    let count = match format {
        _ if format.starts_with("rgba") => 4,
        _ if format.starts_with("rg") => 2,
        _ => 1,
    };
    let digits: String = format.chars().filter(char::is_ascii_digit).collect();
    (digits.parse::<usize>().unwrap() / 8, count)
}

/// A texel as four words; a component that the format does not have is 0, and w is 1.
fn decode(format: &str, bytes: &[u8]) -> [u64; 4] {
    let (size, count) = layout(format);
    let float = format.ends_with('f');
    let one = if float { u64::from(1.0_f32.to_bits()) } else { 1 };
    let mut texel = [0, 0, 0, one];
    for (component, part) in texel.iter_mut().zip(bytes.chunks_exact(size)).take(count) {
        let mut word = [0; 8];
        word[..size].copy_from_slice(part);
        let base = if float {
            Base::Float
        } else if format.ends_with("ui") {
            Base::Unsigned
        } else {
            Base::Signed
        };
        *component = widen(u64::from_le_bytes(word), StorageType { base, bits: 8 * size as u8, count: 1 });
    }
    texel
}

/// Width, height and depth of a level, and layers.
fn extent(unit: &Unit, level: u32) -> ([i64; 3], i64) {
    let image = unit.image();
    (image.level_extent(level).map(i64::from), image.split_extent().1.into())
}

/// The place of a texel in bytes; `None` outside.
fn place(unit: &Unit, level: u32, at: [i64; 3], layer: i64) -> Option<usize> {
    if level >= unit.levels {
        return None;
    }
    let (size, layers) = extent(unit, level);
    let inside = (0..3).all(|axis| (0..size[axis]).contains(&at[axis])) && (0..layers).contains(&layer);
    if !inside {
        return None;
    }
    let image = unit.image();
    let before: usize = (0..level).map(|level| image.level_size(level)).sum();
    let index = ((layer * size[2] + at[2]) * size[1] + at[1]) * size[0] + at[0];
    Some(before + index as usize * image.format.size())
}

fn fetch(unit: &Unit, level: u32, at: [i64; 3], layer: i64) -> Option<[u64; 4]> {
    let start = place(unit, level, at, layer)?;
    let (size, count) = layout(unit.format);
    Some(decode(unit.format, &unit.texels[start..start + size * count]))
}

/// The face that a direction points to, and where on it, from 0 to 1.
fn face(direction: [f64; 3]) -> (i64, [f64; 2]) {
    let [x, y, z] = direction;
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, major) = if ax >= ay && ax >= az {
        if x > 0.0 { (0, -z, -y, ax) } else { (1, z, -y, ax) }
    } else if ay >= az {
        if y > 0.0 { (2, x, z, ay) } else { (3, x, -z, ay) }
    } else if z > 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    (face, [(s / major + 1.0) / 2.0, (t / major + 1.0) / 2.0])
}

fn offset_of(machine: &Machine<'_>, i: &Instruction, lane: usize) -> i64 {
    match &i.offset {
        Some(Offset::Constant(values)) => values.get(lane).copied().unwrap_or(0).into(),
        Some(Offset::Variable(operand)) => (machine.read(operand, lane) as u32 as i32).into(),
        None => 0,
    }
}

impl Machine<'_> {
    fn unit_number(&self, i: &Instruction) -> Result<usize, String> {
        match i.unit {
            Some(UnitUse::Bound(first, _, element)) => Ok(first as usize + self.element(element)),
            _ => Err("handles are not modelled".to_owned()),
        }
    }

    /// TEX and the others.
    pub(super) fn texture(&self, i: &Instruction) -> Result<[Option<Result4>; 4], String> {
        let number = self.unit_number(i)?;
        let unit = self.memory.textures.get(number).ok_or("a texture unit without a texture")?;
        let target = i.target.unwrap();
        if target.multisampled || i.modifiers.lod_clamp {
            return Err(format!("{} of {} is not modelled", i.row.name, target.name));
        }
        if matches!(i.op(), Op::Txq | Op::Txqs) {
            return self.query(i, unit);
        }
        let x = |operand: usize, lane: usize| float(self.operand(i, operand, lane), i.operands[operand].ty);
        let whole =
            |lane: usize| integer(self.operand(i, 0, lane), OperationType { base: Base::Signed, bits: 32 }) as i64;
        let coordinates = target.coordinates();
        if i.op() == Op::Txf {
            let mut at = [0; 3];
            for (axis, slot) in at.iter_mut().enumerate().take(coordinates) {
                *slot = whole(axis) + if axis < target.offsets() { offset_of(self, i, axis) } else { 0 };
            }
            let layer = if target.arrayed { whole(coordinates) } else { 0 };
            let level = if target.dimension == D::Buffer { 0 } else { whole(3) };
            let level = u32::try_from(level).map_err(|_| "undefined: a level below 0")?;
            let texel = fetch(unit, level, at, layer).ok_or("undefined: a fetch outside the texture")?;
            return Ok(texel.map(|value| Some(Result4::of(value, i.modifiers.ty))));
        }
        let w = if i.op() == Op::Txp { x(0, 3) } else { 1.0 };
        let cube = target.dimension == D::Cube;
        let second = cube && (target.arrayed || target.shadow);
        let level = match i.op() {
            // Without derivatives a bias is added to the lowest level.
            Op::Txl if second => x(1, 0),
            Op::Txl => x(0, 3),
            Op::Txd => {
                let (size, _) = extent(unit, 0);
                let length = |operand: usize| {
                    let squares = (0..coordinates).map(|axis| {
                        let scale = if target.dimension == D::Rect { 1.0 } else { size[axis] as f64 };
                        (x(operand, axis) * scale).powi(2)
                    });
                    squares.sum::<f64>().sqrt()
                };
                length(1).max(length(2)).max(1e-9).log2()
            }
            _ => 0.0,
        };
        let level = (level.clamp(0.0, f64::from(unit.levels - 1)) - 0.5).ceil() as u32;
        let (size, layers) = extent(unit, level);
        let mut position: Vec<f64> = (0..coordinates).map(|axis| x(0, axis) / w).collect();
        let named = if target.arrayed { x(0, coordinates) / w } else { 0.0 };
        let groups = if cube { layers / 6 } else { layers };
        let mut layer = (named.round_ties_even() as i64).clamp(0, groups - 1);
        if cube {
            let (face, place) = face([position[0], position[1], position[2]]);
            layer = 6 * layer + face;
            position = place.to_vec();
        }
        if target.dimension != D::Rect {
            for (value, size) in position.iter_mut().zip(size) {
                *value *= size as f64;
            }
        }
        let texel = |moved: [i64; 2], back: f64| {
            let mut at = [0; 3];
            for (axis, value) in position.iter().enumerate() {
                let more = moved.get(axis).copied().unwrap_or(0);
                at[axis] = ((value - back).floor() as i64 + more).clamp(0, size[axis] - 1);
            }
            fetch(unit, level, at, layer).ok_or("undefined: no texel")
        };
        let reference = target.shadow.then(|| {
            let value = match (target.dimension, target.arrayed) {
                (D::Cube, true) => x(1, 0),
                (D::Cube, false) | (D::D2, true) => x(0, 3),
                _ => x(0, 2),
            };
            value / w
        });
        let compared = |value: u64| match reference {
            Some(reference) => u64::from((if reference <= f64::from(f(value)) { 1.0_f32 } else { 0.0 }).to_bits()),
            None => value,
        };
        let of = |value: u64| {
            let ty = if target.shadow { OperationType::FLOAT } else { i.modifiers.ty };
            Some(Result4::of(value, ty))
        };
        match i.op() {
            Op::Txg | Op::Txgo => {
                let component = if target.shadow { 0 } else { usize::from(i.gather) };
                let mut lanes = [None; 4];
                for (lane, slot) in lanes.iter_mut().enumerate() {
                    let moved = if i.op() == Op::Txgo {
                        let part = |operand: usize| {
                            integer(self.operand(i, operand, lane), OperationType { base: Base::Signed, bits: 32 })
                                as i64
                        };
                        [part(1), part(2)]
                    } else {
                        let (dx, dy) = [(0, 1), (1, 1), (1, 0), (0, 0)][lane];
                        [dx + offset_of(self, i, 0), dy + offset_of(self, i, 1)]
                    };
                    *slot = of(compared(texel(moved, 0.5)?[component]));
                }
                Ok(lanes)
            }
            _ => {
                let mut moved = [0, 0];
                for (axis, slot) in moved.iter_mut().enumerate().take(target.offsets()) {
                    *slot = offset_of(self, i, axis);
                }
                if target.offsets() == 3 && offset_of(self, i, 2) != 0 {
                    return Err("offsets in depth are not modelled".to_owned());
                }
                let found = texel(moved, 0.0)?;
                if target.shadow {
                    // As luminance, with 1 in w.
                    let result = of(compared(found[0]));
                    return Ok([result, result, result, of(u64::from(1.0_f32.to_bits()))]);
                }
                Ok(found.map(of))
            }
        }
    }

    fn query(&self, i: &Instruction, unit: &Unit) -> Result<[Option<Result4>; 4], String> {
        let target = i.target.unwrap();
        let plain = |value: i64| Some(Result4::of(wrap(value.into(), 32), i.modifiers.ty));
        if matches!(i.op(), Op::Txqs | Op::Imqs) {
            return Err("numbers of samples are not modelled".to_owned());
        }
        let level = if i.op() == Op::Txq && target.dimension != D::Buffer {
            integer(self.operand(i, 0, 0), OperationType { base: Base::Signed, bits: 32 })
        } else {
            0
        };
        let level = u32::try_from(level).ok().filter(|level| *level < unit.levels).ok_or("undefined: no such level")?;
        let (size, layers) = extent(unit, level);
        let cube = target.dimension == D::Cube;
        let coordinates = if cube { 2 } else { target.coordinates() };
        let mut lanes = [plain(0); 4];
        for (slot, size) in lanes.iter_mut().zip(size).take(coordinates) {
            *slot = plain(size);
        }
        if target.arrayed {
            lanes[coordinates] = plain(if cube { layers / 6 } else { layers });
        }
        if i.op() == Op::Txq {
            lanes[3] = plain(unit.levels.into());
        }
        Ok(lanes)
    }

    fn image_place(&self, i: &Instruction, operand: usize) -> Result<(usize, usize), String> {
        let number = self.unit_number(i)?;
        let unit = self.memory.images.get(number).ok_or("an image unit without an image")?;
        let target: Target = i.target.unwrap();
        if target.multisampled {
            return Err(format!("{} of {} is not modelled", i.row.name, target.name));
        }
        let whole = |lane: usize| {
            integer(self.operand(i, operand, lane), OperationType { base: Base::Signed, bits: 32 }) as i64
        };
        let cube = target.dimension == D::Cube;
        let coordinates = if cube { 2 } else { target.coordinates() };
        let mut at = [0; 3];
        for (axis, slot) in at.iter_mut().enumerate().take(coordinates) {
            *slot = whole(axis);
        }
        let layer = if cube || target.arrayed { whole(2) } else { 0 };
        Ok((number, place(unit, 0, at, layer).ok_or("undefined: a texel outside the image")?))
    }

    /// LOADIM, STOREIM, ATOMIM, IMQ.
    pub(super) fn image(&mut self, i: &Instruction) -> Result<(), String> {
        match i.op() {
            Op::Imq | Op::Imqs => {
                let number = self.unit_number(i)?;
                let unit = self.memory.images.get(number).ok_or("an image unit without an image")?;
                let lanes = self.query(i, unit)?;
                self.write(i, lanes);
            }
            Op::Loadim => {
                let (number, start) = self.image_place(i, 0)?;
                let unit = &self.memory.images[number];
                let (size, count) = layout(unit.format);
                let mut texel = decode(unit.format, &unit.texels[start..start + size * count]);
                // Pairs of less than a word are unpacked from one, which has no w.
                if i.modifiers.storage.is_some() && size < 4 && count == 2 {
                    texel[3] = 0;
                }
                self.write(i, texel.map(|value| Some(Result4::of(value, i.modifiers.ty))));
            }
            Op::Storeim => {
                let (number, start) = self.image_place(i, 1)?;
                let (size, count) = layout(self.memory.images[number].format);
                let values = [0, 1, 2, 3].map(|lane| self.operand(i, 0, lane));
                let unit = &mut self.memory.images[number];
                let float = unit.format.ends_with('f');
                let signed = !unit.format.ends_with("ui");
                // Formatted stores give the largest number that the format can hold, others the lower bits.
                let clamps = i.modifiers.storage.is_none();
                for (lane, value) in values.into_iter().enumerate().take(count) {
                    let bits = 8 * size as u32;
                    let value = match (float, bits) {
                        (true, 16) if clamps => {
                            let largest = f16::MAX.to_f32();
                            u64::from(f16::from_f32(f(value).clamp(-largest, largest)).to_bits())
                        }
                        (true, 16) => u64::from(f16::from_f32(f(value)).to_bits()),
                        (false, 8 | 16) if clamps => clamped(value as u32, bits, signed),
                        _ => value,
                    };
                    unit.texels[start + lane * size..start + (lane + 1) * size]
                        .copy_from_slice(&value.to_le_bytes()[..size]);
                }
            }
            _ => {
                let (number, start) = self.image_place(i, 1)?;
                let size = usize::from(i.modifiers.storage.unwrap().bits / 8);
                let old = |texels: &[u8]| {
                    let mut word = [0; 8];
                    word[..size].copy_from_slice(&texels[start..start + size]);
                    u64::from_le_bytes(word)
                };
                let before = old(&self.memory.images[number].texels);
                let new = self.combine(i, before)?;
                self.memory.images[number].texels[start..start + size].copy_from_slice(&new.to_le_bytes()[..size]);
                self.old_value(i, before)?;
            }
        }
        Ok(())
    }
}

/// The nearest number that a texel with fewer bits can hold.
fn clamped(value: u32, bits: u32, signed: bool) -> u64 {
    if !signed {
        return u64::from(value).min((1 << bits) - 1);
    }
    let (low, high) = (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1);
    i64::from(value as i32).clamp(low, high) as u64
}
