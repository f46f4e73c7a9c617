//! GL_NV_cooperative_matrix2 on a Vulkan device against a model on the CPU: loads and stores of tensors with every clamp
//! mode, with strides, slices, views and decode functions; reductions, per-element operations, transpositions,
//! conversions, and a multiplication in the scope of the workgroup.
//!
//! All numbers are small integers, so every result is exact. A device without the features skips the test, and says so.
// Models index as shaders do.
#![allow(clippy::needless_range_loop)]

mod tensor;

use crate::common;
use crate::common::vulkan::{Binding, Job};
use crate::common::{compile, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};
use half::f16;
use tensor::{Clamp, Layout, Source, View};

/// Rows and columns of most matrices: a multiple of what devices require in the workgroup scope.
const SIDE: usize = 64;

/// A shader with the contents of its buffers before and after. Buffer 0 is the source, 1 the target, 2 the target of
/// halves.
struct Case {
    name: String,
    /// Declarations outside `main`.
    declarations: String,
    /// Statements of `main`.
    statements: String,
    source: Vec<u32>,
    /// The contents of the target before.
    target: Vec<f32>,
    /// Its contents afterwards.
    expected: Vec<f32>,
    /// The contents of the target of halves afterwards.
    expected_halves: Vec<f32>,
}

impl Case {
    fn new(name: impl Into<String>, statements: impl Into<String>, source: &[f32], expected: Vec<f32>) -> Self {
        Self {
            name: name.into(),
            declarations: String::new(),
            statements: statements.into(),
            source: source.iter().map(|value| value.to_bits()).collect(),
            target: vec![-5.0; expected.len()],
            expected,
            expected_halves: Vec::new(),
        }
    }

    fn text(&self) -> String {
        format!(
            "#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Source {{ float source[]; }};
layout(std430, binding = 1) buffer Target {{ float target[]; }};
layout(std430, binding = 2) workgroupcoherent buffer Halves {{ float16_t halves[]; }};
#define MATRIX(T, ROWS, COLUMNS, USE) coopmat<T, gl_ScopeWorkgroup, ROWS, COLUMNS, gl_MatrixUse##USE>
#define SUM MATRIX(float, {SIDE}, {SIDE}, Accumulator)
tensorLayoutNV<2> plain(uint rows, uint columns) {{
    return setTensorLayoutDimensionNV(createTensorLayoutNV(2), rows, columns);
}}
{}
void main() {{
{}
}}
",
            self.declarations, self.statements
        )
    }

    fn run(&self, device: &vulkan::Device) -> Result<(), String> {
        let target = Target::from(TargetEnvironment::Vulkan1_3);
        let words = compile::spirv(&self.name, &self.text(), target)?;
        validate::validate(&words, target).unwrap_valid(&self.name);
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let before: Vec<u32> = self.target.iter().map(|value| value.to_bits()).collect();
        let bindings = [
            Binding::storage(0, bytes(&self.source)),
            Binding::storage(1, bytes(&before)),
            Binding::storage(2, vec![0; self.expected_halves.len().max(8) * 2]),
        ];
        let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
        let after = device.run(&job)?;
        let found: Vec<f32> = after[1].chunks_exact(4).map(|it| f32::from_le_bytes(it.try_into().unwrap())).collect();
        let halves = after[2].chunks_exact(2).map(|it| f16::from_le_bytes(it.try_into().unwrap()).to_f32());
        let halves: Vec<f32> = halves.collect();
        for (what, found, expected) in [("target", &found, &self.expected), ("halves", &halves, &self.expected_halves)]
        {
            if let Some(index) = (0..expected.len()).find(|&index| found[index] != expected[index]) {
                let wrong = (0..expected.len()).filter(|&index| found[index] != expected[index]).count();
                return Err(format!(
                    "{}: {what}[{index}] (row {}, column {} of {SIDE}) is {}, not {}; {wrong} of {} are wrong",
                    self.name,
                    index / SIDE,
                    index % SIDE,
                    found[index],
                    expected[index],
                    expected.len()
                ));
            }
        }
        Ok(())
    }
}

