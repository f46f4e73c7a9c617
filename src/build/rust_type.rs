//! Structures with the memory layout of a shader's blocks.
//!
//! Comes in: the structures of a reflection. Goes out: `#[repr(C)]` structures of Rust without implicit padding,
//! with assertions about their offsets. Must not depend on: what they are bound to.
//!
//! A structure that Rust cannot express (a length that depends on a specialization constant, a small float) is left
//! out, and so is anything that contains it. A runtime-sized array at the end of a block is not part of its structure.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::generate::identifier;
use crate::reflect::{ArrayDimension, Length, Member, MemberType, Number, Reflection, Structure};

/// A type of Rust.
#[derive(Clone, Debug)]
struct RustType {
    text: String,
    size: u32,
    alignment: u32,
}

/// The structures of a reflection.
pub(super) fn structures(reflection: &Reflection, derives: &[String]) -> String {
    let mut done: BTreeMap<usize, Option<RustType>> = BTreeMap::new();
    let mut text = String::new();
    // A structure may be listed before the structures it uses; each pass spells those whose parts are known.
    let in_memory = |index: &usize| reflection.structures.get(*index).is_some_and(|it| it.packing.is_some());
    let mut open: Vec<usize> = (0..reflection.structures.len()).filter(in_memory).collect();
    let names = names(reflection);
    while !open.is_empty() {
        let before = open.len();
        let ready = |index: &usize, done: &BTreeMap<usize, Option<RustType>>| {
            let members = reflection.structures.get(*index).map_or(&[][..], |it| &it.members);
            members.iter().all(|it| !matches!(it.ty, MemberType::Structure(part) if !done.contains_key(&part)))
        };
        let round: Vec<usize> = open.iter().copied().filter(|it| ready(it, &done)).collect();
        open.retain(|it| !round.contains(it));
        for index in round {
            let (Some(structure), Some(name)) = (reflection.structures.get(index), names.get(&index)) else { continue };
            let spelled = spell(structure, name, derives, &done);
            text.push_str(spelled.as_ref().map_or("", |(text, _)| text));
            done.insert(index, spelled.map(|(_, ty)| ty));
        }
        if open.len() == before {
            break;
        }
    }
    if let Some(block) = &reflection.push_constants
        && let MemberType::Structure(index) = block.ty
        && done.get(&index).is_some_and(Option::is_some)
        && let (Some(name), Some(structure)) = (names.get(&index), reflection.structures.get(index))
    {
        // Writing to a string can't fail.
        let _ = writeln!(text, "/// The bytes of push constants that the shader has.");
        let _ = writeln!(text, "pub const PUSH_CONSTANT_SIZE: u32 = {};", structure.size);
        if name != "PushConstants" {
            let _ = writeln!(text, "/// The push constants.\npub type PushConstants = {name};");
        }
    }
    text
}

/// Unique names: a structure that is laid out by two sets of rules has the rules in its names.
fn names(reflection: &Reflection) -> BTreeMap<usize, String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for (index, structure) in reflection.structures.iter().enumerate() {
        let Some(packing) = structure.packing else { continue };
        let plain = escaped(&structure.name);
        let mut name = if plain.is_empty() { format!("Block{index}") } else { plain };
        if taken.contains_key(&name) {
            let rules = packing.name();
            name = format!("{name}{}{}", rules[..1].to_uppercase(), rules.get(1..).unwrap_or(""));
        }
        if taken.contains_key(&name) {
            name = format!("{name}{index}");
        }
        taken.insert(name.clone(), index);
        names.insert(index, name);
    }
    names
}

