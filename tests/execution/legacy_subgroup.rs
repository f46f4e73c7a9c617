//! The other legacy subgroup extensions on a Vulkan device, against a model on the CPU: ballots, votes, masks and reads
//! of NV_shader_thread_group, ARB_shader_ballot, ARB_shader_group_vote and EXT_shader_group_vote.
//!
//! Each row of the table is an expression in GLSL and its value for a lane in a set of active lanes.

use crate::common;
use std::fmt::Write;

use crate::common::random::Random;
use crate::common::vulkan::{Binding, Job};
use crate::common::{compile, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};

/// What a lane sees.
struct Lane<'a> {
    lane: usize,
    size: usize,
    active: &'a [bool],
    values: &'a [u32],
}

impl Lane<'_> {
    /// The bits of the active lanes for which `condition` holds.
    fn ballot(&self, condition: impl Fn(u32) -> bool) -> u64 {
        (0..self.size.min(64))
            .filter(|&lane| self.active[lane] && condition(self.values[lane]))
            .map(|lane| 1 << lane)
            .sum()
    }

    /// The bits of the lanes of the subgroup for which `condition` holds.
    fn mask(&self, condition: impl Fn(usize) -> bool) -> u64 {
        (0..self.size.min(64)).filter(|&lane| condition(lane)).map(|lane| 1 << lane).sum()
    }

    fn first(&self) -> u32 {
        self.values[self.active.iter().position(|active| *active).unwrap()]
    }

    fn votes(&self) -> impl Iterator<Item = bool> {
        self.values.iter().zip(self.active).filter(|(_, active)| **active).map(|(value, _)| odd(*value))
    }
}

fn odd(value: u32) -> bool {
    value % 2 == 1
}

/// An expression, of type `uint64_t` after conversion, and its value. `None` if it is undefined.
type Row = (&'static str, fn(&Lane<'_>) -> Option<u64>);

const DESKTOP: &[Row] = &[
    ("gl_ThreadInWarpNV", |it| Some(it.lane as u64)),
    ("gl_WarpSizeNV", |it| Some(it.size as u64)),
    ("gl_ThreadEqMaskNV", |it| Some(u64::from(it.mask(|lane| lane == it.lane) as u32))),
    ("gl_ThreadGeMaskNV", |it| Some(u64::from(it.mask(|lane| lane >= it.lane) as u32))),
    ("gl_ThreadGtMaskNV", |it| Some(u64::from(it.mask(|lane| lane > it.lane) as u32))),
    ("gl_ThreadLeMaskNV", |it| Some(u64::from(it.mask(|lane| lane <= it.lane) as u32))),
    ("gl_ThreadLtMaskNV", |it| Some(u64::from(it.mask(|lane| lane < it.lane) as u32))),
    ("activeThreadsNV()", |it| Some(u64::from(it.ballot(|_| true) as u32))),
    ("ballotThreadNV(odd)", |it| Some(u64::from(it.ballot(odd) as u32))),
    ("gl_SubGroupSizeARB", |it| Some(it.size as u64)),
    ("gl_SubGroupInvocationARB", |it| Some(it.lane as u64)),
    ("gl_SubGroupEqMaskARB", |it| Some(it.mask(|lane| lane == it.lane))),
    ("gl_SubGroupGeMaskARB", |it| Some(it.mask(|lane| lane >= it.lane))),
    ("gl_SubGroupGtMaskARB", |it| Some(it.mask(|lane| lane > it.lane))),
    ("gl_SubGroupLeMaskARB", |it| Some(it.mask(|lane| lane <= it.lane))),
    ("gl_SubGroupLtMaskARB", |it| Some(it.mask(|lane| lane < it.lane))),
    ("ballotARB(odd)", |it| Some(it.ballot(odd))),
    ("ballotARB(true)", |it| Some(it.ballot(|_| true))),
    ("readFirstInvocationARB(value)", |it| Some(it.first().into())),
    ("readFirstInvocationARB(uvec3(0u, value, 1u)).y", |it| Some(it.first().into())),
    ("readInvocationARB(value, 1u)", |it| it.active[1].then(|| it.values[1].into())),
    ("readInvocationARB(value, chosen)", |it| it.active[1].then(|| it.values[1].into())),
    ("floatBitsToUint(readInvocationARB(vec2(uintBitsToFloat(value & 0xffffu)), chosen).y)", |it| {
        it.active[1].then(|| u64::from(it.values[1] & 0xffff))
    }),
    ("anyInvocationARB(odd)", |it| Some(it.votes().any(|vote| vote).into())),
    ("allInvocationsARB(odd)", |it| Some(it.votes().all(|vote| vote).into())),
    ("allInvocationsEqualARB(odd)", |it| Some((it.votes().all(|vote| vote) || !it.votes().any(|vote| vote)).into())),
];

