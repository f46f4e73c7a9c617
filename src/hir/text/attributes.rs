//! The fields of declarations: what follows the type of a variable, the stage of the entry point and so on.
//!
//! Comes in: a record. Goes out: its attributes, printed and parsed. Must not depend on: how declarations begin.
//!
//! A field that is added to a record of [`hir`](crate::hir) is a row here. A row has the word, what it prints after it
//! (once for each time that the attribute is there), and how that is read. What a record holds by default is not printed.

use super::parse::{Parsed, Parser};
use super::print::Printer;
use super::words;
use crate::builtins::{self, StateObject};
use crate::hir::{
    BlockLayout, DerivativeGroup, DescriptorHeap, EntryPoint, ExecutionMode, Feedback, FunctionAttributes,
    GlobalVariable, HeapContents, Interface, InterfaceRate, Interpolation, MatrixMajor, Member, MemoryModel, Module,
    ResourceBinding, Sampling, SpirvExecutionMode, SpirvForm, StorageClass, Struct, Workgroup, WorkgroupDimension,
};

/// One field of a record.
pub(super) struct Attribute<T> {
    /// The word that it begins with.
    pub(super) word: &'static str,
    /// Adds what follows the word, once for each time that the record has the attribute.
    pub(super) print: fn(&Printer<'_>, &T, &mut Vec<String>),
    /// Reads what follows the word.
    pub(super) parse: fn(&mut Parser<'_>, &mut T) -> Parsed<()>,
}

/// A `bool`.
macro_rules! flag {
    ($word:literal, $field:ident) => {
        Attribute {
            word: $word,
            print: |_, it, list| list.extend(it.$field.then(String::new)),
            parse: |_, it| {
                it.$field = true;
                Ok(())
            },
        }
    };
}

/// An `Option<u32>`.
macro_rules! number {
    ($word:literal, $field:ident) => {
        Attribute {
            word: $word,
            print: |_, it, list| list.extend(it.$field.map(|number| number.to_string())),
            parse: |parser, it| {
                it.$field = Some(parser.number()?);
                Ok(())
            },
        }
    };
}

/// An `Option<Handle<Constant>>`.
macro_rules! constant {
    ($word:literal, $field:ident) => {
        Attribute {
            word: $word,
            print: |printer, it, list| list.extend(it.$field.map(|constant| printer.constant(constant))),
            parse: |parser, it| {
                it.$field = Some(parser.constant()?);
                Ok(())
            },
        }
    };
}

/// A variant without a field: the word alone. The first variant of the field's type is the default.
macro_rules! variant {
    ($word:literal, $field:ident, $variant:expr) => {
        Attribute {
            word: $word,
            print: |_, it, list| list.extend((it.$field == $variant).then(String::new)),
            parse: |_, it| {
                it.$field = $variant;
                Ok(())
            },
        }
    };
}

/// An `Option<&'static builtins::Variable>`: the name, with the number of the row if the name has several.
macro_rules! builtin {
    ($word:literal, $field:ident) => {
        Attribute {
            word: $word,
            print: |_, it, list| list.extend(it.$field.map(builtin_name)),
            parse: |parser, it| {
                it.$field = Some(parser.builtin_variable()?);
                Ok(())
            },
        }
    };
}

/// Attributes of the module, each on a line of its own.
pub(super) const MODULE: &[Attribute<Module>] = &[
    Attribute {
        word: "memory_model",
        print: |_, it, list| {
            let is_default = it.memory_model == MemoryModel::default();
            list.extend((!is_default).then(|| words::memory_model_word(it.memory_model).to_owned()));
        },
        parse: |parser, it| {
            it.memory_model = parser.word_as("a memory model", words::memory_model)?;
            Ok(())
        },
    },
    Attribute {
        word: "spirv_extension",
        print: |_, it, list| list.extend(it.intrinsics.extensions.iter().map(|name| super::quoted(name))),
        parse: |parser, it| {
            it.intrinsics.extensions.insert(parser.string()?);
            Ok(())
        },
    },
    Attribute {
        word: "spirv_capability",
        print: |_, it, list| list.extend(it.intrinsics.capabilities.iter().map(u32::to_string)),
        parse: |parser, it| {
            it.intrinsics.capabilities.insert(parser.number()?);
            Ok(())
        },
    },
    Attribute {
        word: "spirv_execution_mode",
        print: |printer, it, list| {
            let modes = it.intrinsics.execution_modes.iter();
            list.extend(modes.map(|mode| {
                let word = if mode.form == SpirvForm::Ids { "id " } else { "" };
                format!("{word}{}{}", mode.mode, printer.spirv_operands(&mode.operands))
            }));
        },
        parse: |parser, it| {
            let form = if parser.take_word("id") { SpirvForm::Ids } else { SpirvForm::Literals };
            let (mode, operands) = (parser.number()?, parser.spirv_operands()?);
            it.intrinsics.execution_modes.push(SpirvExecutionMode { form, mode, operands });
            Ok(())
        },
    },
];

/// After `entry_point compute main`.
pub(super) const ENTRY_POINT: &[Attribute<EntryPoint>] = &[
    Attribute {
        word: "workgroup_size",
        print: |printer, it, list| {
            list.extend(it.workgroup.map(|it| {
                let dimensions = it.size.map(|dimension| match dimension {
                    WorkgroupDimension::Literal(size) => size.to_string(),
                    WorkgroupDimension::Specialization(constant) => printer.constant_id(constant),
                });
                let composite = it.constant.map(|constant| format!(" composite {}", printer.constant(constant)));
                dimensions.join(" ") + &composite.unwrap_or_default()
            }));
        },
        parse: |parser, it| {
            let mut size = [WorkgroupDimension::Literal(1); 3];
            for dimension in &mut size {
                *dimension = match parser.number_or_constant()? {
                    Ok(size) => WorkgroupDimension::Literal(size),
                    Err(constant) => WorkgroupDimension::Specialization(constant),
                };
            }
            let constant = if parser.take_word("composite") { Some(parser.constant()?) } else { None };
            it.workgroup = Some(Workgroup { size, constant });
            Ok(())
        },
    },
    Attribute {
        word: "mode",
        print: |_, it, list| list.extend(it.modes.iter().map(|mode| mode_text(*mode))),
        parse: |parser, it| {
            it.modes.push(mode(parser)?);
            Ok(())
        },
    },
    Attribute {
        word: "constant",
        print: |_, it, list| list.extend(it.constants.iter().map(|constant| constant.name.to_owned())),
        parse: |parser, it| {
            it.constants.push(parser.word_as("a built-in constant", builtins::constant)?);
            Ok(())
        },
    },
    Attribute {
        word: "variant",
        print: |_, it, list| list.extend(it.variant.map(|variant| variant.extension.to_owned())),
        parse: |parser, it| {
            let variants = it.stage.facts().variants;
            let variant = |word: &str| variants.iter().find(|it| it.extension == word);
            it.variant = Some(parser.word_as("an extension that brings the stage", variant)?);
            Ok(())
        },
    },
    flag!("primitive_culling", primitive_culling),
    flag!("wide_indexing", wide_indexing),
];

/// After the name of a structure.
pub(super) const STRUCT: &[Attribute<Struct>] = &[
    Attribute {
        word: "block",
        print: |_, it, list| {
            list.extend(it.block.map(|block| {
                let mut text = words::rules_word(block.rules).to_owned();
                if block.reference_alignment != 0 {
                    text += &format!(" reference_alignment {}", block.reference_alignment);
                }
                if let Some(object) = block.hit_object_record {
                    text += &format!(" record_of {}", object.facts().word);
                }
                text
            }));
        },
        parse: |parser, it| {
            let rules = parser.word_as("packing rules", words::rules)?;
            let reference_alignment = if parser.take_word("reference_alignment") { parser.number()? } else { 0 };
            let object = |word: &str| StateObject::all().iter().find(|row| row.word == word).map(|row| row.object);
            let hit_object_record =
                if parser.take_word("record_of") { Some(parser.word_as("a hit object", object)?) } else { None };
            it.block = Some(BlockLayout { rules, reference_alignment, hit_object_record });
            Ok(())
        },
    },
    flag!("interface_block", is_interface_block),
];

/// After the type of a member, before [`INTERFACE`].
pub(super) const MEMBER: &[Attribute<Member>] =
    &[number!("offset", offset), variant!("row_major", major, MatrixMajor::Row), flag!("precise", precise)];

/// What a global variable or a member says about the interface of the stage.
pub(super) const INTERFACE: &[Attribute<Interface>] = &[
    builtin!("builtin", builtin),
    number!("location", location),
    number!("component", component),
    number!("index", index),
    number!("stream", stream),
    number!("input_attachment_index", attachment),
    Attribute {
        word: "xfb_buffer",
        print: |_, it, list| {
            list.extend(it.feedback.map(|Feedback { buffer, offset, stride }| {
                let offset = offset.map_or(String::new(), |offset| format!(" offset {offset}"));
                format!("{buffer} stride {stride}{offset}")
            }));
        },
        parse: |parser, it| {
            let buffer = parser.number()?;
            parser.expect_word("stride")?;
            let stride = parser.number()?;
            let offset = if parser.take_word("offset") { Some(parser.number()?) } else { None };
            it.feedback = Some(Feedback { buffer, offset, stride });
            Ok(())
        },
    },
    variant!("smooth", interpolation, Some(Interpolation::Smooth)),
    variant!("flat", interpolation, Some(Interpolation::Flat)),
    variant!("noperspective", interpolation, Some(Interpolation::NoPerspective)),
    variant!("explicit", interpolation, Some(Interpolation::Explicit)),
    variant!("centroid", sampling, Some(Sampling::Centroid)),
    variant!("sample", sampling, Some(Sampling::Sample)),
    variant!("patch", rate, Some(InterfaceRate::Patch)),
    variant!("per_primitive", rate, Some(InterfaceRate::Primitive)),
    variant!("per_vertex", rate, Some(InterfaceRate::Vertex)),
    variant!("per_task", rate, Some(InterfaceRate::Task)),
    flag!("per_view", per_view),
    flag!("invariant", invariant),
];

/// After the type and the storage class of a global variable, before [`INTERFACE`].
pub(super) const GLOBAL: &[Attribute<GlobalVariable>] = &[
    Attribute {
        word: "set",
        print: |_, it, list| list.extend(it.binding.map(|it| format!("{} binding {}", it.set, it.binding))),
        parse: |parser, it| {
            let set = parser.number()?;
            parser.expect_word("binding")?;
            it.binding = Some(ResourceBinding { set, binding: parser.number()? });
            Ok(())
        },
    },
    Attribute {
        word: "heap",
        print: |_, it, list| {
            list.extend(it.heap.map(|it| {
                let stride = it.stride.map(|stride| format!("stride {stride}"));
                let contents = it.contents.word().map(str::to_owned);
                stride.into_iter().chain(contents).collect::<Vec<_>>().join(" ")
            }));
        },
        parse: |parser, it| {
            let stride = if parser.take_word("stride") { Some(parser.number()?) } else { None };
            let data = HeapContents::WORDS.into_iter().find(|(word, _)| parser.take_word(word));
            let contents = data.map_or(HeapContents::Descriptors, |(_, contents)| contents);
            it.heap = Some(DescriptorHeap { stride, contents });
            Ok(())
        },
    },
    builtin!("builtin", builtin),
    constant!("initializer", initializer),
];

/// After the result of a function.
pub(super) const FUNCTION: &[Attribute<FunctionAttributes>] = &[
    flag!("subgroup_uniform_control_flow", subgroup_uniform_control_flow),
    flag!("maximally_reconverges", maximally_reconverges),
    flag!("inline", inline),
    flag!("no_inline", no_inline),
    flag!("relaxed", relaxed),
];

/// `invocations 4`, `origin_upper_left`
fn mode_text(mode: ExecutionMode) -> String {
    match mode {
        ExecutionMode::DerivativeGroup(group) => {
            let shape = if group.quads { "quads" } else { "linear" };
            format!("derivative_group {shape}{}", if group.khronos { " khronos" } else { "" })
        }
        ExecutionMode::Invocations(count) => format!("invocations {count}"),
        ExecutionMode::OutputVertices(count) => format!("output_vertices {count}"),
        ExecutionMode::OutputPrimitives(count) => format!("output_primitives {count}"),
        other => words::execution_mode_word(other).to_owned(),
    }
}

/// Parses what [`mode_text`] prints.
fn mode(parser: &mut Parser<'_>) -> Parsed<ExecutionMode> {
    Ok(if parser.take_word("derivative_group") {
        let quads = parser.take_word("quads");
        if !quads {
            parser.expect_word("linear")?;
        }
        ExecutionMode::DerivativeGroup(DerivativeGroup { quads, khronos: parser.take_word("khronos") })
    } else if parser.take_word("invocations") {
        ExecutionMode::Invocations(parser.number()?)
    } else if parser.take_word("output_vertices") {
        ExecutionMode::OutputVertices(parser.number()?)
    } else if parser.take_word("output_primitives") {
        ExecutionMode::OutputPrimitives(parser.number()?)
    } else {
        parser.word_as("an execution mode", words::execution_mode)?
    })
}

/// `gl_Position`, or `gl_Position#1` for its second row.
fn builtin_name(variable: &'static builtins::Variable) -> String {
    let rows = builtins::variables(variable.name);
    match rows.iter().position(|row| std::ptr::eq(row, variable)) {
        Some(row @ 1..) => format!("{}#{row}", variable.name),
        _ => variable.name.to_owned(),
    }
}

/// The storage class, which every global variable has.
pub(super) fn storage_text(storage: StorageClass) -> String {
    let word = words::storage_word(storage);
    match storage {
        StorageClass::Number(number) => format!("{word} {number}"),
        _ => word.to_owned(),
    }
}
