//! A model of tensor layouts and views (GL_NV_cooperative_matrix2, 4.1 and 8.X): which element of memory an element of
//! a matrix corresponds to.
//!
//! Comes in: a layout, a view, a row and a column. Goes out: an index, or why there is none; and the GLSL that makes
//! the same layout. Must not depend on: devices.

use std::fmt::Write;

/// What is outside the tensor, by the names in GLSL.
#[allow(clippy::enum_variant_names)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    Undefined,
    Constant,
    ClampToEdge,
    Repeat,
    MirrorRepeat,
}

/// Where an element of a matrix comes from or goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An element, or a block of elements.
    Element {
        /// Its index in memory.
        index: usize,
        /// The block.
        block: Vec<u32>,
        /// The position in the block.
        in_block: Vec<u32>,
    },
    /// Outside the tensor: the clamp value, or nowhere.
    Clamped,
    /// Outside the clip region: nothing happens.
    Skipped,
}

/// A tensor layout, and the calls that made it.
#[derive(Clone, Debug)]
pub struct Layout {
    clamp: Clamp,
    dimensions: Vec<u32>,
    block_size: Vec<u32>,
    stride: Vec<u32>,
    offset: Vec<i32>,
    span: Vec<u32>,
    pub clamp_value: u32,
    calls: Vec<String>,
}

impl Layout {
    /// A layout with these dimensions; if there are none, the block size comes first.
    pub fn new(clamp: Clamp, dimensions: &[u32]) -> Self {
        let mut layout = Self {
            clamp,
            dimensions: Vec::new(),
            block_size: vec![1; dimensions.len()],
            stride: Vec::new(),
            offset: Vec::new(),
            span: Vec::new(),
            clamp_value: 0,
            calls: Vec::new(),
        };
        if !dimensions.is_empty() {
            layout.set_dimensions(dimensions);
        }
        layout
    }

    pub fn set_block_size(&mut self, size: &[u32]) {
        self.block_size = size.to_vec();
        self.call("setTensorLayoutBlockSizeNV", size);
    }

    pub fn set_dimensions(&mut self, dimensions: &[u32]) {
        self.dimensions = dimensions.to_vec();
        self.span = dimensions.to_vec();
        self.offset = vec![0; dimensions.len()];
        self.stride = vec![1; dimensions.len()];
        for inner in (1..dimensions.len()).rev() {
            self.stride[inner - 1] = self.stride[inner] * dimensions[inner].div_ceil(self.block_size[inner]);
        }
        self.call("setTensorLayoutDimensionNV", dimensions);
    }

    pub fn set_stride(&mut self, stride: &[u32]) {
        self.stride = stride.to_vec();
        self.call("setTensorLayoutStrideNV", stride);
    }

    pub fn slice(&mut self, parts: &[(i32, u32)]) {
        for (index, &(offset, span)) in parts.iter().enumerate() {
            self.offset[index] += offset;
            self.span[index] = span;
        }
        let text: Vec<String> = parts.iter().map(|(offset, span)| format!("{offset}, {span}")).collect();
        self.calls.push(format!("sliceTensorLayoutNV(t, {})", text.join(", ")));
    }

    fn call(&mut self, function: &str, numbers: &[u32]) {
        self.calls.push(format!("{function}(t, {})", list(numbers)));
    }

    /// Statements that build the layout in a variable `t`.
    pub fn glsl(&self) -> String {
        let (count, mode) = (self.dimensions.len(), format!("gl_CooperativeMatrixClampMode{:?}NV", self.clamp));
        let mut text = format!("tensorLayoutNV<{count}, {mode}> t = createTensorLayoutNV({count}, {mode});\n");
        for call in &self.calls {
            writeln!(text, "    t = {call};").unwrap();
        }
        writeln!(text, "    t = setTensorLayoutClampValueNV(t, {}u);", self.clamp_value).unwrap();
        text
    }

