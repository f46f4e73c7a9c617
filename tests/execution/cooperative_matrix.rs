//! GL_KHR_cooperative_matrix on a Vulkan device, against a model on the CPU.
//!
//! Every multiplication that the device supports is tried with matrices from a buffer, from shared memory, from arrays
//! of `uvec4`, and through buffer references, in both layouts, with sizes as constants and as specialization constants,
//! and saturating if the device can. Every matrix type among them is tested with its operators, its components one by
//! one, and in functions, structures and arrays; every two accumulators of one shape convert to each other. Numbers are
//! chosen so that every result is exact. Devices without the extension skip all of it and say so.

use crate::common;
use std::collections::BTreeSet;
use std::sync::Mutex;

use crate::common::random::Random;
use crate::common::vulkan::{Binding, Device, Job, MatrixProperties, Resource};
use crate::common::{compile, parallel, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};

/// Elements before the first matrix in its memory.
const START: usize = 32;

/// A component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Float(u32),
    Signed(u32),
    Unsigned(u32),
}

use Number::{Float, Signed, Unsigned};

impl Number {
    /// From VkComponentTypeKHR; `None` for types of other extensions.
    fn new(number: i32) -> Option<Self> {
        let all = [
            Float(16),
            Float(32),
            Float(64),
            Signed(8),
            Signed(16),
            Signed(32),
            Signed(64),
            Unsigned(8),
            Unsigned(16),
            Unsigned(32),
            Unsigned(64),
        ];
        all.get(usize::try_from(number).ok()?).copied()
    }

    fn glsl(self) -> String {
        match self {
            Float(bits) => format!("float{bits}_t"),
            Signed(bits) => format!("int{bits}_t"),
            Unsigned(bits) => format!("uint{bits}_t"),
        }
    }

    fn size(self) -> usize {
        let (Float(bits) | Signed(bits) | Unsigned(bits)) = self;
        bits as usize / 8
    }

    /// A number of the model as represented in the type: integers wrap around.
    fn wrap(self, value: i64) -> i64 {
        let unused = 64 - 8 * self.size();
        match self {
            Float(_) => value,
            Signed(_) => (value << unused) >> unused,
            Unsigned(_) => ((value << unused) as u64 >> unused) as i64,
        }
    }

    fn clamp(self, value: i64) -> i64 {
        match self {
            Float(_) => value,
            Signed(bits) => value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Unsigned(bits) => value.clamp(0, (1 << bits) - 1),
        }
    }

    fn encode(self, value: i64) -> Vec<u8> {
        match self {
            Float(16) => half::f16::from_f64(value as f64).to_le_bytes().to_vec(),
            Float(32) => (value as f32).to_le_bytes().to_vec(),
            Float(_) => (value as f64).to_le_bytes().to_vec(),
            Signed(_) | Unsigned(_) => value.to_le_bytes()[..self.size()].to_vec(),
        }
    }

    /// The number in some bytes; `None` for a float that is not an integer of the model.
    fn decode(self, bytes: &[u8]) -> Option<i64> {
        let float = match self {
            Float(16) => half::f16::from_le_bytes(bytes.try_into().unwrap()).to_f64(),
            Float(32) => f32::from_le_bytes(bytes.try_into().unwrap()).into(),
            Float(_) => f64::from_le_bytes(bytes.try_into().unwrap()),
            Signed(_) | Unsigned(_) => {
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                return Some(self.wrap(i64::from_le_bytes(whole)));
            }
        };
        (float.fract() == 0.0).then_some(float as i64)
    }

    /// A small number: products and sums of these are exact in every type.
    fn random(self, random: &mut Random) -> i64 {
        let value = random.below(8) as i64;
        if matches!(self, Unsigned(_)) { value } else { value - 4 }
    }
}

/// A matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Matrix {
    number: Number,
    scope: u32,
    rows: usize,
    columns: usize,
    /// 0 is A, 1 is B, 2 is Accumulator.
    matrix_use: u32,
}

impl Matrix {
    fn glsl(self) -> String {
        let Matrix { scope, rows, columns, matrix_use, .. } = self;
        format!("coopmat<{}, {scope}, {rows}, {columns}, {matrix_use}>", self.number.glsl())
    }