/// A structure, if Rust can express it.
fn spell(
    structure: &Structure,
    name: &str,
    derives: &[String],
    known: &BTreeMap<usize, Option<RustType>>,
) -> Option<(String, RustType)> {
    let mut fields = String::new();
    let mut checks = String::new();
    let (mut end, mut alignment, mut paddings) = (0_u32, 1_u32, 0_u32);
    let mut pad = |fields: &mut String, bytes: u32| {
        if bytes > 0 {
            let _ = writeln!(fields, "    pub _padding{paddings}: [u8; {bytes}],");
            paddings += 1;
        }
    };
    for (index, member) in structure.members.iter().enumerate() {
        if member.array.first().is_some_and(|it| it.length == Length::Runtime) {
            break;
        }
        let ty = field_type(member, known)?;
        // Scalar layout puts 8-byte numbers where Rust would not.
        let ty = if member.offset % ty.alignment == 0 {
            ty
        } else {
            RustType { text: format!("[u8; {}]", ty.size), size: ty.size, alignment: 1 }
        };
        pad(&mut fields, member.offset.checked_sub(end)?);
        let plain = escaped(&member.name);
        let field = if plain.is_empty() { format!("member{index}") } else { plain };
        let _ = writeln!(fields, "    /// `{}`\n    pub {field}: {},", member.glsl, ty.text);
        let _ = writeln!(checks, "    assert!(std::mem::offset_of!({name}, {field}) == {});", member.offset);
        end = member.offset.checked_add(ty.size)?;
        alignment = alignment.max(ty.alignment);
    }
    let size = structure.size.max(end).checked_next_multiple_of(alignment)?;
    pad(&mut fields, size - end);
    let _ = writeln!(checks, "    assert!(std::mem::size_of::<{name}>() == {size});");
    let derived: String = derives.iter().map(|it| format!(", {it}")).collect();
    let rules = structure.packing.map_or("", |it| it.name());
    let text = format!(
        "/// `{}` by the rules of `{rules}`.\n#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq{derived})]\n\
         pub struct {name} {{\n{fields}}}\nconst _: () = {{\n{checks}}};\n",
        structure.name
    );
    Some((text, RustType { text: name.to_owned(), size, alignment }))
}

fn field_type(member: &Member, known: &BTreeMap<usize, Option<RustType>>) -> Option<RustType> {
    let element = match member.ty {
        MemberType::Scalar(number) => scalar(number)?,
        MemberType::Vector { component, length } => repeated(&scalar(component)?, length)?,
        MemberType::Matrix { component, columns, rows, stride, is_row_major } => {
            let count = if is_row_major { rows } else { columns };
            let component = scalar(component)?;
            // Rows or columns with their padding, as arrays of components.
            repeated(&repeated(&component, stride.checked_div(component.size)?)?, count)?
        }
        MemberType::Structure(index) => known.get(&index)?.clone()?,
        MemberType::Reference(_) => RustType { text: "u64".to_owned(), size: 8, alignment: 8 },
        MemberType::Other => return None,
    };
    member.array.iter().rev().try_fold(element, |element, dimension| array(element, *dimension))
}

fn array(element: RustType, dimension: ArrayDimension) -> Option<RustType> {
    let Length::Fixed(length) = dimension.length else { return None };
    let padding = dimension.stride.checked_sub(element.size)?;
    if padding == 0 {
        return repeated(&element, length);
    }
    // Rust promises no layout for a pair; bytes have one.
    let bytes = RustType { text: format!("[u8; {}]", dimension.stride), size: dimension.stride, alignment: 1 };
    repeated(&bytes, length)
}

fn repeated(element: &RustType, length: u32) -> Option<RustType> {
    let size = element.size.checked_mul(length)?;
    Some(RustType { text: format!("[{}; {length}]", element.text), size, alignment: element.alignment })
}

fn scalar(number: Number) -> Option<RustType> {
    let text = match number {
        // Any value except 0 is true.
        Number::Bool => "u32".to_owned(),
        Number::Int(bits) => format!("i{bits}"),
        Number::Uint(bits) => format!("u{bits}"),
        Number::Float(bits @ (32 | 64)) => format!("f{bits}"),
        // Its bits: stable Rust has no such type.
        Number::Float(16) => "u16".to_owned(),
        Number::Float(_) | Number::Small(_) => return None,
    };
    let size = number.size();
    Some(RustType { text, size, alignment: size })
}

/// A name that is not a Rust keyword.
fn escaped(name: &str) -> String {
    const KEYWORDS: &str = " abstract as async await become box break const continue crate do dyn else enum extern false \
                            final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
                            Self static struct super trait true try type typeof unsafe unsized use virtual where while yield ";
    let name = identifier(name);
    if !KEYWORDS.contains(&format!(" {name} ")) {
        return name;
    }
    // Some of them are not names even with `r#`.
    if matches!(name.as_str(), "self" | "Self" | "super" | "crate") { format!("{name}_") } else { format!("r#{name}") }
}
