//! Two consecutive stages, and which of their inputs and outputs match.
//!
//! Comes in: two modules. Goes out: a [`Meeting`] for each input that the second one reads. Must not depend on: what
//! may match; the rules decide that.

use super::interface::{self, Number, Part, Slot};
use crate::hir::{InterfaceRate, Module};
use crate::stage::Stage;
use crate::target::Target;
use rustc_hash::FxHashMap;

/// Two consecutive stages.
pub(super) struct Pair<'m> {
    /// The stage that writes.
    pub producer: &'m Module,
    /// The stage that reads.
    pub consumer: &'m Module,
    /// The outputs of the first stage.
    pub outputs: Vec<Part>,
    /// The inputs that the second stage reads.
    pub inputs: Vec<Part>,
    /// The matches: one for each input, in order.
    pub meetings: Vec<Meeting>,
    /// What they are compiled for.
    pub target: Target,
}

/// The outputs at the locations of an input.
#[derive(Debug)]
pub(super) struct Meeting {
    /// The index of the input.
    pub input: usize,
    /// The first location and component without an output.
    pub missing: Option<(u32, u32)>,
    /// The outputs found, in the order of the input's slots.
    pub found: Vec<Found>,
}

/// An output at the location of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The index of the output.
    pub output: usize,
    /// The slot of the input.
    pub input_slot: Slot,
    /// The slot of the output.
    pub output_slot: Slot,
}

/// A location: patches have locations of their own.
type Place = (bool, u32, u32);

fn place(part: &Part, location: u32, component: u32) -> Place {
    (part.rate == Some(InterfaceRate::Patch), location, component)
}

impl<'m> Pair<'m> {
    /// Matches the outputs of one stage with the inputs of the next.
    pub(super) fn new(producer: &'m Module, consumer: &'m Module, target: Target) -> Self {
        let outputs = interface::outputs(producer);
        let mut inputs = interface::inputs(consumer);
        // Inputs that are not read do not exist in SPIR-V.
        inputs.retain(|it| it.is_used);
        let mut written: FxHashMap<Place, (usize, Slot)> = FxHashMap::default();
        for (number, output) in outputs.iter().enumerate() {
            for slot in &output.slots {
                for component in slot.components() {
                    written.entry(place(output, slot.location, component)).or_insert((number, *slot));
                }
            }
        }
        let meetings = inputs.iter().enumerate().map(|(number, input)| meet(number, input, &written)).collect();
        Self { producer, consumer, outputs, inputs, meetings, target }
    }

    /// The matches with their inputs.
    pub(super) fn met(&self) -> impl Iterator<Item = (&Part, &Meeting)> {
        self.meetings.iter().filter_map(|it| Some((self.inputs.get(it.input)?, it)))
    }

    /// The outputs that an input matches, each once, with the first slots that match.
    pub(super) fn found<'a>(&'a self, meeting: &'a Meeting) -> impl Iterator<Item = (&'a Part, &'a Found)> {
        let mut last = None;
        meeting.found.iter().filter_map(move |found| {
            let is_new = last.replace(found.output) != Some(found.output);
            Some((self.outputs.get(found.output)?, found)).filter(|_| is_new)
        })
    }

    /// The name of the stage that writes.
    pub(super) fn from(&self) -> Stage {
        self.producer.entry_point.stage
    }

    /// The name of the stage that reads.
    pub(super) fn to(&self) -> Stage {
        self.consumer.entry_point.stage
    }
}

fn meet(number: usize, input: &Part, written: &FxHashMap<Place, (usize, Slot)>) -> Meeting {
    let mut meeting = Meeting { input: number, missing: None, found: Vec::new() };
    for slot in &input.slots {
        for component in slot.components() {
            let (is_patch, location, component) = place(input, slot.location, component);
            let here = written.get(&(is_patch, location, component));
            match here.or_else(|| written.get(&(!is_patch, location, component))) {
                Some(&(output, output_slot)) => {
                    meeting.found.push(Found { output, input_slot: *slot, output_slot });
                }
                None => meeting.missing = meeting.missing.or(Some((location, component))),
            }
        }
    }
    meeting
}

/// A component as GLSL spells a scalar of it.
pub(super) fn number_text(number: Number) -> String {
    match number {
        Number::Scalar(scalar) => crate::hir::type_text::scalar_text(scalar),
        Number::Reference => "a buffer reference".to_owned(),
        Number::Other => "something else".to_owned(),
    }
}