    fn count(self) -> usize {
        self.rows * self.columns
    }

    fn random(self, random: &mut Random) -> Vec<i64> {
        (0..self.count()).map(|_| self.number.random(random)).collect()
    }
}

/// Adjacent rows or columns, with some other elements between them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    column_major: bool,
    stride: usize,
}

impl Layout {
    fn new(matrix: Matrix, column_major: bool) -> Self {
        let length = if column_major { matrix.rows } else { matrix.columns };
        // 16 bytes in between, and every row starts where a vector may.
        let vector = 16 / matrix.number.size();
        Self { column_major, stride: length.next_multiple_of(vector) + vector }
    }

    fn index(self, row: usize, column: usize) -> usize {
        let (line, place) = if self.column_major { (column, row) } else { (row, column) };
        START + line * self.stride + place
    }

    /// Elements of the memory.
    fn length(self, matrix: Matrix) -> usize {
        let lines = if self.column_major { matrix.columns } else { matrix.rows };
        START + lines * self.stride
    }

    fn name(self) -> &'static str {
        if self.column_major { "gl_CooperativeMatrixLayoutColumnMajor" } else { "gl_CooperativeMatrixLayoutRowMajor" }
    }
}

/// The memory of a matrix.
fn memory(matrix: Matrix, layout: Layout, values: Option<&[i64]>) -> Vec<u8> {
    let mut numbers = vec![0; layout.length(matrix)];
    if let Some(values) = values {
        numbers.fill(99);
        for row in 0..matrix.rows {
            for column in 0..matrix.columns {
                numbers[layout.index(row, column)] = values[row * matrix.columns + column];
            }
        }
    }
    numbers.into_iter().flat_map(|number| matrix.number.encode(number)).collect()
}

/// The numbers of a matrix in its memory; everything between them must be untouched.
fn read(matrix: Matrix, layout: Layout, bytes: &[u8]) -> Result<Vec<i64>, String> {
    let mut found: Vec<Option<i64>> =
        bytes.chunks(matrix.number.size()).map(|chunk| matrix.number.decode(chunk)).collect();
    let mut values = Vec::new();
    for row in 0..matrix.rows {
        for column in 0..matrix.columns {
            let number = found[layout.index(row, column)].replace(0);
            values.push(number.ok_or_else(|| format!("row {row}, column {column} is no integer"))?);
        }
    }
    match found.iter().position(|number| *number != Some(0)) {
        Some(index) => Err(format!("element {index} between the rows was written")),
        None => Ok(values),
    }
}

fn compare(what: &str, expected: &[i64], found: &[i64], columns: usize) -> Result<(), String> {
    match expected.iter().zip(found).position(|(expected, found)| expected != found) {
        Some(at) => Err(format!(
            "{what}: row {}, column {}: expected {}, found {}",
            at / columns,
            at % columns,
            expected[at],
            found[at]
        )),
        None => Ok(()),
    }
}

/// The first lines of a shader for one workgroup of `size` invocations.
fn head(size: u32) -> String {
    let extensions = [
        "GL_KHR_cooperative_matrix",
        "GL_KHR_memory_scope_semantics",
        "GL_EXT_shader_explicit_arithmetic_types",
        "GL_EXT_buffer_reference",
        "GL_EXT_control_flow_attributes",
    ];
    let mut text = "#version 460\n".to_owned();
    for extension in extensions {
        text.push_str(&format!("#extension {extension} : require\n"));
    }
    text + &format!("layout(local_size_x = {size}) in;\n")
}

/// Where the matrices of a multiplication are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    /// In buffers of their component type; sizes are constants.
    Buffer,
    /// The same with sizes that are specialization constants.
    Specialized,
    /// In shared memory, copied from buffers and back.
    Shared,
    /// In buffers of `uvec4`.
    Vectors,
    /// Behind buffer references.
    References,
}

#[derive(Clone, Debug)]
enum Case {
    Multiply { row: MatrixProperties, source: Source, column_major: bool, saturate: bool },
    Operators(Matrix),
    Convert(Matrix, Number),
}

