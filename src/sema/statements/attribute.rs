//! Attributes in double brackets (GL_EXT_control_flow_attributes and the reconvergence extensions).
//!
//! Comes in: attributes of the syntax tree. Goes out: hints on statements and functions. Must not depend on: what the
//! statement does.

use crate::diagnostics::did_you_mean;
use crate::hir::{BranchHint, FunctionAttributes, LoopHint};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::statements::messages;
use crate::syntax::ast::Attribute;
use spirv::LoopControl;

const CONTROL_FLOW: &str = "GL_EXT_control_flow_attributes";
const CONTROL_FLOW_2: &str = "GL_EXT_control_flow_attributes2";
const WAIT_QUEUES: &str = "GL_QCOM_multiple_wait_queues";

/// MultipleWaitQueuesQCOM, which the `spirv` crate does not know yet, with its capability and extension.
const MULTIPLE_WAIT_QUEUES: LoopControl = LoopControl::from_bits_retain(0x1000_0000);
const WAIT_QUEUES_CAPABILITY: u32 = 4539;
const WAIT_QUEUES_EXTENSION: &str = "SPV_QCOM_multiple_wait_queues";

/// What an attribute of a loop takes in parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Literal,
    /// A literal, or 0 without one.
    Optional,
}

/// Loop attributes: name, bit, what it takes, and the extension that adds it.
const LOOP_ATTRIBUTES: &[(&str, LoopControl, Takes, &str)] = &[
    ("unroll", LoopControl::UNROLL, Takes::Nothing, CONTROL_FLOW),
    ("dont_unroll", LoopControl::DONT_UNROLL, Takes::Nothing, CONTROL_FLOW),
    ("loop", LoopControl::DONT_UNROLL, Takes::Nothing, CONTROL_FLOW),
    ("dependency_infinite", LoopControl::DEPENDENCY_INFINITE, Takes::Nothing, CONTROL_FLOW),
    ("dependency_length", LoopControl::DEPENDENCY_LENGTH, Takes::Literal, CONTROL_FLOW),
    ("min_iterations", LoopControl::MIN_ITERATIONS, Takes::Literal, CONTROL_FLOW_2),
    ("max_iterations", LoopControl::MAX_ITERATIONS, Takes::Literal, CONTROL_FLOW_2),
    ("iteration_multiple", LoopControl::ITERATION_MULTIPLE, Takes::Literal, CONTROL_FLOW_2),
    ("peel_count", LoopControl::PEEL_COUNT, Takes::Literal, CONTROL_FLOW_2),
    ("partial_count", LoopControl::PARTIAL_COUNT, Takes::Literal, CONTROL_FLOW_2),
    ("multiple_wait_queuesQCOM", MULTIPLE_WAIT_QUEUES, Takes::Optional, WAIT_QUEUES),
];

const BRANCH_ATTRIBUTES: &[(&str, BranchHint)] =
    &[("flatten", BranchHint::Flatten), ("branch", BranchHint::DontFlatten), ("dont_flatten", BranchHint::DontFlatten)];

/// Whether two loop controls cannot stand together (SPIR-V, 3.23).
fn contradict(a: LoopControl, b: LoopControl) -> bool {
    let unrolling = LoopControl::UNROLL | LoopControl::PEEL_COUNT | LoopControl::PARTIAL_COUNT;
    let pair =
        |kept: LoopControl, others: LoopControl| a == kept && others.contains(b) || b == kept && others.contains(a);
    pair(LoopControl::DONT_UNROLL, unrolling) || pair(LoopControl::DEPENDENCY_INFINITE, LoopControl::DEPENDENCY_LENGTH)
}

/// An attribute of functions.
struct FunctionAttribute {
    name: &'static str,
    extension: &'static str,
    /// Whether only the entry point may have it.
    of_entry_point: bool,
    set: fn(&mut FunctionAttributes),
}