/// Numbers that identify their position.
fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|index| ((index * 37 + index / 11) % 2039) as f32).collect()
}

/// A matrix of `rows` by `columns` loaded from `source`; elements that a load does not touch are -1.
fn loaded(layout: &Layout, view: Option<&View>, rows: usize, columns: usize, source: &[f32]) -> Vec<f32> {
    let element = |index: usize| match layout.element(view, index / columns, index % columns, columns) {
        Source::Element { index, .. } => source[index],
        Source::Clamped => f32::from_bits(layout.clamp_value),
        Source::Skipped => -1.0,
    };
    (0..rows * columns).map(element).collect()
}

/// Loads of a whole matrix of floats.
fn load_case(name: String, layout: &Layout, view: Option<&View>, source_size: usize) -> Case {
    let source = numbers(source_size);
    let view_argument = if view.is_some() { ", v" } else { "" };
    let statements = format!(
        "    {}{}    SUM m = SUM(-1.0);
    coopMatLoadTensorNV(m, source, 0, t{view_argument});
    coopMatStoreTensorNV(m, target, 0, plain({SIDE}, {SIDE}));",
        layout.glsl(),
        view.map(View::glsl).unwrap_or_default()
    );
    let expected = loaded(layout, view, SIDE, SIDE, &source);
    Case::new(name, statements, &source, expected)
}

fn loads() -> Vec<Case> {
    let mut cases = Vec::new();
    // Beyond the tensor on all sides.
    for clamp in [Clamp::Constant, Clamp::ClampToEdge, Clamp::Repeat, Clamp::MirrorRepeat] {
        let mut layout = Layout::new(clamp, &[40, 50]);
        layout.clamp_value = 7.0_f32.to_bits();
        layout.slice(&[(-10, SIDE as u32), (-7, SIDE as u32)]);
        cases.push(load_case(format!("clamp mode {clamp:?}"), &layout, None, 40 * 50));
    }
    let mut layout = Layout::new(Clamp::Undefined, &[70, 80]);
    layout.slice(&[(3, SIDE as u32), (11, SIDE as u32)]);
    cases.push(load_case("a slice".to_owned(), &layout, None, 70 * 80));
    // A slice of a slice adds the offsets.
    layout.slice(&[(2, SIDE as u32), (-4, SIDE as u32)]);
    cases.push(load_case("a slice of a slice".to_owned(), &layout, None, 70 * 80));
    let mut layout = Layout::new(Clamp::Undefined, &[64, 64]);
    layout.set_stride(&[100, 1]);
    cases.push(load_case("a stride".to_owned(), &layout, None, 64 * 100));
    let mut layout = Layout::new(Clamp::Constant, &[9, 12, 32]);
    layout.slice(&[(-1, 8), (6, 16), (0, 32)]);
    cases.push(load_case("three dimensions".to_owned(), &layout, None, 9 * 12 * 32));
    let layout = Layout::new(Clamp::Undefined, &[2, 4, 8, 8, 8]);
    cases.push(load_case("five dimensions".to_owned(), &layout, None, SIDE * SIDE));
    let mut layout = Layout::new(Clamp::Undefined, &[5000]);
    layout.slice(&[(100, 4096)]);
    cases.push(load_case("one dimension".to_owned(), &layout, None, 5000));
    cases
}

