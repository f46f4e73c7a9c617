//! Attributes of the invocation, and properties of the device.
//!
//! Comes in: an [`Input`]. Goes out: its bits. Must not depend on: where they are used.

use super::emit::V;
use super::{Handle, Lowering};
use crate::hir::{BinaryOperation, Constant, Scalar};
use crate::nv_program::program::Input;

impl Lowering<'_> {
    /// A component of an attribute. Components that the specification leaves undefined are 0.
    pub(super) fn input(&mut self, input: Input, component: u8) -> V {
        match input {
            // Inputs without w, or with x only, have x there, as in NVIDIA's driver; the specification leaves it
            // undefined.
            Input::LocalId | Input::GlobalId | Input::GroupSize if component == 3 => self.input(input, 0),
            Input::LocalId => self.id("gl_LocalInvocationID", component),
            Input::GlobalId => self.id("gl_GlobalInvocationID", component),
            Input::GroupId => self.id("gl_WorkGroupID", component),
            Input::GroupCount => self.id("gl_NumWorkGroups", component),
            Input::GroupSize => self.group_size(component),
            Input::LocalIndex => self.local_index(),
            Input::ThreadId => self.lane(),
            Input::WarpId => {
                let index = self.local_index();
                self.shift_right(index, 5)
            }
            Input::SmId => self.uint(0),
            Input::ThreadEqMask => self.lane_bit(),
            Input::ThreadLtMask => {
                let bit = self.lane_bit();
                let one = self.uint(1);
                self.subtract(bit, one)
            }
            Input::ThreadLeMask => self.lanes_up_to(),
            Input::ThreadGtMask => {
                let mask = self.lanes_up_to();
                self.complement(mask)
            }
            Input::ThreadGeMask => {
                let below = self.input(Input::ThreadLtMask, 0);
                self.complement(below)
            }
        }
    }

    fn id(&mut self, name: &str, component: u8) -> V {
        if component == 3 {
            return self.uint(0);
        }
        let Some(place) = self.f.builtin_variable(&mut self.module, name) else { return self.lost(name) };
        let component = self.uint(component.into());
        let place = self.module.element(&place, component);
        self.load(&place)
    }

    pub(super) fn local_index(&mut self) -> V {
        match self.f.builtin_variable(&mut self.module, "gl_LocalInvocationIndex") {
            Some(place) => self.load(&place),
            None => self.lost("gl_LocalInvocationIndex"),
        }
    }

    fn group_size(&mut self, component: u8) -> V {
        match self.program.group_size {
            Some(size) => {
                let size = size.get(usize::from(component)).copied().unwrap_or(1);
                self.uint(size)
            }
            None => {
                let sizes = self.size_constants();
                match sizes.get(usize::from(component)) {
                    Some(&constant) => self.f.constant(constant, self.types.uint),
                    None => self.uint(1),
                }
            }
        }
    }

    /// The dimensions of a group whose size is set when the pipeline is created: specialization constants 0, 1 and 2.
    pub(super) fn size_constants(&mut self) -> [Handle<Constant>; 3] {
        if let Some(sizes) = self.size_constants {
            return sizes;
        }
        let mut make = |name, id| self.module.specialization(name, Scalar::U32, id, 1);
        let sizes = [make("group size x", 0), make("group size y", 1), make("group size z", 2)];
        self.size_constants = Some(sizes);
        sizes
    }

    /// A specialization constant.
    pub(super) fn specialized(&mut self, name: &str, id: u32, default: u64) -> V {
        let constant = self.module.specialization(name, Scalar::U32, id, default);
        self.reflection.specialization(name, id, default);
        self.f.constant(constant, self.types.uint)
    }

    /// The index of the invocation in its warp of 32.
    pub(super) fn lane(&mut self) -> V {
        let index = if self.emulate { self.local_index() } else { self.subgroup_lane() };
        let mask = self.uint(31);
        self.and(index, mask)
    }

    pub(super) fn subgroup_lane(&mut self) -> V {
        match self.f.builtin_variable(&mut self.module, "gl_SubgroupInvocationID") {
            Some(place) => self.load(&place),
            None => self.lost("gl_SubgroupInvocationID"),
        }
    }

    pub(super) fn lane_bit(&mut self) -> V {
        let lane = self.lane();
        let one = self.uint(1);
        self.binary(BinaryOperation::ShiftLeft, one, lane)
    }

    fn lanes_up_to(&mut self) -> V {
        let bit = self.lane_bit();
        let one = self.uint(1);
        let below = self.subtract(bit, one);
        self.or(below, bit)
    }
}