/// A, B and C of a multiplication; `None` if a type is not known here, or if C and the result differ.
fn matrices(row: &MatrixProperties) -> Option<[Matrix; 3]> {
    let [m, n, k] = row.size.map(|size| size as usize);
    if row.types[2] != row.types[3] {
        return None;
    }
    let matrix = |index: usize, rows, columns| {
        let number = Number::new(row.types[index])?;
        Some(Matrix { number, scope: row.scope, rows, columns, matrix_use: index as u32 })
    };
    Some([matrix(0, m, k)?, matrix(1, k, n)?, matrix(2, m, n)?])
}

fn cases(device: &Device) -> (Vec<Case>, usize) {
    let mut cases = Vec::new();
    let mut types = BTreeSet::new();
    let mut skipped = 0;
    for row in &device.cooperative_matrices {
        let Some(all) = matrices(row) else {
            skipped += 1;
            continue;
        };
        types.extend(all);
        for source in [Source::Buffer, Source::Specialized, Source::Shared, Source::Vectors, Source::References] {
            for column_major in [false, true] {
                let integers = !matches!(all[2].number, Float(_));
                for saturate in [false, true].into_iter().filter(|saturate| !saturate || row.saturating && integers) {
                    cases.push(Case::Multiply { row: *row, source, column_major, saturate });
                }
            }
        }
    }
    for &matrix in &types {
        cases.push(Case::Operators(matrix));
        let shape = |other: &Matrix| Matrix { number: matrix.number, ..*other } == matrix;
        let others = types.iter().filter(|other| shape(other) && other.number != matrix.number);
        cases.extend(others.map(|other| Case::Convert(matrix, other.number)));
    }
    (cases, skipped)
}

/// The shader of a multiplication, and how its matrices are laid out in memory.
fn multiply_shader(
    all: [Matrix; 3],
    size: u32,
    source: Source,
    column_major: bool,
    saturate: bool,
) -> (String, [Layout; 4]) {
    let [a, b, c] = all;
    let layouts = [
        Layout::new(a, column_major),
        Layout::new(b, !column_major),
        Layout::new(c, false),
        Layout::new(c, column_major),
    ];
    let matrices = [a, b, c, c];
    let names = ["a", "b", "c", "r"];
    let mut text = head(size);
    for (index, (matrix, name)) in matrices.iter().zip(names).enumerate() {
        let number = matrix.number.glsl();
        let length = layouts[index].length(*matrix);
        match source {
            Source::Vectors => {
                text.push_str(&format!("layout(binding = {index}) buffer B{name} {{ uvec4 {name}[]; }};\n"))
            }
            Source::References => text.push_str(&format!(
                "layout(buffer_reference, buffer_reference_align = 16, std430) buffer R{name} {{ {number} at[]; }};\n"
            )),
            _ => {
                text.push_str(&format!("layout(binding = {index}, std430) buffer B{name} {{ {number} {name}[]; }};\n"))
            }
        }
        if source == Source::Shared {
            text.push_str(&format!("shared {number} shared_{name}[{length}];\n"));
        }
    }
    if source == Source::References {
        text.push_str("layout(binding = 4) buffer Pointers { Ra a; Rb b; Rc c; Rr r; };\n");
    }
    if source == Source::Specialized {
        for (id, name) in ["M", "N", "K"].into_iter().enumerate() {
            text.push_str(&format!("layout(constant_id = {id}) const uint {name} = 1;\n"));
        }
        text.push_str("layout(constant_id = 3) const uint SCOPE = 1;\n");
        let ty = |matrix: Matrix, rows, columns| {
            format!("coopmat<{}, SCOPE, {rows}, {columns}, {}>", matrix.number.glsl(), matrix.matrix_use)
        };
        text.push_str(&format!("#define A {}\n#define B {}\n", ty(a, "M", "K"), ty(b, "K", "N")));
        text.push_str(&format!("#define C {}\n", ty(c, "M", "N")));
    } else {
        text.push_str(&format!("#define A {}\n#define B {}\n#define C {}\n", a.glsl(), b.glsl(), c.glsl()));
    }
    text.push_str("void main() {\n");
    if source == Source::Shared {
        for (index, name) in names.into_iter().enumerate() {
            let length = layouts[index].length(matrices[index]);
            text.push_str(&format!(
                "    for (uint i = gl_LocalInvocationIndex; i < {length}; i += {size}) shared_{name}[i] = {name}[i];\n"
            ));
        }
        text.push_str("    barrier();\n");
    }
    text.push_str("    A left;\n    B right;\n    C sum;\n");
    // Elements of `uvec4` take 16 bytes, whatever the matrix contains.
    let place = |index: usize| {
        let (matrix, layout) = (matrices[index], layouts[index]);
        let scale = if source == Source::Vectors { 16 / matrix.number.size() } else { 1 };
        let memory = match source {
            Source::Shared => format!("shared_{}", names[index]),
            Source::References => format!("{}.at", names[index]),
            _ => names[index].to_owned(),
        };
        format!("{memory}, {}, {}, {}", START / scale, layout.stride / scale, layout.name())
    };
    for (index, matrix) in ["left", "right", "sum"].into_iter().enumerate() {
        text.push_str(&format!("    coopMatLoad({matrix}, {});\n", place(index)));
    }
    let flags = if saturate { ", gl_MatrixOperandsSaturatingAccumulation" } else { "" };
    text.push_str(&format!(
        "    sum = coopMatMulAdd(left, right, sum{flags});\n    coopMatStore(sum, {});\n",
        place(3)
    ));
    if source == Source::Shared {
        let length = layouts[3].length(c);
        text.push_str(&format!(
            "    barrier();\n    for (uint i = gl_LocalInvocationIndex; i < {length}; i += {size}) r[i] = shared_r[i];\n"
        ));
    }
    (text + "}\n", layouts)
}

