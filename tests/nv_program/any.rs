//! Random programs: any instruction of the table that computes with integers.
//!
//! Comes in: random numbers. Goes out: lines of a program.

use glslsub::internals::nv_program::opcode::{Mode, OPCODES, SlotKind, SlotType, Widths};

use super::Generator;

impl Generator {
    /// Any integer instruction of the table, for 32 or 64 bits.
    pub(super) fn any_instruction(&mut self) {
        let rows: Vec<_> = OPCODES
            .iter()
            .filter(|row| {
                let simple = row
                    .operands
                    .iter()
                    .all(|slot| matches!(slot.kind, SlotKind::Result | SlotKind::Vector | SlotKind::Scalar));
                row.mode == Mode::Arithmetic
                    && row.integer != Widths::None
                    && simple
                    && row.operands.len() > 1
                    // Undefined for some operands, inexact, for floats, or for warps.
                    && !matches!(
                        row.name,
                        "ABS" | "CMP" | "DIV" | "MOD" | "BFE" | "BFI" | "STR" | "CEIL" | "FLR" | "UP64" | "PK64"
                    )
                    && !["PK", "UP", "TG", "SHF", "TX"].iter().any(|start| row.name.starts_with(start))
            })
            .collect();
        let row = *self.random.pick(&rows);
        let wide = row.integer == Widths::Both && self.random.below(3) == 0;
        let signed = self.random.below(2) == 0;
        let ty = match (signed, wide) {
            (true, false) => *self.random.pick(&["S", "S32"]),
            (false, false) => *self.random.pick(&["U", "U32"]),
            (true, true) => "S64",
            (false, true) => "U64",
        };
        // A result of a float type is 32 bits of a pattern, or of a LONG register.
        let to = if wide {
            let register = format!("d{}", self.random.below(2));
            self.masked(register)
        } else {
            self.destination()
        };
        let mut operands = Vec::new();
        // `-a - b` leaves flags undefined.
        let mut negative = row.name == "SUB";
        for slot in row.operands.iter().skip(1) {
            let scalar = slot.kind == SlotKind::Scalar;
            let float = matches!(slot.ty, SlotType::Float);
            if wide && !scalar && !float && self.random.below(3) > 0 {
                let (register, swizzle) = (self.random.below(2), self.swizzle());
                let sign = if !negative && self.random.below(5) == 0 { "-" } else { "" };
                negative |= !sign.is_empty();
                operands.push(format!("{sign}d{register}{swizzle}"));
            } else if float {
                let (register, swizzle) = (self.random.below(4), self.swizzle());
                operands.push(format!("r{register}{swizzle}"));
            } else {
                let unsigned = matches!(slot.ty, SlotType::Unsigned);
                operands.push(self.operand(signed && !unsigned && !negative, !negative && !scalar, scalar));
                negative |= operands.last().is_some_and(|it| it.starts_with('-'));
            }
        }
        let operands = operands.join(", ");
        let flags = self.flags();
        let suffix = match flags {
            ".CC0" if self.random.below(2) == 0 => "C0",
            ".CC1" if self.random.below(2) == 0 => "C1",
            ".CC" if self.random.below(2) == 0 => "C",
            _ => "",
        };
        let flags = if suffix.is_empty() { flags } else { "" };
        if self.random.below(2) == 0 {
            self.line(&format!("{}{suffix}.{ty}{flags} {to}, {operands};", row.name));
        } else {
            self.line(&format!("{}{suffix}{flags}.{ty} {to}, {operands};", row.name));
        }
    }
}
