//! The listing of a module, even with words that are newer than the grammar of the crate.
//!
//! Comes in: words. Goes out: text, one instruction per line. Must not depend on: how the words were made.
//!
//! rspirv's loader rejects a module with a number that it does not know, and constants of floats below 16 bits. Such
//! instructions are replaced by others of the same shape and section before it loads the module, and restored in its
//! text: no word moves, so nothing else changes.

mod unknown;

use rspirv::spirv::Op;

/// Capabilities by number.
const CAPABILITIES: &[(u32, &str)] = &[
    (4228, "Float6EXT"),
    (4229, "Float4EXT"),
    (4230, "Float8UnsignedE8M0EXT"),
    (4231, "MXInt8EXT"),
    (4232, "BitcastExtractEXT"),
    (5447, "CooperativeMatrixDecodeVectorNV"),
];

/// Instructions with a result and two operands that are ids, by number.
const BINARY_INSTRUCTIONS: &[(u32, &str)] = &[(4195, "OpBitcastExtractEXT")];

/// Encodings of floats, by number, including those that the crate knows: the loader takes constants for IEEE 754
/// floats.
const ENCODINGS: &[(u32, &str)] = &[
    (0, "BFloat16KHR"),
    (4214, "Float8E4M3EXT"),
    (4215, "Float8E5M2EXT"),
    (4223, "Float6E2M3EXT"),
    (4224, "Float6E3M2EXT"),
    (4225, "Float4E2M1EXT"),
    (4226, "Float8UnsignedE8M0EXT"),
    (4227, "MXInt8EXT"),
];

/// Marks a float where a 32-bit integer has its signedness, with width and encoding.
const FLOAT_MARK: u32 = 0x8000_0000;

/// An instruction that no shader contains, in the place of one of [`BINARY_INSTRUCTIONS`].
const BINARY_STAND_IN: Op = Op::LessOrGreater;

/// The text of a module. With `header`, it starts with comments about version, generator and bound.
///
/// # Errors
///
/// What is wrong with the words.
pub fn listing(words: &[u32], header: bool) -> Result<String, String> {
    let text = unknown::disassemble(&replaced(words))?;
    let lines: Vec<String> = text.lines().filter(|line| header || !line.starts_with(';')).map(put_right).collect();
    Ok(lines.join("\n"))
}

/// The words with stand-ins.
fn replaced(words: &[u32]) -> Vec<u32> {
    let mut words = words.to_vec();
    let mut start = 5;
    while let Some(&first) = words.get(start) {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        let Some(instruction) = words.get_mut(start..start.saturating_add(count.max(1))) else { break };
        stand_in(instruction, opcode);
        start += count.max(1);
    }
    words
}

fn stand_in(instruction: &mut [u32], opcode: u32) {
    let with = |opcode: Op, count: u32| count << 16 | opcode as u32;
    match instruction {
        [first, _, width, encoding] if opcode == Op::TypeFloat as u32 && *width <= 16 => {
            *first = with(Op::TypeInt, 4);
            *encoding |= FLOAT_MARK | *width << 16;
            *width = 32;
        }
        [first, number] if opcode == Op::Capability as u32 => {
            if let Some(index) = CAPABILITIES.iter().position(|it| it.0 == *number) {
                *first = with(Op::Extension, 2);
                // A string of two characters: `?` and a letter.
                *number = u32::from_le_bytes([b'?', b'a' + index as u8, 0, 0]);
            }
        }
        [first, _, _, _, _] if BINARY_INSTRUCTIONS.iter().any(|it| it.0 == opcode) => {
            *first = with(BINARY_STAND_IN, 5);
        }
        _ => {}
    }
}

/// A line with what each stand-in stands for.
fn put_right(line: &str) -> String {
    if let Some((before, number)) = line.split_once("OpTypeInt 32 ")
        && let Ok(number) = number.trim_end().parse::<u32>()
        && number & FLOAT_MARK != 0
        && let Some((_, name)) = ENCODINGS.iter().find(|it| it.0 == number & 0xffff)
    {
        return format!("{before}OpTypeFloat {} {name}", (number & !FLOAT_MARK) >> 16);
    }
    if let Some(letter) = line.strip_prefix("OpExtension \"?").and_then(|rest| rest.bytes().next())
        && let Some((_, name)) = CAPABILITIES.get(usize::from(letter.wrapping_sub(b'a')))
    {
        return format!("OpCapability {name}");
    }
    // There is only one such instruction so far.
    match BINARY_INSTRUCTIONS {
        [(_, name), ..] => line.replace("OpLessOrGreater", name),
        [] => line.to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn words(instructions: &[&[u32]]) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0600, 0, 9, 0];
        for instruction in instructions {
            words.push((instruction.len() as u32) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words
    }

    #[test]
    fn young_words_are_spelled() {
        let module = words(&[
            &[17, 1],
            &[17, 4229],
            &[17, 4232],
            &[22, 1, 4, 4225],
            &[22, 2, 8, 4214],
            &[22, 3, 16, 0],
            &[43, 2, 4, 0x7e],
            &[43, 3, 6, 0x3fc0],
        ]);
        let text = listing(&module, false).unwrap();
        for line in [
            "OpCapability Shader\nOpCapability Float4EXT\nOpCapability BitcastExtractEXT",
            "%1 = OpTypeFloat 4 Float4E2M1EXT",
            "%2 = OpTypeFloat 8 Float8E4M3EXT",
            "%3 = OpTypeFloat 16 BFloat16KHR",
            "%4 = OpConstant  %2  126",
            "%6 = OpConstant  %3  16320",
        ] {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }

    #[test]
    fn young_instructions_are_spelled() {
        // Instructions belong in functions.
        let module = words(&[
            &[17, 1],
            &[22, 1, 4, 4225],
            &[19, 2],
            &[33, 3, 2],
            &[54, 2, 4, 0, 3],
            &[248, 5],
            &[4195, 1, 6, 7, 8],
            &[253],
            &[56],
        ]);
        let text = listing(&module, false).unwrap();
        assert!(text.contains("%6 = OpBitcastExtractEXT  %1  %7 %8"), "{text}");
    }

    #[test]
    fn wrong_words_end_in_an_error() {
        for module in [&[][..], &[1, 2, 3], &[0x0723_0203, 0x0001_0600, 0, 9, 0, 0, 0]] {
            assert!(listing(module, true).is_err(), "{module:x?}");
        }
        // An instruction that is too short is written with numbers, and an unknown number is not an error.
        assert!(listing(&words(&[&[22, 1]]), true).is_ok());
        assert!(listing(&words(&[&[17, 9999]]), true).unwrap().contains("OpCapability 9999"));
        // Constants of no type, of no number, and of a type that comes too late.
        for types in [&[][..], &[&[20, 2][..]], &[&[54, 2, 4, 0, 3], &[248, 5], &[21, 2, 32, 0], &[253], &[56]]] {
            let module = words(&[types, &[&[43, 2, 9, 7]]].concat());
            assert!(listing(&module, true).is_ok_and(|text| text.contains("OpConstant")), "{types:?}");
        }
    }
}