fn views() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut layout = Layout::new(Clamp::Constant, &[60, 90]);
    layout.slice(&[(4, SIDE as u32), (8, SIDE as u32)]);
    let turned = View::new(&[1, 0]);
    cases.push(load_case("a view that transposes".to_owned(), &layout, Some(&turned), 60 * 90));
    let mut clipped = View::new(&[0, 1]);
    clipped.clip = [5, 20, 7, 30];
    cases.push(load_case("a view that clips".to_owned(), &layout, Some(&clipped), 60 * 90));
    // The channels of two by two neighbours, side by side.
    let layout = Layout::new(Clamp::Undefined, &[16, 16, 16]);
    let mut space_to_depth = View::new(&[0, 2, 1, 3, 4]);
    space_to_depth.set_dimensions(&[8, 2, 8, 2, 16]);
    cases.push(load_case("a view of other dimensions".to_owned(), &layout, Some(&space_to_depth), 16 * 16 * 16));
    let mut strided = View::new(&[0, 1]);
    strided.set_dimensions(&[64, 64]);
    strided.stride = Some(vec![32, 1]);
    let layout = Layout::new(Clamp::Constant, &[64, 64]);
    cases.push(load_case("a view with strides".to_owned(), &layout, Some(&strided), 64 * 64));
    cases
}

/// Stores do not touch what is outside the tensor or the clip region.
fn stores() -> Vec<Case> {
    let mut cases = Vec::new();
    let source = numbers(SIDE * SIDE);
    let mut layout = Layout::new(Clamp::Constant, &[50, 70]);
    layout.slice(&[(-3, SIDE as u32), (-9, SIDE as u32)]);
    let turned = View::new(&[1, 0]);
    let mut clipped = View::new(&[0, 1]);
    clipped.clip = [8, 16, 0, 33];
    for (name, view) in [("a store", None), ("a transposed store", Some(&turned)), ("a clipped store", Some(&clipped))]
    {
        let mut expected = vec![-5.0; 50 * 70];
        for index in 0..SIDE * SIDE {
            if let Source::Element { index: at, .. } = layout.element(view, index / SIDE, index % SIDE, SIDE) {
                expected[at] = source[index];
            }
        }
        let statements = format!(
            "    SUM m;
    coopMatLoadTensorNV(m, source, 0, plain({SIDE}, {SIDE}));
    {}{}    coopMatStoreTensorNV(m, target, 0, t{});",
            layout.glsl(),
            view.map(View::glsl).unwrap_or_default(),
            if view.is_some() { ", v" } else { "" }
        );
        cases.push(Case::new(name, statements, &source, expected));
    }
    cases
}

/// Blocks of one row and 32 columns: a scale, and a bit for each element.
fn decoded() -> Vec<Case> {
    const ROWS: usize = 80;
    const COLUMNS: usize = 128;
    let blocks: Vec<(f32, u32)> = (0..ROWS * COLUMNS / 32)
        .map(|index| ((index % 97 + 1) as f32, (index as u32).wrapping_mul(0x9E37_79B9)))
        .collect();
    let mut layout = Layout::new(Clamp::Constant, &[]);
    layout.set_block_size(&[1, 32]);
    layout.set_dimensions(&[ROWS as u32, COLUMNS as u32]);
    layout.clamp_value = 3.0_f32.to_bits();
    layout.slice(&[(20, SIDE as u32), (48, SIDE as u32)]);
    let turned = View::new(&[1, 0]);
    let mut cases = Vec::new();
    for (name, view) in [("a decode function", None), ("a decode function with a view", Some(&turned))] {
        let expected = (0..SIDE * SIDE).map(|index| match layout.element(view, index / SIDE, index % SIDE, SIDE) {
            Source::Element { index, in_block, block } => {
                let (scale, bits) = blocks[index];
                scale * f32::from(u8::from(bits >> in_block[1] & 1 == 1)) + block[0] as f32
            }
            Source::Clamped => 3.0,
            Source::Skipped => -1.0,
        });
        let statements = format!(
            "    {}{}    SUM m = SUM(-1.0);
    coopMatLoadTensorNV(m, source, 4, t{}, decode);
    coopMatStoreTensorNV(m, target, 0, plain({SIDE}, {SIDE}));",
            layout.glsl(),
            view.map(View::glsl).unwrap_or_default(),
            if view.is_some() { ", v" } else { "" }
        );
        let mut case = Case::new(name, statements, &[0.0; 4], expected.collect());
        case.source.extend(blocks.iter().flat_map(|&(scale, bits)| [scale.to_bits(), bits]));
        case.declarations = "layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Bits { float scale; uint bits; };
float decode(const in Bits bits, const in uint block[2], const in uint inBlock[2]) {
    return bits.scale * float((bits.bits >> inBlock[1]) & 1u) + float(block[0]);
}"
        .to_owned();
        cases.push(case);
    }
    cases
}

