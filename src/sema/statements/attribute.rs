//! Attributes in double brackets (GL_EXT_control_flow_attributes and the reconvergence extensions).

use crate::diagnostics::Diagnostic;
use crate::hir::{BranchHint, FunctionAttributes, LoopHint};
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::Attribute;
use spirv::LoopControl;

const CONTROL_FLOW: &str = "GL_EXT_control_flow_attributes";
const CONTROL_FLOW_2: &str = "GL_EXT_control_flow_attributes2";

/// Loop attributes: name, bit, whether it takes a literal, whether it comes with GL_EXT_control_flow_attributes2.
const LOOP_ATTRIBUTES: &[(&str, LoopControl, bool, bool)] = &[
    ("unroll", LoopControl::UNROLL, false, false),
    ("dont_unroll", LoopControl::DONT_UNROLL, false, false),
    ("loop", LoopControl::DONT_UNROLL, false, false),
    ("dependency_infinite", LoopControl::DEPENDENCY_INFINITE, false, false),
    ("dependency_length", LoopControl::DEPENDENCY_LENGTH, true, false),
    ("min_iterations", LoopControl::MIN_ITERATIONS, true, true),
    ("max_iterations", LoopControl::MAX_ITERATIONS, true, true),
    ("iteration_multiple", LoopControl::ITERATION_MULTIPLE, true, true),
    ("peel_count", LoopControl::PEEL_COUNT, true, true),
    ("partial_count", LoopControl::PARTIAL_COUNT, true, true),
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

/// Attributes of entry points, with the extension of each.
const FUNCTION_ATTRIBUTES: &[(&str, &str)] = &[
    ("subgroup_uniform_control_flow", "GL_EXT_subgroup_uniform_control_flow"),
    ("maximally_reconverges", "GL_EXT_maximal_reconvergence"),
];

impl Analyzer<'_> {
    fn control_flow_attribute_allowed(&mut self, attribute: &Attribute) -> bool {
        let second = !self.is_enabled(CONTROL_FLOW) && self.is_enabled(CONTROL_FLOW_2);
        let name = self.text(attribute.name.symbol);
        let extension = if second { CONTROL_FLOW_2 } else { CONTROL_FLOW };
        self.require_extension(extension, &format!("[[{name}]]"), attribute.name.span)
    }

    fn unknown_attribute(&mut self, attribute: &Attribute) {
        let name = self.text(attribute.name.symbol);
        self.report(
            Diagnostic::warning(
                Code::UnknownAttribute,
                attribute.name.span,
                format!("attribute `{name}` has no meaning here"),
            )
            .with_note("GL_EXT_control_flow_attributes: attributes that are not known are ignored"),
        );
    }

    /// Reports an attribute with too many or too few arguments, which does nothing (6.5).
    fn wrong_arguments(&mut self, attribute: &Attribute, wants: &str) {
        let name = self.text(attribute.name.symbol);
        self.report(
            Diagnostic::warning(
                Code::AttributeArgument,
                attribute.name.span,
                format!("attribute `{name}` does nothing: it needs {wants}"),
            )
            .with_note(
                "GL_EXT_control_flow_attributes, 6.5: attributes with other arguments than expected are ignored",
            ),
        );
    }

    /// Whether an attribute of GL_EXT_control_flow_attributes2 has a meaning. With the first extension alone it is one that
    /// is not known, and those do nothing.
    fn second_attribute_allowed(&mut self, attribute: &Attribute) -> bool {
        let name = self.text(attribute.name.symbol);
        if !self.is_enabled(CONTROL_FLOW) || self.is_enabled(CONTROL_FLOW_2) {
            return self.require_extension(CONTROL_FLOW_2, &format!("[[{name}]]"), attribute.name.span);
        }
        self.report(
            Diagnostic::warning(
                Code::UnknownAttribute,
                attribute.name.span,
                format!("attribute `{name}` does nothing without {CONTROL_FLOW_2}"),
            )
            .with_help(format!("add `#extension {CONTROL_FLOW_2} : require` after `#version`")),
        );
        false
    }

    /// Whether an attribute belongs to entry points, on whatever it was found.
    fn is_function_attribute(&self, attribute: &Attribute) -> bool {
        FUNCTION_ATTRIBUTES.iter().any(|&(spelling, _)| spelling == self.text(attribute.name.symbol))
    }

    /// The hint of `[[flatten]]` and its kin on a selection.
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

    /// The hint of `[[unroll]]` and its kin on a loop.
    pub(super) fn loop_hint(&mut self, attributes: &[Attribute]) -> LoopHint {
        let mut found: Vec<(u32, Option<u32>)> = Vec::new();
        for attribute in attributes {
            if self.is_function_attribute(attribute) {
                self.unknown_attribute(attribute);
                continue;
            }
            let name = self.text(attribute.name.symbol);
            let Some(&(_, bit, takes_literal, second)) =
                LOOP_ATTRIBUTES.iter().find(|&&(spelling, ..)| spelling == name)
            else {
                if self.control_flow_attribute_allowed(attribute) {
                    self.unknown_attribute(attribute);
                }
                continue;
            };
            let allowed = if second {
                self.second_attribute_allowed(attribute)
            } else {
                self.control_flow_attribute_allowed(attribute)
            };
            if !allowed {
                continue;
            }
            let literal = match (takes_literal, attribute.arguments.as_slice()) {
                (true, &[argument]) => {
                    let value = self.constant_integer(argument, "the argument of an attribute");
                    match value.map(|value| (value, u32::try_from(value))) {
                        Some((1.., Ok(value))) => Some(value),
                        Some((value, _)) => {
                            self.report(
                                Diagnostic::error(
                                    Code::AttributeArgument,
                                    self.span_of(argument),
                                    format!("the argument of `{name}` must be at least 1, this is {value}"),
                                )
                                .with_note("GL_EXT_control_flow_attributes, 6.5"),
                            );
                            continue;
                        }
                        None => continue,
                    }
                }
                (false, []) => None,
                (wants, _) => {
                    self.wrong_arguments(attribute, if wants { "one argument" } else { "no argument" });
                    continue;
                }
            };
            // Of attributes that contradict each other the last one counts: SPIR-V takes no two of them.
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
            let Some(&(_, extension)) = FUNCTION_ATTRIBUTES.iter().find(|&&(spelling, _)| spelling == name) else {
                self.unknown_attribute(attribute);
                continue;
            };
            if !self.require_extension(extension, &format!("[[{name}]]"), attribute.name.span) {
                return FunctionAttributes::default();
            }
            if !attribute.arguments.is_empty() {
                self.wrong_arguments(attribute, "no argument");
                continue;
            }
            if !is_entry_point {
                self.report(
                    Diagnostic::warning(
                        Code::UnknownAttribute,
                        attribute.name.span,
                        format!("attribute `{name}` has no meaning on a function that is not the entry point"),
                    )
                    .with_note(extension),
                );
                continue;
            }
            match name {
                "maximally_reconverges" => result.maximally_reconverges = true,
                _ => result.subgroup_uniform_control_flow = true,
            }
        }
        result
    }
}