const ES: &[Row] = &[
    ("anyInvocationEXT(odd)", |it| Some(it.votes().any(|vote| vote).into())),
    ("allInvocationsEXT(odd)", |it| Some(it.votes().all(|vote| vote).into())),
    ("allInvocationsEqualEXT(odd)", |it| Some((it.votes().all(|vote| vote) || !it.votes().any(|vote| vote)).into())),
];

/// Rows of the table for SPIR-V 1.0, which has only the ARB extensions.
fn is_old(row: &Row) -> bool {
    !row.0.contains("NV")
}

fn shader(head: &str, rows: &[Row], threads: usize, wide: bool) -> String {
    let mut text = format!("{head}layout(local_size_x = {threads}) in;\n");
    text.push_str("layout(std430, binding = 0) readonly buffer Values { uint values[]; };\n");
    text.push_str("layout(std430, binding = 1) readonly buffer Active { uint active_lanes[]; };\n");
    text.push_str("layout(std430, binding = 2) writeonly buffer Results { uvec2 results[]; };\n");
    text.push_str("layout(std430, binding = 3) readonly buffer Chosen { uint chosen; };\n");
    text.push_str("void main() {\n    uint slot = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationIndex;\n");
    text.push_str("    uint value = values[slot];\n    bool odd = (value & 1u) == 1u;\n");
    text.push_str("    if (active_lanes[slot] == 1u) {\n");
    for (index, (expression, _)) in rows.iter().enumerate() {
        let at = format!("results[slot * {}u + {index}u]", rows.len());
        if wide {
            writeln!(text, "        {{ uint64_t word = uint64_t({expression});").unwrap();
            writeln!(text, "          {at} = uvec2(uint(word), uint(word >> 32)); }}").unwrap();
        } else {
            writeln!(text, "        {at} = uvec2(uint({expression}), 0u);").unwrap();
        }
    }
    text.push_str("    }\n}\n");
    text
}

fn desktop(nv: bool) -> String {
    let mut head = String::from("#version 450\n#extension GL_ARB_gpu_shader_int64 : require\n");
    let old = ["GL_ARB_shader_ballot", "GL_ARB_shader_group_vote"];
    let new = ["GL_NV_shader_thread_group"];
    for extension in old.iter().chain(new.iter().filter(|_| nv)) {
        writeln!(head, "#extension {extension} : require").unwrap();
    }
    head
}