const FUNCTIONS: &str = "float total(const in float a, const in float b) { return a + b; }
float largest(const in float a, const in float b) { return max(a, b); }
float place(const in uint row, const in uint column, const in float x, const in float factor, const in float other) {
    return x * factor + other + float(row) * 64.0 - float(column);
}";

fn reductions() -> Vec<Case> {
    let source: Vec<f32> = (0..SIDE * SIDE).map(|index| (index * 7 % 23) as f32).collect();
    let at = |row: usize, column: usize| source[row * SIDE + column];
    let row_sum = |row| (0..SIDE).map(|column| at(row, column)).sum::<f32>();
    let column_max = |column| (0..SIDE).map(|row| at(row, column)).fold(0.0, f32::max);
    let square =
        |row: usize, column: usize| (0..4).map(|corner| at(row * 2 + corner / 2, column * 2 + corner % 2)).sum::<f32>();
    let whole = |element: &dyn Fn(usize, usize) -> f32, side: usize| {
        (0..side * side).map(|index| element(index / side, index % side)).collect::<Vec<f32>>()
    };
    let all = source.iter().sum::<f32>();
    [
        ("row sums", "Row", "total", SIDE, whole(&|row, _| row_sum(row), SIDE)),
        ("column maxima", "Column", "largest", SIDE, whole(&|_, column| column_max(column), SIDE)),
        ("the sum of all", "RowAndColumn", "total", SIDE, whole(&|_, _| all, SIDE)),
        ("sums of squares of two by two", "2x2", "total", SIDE / 2, whole(&square, SIDE / 2)),
    ]
    .into_iter()
    .map(|(name, mask, function, side, expected)| {
        let statements = format!(
            "    SUM m;
    coopMatLoadTensorNV(m, source, 0, plain({SIDE}, {SIDE}));
    MATRIX(float, {side}, {side}, Accumulator) r;
    coopMatReduceNV(r, m, gl_CooperativeMatrixReduce{mask}NV, {function});
    coopMatStoreTensorNV(r, target, 0, plain({side}, {side}));"
        );
        Case { declarations: FUNCTIONS.to_owned(), ..Case::new(name, statements, &source, expected) }
    })
    .collect()
}

fn whole_matrices() -> Vec<Case> {
    let source: Vec<f32> = (0..SIDE * SIDE).map(|index| (index * 5 % 29) as f32 - 14.0).collect();
    let at = |row: usize, column: usize| source[row * SIDE + column];
    let load = format!("    SUM m;\n    coopMatLoadTensorNV(m, source, 0, plain({SIDE}, {SIDE}));\n");
    let store = format!("    coopMatStoreTensorNV(m, target, 0, plain({SIDE}, {SIDE}));");
    let halves = |name: &str, matrix: &str| {
        format!("{load}    {matrix}\n    coopMatStoreTensorNV({name}, halves, 0, plain({SIDE}, {SIDE}));\n{store}")
    };
    let indices = || (0..SIDE * SIDE).map(|index| (index / SIDE, index % SIDE));

    let placed =
        indices().map(|(row, column)| at(row, column) * 3.5 + at(row, column) + row as f32 * 64.0 - column as f32);
    let mut each = Case::new(
        "an operation per element",
        format!("{load}    coopMatPerElementNV(m, m, place, 3.5, m);\n{store}"),
        &source,
        placed.collect(),
    );
    each.declarations = FUNCTIONS.to_owned();

    let transposed = format!(
        "MATRIX(float16_t, {SIDE}, {SIDE}, Accumulator) h = MATRIX(float16_t, {SIDE}, {SIDE}, Accumulator)(m);
    MATRIX(float16_t, {SIDE}, {SIDE}, B) b;
    coopMatTransposeNV(b, h);"
    );
    let mut transpose = Case::new("a transposition", halves("b", &transposed), &source, source.clone());
    transpose.expected_halves = indices().map(|(row, column)| at(column, row)).collect();

    let converted = format!("MATRIX(float16_t, {SIDE}, {SIDE}, A) a = MATRIX(float16_t, {SIDE}, {SIDE}, A)(m);");
    let mut conversion = Case::new("a conversion to a factor", halves("a", &converted), &source, source.clone());
    conversion.expected_halves = source.clone();
    vec![each, transpose, conversion]
}