/// Compiles, validates and runs. `None`: the device cannot.
fn execute(
    name: &str,
    text: &str,
    device: &Mutex<&Device>,
    bindings: &[Binding],
    specialization: &[(u32, Vec<u8>)],
) -> Result<Option<Vec<Vec<u8>>>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    let words = compile::spirv(name, text, target).map_err(|error| format!("{error}\n{text}"))?;
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(format!("{name}: invalid: {complaint}\n{text}"));
    }
    let device = device.lock().unwrap();
    if let Some(missing) = device.missing_capability(&words) {
        common::shout(&format!("{name}: NOT RUN, the device lacks {missing}"));
        return Ok(None);
    }
    let job = Job { words: &words, groups: [1, 1, 1], bindings, specialization, ..Job::default() };
    device.run(&job).map(Some).map_err(|error| format!("{name}: {error}\n{text}"))
}

fn multiply(
    device: &Mutex<&Device>,
    size: u32,
    row: &MatrixProperties,
    source: Source,
    column_major: bool,
    saturate: bool,
) -> Result<bool, String> {
    let all @ [a, b, c] = matrices(row).unwrap();
    let (text, layouts) = multiply_shader(all, size, source, column_major, saturate);
    let name = format!("{row:?} {source:?} column_major {column_major} saturate {saturate}");
    let mut random = Random::new(text.len() as u64);
    let (left, right, mut sum) = (a.random(&mut random), b.random(&mut random), c.random(&mut random));
    if saturate {
        // Close to both ends of the type's range.
        for (index, value) in sum.iter_mut().enumerate() {
            *value += if index % 2 == 0 { c.number.clamp(i64::from(u32::MAX)) } else { c.number.clamp(-1 << 33) };
            *value = c.number.clamp(*value);
        }
    }
    let expected: Vec<i64> = (0..c.count())
        .map(|index| {
            let (row, column) = (index / c.columns, index % c.columns);
            let products = (0..a.columns).map(|k| left[row * a.columns + k] * right[k * b.columns + column]);
            let total = sum[index] + products.sum::<i64>();
            if saturate { c.number.clamp(total) } else { c.number.wrap(total) }
        })
        .collect();
    let mut bindings: Vec<Binding> = [(a, Some(&left)), (b, Some(&right)), (c, Some(&sum)), (c, None)]
        .into_iter()
        .zip(layouts)
        .enumerate()
        .map(|(index, ((matrix, values), layout))| {
            let bytes = memory(matrix, layout, values.map(Vec::as_slice));
            Binding::storage(index as u32, bytes)
        })
        .collect();
    if source == Source::References {
        let resource = Resource::Addresses((0..4).map(|index| (0, index)).collect());
        bindings.push(Binding { set: 0, binding: 4, resource });
    }
    let specialization: Vec<(u32, Vec<u8>)> = match source {
        Source::Specialized => {
            let [m, n, k] = row.size;
            [m, n, k, row.scope].iter().zip(0..).map(|(size, id)| (id, size.to_le_bytes().to_vec())).collect()
        }
        _ => Vec::new(),
    };
    let Some(contents) = execute(&name, &text, device, &bindings, &specialization)? else { return Ok(false) };
    let found = read(c, layouts[3], &contents[3]).map_err(|error| format!("{name}: {error}\n{text}"))?;
    compare(&name, &expected, &found, c.columns).map_err(|error| format!("{error}\n{text}"))?;
    Ok(true)
}