const ES_HEAD: &str = "#version 310 es\n#extension GL_EXT_shader_group_vote : require\n";

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn every_row_computes_what_the_model_says() {
    let Some(device) = vulkan::device() else { return };
    let size = device.subgroup_size as usize;
    let target = Target::from(TargetEnvironment::Vulkan1_1);
    let mut random = Random::new(77);
    let mut patterns: Vec<Vec<bool>> = vec![
        vec![true; size],
        (0..size).map(|lane| lane == size - 2).collect(),
        (0..size).map(|lane| lane % 2 == 1).collect(),
    ];
    patterns.extend((0..24).map(|_| (0..size).map(|_| random.below(3) > 0).collect::<Vec<bool>>()));
    patterns.retain(|pattern| pattern.contains(&true));
    let slots = patterns.len() * size;
    let mut values: Vec<u32> = (0..slots).map(|_| random.next() as u32).collect();
    // Votes that agree, in both directions.
    values[..size].iter_mut().for_each(|value| *value |= 1);
    values[2 * size..3 * size].iter_mut().for_each(|value| *value &= !1);
    let active: Vec<u32> = patterns.iter().flatten().map(|active| u32::from(*active)).collect();
    for (head, rows, wide) in [(desktop(true), DESKTOP, true), (ES_HEAD.to_owned(), ES, false)] {
        let text = shader(&head, rows, size, wide);
        let module = compile::spirv("legacy.comp", &text, target).unwrap_or_else(|error| panic!("{error}\n{text}"));
        if let Some(complaint) = validate::validate(&module, target).complaint() {
            panic!("{complaint}\n{text}");
        }
        if let Some(missing) = device.missing_capability(&module) {
            common::shout(&format!("legacy subgroup extensions: {missing} is not supported"));
            continue;
        }
        let contents = [bytes(&values), bytes(&active), vec![0; slots * rows.len() * 8], bytes(&[1])];
        let bindings: Vec<Binding> =
            contents.into_iter().enumerate().map(|(index, bytes)| Binding::storage(index as u32, bytes)).collect();
        let job = Job { words: &module, groups: [patterns.len() as u32, 1, 1], bindings: &bindings, ..Job::default() };
        let results = words(&device.run(&job).unwrap()[2]);
        for (group, pattern) in patterns.iter().enumerate() {
            for lane in (0..size).filter(|lane| pattern[*lane]) {
                let seen = Lane { lane, size, active: pattern, values: &values[group * size..][..size] };
                for (index, (expression, model)) in rows.iter().enumerate() {
                    let at = ((group * size + lane) * rows.len() + index) * 2;
                    let found = u64::from(results[at]) | u64::from(results[at + 1]) << 32;
                    let Some(expected) = model(&seen) else { continue };
                    assert_eq!(found, expected, "{expression}, lane {lane} of {pattern:?}\n{text}");
                }
            }
        }
    }
}

/// Before SPIR-V 1.3 there are only the capabilities of SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote, since then
/// only those of Vulkan 1.1: a module that mixes them runs on fewer devices than it could.
#[test]
fn each_target_has_its_capabilities() {
    let old: Vec<Row> = DESKTOP.iter().copied().filter(is_old).collect();
    for (environment, wanted, unwanted) in [
        (
            TargetEnvironment::Vulkan1_0,
            ["OpCapability SubgroupBallotKHR", "OpCapability SubgroupVoteKHR"],
            "GroupNonUniform",
        ),
        (
            TargetEnvironment::Vulkan1_1,
            ["OpCapability GroupNonUniformBallot", "OpCapability GroupNonUniformVote"],
            "KHR",
        ),
        (
            TargetEnvironment::Vulkan1_3,
            ["OpCapability GroupNonUniformBallot", "OpCapability GroupNonUniformVote"],
            "KHR",
        ),
    ] {
        let target = Target::from(environment);
        let text = shader(&desktop(false), &old, 8, true);
        let module = compile::spirv("legacy.comp", &text, target).unwrap();
        if let Some(complaint) = validate::validate(&module, target).complaint() {
            panic!("{environment}: {complaint}");
        }
        let listing = compile::disassemble(&module);
        for wanted in wanted {
            assert!(listing.contains(wanted), "{environment} lacks {wanted}\n{listing}");
        }
        assert!(!listing.contains(unwanted), "{environment} has {unwanted}\n{listing}");
        let text = shader(ES_HEAD, ES, 8, false);
        let module = compile::spirv("legacy.comp", &text, target).unwrap();
        assert!(validate::validate(&module, target).complaint().is_none(), "{environment}");
    }
}
