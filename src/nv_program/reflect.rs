//! What the host needs to know about a program: its resources and where they are bound, as JSON.
//!
//! Comes in: filled by the lowering. Goes out: text. Must not depend on: HIR.

use std::fmt::Write as _;

use super::options::ResourceKind;
use super::program::Program;

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its kind in the program.
    pub kind: ResourceKind,
    /// Its number there; `u32::MAX` for the arrays that handles select from.
    pub number: u32,
    /// Descriptor set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Its type in Vulkan.
    pub ty: String,
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specialization {
    /// Its purpose.
    pub name: String,
    /// Its id.
    pub id: u32,
    /// Its default.
    pub default: u64,
}

/// Everything the host needs to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reflection {
    /// Resources in the order of first use.
    pub resources: Vec<Resource>,
    /// Specialization constants.
    pub specializations: Vec<Specialization>,
    /// Whether local parameters are push constants.
    pub push_constants: bool,
    /// The size of a group; `None` if specialization constants 0 to 2 set it.
    pub group_size: Option<[u32; 3]>,
    /// Bytes of shared memory that the program needs.
    pub shared_bytes: u32,
    /// Whether warp instructions go through shared memory.
    pub emulated_warps: bool,
}

impl Reflection {
    /// Adds a resource; one that is already known is used in a second way.
    pub fn resource(&mut self, resource: Resource) {
        let known = self.resources.iter().any(|it| {
            (it.kind, it.number, it.set, it.binding) == (resource.kind, resource.number, resource.set, resource.binding)
        });
        if !known {
            self.resources.push(resource);
        }
    }

    /// Adds a specialization constant.
    pub fn specialization(&mut self, name: &str, id: u32, default: u64) {
        if !self.specializations.iter().any(|it| it.id == id) {
            self.specializations.push(Specialization { name: name.to_owned(), id, default });
        }
    }

    pub(super) fn finish(&mut self, program: &Program, emulated: bool) {
        self.group_size = program.group_size;
        self.shared_bytes = program.shared_bytes;
        self.emulated_warps = emulated;
        if program.group_size.is_none() {
            for (id, axis) in ["x", "y", "z"].iter().enumerate() {
                self.specialization(&format!("group size {axis}"), id as u32, 1);
            }
        }
        self.specializations.sort_by_key(|it| it.id);
    }

    /// The JSON text; one line for each resource.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = String::from("{\n");
        let _ = match self.group_size {
            Some([x, y, z]) => writeln!(text, "  \"group_size\": [{x}, {y}, {z}],"),
            None => writeln!(text, "  \"group_size\": null,"),
        };
        let _ = writeln!(text, "  \"shared_bytes\": {},", self.shared_bytes);
        let warp = if self.emulated_warps { "emulate" } else { "native" };
        let _ = writeln!(text, "  \"warp\": \"{warp}\",");
        let _ = writeln!(text, "  \"push_constants\": {},", self.push_constants);
        let list = |items: Vec<String>| {
            if items.is_empty() { "[]".to_owned() } else { format!("[\n    {}\n  ]", items.join(",\n    ")) }
        };
        let resources = self.resources.iter().map(|it| {
            let number = if it.number == u32::MAX { "null".to_owned() } else { it.number.to_string() };
            format!(
                "{{ \"kind\": \"{}\", \"number\": {number}, \"set\": {}, \"binding\": {}, \"type\": \"{}\" }}",
                it.kind.name(),
                it.set,
                it.binding,
                it.ty
            )
        });
        let _ = writeln!(text, "  \"resources\": {},", list(resources.collect()));
        let constants = self
            .specializations
            .iter()
            .map(|it| format!("{{ \"name\": \"{}\", \"id\": {}, \"default\": {} }}", it.name, it.id, it.default));
        let _ = writeln!(text, "  \"specialization_constants\": {}", list(constants.collect()));
        text.push_str("}\n");
        text
    }
}
