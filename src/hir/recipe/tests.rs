//! The walk, with an evaluator that logs every request.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::builtins;

/// Values are the lines that made them, types their own names.
#[derive(Default)]
struct Listing {
    lines: Vec<String>,
    /// The number of parts of values: of arguments, and of what is made of them.
    parts: Option<u32>,
    known: Option<u64>,
    version: u16,
}

impl Listing {
    fn line(&mut self, line: String) -> Result<usize, Malformed> {
        self.lines.push(line);
        Ok(self.lines.len() - 1)
    }
}

impl Evaluate for Listing {
    type Value = usize;
    type Type = &'static str;
    type Failure = Malformed;

    fn known_argument(&self, _: u8) -> Option<u64> {
        self.known
    }

    fn target_has(&self, condition: &Condition) -> bool {
        matches!(*condition, Condition::Spirv(version) if version <= self.version)
    }

    fn argument(&mut self, parameter: u8) -> Result<usize, Malformed> {
        self.line(format!("argument {parameter}"))
    }

    fn environment(&mut self, operand: Operand) -> Result<usize, Malformed> {
        self.line(format!("{operand:?}"))
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> Result<usize, Malformed> {
        self.line(format!("{} {bits}", builtins::scalar_name(scalar)))
    }

    fn member(&mut self, composite: usize, index: u32) -> Result<usize, Malformed> {
        self.line(format!("{composite}.{index}"))
    }

    fn part_count(&mut self, _: usize) -> Result<Option<u32>, Malformed> {
        Ok(self.parts)
    }

    fn type_of(&mut self, value: usize) -> Result<&'static str, Malformed> {
        Ok(if self.lines[value].contains('.') { "part" } else { "whole" })
    }

    fn step_type(&mut self, ty: StepType) -> Result<Option<&'static str>, Malformed> {
        Ok(if let StepType::Void = ty { None } else { Some("result") })
    }

    fn compute(&mut self, instruction: Instruction, ty: &'static str, operands: &[usize]) -> Result<usize, Malformed> {
        self.line(format!("{ty} {instruction:?} {operands:?}"))
    }

    fn core_step(
        &mut self,
        opcode: Op,
        ty: Option<&'static str>,
        step: &'static Step,
        results: &[usize],
    ) -> Result<usize, Malformed> {
        let mut operands = Vec::new();
        for &source in step.operands {
            match source {
                Operand::Literal(word) => operands.push(format!("#{word}")),
                _ => operands.push(operand(self, source, results)?.to_string()),
            }
        }
        self.line(format!("{} {opcode:?} {}", ty.unwrap_or("void"), operands.join(" ")))
    }

    fn young_step(
        &mut self,
        instruction: YoungInstruction,
        ty: Option<&'static str>,
        _: &'static Step,
        _: &[usize],
    ) -> Result<usize, Malformed> {
        self.line(format!("{} {}", ty.unwrap_or("void"), instruction.name))
    }

    fn output(&mut self, parameter: u8, value: usize) -> Result<(), Malformed> {
        self.line(format!("parameter {parameter} = {value}")).map(|_| ())
    }
}

/// The lines of the first overload of a built-in, and the value of the call.
fn listing(mut listing: Listing, name: &str) -> String {
    let prototype = &builtins::function(name).unwrap().prototypes[0];
    let recipe = choose(&listing, prototype, 0.into()).unwrap();
    let value = walk(&mut listing, recipe).unwrap();
    let lines: Vec<String> = listing.lines.iter().enumerate().map(|(index, line)| format!("{index}: {line}")).collect();
    format!("{}\n= {value:?}", lines.join("\n"))
}

#[test]
fn steps_outputs_and_the_value_follow_each_other() {
    let mut all = Vec::new();
    for name in ["subgroupAdd", "modf", "atomicAdd", "barrier"] {
        all.push(format!("{name}\n{}\n", listing(Listing::default(), name)));
    }
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn composed_instructions_are_taken_apart() {
    let two = || Listing { parts: Some(2), ..Listing::default() };
    let all = [
        listing(two(), "matrixCompMult"),
        // Ballot instructions from before SPIR-V 1.3 take scalars.
        listing(two(), "readFirstInvocationARB"),
        listing(Listing::default(), "readFirstInvocationARB"),
        listing(Listing { version: 0x0103, ..two() }, "readFirstInvocationARB"),
    ];
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn conditions_choose_recipes() {
    let recipe = |listing: &Listing, name: &str| {
        let prototype = &builtins::function(name).unwrap().prototypes[0];
        let recipe = choose(listing, prototype, 0.into()).unwrap();
        prototype.recipes.iter().position(|it| std::ptr::eq(it, recipe)).unwrap()
    };
    let known = |bits| Listing { known: Some(bits), ..Listing::default() };
    assert_eq!(recipe(&known(1), "rayQueryGetIntersectionTypeEXT"), 0);
    assert_eq!(recipe(&known(0), "rayQueryGetIntersectionTypeEXT"), 1);
    assert_eq!(recipe(&Listing::default(), "rayQueryGetIntersectionTypeEXT"), 1);
    // A condition on a known argument and one on the version; both have to hold.
    let (old, new) = (Listing { version: 0x0102, ..known(0) }, Listing { version: 0x0103, ..known(0) });
    assert_eq!(recipe(&new, "readInvocationARB"), 0);
    assert_eq!(recipe(&Listing { known: None, ..new }, "readInvocationARB"), 1);
    assert_eq!(recipe(&old, "readInvocationARB"), 2);
}