/// The result of an operator on two numbers; the third is the scalar.
type Model = fn(i64, i64, i64) -> i64;

/// The operators: GLSL on matrices `x` and `y` and the number `s`, and the model. The divisor of `/` is a matrix of ones
/// and twos, which divides doubled numbers.
const OPERATORS: &[(&str, Model)] = &[
    ("x + y", |x, y, _| x + y),
    ("x - y", |x, y, _| x - y),
    ("x * y", |x, y, _| x * y),
    ("(x + x) / (y / y + M(T(1)))", |x, _, _| x),
    ("x * s", |x, _, s| x * s),
    ("s * x", |x, _, s| x * s),
    ("-x", |x, _, _| -x),
    ("by_component(x)", |x, _, _| 2 * x + 1),
    ("M(s)", |_, _, s| s),
    ("M(T(7))", |_, _, _| 7),
    ("through(x, y)", |x, y, _| x + 2 * y),
    ("chosen(x, y, 3)", |x, y, _| x * 3 + y),
];

fn operators_shader(matrix: Matrix, size: u32, layout: Layout) -> String {
    let mut text = head(size);
    let number = matrix.number.glsl();
    let length = layout.length(matrix);
    text.push_str(&format!(
        "#define T {number}\n#define M {}\n\
         layout(binding = 0, std430) buffer X {{ T in_x[]; }};\n\
         layout(binding = 1, std430) buffer Y {{ T in_y[]; }};\n\
         layout(binding = 2, std430) buffer S {{ T s; }};\n\
         layout(binding = 3, std430) buffer R {{ T r[]; }};\n\
         layout(binding = 4, std430) buffer L {{ uint lengths[]; }};\n\
         M global;\n\
         struct Pair {{ M first; M rest[2]; }};\n\
         M by_component(M x) {{\n    for (int i = 0; i < x.length(); ++i) x[i] = x[i] * T(2) + T(1);\n    return x;\n}}\n\
         void twice(inout M x) {{ x += x; }}\n\
         M through(M x, M y) {{\n    Pair pair;\n    pair.first = x;\n    pair.rest[1] = y;\n    twice(pair.rest[1]);\n    global = pair.first;\n    global += pair.rest[1];\n    return global;\n}}\n\
         M chosen(M x, M y, int n) {{\n    M sum = y;\n    for (int i = 0; i < n; ++i) sum = n > 0 ? sum + x : sum - x;\n    return sum;\n}}\n\
         void main() {{\n    M x, y;\n    coopMatLoad(x, in_x, {START}, {}, {});\n    coopMatLoad(y, in_y, {START}, {}, {});\n    \
         lengths[gl_LocalInvocationIndex] = x.length();\n",
        matrix.glsl(),
        layout.stride,
        layout.name(),
        layout.stride,
        layout.name()
    ));
    for (index, (operator, _)) in OPERATORS.iter().enumerate() {
        let start = index * length + START;
        text.push_str(&format!("    coopMatStore({operator}, r, {start}, {}, {});\n", layout.stride, layout.name()));
    }
    text + "}\n"
}

