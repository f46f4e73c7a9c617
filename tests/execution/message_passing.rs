//! Messages between invocations: a payload and a guard in every kind of memory, with every kind of synchronization.
//!
//! Each invocation writes its payload, releases, and sets its guard; then it reads the guard of a partner, acquires,
//! and reads the partner's payload. An invocation that saw the guard must see the payload. The other half of the
//! variants has a write after a read: an invocation reads the partner's payload before it sets its guard, and writes
//! its own when it sees the partner's, so no read may see a write. No invocation waits for another except at control
//! barriers.
//!
//! Every variant is compiled and validated; a sample runs where there is a Vulkan device, with `GLSLSUB_EXHAUSTIVE=1`
//! all of them do.

use crate::common;
use crate::common::vulkan::{Binding, Device, Format, Image, Job, Resource, Shape};
use crate::common::{compile, parallel, shout, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};

/// Invocations of a workgroup.
const SIZE: u32 = 64;
/// Workgroups; each has a partner.
const GROUPS: u32 = 4;
/// One of this many variants runs unless all are requested.
const SAMPLE: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Memory {
    Buffer,
    Shared,
    Image,
    /// A buffer accessed by its address.
    Pointer,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Synchronization {
    FenceFence,
    FenceAtomic,
    AtomicFence,
    AtomicAtomic,
    ControlBarrier,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scope {
    Subgroup,
    Workgroup,
    QueueFamily,
    Device,
}

#[derive(Clone, Copy, Debug)]
struct Variant {
    payload: Memory,
    guard: Memory,
    synchronization: Synchronization,
    scope: Scope,
    /// Whether the payload is coherent; otherwise the synchronization makes it available and visible.
    coherent: bool,
    write_after_read: bool,
    vulkan_model: bool,
}

impl Memory {
    const ALL: [Memory; 4] = [Memory::Buffer, Memory::Shared, Memory::Image, Memory::Pointer];

    fn storage(self) -> &'static str {
        match self {
            Memory::Buffer | Memory::Pointer => "gl_StorageSemanticsBuffer",
            Memory::Shared => "gl_StorageSemanticsShared",
            Memory::Image => "gl_StorageSemanticsImage",
        }
    }

    fn declaration(self, name: &str, qualifier: &str, binding: u32) -> String {
        match self {
            Memory::Buffer => {
                format!("layout(binding = {binding}) {qualifier} buffer Block_{name} {{ uint {name}[]; }};\n")
            }
            Memory::Shared => format!("shared uint {name}[{SIZE}];\n"),
            Memory::Image => format!("layout(binding = {binding}, r32ui) {qualifier} uniform uimage2D {name};\n"),
            // The qualifiers are those of the memory pointed to, not of the memory that holds the address.
            Memory::Pointer => format!(
                "layout(buffer_reference, std430) {qualifier} buffer Block_{name} {{ uint at[]; }};\n\
                 layout(binding = {binding}) readonly buffer Address_{name} {{ Block_{name} {name}; }};\n"
            ),
        }
    }

    /// The location for invocation `l` of group `g`.
    fn place(self, name: &str, (l, g): (&str, &str)) -> String {
        match self {
            Memory::Buffer => format!("{name}[{g} * {SIZE}u + {l}]"),
            Memory::Shared => format!("{name}[{l}]"),
            Memory::Image => format!("{name}, ivec2({l}, {g})"),
            Memory::Pointer => format!("{name}.at[{g} * {SIZE}u + {l}]"),
        }
    }

    fn read(self, name: &str, at: (&str, &str)) -> String {
        let place = self.place(name, at);
        if self == Memory::Image { format!("imageLoad({place}).x") } else { place }
    }

    fn write(self, name: &str, at: (&str, &str), value: &str) -> String {
        let place = self.place(name, at);
        if self == Memory::Image {
            format!("imageStore({place}, uvec4({value}));\n")
        } else {
            format!("{place} = {value};\n")
        }
    }

    fn atomic(self, name: &str, at: (&str, &str), function: &str, rest: &str) -> String {
        let prefix = if self == Memory::Image { "imageAtomic" } else { "atomic" };
        format!("{prefix}{function}({}, {rest})", self.place(name, at))
    }

    /// Its bindings; the target of a pointer comes before the pointer, at a binding that no shader declares.
    fn bindings(self, binding: u32) -> Vec<Binding> {
        let bytes = vec![0; (SIZE * GROUPS * 4) as usize];
        let image = |bytes| Image::new(Format::parse("r32ui").unwrap(), Shape::D2, [SIZE, GROUPS, 1]).with(bytes);
        match self {
            Memory::Buffer => vec![Binding::storage(binding, bytes)],
            Memory::Shared => Vec::new(),
            Memory::Image => vec![Binding { set: 0, binding, resource: Resource::StorageImage(image(bytes)) }],
            Memory::Pointer => {
                let behind = binding + 2;
                let resource = Resource::Addresses(vec![(0, behind)]);
                vec![Binding::storage(behind, bytes), Binding { set: 0, binding, resource }]
            }
        }
    }
}

impl Scope {
    const ALL: [Scope; 4] = [Scope::Subgroup, Scope::Workgroup, Scope::QueueFamily, Scope::Device];

    fn word(self) -> &'static str {
        match self {
            Scope::Subgroup => "subgroupcoherent",
            Scope::Workgroup => "workgroupcoherent",
            Scope::QueueFamily => "queuefamilycoherent",
            Scope::Device => "devicecoherent",
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Scope::QueueFamily | Scope::Device)
    }
}

