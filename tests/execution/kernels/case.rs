//! A kernel with everything it is bound to and the results of the model.
//!
//! Comes in: what a module of `tests/execution/kernels/` states about a file. Goes out: a [`Case`] that the test
//! compiles, validates, runs and compares. It knows no kernel.

use half::f16;

use crate::common::data::{self, Element, Entry, Number};
use crate::common::random::Random;
use crate::common::vulkan::{Binding, Resource};

/// Follows the numbers in an output buffer, and must stay.
const GUARD: u8 = 0xa5;
/// The number of these bytes.
const GUARDS: usize = 64;

/// Numbers of one type.
#[derive(Clone, Debug)]
pub enum Data {
    /// `float`
    F32(Vec<f32>),
    /// `float16_t`, rounded to the nearest.
    F16(Vec<f32>),
    /// `uint`
    U32(Vec<u32>),
    /// `int`
    I32(Vec<i32>),
    /// `uint64_t`
    U64(Vec<u64>),
    /// `uint16_t`
    U16(Vec<u16>),
    /// Bytes, including those of structures.
    U8(Vec<u8>),
}

impl Data {
    /// The bytes in a buffer.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Data::F32(it) => it.iter().flat_map(|it| it.to_le_bytes()).collect(),
            Data::F16(it) => it.iter().flat_map(|&it| f16::from_f32(it).to_le_bytes()).collect(),
            Data::U32(it) => it.iter().flat_map(|it| it.to_le_bytes()).collect(),
            Data::I32(it) => it.iter().flat_map(|it| it.to_le_bytes()).collect(),
            Data::U64(it) => it.iter().flat_map(|it| it.to_le_bytes()).collect(),
            Data::U16(it) => it.iter().flat_map(|it| it.to_le_bytes()).collect(),
            Data::U8(it) => it.clone(),
        }
    }

    /// Numbers as `float` or, rounded, as `float16_t`.
    pub fn float(half: bool, numbers: Vec<f32>) -> Self {
        if half { Data::F16(numbers) } else { Data::F32(numbers) }
    }

    /// The numbers as a buffer holds them.
    fn entries(&self) -> Vec<Entry> {
        let element = self.element();
        let entry = |bytes| Entry { element, number: Some(element.decode(bytes)) };
        self.bytes().chunks_exact(element.size()).map(entry).collect()
    }

    fn element(&self) -> Element {
        match self {
            Data::F32(_) => Element::F32,
            Data::F16(_) => Element::F16,
            Data::U32(_) => Element::U32,
            Data::I32(_) => Element::I32,
            Data::U64(_) => Element::U64,
            Data::U16(_) => Element::U16,
            Data::U8(_) => Element::U8,
        }
    }
}

/// The expected contents of a buffer afterwards.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The binding, in set 0.
    pub binding: u32,
    /// The numbers.
    pub entries: Vec<Entry>,
    /// Relative above 1, absolute below; 0 is exact.
    pub tolerance: f64,
    /// The contents before, so that a kernel that does nothing is noticed.
    pub before: Vec<u8>,
}

/// One dispatch of one variant of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The file in `spirv-fixtures/kernels/`, without suffix.
    pub file: &'static str,
    /// Macros: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Values of specialization constants.
    pub specialization: Vec<(u32, Vec<u8>)>,
    /// Workgroups.
    pub groups: [u32; 3],
    /// Push constants.
    pub push: Vec<u8>,
    /// Everything bound.
    pub bindings: Vec<Binding>,
    /// The expected results.
    pub expected: Vec<Expected>,
    /// A part of the name of devices that get it wrong, and why.
    pub unfit: Option<(&'static str, &'static str)>,
    /// The multiplication of cooperative matrices that the device needs: M, N and K, and the component types of A, B, C
    /// and the result, as VkComponentTypeKHR.
    pub multiplication: Option<([u32; 3], [i32; 4])>,
    /// Matrices of whole workgroups: drivers take their size from LocalSizeId, which modules have since Vulkan 1.3.
    /// Given LocalSize, which ignores specialization, one was seen to divide by zero.
    pub whole_workgroup: bool,
}

impl Case {
    /// A variant of a kernel: the macros are separated by blanks.
    pub fn new(file: &'static str, defines: &str) -> Self {
        let defines = defines.split_whitespace().map(str::to_owned).collect();
        Case { file, defines, groups: [1; 3], ..Case::default() }
    }

    /// Skips a device whose driver has a bug.
    pub fn not_on(self, device: &'static str, why: &'static str) -> Self {
        Self { unfit: Some((device, why)), ..self }
    }

    /// Sets the subgroup matrix multiplication that it uses.
    pub fn multiplication(self, size: [u32; 3], types: [i32; 4]) -> Self {
        Self { multiplication: Some((size, types)), ..self }
    }

    /// Marks that whole workgroups share matrices.
    pub fn whole_workgroup(self) -> Self {
        Self { whole_workgroup: true, ..self }
    }

    /// Whether a macro is defined.
    pub fn has(&self, define: &str) -> bool {
        self.defines.iter().any(|it| it == define)
    }

    /// Sets a specialization constant of four bytes.
    pub fn specialize(mut self, id: u32, value: u32) -> Self {
        self.specialization.push((id, value.to_le_bytes().to_vec()));
        self
    }

    /// Sets the number of workgroups.
    pub fn groups(mut self, x: usize, y: usize, z: usize) -> Self {
        self.groups = [x as u32, y as u32, z as u32];
        self
    }

