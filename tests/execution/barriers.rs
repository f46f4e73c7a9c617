//! Barriers between the subgroups of a workgroup on a Vulkan device: invocations exchange words in rounds, each with a barrier or
//! two, through every kind of memory, in both memory models.
//!
//! In a round every invocation writes its word where another one reads it, who that is changes from round to round, and what is
//! read becomes part of the next word. One word that arrives too late or is overwritten too early changes the results of all later
//! rounds. The model on the CPU is one loop.

use std::sync::Mutex;

use crate::common::vulkan::{self, Binding, Device, Format, Image, Job, Resource, Shape};
use crate::common::{compile, validate};
use crate::tally::compare_all;
use glslsub::internals::target::{Target, TargetEnvironment};

/// Invocations of a workgroup: several subgroups on every device.
const SIZE: u32 = 256;
const GROUPS: u32 = 5;
const ROUNDS: u32 = 23;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Memory {
    Shared,
    /// Words of 16 bits in shared memory, two to a word.
    Halves,
    Buffer,
    Image,
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Barrier {
    /// `barrier()`, with the fence of the memory before it.
    Classic,
    /// `controlBarrier` with the semantics that are needed.
    Control,
    /// A fence that releases, a barrier without semantics, a fence that acquires.
    Fences,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    memory: Memory,
    barrier: Barrier,
    /// Two places in turn need one barrier for each round, one place needs two.
    twice: bool,
    /// Whether the barrier is in a function.
    called: bool,
    vulkan_model: bool,
    optimized: bool,
}

impl Case {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    /// The storage that a barrier is about, and the word for it in names of functions.
    fn storage(&self) -> (&'static str, &'static str) {
        match self.memory {
            Memory::Shared | Memory::Halves => ("gl_StorageSemanticsShared", "Shared"),
            Memory::Buffer | Memory::Reference => ("gl_StorageSemanticsBuffer", "Buffer"),
            Memory::Image => ("gl_StorageSemanticsImage", "Image"),
        }
    }

    /// In the Vulkan memory model, words that are only nonprivate are made available and visible by the barriers.
    fn is_explicit(&self) -> bool {
        self.vulkan_model && self.barrier != Barrier::Classic
    }

    fn declaration(&self) -> String {
        let qualifier = if self.is_explicit() { "nonprivate" } else { "workgroupcoherent" };
        let qualifier = if self.vulkan_model { qualifier } else { "coherent" };
        match self.memory {
            Memory::Shared => format!("shared uint words[{}];", 2 * SIZE),
            Memory::Halves => format!("shared uint16_t words[{}];", 4 * SIZE),
            Memory::Buffer => format!("layout(binding = 1) {qualifier} buffer Words {{ uint words[]; }};"),
            Memory::Image => format!("layout(binding = 1, r32ui) {qualifier} uniform uimage2D words;"),
            Memory::Reference => format!(
                "layout(buffer_reference, std430) {qualifier} buffer Words {{ uint words[]; }};\n\
                 layout(binding = 1) readonly buffer Address {{ Words behind; }};"
            ),
        }
    }

    /// `at` is below twice the size.
    fn write(&self) -> &'static str {
        match self.memory {
            Memory::Shared => "words[at] = word;",
            Memory::Halves => "words[2u * at] = uint16_t(word); words[2u * at + 1u] = uint16_t(word >> 16);",
            Memory::Buffer => "words[gl_WorkGroupID.x * TWICE + at] = word;",
            Memory::Image => "imageStore(words, ivec2(at, gl_WorkGroupID.x), uvec4(word));",
            Memory::Reference => "behind.words[gl_WorkGroupID.x * TWICE + at] = word;",
        }
    }

    fn read(&self) -> &'static str {
        match self.memory {
            Memory::Shared => "words[at]",
            Memory::Halves => "uint(words[2u * at]) | uint(words[2u * at + 1u]) << 16",
            Memory::Buffer => "words[gl_WorkGroupID.x * TWICE + at]",
            Memory::Image => "imageLoad(words, ivec2(at, gl_WorkGroupID.x)).x",
            Memory::Reference => "behind.words[gl_WorkGroupID.x * TWICE + at]",
        }
    }

    fn synchronization(&self) -> String {
        let (storage, word) = self.storage();
        let (available, visible) = match self.is_explicit() {
            true => (" | gl_SemanticsMakeAvailable", " | gl_SemanticsMakeVisible"),
            false => ("", ""),
        };
        let scope = "gl_ScopeWorkgroup";
        match self.barrier {
            Barrier::Classic => format!("memoryBarrier{word}(); barrier();"),
            Barrier::Control => {
                format!("controlBarrier({scope}, {scope}, {storage}, gl_SemanticsAcquireRelease{available}{visible});")
            }
            Barrier::Fences => format!(
                "memoryBarrier({scope}, {storage}, gl_SemanticsRelease{available});\n    \
                 controlBarrier({scope}, {scope}, gl_StorageSemanticsNone, gl_SemanticsRelaxed);\n    \
                 memoryBarrier({scope}, {storage}, gl_SemanticsAcquire{visible});"
            ),
        }
    }

    fn text(&self) -> String {
        let model = if self.vulkan_model { "#pragma use_vulkan_memory_model\n" } else { "" };
        let synchronization = self.synchronization();
        let (function, meet) = match self.called {
            true => (format!("void meet() {{\n    {synchronization}\n}}\n"), "meet();"),
            false => (String::new(), synchronization.as_str()),
        };
        let second = if self.twice { "" } else { meet };
        let place = if self.twice { format!("(i & 1u) * {SIZE}u + ") } else { String::new() };
        format!(
            "#version 460\n#extension GL_KHR_memory_scope_semantics : require\n#extension GL_EXT_buffer_reference : require\n\
             #extension GL_EXT_shader_explicit_arithmetic_types : require\n{model}layout(local_size_x = {SIZE}) in;\n\
             layout(binding = 0) buffer Result {{ uint result[]; }};\nconst uint TWICE = {}u;\n{}\n{function}void main() {{\n    \
             uint l = gl_LocalInvocationIndex;\n    uint word = gl_GlobalInvocationID.x * 2654435761u;\n    \
             for (uint i = 0u; i < {ROUNDS}u; ++i) {{\n        uint at = {place}l;\n        {}\n        {meet}\n        \
             at = {place}((l * 5u + i * 37u + 11u) & {}u);\n        uint other = {};\n        {second}\n        \
             word = (word ^ (other >> 5)) * 747796405u + i;\n    }}\n    result[gl_GlobalInvocationID.x] = word;\n}}\n",
            2 * SIZE,
            self.declaration(),
            self.write(),
            SIZE - 1,
            self.read(),
        )
    }

    fn bindings(&self) -> Vec<Binding> {
        let bytes = vec![0; (2 * SIZE * GROUPS * 4) as usize];
        match self.memory {
            Memory::Shared | Memory::Halves => Vec::new(),
            Memory::Buffer => vec![Binding::storage(1, bytes)],
            Memory::Image => {
                let image = Image::new(Format::parse("r32ui").unwrap(), Shape::D2, [2 * SIZE, GROUPS, 1]).with(bytes);
                vec![Binding { set: 0, binding: 1, resource: Resource::StorageImage(image) }]
            }
            Memory::Reference => vec![
                Binding::storage(2, bytes),
                Binding { set: 0, binding: 1, resource: Resource::Addresses(vec![(0, 2)]) },
            ],
        }
    }
}