/// `A * B + C` by one workgroup, with one factor converted from an accumulator and one transposed on the way.
fn multiplication() -> Case {
    const INNER: usize = 32;
    let source: Vec<f32> = (0..SIDE * INNER * 2).map(|index| (index * 3 % 11) as f32 - 5.0).collect();
    let statements = format!(
        "    tensorLayoutNV<2> tall = plain({SIDE}, {INNER});
    MATRIX(float, {SIDE}, {INNER}, Accumulator) left, right;
    coopMatLoadTensorNV(left, source, 0, tall);
    coopMatLoadTensorNV(right, source, {}, tall);
    coopMatStoreTensorNV(MATRIX(float16_t, {SIDE}, {INNER}, Accumulator)(right), halves, 0, tall);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    MATRIX(float16_t, {SIDE}, {INNER}, A) a = MATRIX(float16_t, {SIDE}, {INNER}, A)(left);
    MATRIX(float16_t, {INNER}, {SIDE}, B) b;
    coopMatLoadTensorNV(b, halves, 0, tall, createTensorViewNV(2, false, 1, 0));
    SUM c = coopMatMulAdd(a, b, SUM(2.0));
    coopMatStoreTensorNV(c, target, 0, plain({SIDE}, {SIDE}));",
        SIDE * INNER
    );
    let (left, right) = source.split_at(SIDE * INNER);
    let product = |row: usize, column: usize| {
        2.0 + (0..INNER).map(|k| left[row * INNER + k] * right[column * INNER + k]).sum::<f32>()
    };
    let expected = (0..SIDE * SIDE).map(|index| product(index / SIDE, index % SIDE)).collect();
    let mut case = Case::new("a multiplication by a workgroup", statements, &source, expected);
    case.expected_halves = right.to_vec();
    case
}

fn cases() -> Vec<Case> {
    let mut cases = loads();
    cases.extend(views());
    cases.extend(stores());
    cases.extend(decoded());
    cases.extend(reductions());
    cases.extend(whole_matrices());
    cases.push(multiplication());
    cases
}

/// Without a device, the shaders still compile and are valid.
#[test]
fn shaders_are_valid() {
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    for case in cases().iter().filter(|case| common::wanted(&case.name)) {
        let words =
            compile::spirv(&case.name, &case.text(), target).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        validate::validate(&words, target).unwrap_valid(&case.name);
    }
}

#[test]
fn tensors_and_matrices_on_a_device() {
    let Some(device) = vulkan::device() else { return };
    if !device.supported.cooperative_matrix2 {
        common::shout(&format!("EXECUTION SKIPPED: {} has no VK_NV_cooperative_matrix2", device.name));
        return;
    }
    let cases = cases();
    let wanted = cases.iter().filter(|case| common::wanted(&case.name));
    let failures: Vec<String> = wanted.filter_map(|case| case.run(&device).err()).collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), cases.len(), failures.join("\n"));
    common::shout(&format!("{} shaders with tensors ran on {}", cases.len(), device.name));
}