fn variants() -> Vec<Variant> {
    use Synchronization as S;
    let mut variants = Vec::new();
    for payload in Memory::ALL {
        for guard in Memory::ALL {
            for synchronization in [S::FenceFence, S::FenceAtomic, S::AtomicFence, S::AtomicAtomic, S::ControlBarrier] {
                for scope in Scope::ALL {
                    for bits in 0..8_u32 {
                        let (coherent, write_after_read, vulkan_model) = (bits & 1 == 0, bits & 2 != 0, bits & 4 == 0);
                        let is_barrier = synchronization == S::ControlBarrier;
                        let has_shared = payload == Memory::Shared || guard == Memory::Shared;
                        let only_vulkan = !coherent || scope == Scope::QueueFamily;
                        // A control barrier has no guard.
                        if (is_barrier && guard != Memory::Buffer)
                            || (has_shared && scope.is_wide())
                            || (only_vulkan && !vulkan_model)
                        {
                            continue;
                        }
                        variants.push(Variant {
                            payload,
                            guard,
                            synchronization,
                            scope,
                            coherent,
                            write_after_read,
                            vulkan_model,
                        });
                    }
                }
            }
        }
    }
    variants
}

impl Variant {
    /// `release` and `acquire` are the statements around the message.
    fn source(&self) -> String {
        use Synchronization as S;
        let is_barrier = self.synchronization == S::ControlBarrier;
        let (own, partner) = (("l", "g"), ("pl", "pg"));
        let scope = format!("gl_Scope{:?}", self.scope);
        let storage = self.payload.storage();
        let available = if self.coherent { "" } else { " | gl_SemanticsMakeAvailable" };
        let visible = if self.coherent { "" } else { " | gl_SemanticsMakeVisible" };
        let qualifier = if self.coherent { self.scope.word() } else { "nonprivate" };
        let model = if self.vulkan_model { "#pragma use_vulkan_memory_model\n" } else { "" };
        let has_pointer = self.payload == Memory::Pointer || (!is_barrier && self.guard == Memory::Pointer);
        let references = if has_pointer { "#extension GL_EXT_buffer_reference : require\n" } else { "" };
        let mut text = format!(
            "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n\
             #extension GL_KHR_shader_subgroup_basic : require\n{references}{model}\
             layout(local_size_x = {SIZE}) in;\nlayout(binding = 0) buffer Result {{ uint result[]; }};\n"
        );
        text += &self.payload.declaration("payload", qualifier, 1);
        if !is_barrier {
            text += &self.guard.declaration("guard", "", 2);
        }
        text += "void main() {\nuint g = gl_WorkGroupID.x;\n";
        text += &if self.scope == Scope::Subgroup {
            "uint l = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;\n\
             uint pl = gl_SubgroupID * gl_SubgroupSize + (gl_SubgroupInvocationID ^ 1u);\n"
                .to_owned()
        } else {
            format!("uint l = gl_LocalInvocationIndex;\nuint pl = l ^ {}u;\n", SIZE - 1)
        };
        text += if self.scope.is_wide() && !is_barrier { "uint pg = g ^ 1u;\n" } else { "uint pg = g;\n" };
        let relaxed = format!("{scope}, gl_StorageSemanticsNone, gl_SemanticsRelaxed");
        if self.payload == Memory::Shared || self.guard == Memory::Shared {
            if self.payload == Memory::Shared {
                text += &self.payload.write("payload", own, "0u");
            }
            if self.guard == Memory::Shared {
                text += &format!("{};\n", self.guard.atomic("guard", own, "Store", &format!("0u, {relaxed}")));
            }
            text += "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);\n";
        }
        // The first access of the payload.
        let read_partner = self.payload.read("payload", partner);
        if self.write_after_read {
            text += &format!("uint read = {read_partner};\n");
        } else {
            text += &self.payload.write("payload", own, "l + 1u");
        }
        // Synchronization.
        if is_barrier {
            let execution = if self.scope == Scope::Subgroup { "gl_ScopeSubgroup" } else { "gl_ScopeWorkgroup" };
            text += &format!(
                "controlBarrier({execution}, {scope}, {storage}, gl_SemanticsAcquireRelease{available}{visible});\n\
                 uint seen = 1u;\n"
            );
        } else {
            let fences = (
                matches!(self.synchronization, S::FenceFence | S::FenceAtomic),
                matches!(self.synchronization, S::FenceFence | S::AtomicFence),
            );
            let release = format!("{scope}, {storage}, gl_SemanticsRelease{available}");
            let acquire = format!("{scope}, {storage}, gl_SemanticsAcquire{visible}");
            if fences.0 {
                text += &format!("memoryBarrier({release});\n");
            }
            let order = if fences.0 { &relaxed } else { &release };
            text += &format!("{};\n", self.guard.atomic("guard", own, "Store", &format!("1u, {order}")));
            let order = if fences.1 { &relaxed } else { &acquire };
            text += &format!("uint seen = {};\n", self.guard.atomic("guard", partner, "Load", order));
            if fences.1 {
                text += &format!("memoryBarrier({acquire});\n");
            }
        }
        // The second access.
        if self.write_after_read {
            text += &format!("if (seen == 1u) {{ {} }}\n", self.payload.write("payload", own, "1u"));
            text += "bool wrong = read != 0u;\n";
        } else {
            text += &format!("uint read = {read_partner};\nbool wrong = seen == 1u && read != pl + 1u;\n");
        }
        text + &format!("result[g * {SIZE}u + l] = 2u * seen + uint(wrong);\n}}\n")
    }