    /// Adds integers to the push constants.
    pub fn push(mut self, values: &[usize]) -> Self {
        self.push.extend(values.iter().flat_map(|&it| (it as u32).to_le_bytes()));
        self
    }

    /// Adds floats to the push constants.
    pub fn push_floats(mut self, values: &[f32]) -> Self {
        self.push.extend(values.iter().flat_map(|it| it.to_le_bytes()));
        self
    }

    /// Binds a storage buffer that is read.
    pub fn input(mut self, binding: u32, data: &Data) -> Self {
        self.bindings.push(Binding::storage(binding, data.bytes()));
        self
    }

    /// Binds any resource.
    pub fn resource(mut self, binding: u32, resource: Resource) -> Self {
        self.bindings.push(Binding { set: 0, binding, resource });
        self
    }

    /// Binds the addresses of previously bound buffers.
    pub fn addresses(self, binding: u32, of: &[u32]) -> Self {
        self.resource(binding, Resource::Addresses(of.iter().map(|&it| (0, it)).collect()))
    }

    /// Binds a storage buffer full of bits that no model gives, and sets the expected result.
    pub fn output(self, binding: u32, data: Data, tolerance: f64) -> Self {
        self.update_entries(binding, None, data.entries(), tolerance)
    }

    /// Binds a storage buffer with contents, and sets the expected result.
    pub fn update(self, binding: u32, before: Vec<u8>, after: Data, tolerance: f64) -> Self {
        self.update_entries(binding, Some(before), after.entries(), tolerance)
    }

    /// A buffer of structures: the first member of all, the second of all, and so on.
    pub fn output_columns(self, binding: u32, columns: &[Data], tolerance: f64) -> Self {
        let columns: Vec<Vec<Entry>> = columns.iter().map(Data::entries).collect();
        let entries = (0..columns[0].len()).flat_map(|row| columns.iter().map(move |it| it[row])).collect();
        self.update_entries(binding, None, entries, tolerance)
    }

    fn update_entries(mut self, binding: u32, before: Option<Vec<u8>>, entries: Vec<Entry>, tolerance: f64) -> Self {
        let before = before.unwrap_or_else(|| vec![0xff; data::bytes(&entries).len()]);
        let mut bytes = before.clone();
        bytes.extend([GUARD; GUARDS]);
        self.bindings.push(Binding::storage(binding, bytes));
        self.expected.push(Expected { binding, entries, tolerance, before });
        self
    }

    /// Sets the expected contents of a resource that is already bound.
    pub fn expect(mut self, binding: u32, data: &Data, tolerance: f64) -> Self {
        let before = data.bytes().iter().map(|_| 0xff).collect();
        self.expected.push(Expected { binding, entries: data.entries(), tolerance, before });
        self
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        format!("{} {} {:?}", self.file, self.defines.join(" "), self.specialization)
    }

    /// Compares what the device left in the bindings.
    pub fn compare(&self, contents: &[Vec<u8>]) -> Result<(), String> {
        for expected in &self.expected {
            let place = |binding: &Binding| (binding.set, binding.binding) == (0, expected.binding);
            let index = self.bindings.iter().position(place).unwrap();
            data::compare(&contents[index], &expected.entries, expected.tolerance)
                .map_err(|error| format!("{}: binding {}: {error}", self.name(), expected.binding))?;
            if contents[index].iter().skip(expected.before.len()).any(|&it| it != GUARD) {
                return Err(format!(
                    "{}: binding {}: something was written past its end",
                    self.name(),
                    expected.binding
                ));
            }
        }
        Ok(())
    }

    /// Whether the expectations would notice a wrong kernel: one that writes nothing, or everything one element
    /// further, or numbers that are a twentieth too large.
    pub fn is_sharp(&self) -> Result<(), String> {
        for expected in &self.expected {
            let blunt = |why: &str| Err(format!("{}: binding {}: {why}", self.name(), expected.binding));
            if data::compare(&expected.before, &expected.entries, expected.tolerance).is_ok() {
                return blunt("it passes without running");
            }
            let mut rotated = data::bytes(&expected.entries);
            rotated.rotate_right(expected.entries[0].element.size());
            let same = |entry: &Entry| entry.number == expected.entries[0].number;
            if !expected.entries.iter().all(same)
                && data::compare(&rotated, &expected.entries, expected.tolerance).is_ok()
            {
                return blunt("the tolerance hides a shift by one");
            }
            let scaled: Vec<u8> = expected.entries.iter().flat_map(larger).collect();
            if data::compare(&scaled, &expected.entries, expected.tolerance).is_ok() {
                return blunt("the tolerance hides numbers that are too large");
            }
        }
        Ok(())
    }
}

/// A number that is a twentieth larger, or one for integers.
fn larger(entry: &Entry) -> Vec<u8> {
    let number = match entry.number.unwrap() {
        Number::Float(it) => Number::Float(it * 1.05),
        Number::Integer(it) => Number::Integer(it + 1),
    };
    entry.element.encode(number)
}

/// Random numbers that are exact in float16, in (-1, 1).
pub fn uniform(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| (random.below(2047) as f32 - 1023.0) / 1024.0).collect()
}

/// A number rounded to float16.
pub fn half(number: f32) -> f32 {
    f16::from_f32(number).to_f32()
}

/// `n / d`, rounded up.
pub const fn div_up(n: usize, d: usize) -> usize {
    n.div_ceil(d)
}