/// What the invocations end with.
fn expected() -> Vec<u32> {
    let mut all = Vec::new();
    for group in 0..GROUPS {
        let mut words: Vec<u32> = (0..SIZE).map(|l| (group * SIZE + l).wrapping_mul(2_654_435_761)).collect();
        for i in 0..ROUNDS {
            let next = (0..SIZE).map(|l| {
                let other = words[((l * 5 + i * 37 + 11) & (SIZE - 1)) as usize];
                (words[l as usize] ^ (other >> 5)).wrapping_mul(747_796_405).wrapping_add(i)
            });
            words = next.collect();
        }
        all.extend(words);
    }
    all
}

fn run(case: &Case, device: &Mutex<&Device>) -> Result<Option<usize>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let text = case.text();
    let failed = |error: String| format!("{}: {error}\n{text}", case.name());
    let words = compile::spirv_at("barriers.comp", &text, target, &[], case.optimized).map_err(&failed)?;
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(failed(format!("invalid: {complaint}")));
    }
    let is_vulkan =
        compile::disassemble(&words).lines().any(|it| it.starts_with("OpMemoryModel") && it.ends_with("Vulkan"));
    if is_vulkan != case.vulkan_model {
        return Err(failed("another memory model".to_owned()));
    }
    let device = device.lock().unwrap();
    if device.missing_capability(&words).is_some() {
        return Ok(None);
    }
    let mut bindings = vec![Binding::storage(0, vec![0; (SIZE * GROUPS * 4) as usize])];
    bindings.extend(case.bindings());
    let job = Job { words: &words, groups: [GROUPS, 1, 1], bindings: &bindings, ..Job::default() };
    let contents = device.run(&job).map_err(&failed)?;
    let found = contents[0].chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap()));
    let expected = expected();
    let wrong = found.zip(&expected).filter(|(found, expected)| found != *expected).count();
    if wrong > 0 {
        return Err(failed(format!("{wrong} words differ")));
    }
    Ok(Some(expected.len()))
}

#[test]
fn subgroups_meet_at_barriers() {
    let Some(device) = vulkan::device() else { return };
    let mut cases = Vec::new();
    for memory in [Memory::Shared, Memory::Halves, Memory::Buffer, Memory::Image, Memory::Reference] {
        for barrier in [Barrier::Classic, Barrier::Control, Barrier::Fences] {
            for bits in 0..8_u32 {
                let (twice, called, vulkan_model) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
                cases.extend(compile::both().iter().map(|&optimized| Case {
                    memory,
                    barrier,
                    twice,
                    called,
                    vulkan_model,
                    optimized,
                }));
            }
        }
    }
    compare_all("barriers", &device, &cases, Case::name, run);
}