static FUNCTION_ATTRIBUTES: &[FunctionAttribute] = &[
    FunctionAttribute {
        name: "subgroup_uniform_control_flow",
        extension: "GL_EXT_subgroup_uniform_control_flow",
        of_entry_point: true,
        set: |it| it.subgroup_uniform_control_flow = true,
    },
    FunctionAttribute {
        name: "maximally_reconverges",
        extension: "GL_EXT_maximal_reconvergence",
        of_entry_point: true,
        set: |it| it.maximally_reconverges = true,
    },
    FunctionAttribute {
        name: "inline",
        extension: "GL_EXT_function_control_attributes",
        of_entry_point: false,
        set: |it| it.inline = true,
    },
    FunctionAttribute {
        name: "noinline",
        extension: "GL_EXT_function_control_attributes",
        of_entry_point: false,
        set: |it| it.no_inline = true,
    },
];

/// The names of all attributes, of any extension.
fn known_attributes() -> impl Iterator<Item = &'static str> {
    let branches = BRANCH_ATTRIBUTES.iter().map(|row| row.0);
    let functions = FUNCTION_ATTRIBUTES.iter().map(|row| row.name);
    branches.chain(LOOP_ATTRIBUTES.iter().map(|row| row.0)).chain(functions)
}

impl Analyzer<'_> {
    fn control_flow_attribute_allowed(&mut self, attribute: &Attribute) -> bool {
        if !self.is_known_attribute(attribute) && !self.is_enabled(CONTROL_FLOW) && !self.is_enabled(CONTROL_FLOW_2) {
            self.no_such_attribute(attribute);
            return false;
        }
        let second = !self.is_enabled(CONTROL_FLOW) && self.is_enabled(CONTROL_FLOW_2);
        let name = self.text(attribute.name.symbol);
        let extension = if second { CONTROL_FLOW_2 } else { CONTROL_FLOW };
        self.require_extension(extension, &format!("[[{name}]]"), attribute.name.span)
    }

    fn is_known_attribute(&self, attribute: &Attribute) -> bool {
        let name = self.text(attribute.name.symbol);
        known_attributes().any(|known| known == name)
    }

    /// Reports an attribute that no extension has, unless an extension that is on says to ignore it.
    fn no_such_attribute(&mut self, attribute: &Attribute) {
        let name = self.text(attribute.name.symbol);
        let diagnostic = messages::unknown_attribute(attribute.name.span, &name);
        self.report(diagnostic.with_similar_name(did_you_mean(name, known_attributes())));
    }

    fn unknown_attribute(&mut self, attribute: &Attribute) {
        let name = self.text(attribute.name.symbol);
        self.report(messages::attribute_without_effect(attribute.name.span, &name));
    }

    /// Reports an attribute with too many or too few arguments, which has no effect (6.5).
    fn wrong_arguments(&mut self, attribute: &Attribute, wants: &str) {
        let name = self.text(attribute.name.symbol);
        self.report(messages::attribute_on_other_statement(attribute.name.span, &name, &wants));
    }

    /// Whether an attribute of GL_EXT_control_flow_attributes2 has a meaning. With the first extension alone it is
    /// unknown, and unknown attributes have no effect.
    fn second_attribute_allowed(&mut self, attribute: &Attribute) -> bool {
        let name = self.text(attribute.name.symbol);
        if !self.is_enabled(CONTROL_FLOW) || self.is_enabled(CONTROL_FLOW_2) {
            return self.require_extension(CONTROL_FLOW_2, &format!("[[{name}]]"), attribute.name.span);
        }
        self.report(messages::attribute_without_extension(
            attribute.name.span,
            &name,
            &CONTROL_FLOW_2,
            message::enable(CONTROL_FLOW_2),
        ));
        false
    }

    /// Whether an attribute belongs to entry points, wherever it was found.
    fn is_function_attribute(&self, attribute: &Attribute) -> bool {
        FUNCTION_ATTRIBUTES.iter().any(|row| row.name == self.text(attribute.name.symbol))
    }

    /// The hint of `[[flatten]]` and similar attributes on a selection.
    pub(super) fn branch_hint(&mut self, attributes: &[Attribute]) -> BranchHint {
        let mut hint = BranchHint::None;
        for attribute in attributes {
            if self.is_function_attribute(attribute) {
                self.unknown_attribute(attribute);
                continue;
            }
            if !self.control_flow_attribute_allowed(attribute) {
                continue;
            }
            let name = self.text(attribute.name.symbol);
            match BRANCH_ATTRIBUTES.iter().find(|&&(spelling, _)| spelling == name) {
                Some(_) if !attribute.arguments.is_empty() => self.wrong_arguments(attribute, "no argument"),
                Some(&(_, found)) => hint = found,
                None => self.unknown_attribute(attribute),
            }
        }
        hint
    }

    /// The hint of `[[unroll]]` and similar attributes on a loop.
    pub(super) fn loop_hint(&mut self, attributes: &[Attribute]) -> LoopHint {
        let mut found: Vec<(u32, Option<u32>)> = Vec::new();
        for attribute in attributes {
            if self.is_function_attribute(attribute) {
                self.unknown_attribute(attribute);
                continue;
            }
            let name = self.text(attribute.name.symbol);
            let Some(&(_, bit, takes, extension)) = LOOP_ATTRIBUTES.iter().find(|&&(spelling, ..)| spelling == name)
            else {
                if self.control_flow_attribute_allowed(attribute) {
                    self.unknown_attribute(attribute);
                }
                continue;
            };
            let allowed = match extension {
                CONTROL_FLOW_2 => self.second_attribute_allowed(attribute),
                CONTROL_FLOW => self.control_flow_attribute_allowed(attribute),
                other => self.require_extension(other, &format!("[[{name}]]"), attribute.name.span),
            };
            if !allowed {
                continue;
            }
            let literal = match (takes, self.unit.list(attribute.arguments)) {
                (Takes::Literal | Takes::Optional, &[argument]) => {
                    let value = self.constant_integer(argument, format_args!("the argument of an attribute"));
                    match value.map(|value| (value, u32::try_from(value))) {
                        Some((1.., Ok(value))) => Some(value),
                        Some((value, _)) => {
                            self.report(messages::argument_below_1(self.span_of(argument), &name, &value));
                            continue;
                        }
                        None => continue,
                    }
                }
                (Takes::Nothing, []) => None,
                (Takes::Optional, []) => Some(0),
                (wants, _) => {
                    let wants = if wants == Takes::Nothing { "no argument" } else { "one argument" };
                    self.wrong_arguments(attribute, wants);
                    continue;
                }
            };
            if bit == MULTIPLE_WAIT_QUEUES {
                self.intrinsics.capabilities.insert(WAIT_QUEUES_CAPABILITY);
                self.intrinsics.extensions.insert(WAIT_QUEUES_EXTENSION.to_owned());
            }
            // Of attributes that contradict each other the last one counts: SPIR-V does not allow both.
            found.retain(|&(other, _)| other != bit.bits() && !contradict(LoopControl::from_bits_retain(other), bit));
            found.push((bit.bits(), literal));
        }
        // Literals follow in the order of their bits.
        found.sort_unstable_by_key(|&(bit, _)| bit);
        LoopHint {
            control: found.iter().fold(0, |all, &(bit, _)| all | bit),
            literals: found.iter().filter_map(|&(_, literal)| literal).collect(),
        }
    }

    /// Attributes of a function definition.
    pub(in crate::sema) fn function_attributes(
        &mut self,
        attributes: &[Attribute],
        is_entry_point: bool,
    ) -> FunctionAttributes {
        let mut result = FunctionAttributes::default();
        for attribute in attributes {
            let name = self.text(attribute.name.symbol);
            let Some(row) = FUNCTION_ATTRIBUTES.iter().find(|row| row.name == name) else {
                self.unknown_attribute(attribute);
                continue;
            };
            let extension = row.extension;
            if !self.require_extension(extension, &format!("[[{name}]]"), attribute.name.span) {
                return FunctionAttributes::default();
            }
            if !attribute.arguments.is_empty() {
                self.wrong_arguments(attribute, "no argument");
                continue;
            }
            if row.of_entry_point && !is_entry_point {
                self.report(messages::attribute_on_other_function(attribute.name.span, &name, extension));
                continue;
            }
            (row.set)(&mut result);
            if result.inline && result.no_inline {
                self.report(messages::inline_and_noinline(attribute.name.span));
            }
        }
        result
    }
}