    fn name(&self) -> String {
        format!("{self:?}")
    }
}

fn target() -> Target {
    TargetEnvironment::Vulkan1_1.into()
}

fn words(variant: &Variant) -> Result<Vec<u32>, String> {
    let text = variant.source();
    let compilation = compile::text(&variant.name(), &text, target());
    if !compilation.diagnostics.is_empty() {
        return Err(format!("{}\n{text}", compilation.rendered()));
    }
    compilation.artifact.map(|it| it.words).ok_or_else(|| format!("{}: no module", variant.name()))
}

#[test]
fn every_variant_is_valid_and_of_one_model() {
    let variants = variants();
    assert!(variants.len() > 1000, "{}", variants.len());
    let failures = parallel::failures(&variants, |variant| {
        let words = words(variant)?;
        let text = compile::disassemble(&words);
        let is_vulkan = ["Logical", "PhysicalStorageBuffer64"]
            .iter()
            .any(|addressing| text.contains(&format!("OpMemoryModel {addressing} Vulkan")));
        if is_vulkan != variant.vulkan_model || (is_vulkan && text.contains("Coherent")) {
            return Err(format!("{}: mixes memory models\n{text}", variant.name()));
        }
        let needs_device = is_vulkan && variant.scope == Scope::Device;
        if text.contains("VulkanMemoryModelDeviceScope") != needs_device {
            return Err(format!("{}: DeviceScope\n{text}", variant.name()));
        }
        match validate::validate_one_in(common::one_in(1, 4), &words, target()).complaint() {
            Some(complaint) => Err(format!("{}: {complaint}\n{}", variant.name(), variant.source())),
            None => Ok(()),
        }
    });
    common::report(variants.len(), &failures);
}

/// Runs a variant; returns whether it ran and how many messages arrived.
fn run(variant: &Variant, device: &Device) -> Result<Option<usize>, String> {
    let words = words(variant)?;
    if device.missing_capability(&words).is_some() || (variant.scope == Scope::Subgroup && device.subgroup_size < 2) {
        return Ok(None);
    }
    // Mesa 22.3 does not wait in a control barrier whose memory scope is the queue family, with any compiler.
    let forgets_to_wait = device.name.contains("llvmpipe")
        && variant.synchronization == Synchronization::ControlBarrier
        && variant.scope == Scope::QueueFamily;
    if forgets_to_wait {
        return Ok(None);
    }
    let mut bindings = vec![Binding::storage(0, vec![0; (SIZE * GROUPS * 4) as usize])];
    bindings.extend(variant.payload.bindings(1));
    if variant.synchronization != Synchronization::ControlBarrier {
        bindings.extend(variant.guard.bindings(2));
    }
    let job = Job { words: &words, groups: [GROUPS, 1, 1], bindings: &bindings, ..Job::default() };
    let contents = device.run(&job).map_err(|error| format!("{}: {error}", variant.name()))?;
    let results: Vec<u32> = contents[0].chunks(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
    let wrong = results.iter().filter(|&&it| it & 1 != 0).count();
    if wrong > 0 {
        return Err(format!("{}: {wrong} messages were lost\n{}", variant.name(), variant.source()));
    }
    Ok(Some(results.iter().filter(|&&it| it & 2 != 0).count()))
}

#[test]
fn messages_arrive() {
    let Some(device) = vulkan::device() else { return };
    let step = if common::required("GLSLSUB_EXHAUSTIVE") { 1 } else { SAMPLE };
    let variants: Vec<Variant> = variants().into_iter().step_by(step).collect();
    let (mut ran, mut seen, mut failures) = (0, 0, Vec::new());
    for variant in &variants {
        match run(variant, &device) {
            Ok(None) => {}
            Ok(Some(messages)) => {
                ran += 1;
                seen += messages;
            }
            Err(failure) => failures.push(failure),
        }
    }
    shout(&format!("{ran} of {} variants ran on {}, {seen} messages", variants.len(), device.name));
    common::report(variants.len(), &failures);
    assert!(ran == 0 || seen > 0, "no message arrived anywhere");
}