fn operators(device: &Mutex<&Device>, size: u32, matrix: Matrix) -> Result<bool, String> {
    let layout = Layout::new(matrix, false);
    let length = layout.length(matrix);
    let text = operators_shader(matrix, size, layout);
    let name = format!("operators on {}", matrix.glsl());
    let mut random = Random::new(text.len() as u64);
    let x = matrix.random(&mut random);
    // Never zero, since it divides.
    let y: Vec<i64> = matrix.random(&mut random).into_iter().map(|it| if it == 0 { 3 } else { it }).collect();
    let scalar = 3;
    let bindings = [
        Binding::storage(0, memory(matrix, layout, Some(&x))),
        Binding::storage(1, memory(matrix, layout, Some(&y))),
        Binding::storage(2, matrix.number.encode(scalar).into_iter().cycle().take(16).collect()),
        Binding::storage(3, vec![0; OPERATORS.len() * length * matrix.number.size()]),
        Binding::storage(4, vec![0; size as usize * 4]),
    ];
    let Some(contents) = execute(&name, &text, device, &bindings, &[])? else { return Ok(false) };
    for (index, (operator, model)) in OPERATORS.iter().enumerate() {
        let what = format!("{name}: {operator}");
        let bytes = &contents[3][index * length * matrix.number.size()..][..length * matrix.number.size()];
        let found = read(matrix, layout, bytes).map_err(|error| format!("{what}: {error}\n{text}"))?;
        let expected: Vec<i64> = x.iter().zip(&y).map(|(&x, &y)| matrix.number.wrap(model(x, y, scalar))).collect();
        compare(&what, &expected, &found, matrix.columns).map_err(|error| format!("{error}\n{text}"))?;
    }
    let lengths: Vec<u32> = contents[4].chunks(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect();
    if lengths.iter().sum::<u32>() < matrix.count() as u32 || lengths.iter().any(|length| *length != lengths[0]) {
        return Err(format!("{name}: lengths {lengths:?}\n{text}"));
    }
    Ok(true)
}

fn convert_shader(from: Matrix, to: Matrix, size: u32, from_layout: Layout, to_layout: Layout) -> String {
    let (from_number, to_number, from, to) = (from.number.glsl(), to.number.glsl(), from.glsl(), to.glsl());
    format!(
        "{}layout(binding = 0, std430) buffer X {{ {from_number} memory_x[]; }};\n\
         layout(binding = 1, std430) buffer R {{ {to_number} memory_r[]; }};\n\
         void main() {{\n    {from} x;\n    coopMatLoad(x, memory_x, {START}, {}, {});\n    {to} r = {to}(x);\n    \
         coopMatStore(r, memory_r, {START}, {}, {});\n}}\n",
        head(size),
        from_layout.stride,
        from_layout.name(),
        to_layout.stride,
        to_layout.name()
    )
}

fn convert(device: &Mutex<&Device>, size: u32, from: Matrix, number: Number) -> Result<bool, String> {
    let to = Matrix { number, ..from };
    let (from_layout, to_layout) = (Layout::new(from, false), Layout::new(to, true));
    let text = convert_shader(from, to, size, from_layout, to_layout);
    let name = format!("{} to {}", from.glsl(), number.glsl());
    let mut random = Random::new(text.len() as u64);
    // A negative float has no unsigned equivalent.
    let both_signs = !matches!((from.number, number), (Float(_), Unsigned(_)));
    let x: Vec<i64> = from.random(&mut random).into_iter().map(|it| if both_signs { it } else { it.abs() }).collect();
    let bindings =
        [Binding::storage(0, memory(from, from_layout, Some(&x))), Binding::storage(1, memory(to, to_layout, None))];
    let Some(contents) = execute(&name, &text, device, &bindings, &[])? else { return Ok(false) };
    let found = read(to, to_layout, &contents[1]).map_err(|error| format!("{name}: {error}\n{text}"))?;
    let expected: Vec<i64> = x.iter().map(|&it| number.wrap(it)).collect();
    compare(&name, &expected, &found, to.columns).map_err(|error| format!("{error}\n{text}"))?;
    Ok(true)
}

#[test]
fn every_matrix_computes_what_the_model_says() {
    let Some(guard) = vulkan::device() else { return };
    let size = guard.subgroup_size;
    let device = Mutex::new(&*guard);
    let (cases, unknown) = cases(&guard);
    if cases.is_empty() {
        common::shout(&format!("COOPERATIVE MATRICES SKIPPED: {} has none", guard.name));
        return;
    }
    let ran = Mutex::new(0);
    let failures = parallel::failures(&cases, |case| {
        let supported = match case {
            Case::Multiply { row, source, column_major, saturate } => {
                multiply(&device, size, row, *source, *column_major, *saturate)
            }
            Case::Operators(matrix) => operators(&device, size, *matrix),
            Case::Convert(from, to) => convert(&device, size, *from, *to),
        }?;
        *ran.lock().unwrap() += usize::from(supported);
        Ok(())
    });
    common::report(cases.len(), &failures);
    common::shout(&format!(
        "cooperative matrices on {}: {} multiplications, {} of {} shaders ran, all equal the model; {unknown} \
         multiplications have types of other extensions, or a result unlike C",
        guard.name,
        guard.cooperative_matrices.len(),
        ran.lock().unwrap(),
        cases.len()
    ));
}

/// Without a device the shaders at least compile, for every size and type that devices commonly have.
#[test]
fn every_shader_is_valid() {
    let row = |types: [i32; 4], size, saturating| MatrixProperties { size, types, saturating, scope: 3 };
    let rows = [
        row([0, 0, 0, 0], [16, 16, 16], false),
        row([0, 0, 1, 1], [16, 8, 16], false),
        row([3, 3, 5, 5], [16, 16, 32], true),
        row([7, 7, 9, 9], [16, 16, 32], true),
        row([3, 7, 5, 5], [8, 8, 32], false),
    ];
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    let mut shaders = Vec::new();
    for row in rows {
        let all = matrices(&row).unwrap();
        for source in [Source::Buffer, Source::Specialized, Source::Shared, Source::Vectors, Source::References] {
            for column_major in [false, true] {
                shaders.push(multiply_shader(all, 32, source, column_major, row.saturating).0);
            }
        }
    }
    let numbers = [Float(16), Float(32), Float(64), Signed(8), Signed(16), Signed(32), Signed(64)];
    let numbers: Vec<Number> =
        numbers.into_iter().chain([Unsigned(8), Unsigned(16), Unsigned(32), Unsigned(64)]).collect();
    for &number in &numbers {
        let from = Matrix { number, scope: 3, rows: 16, columns: 8, matrix_use: 2 };
        let layout = Layout::new(from, false);
        shaders.push(operators_shader(from, 32, layout));
        for &number in numbers.iter().filter(|other| **other != number) {
            let to = Matrix { number, ..from };
            shaders.push(convert_shader(from, to, 32, layout, Layout::new(to, true)));
        }
    }
    let failures = parallel::failures(&shaders, |text| {
        let words = compile::spirv("multiply", text, target).map_err(|error| format!("{error}\n{text}"))?;
        match validate::validate(&words, target).complaint() {
            Some(complaint) => Err(format!("{complaint}\n{text}")),
            None => Ok(()),
        }
    });
    common::report(shaders.len(), &failures);
}

/// The model and the memory agree: what is written is what is read.
#[test]
fn memory_keeps_numbers() {
    let mut random = Random::new(7);
    for number in [Float(16), Float(32), Float(64), Signed(8), Signed(32), Unsigned(8), Unsigned(16)] {
        let matrix = Matrix { number, scope: 3, rows: 4, columns: 8, matrix_use: 0 };
        for column_major in [false, true] {
            let layout = Layout::new(matrix, column_major);
            let values = matrix.random(&mut random);
            let mut bytes = memory(matrix, layout, None);
            for row in 0..4 {
                for column in 0..8 {
                    let at = layout.index(row, column) * number.size();
                    bytes[at..][..number.size()].copy_from_slice(&number.encode(values[row * 8 + column]));
                }
            }
            assert_eq!(read(matrix, layout, &bytes).unwrap(), values, "{number:?}");
            bytes[0] = 1;
            assert!(read(matrix, layout, &bytes).is_err(), "{number:?}");
        }
    }
    assert_eq!(
        (Signed(8).wrap(130), Signed(8).clamp(130), Unsigned(8).wrap(-1), Unsigned(8).clamp(-1)),
        (-126, 127, 255, 0)
    );
}