    /// The location of the element in `row` and `column` of a matrix with `columns` columns.
    pub fn element(&self, view: Option<&View>, row: usize, column: usize, columns: usize) -> Source {
        let place = match view {
            None => Some((row * columns + column) as u32),
            Some(view) => view.place_in_span(&self.span, row as u32, column as u32, columns as u32),
        };
        let Some(place) = place else { return Source::Skipped };
        let coordinates = digits(place, &self.span);
        let (mut block, mut in_block) = (Vec::new(), Vec::new());
        for (dimension, coordinate) in coordinates.into_iter().enumerate() {
            let length = self.dimensions[dimension] as i32;
            let mut at = coordinate as i32 + self.offset[dimension];
            if !(0..length).contains(&at) {
                at = match self.clamp {
                    Clamp::Undefined => panic!("the test reads beyond the tensor"),
                    Clamp::Constant => return Source::Clamped,
                    Clamp::ClampToEdge => at.clamp(0, length - 1),
                    Clamp::Repeat => at.rem_euclid(length),
                    Clamp::MirrorRepeat => {
                        let there_and_back = 2 * length - 2;
                        let at = at.rem_euclid(there_and_back);
                        at.min(there_and_back - at)
                    }
                };
            }
            block.push(at as u32 / self.block_size[dimension]);
            in_block.push(at as u32 % self.block_size[dimension]);
        }
        let index = block.iter().zip(&self.stride).map(|(at, stride)| (at * stride) as usize).sum();
        Source::Element { index, block, in_block }
    }
}

/// A tensor view.
#[derive(Clone, Debug)]
pub struct View {
    order: Vec<u32>,
    dimensions: Option<Vec<u32>>,
    pub stride: Option<Vec<u32>>,
    /// First row, rows, first column, columns.
    pub clip: [u32; 4],
}

impl View {
    /// A view with the dimensions of the span in this order.
    pub fn new(order: &[u32]) -> Self {
        Self { order: order.to_vec(), dimensions: None, stride: None, clip: [0, u32::MAX, 0, u32::MAX] }
    }

    pub fn set_dimensions(&mut self, dimensions: &[u32]) {
        self.dimensions = Some(dimensions.to_vec());
    }

    /// The position in the span, counted through all of it; `None` outside the clip region.
    fn place_in_span(&self, span: &[u32], row: u32, column: u32, columns: u32) -> Option<u32> {
        let [first_row, rows, first_column, clip_columns] = self.clip;
        let row = row.checked_sub(first_row).filter(|&row| row < rows)?;
        let column = column.checked_sub(first_column).filter(|&column| column < clip_columns)?;
        let mut rest = row * columns.min(clip_columns) + column;
        let dimensions = self.dimensions.as_deref().unwrap_or(span);
        // The matrix counts through the dimensions in the order of the view, the last of them fastest.
        let mut place = vec![0; self.order.len()];
        for &dimension in self.order.iter().rev() {
            let length = dimensions[dimension as usize];
            place[dimension as usize] = rest % length;
            rest /= length;
        }
        let natural: Vec<u32> = (0..dimensions.len()).map(|at| dimensions[at + 1..].iter().product()).collect();
        let stride = self.stride.as_ref().filter(|_| self.dimensions.is_some()).unwrap_or(&natural);
        Some(place.iter().zip(stride).map(|(at, stride)| at * stride).sum())
    }

    /// Statements that build the view in a variable `v`.
    pub fn glsl(&self) -> String {
        let parameters = format!("{}, {}, {}", self.order.len(), self.dimensions.is_some(), list(&self.order));
        let mut text = format!("    tensorViewNV<{parameters}> v = createTensorViewNV({parameters});\n");
        if let Some(dimensions) = &self.dimensions {
            writeln!(text, "    v = setTensorViewDimensionsNV(v, {});", list(dimensions)).unwrap();
        }
        if let Some(stride) = &self.stride {
            writeln!(text, "    v = setTensorViewStrideNV(v, {});", list(stride)).unwrap();
        }
        if self.clip != [0, u32::MAX, 0, u32::MAX] {
            writeln!(text, "    v = setTensorViewClipNV(v, {});", list(&self.clip)).unwrap();
        }
        text
    }
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// `number` in mixed radix, the last digit the lowest.
fn digits(number: u32, radix: &[u32]) -> Vec<u32> {
    let mut digits = vec![0; radix.len()];
    let mut rest = number;
    for (digit, radix) in digits.iter_mut().zip(radix).rev() {
        *digit = rest % radix;
        rest /= radix;
    }
    digits
}
