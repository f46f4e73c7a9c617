//! The expressions of random programs.

use super::types::{BOOL, Class, FLOAT, INT, SCALARS, Scalar, Shape, Type, UINT};
use super::{INPUTS, OWN, TEXELS, Writer};

impl Writer<'_> {
    /// A value as 32 bits.
    pub(super) fn word(&mut self, ty: Type, value: &str) -> String {
        match (ty.scalar.class, ty.scalar.bits) {
            // Implementations may choose the sign of a zero.
            (Class::Float, _) => format!("({value} == 0.0 ? 0u : floatBitsToUint({value}))"),
            (Class::Bool, _) => format!("({value} ? 1u : 0u)"),
            (_, 64) => {
                let half = if self.chance(2) { " >> 32" } else { "" };
                format!("uint(uint64_t({value}){half})")
            }
            _ => format!("uint({value})"),
        }
    }

    fn any_scalar(&mut self) -> &'static Scalar {
        let among = if self.chance(3) { SCALARS.len() } else { 4 };
        &SCALARS[self.random.below(among)]
    }

    pub(super) fn any_type(&mut self) -> Type {
        let width = if self.chance(2) { 1 } else { 1 + self.random.below(4) };
        Type { scalar: self.any_scalar(), width }
    }

    /// A scalar, mostly, or one of the program's own types.
    pub(super) fn any_shape(&mut self) -> Shape {
        if !self.shapes.is_empty() && self.chance(3) {
            return self.random.pick(&self.shapes).clone();
        }
        Shape::Leaf(self.any_type())
    }

    /// An index below `length`.
    pub(super) fn index(&mut self, length: usize) -> String {
        if self.chance(3) {
            return self.random.below(length).to_string();
        }
        let index = self.expression(Type::one(UINT), 2);
        if length.is_power_of_two() { format!("({index}) & {}u", length - 1) } else { format!("({index}) % {length}u") }
    }

    /// A word in memory that no other invocation uses, as a place.
    pub(super) fn own_word(&mut self) -> String {
        let index = self.index(OWN);
        if self.is_far && self.chance(3) {
            return self.far_word(&index);
        }
        // The first word of `waiting` is what invocations exchange.
        match self.random.below(if self.is_compute { 4 } else { 3 }) {
            3 => format!("waiting[base + (({index}) | 1u)]"),
            _ => format!("data[base + ({index})]"),
        }
    }

    /// The same in memory that a reference leads to.
    fn far_word(&mut self, index: &str) -> String {
        format!("{}.words[base + ({index})]", self.random.pick(&["far", "near", "same(near)"]))
    }

    /// A texel of the image that no other invocation uses, as arguments.
    pub(super) fn own_texel(&mut self) -> String {
        format!("picture, ivec2(int(base >> 4), int({}))", self.index(OWN))
    }

    /// A value for a variable: floats do not grow.
    pub(super) fn bounded(&mut self, ty: Type, depth: usize) -> String {
        let value = self.expression(ty, depth);
        if ty.is(Class::Float) { format!("clamp({value}, -512.0, 512.0)") } else { value }
    }

    /// A value of any type, which floats do not grow in.
    pub(super) fn value(&mut self, shape: &Shape, depth: usize) -> String {
        if let Shape::Leaf(ty) = shape {
            return self.bounded(*ty, depth);
        }
        let known: Vec<_> = self.variables.iter().filter(|it| it.shape == *shape).map(|it| it.path.clone()).collect();
        if !known.is_empty() && (depth == 0 || self.chance(2)) {
            let path = self.random.pick(&known).clone();
            return match shape {
                Shape::Matrix(..) if depth > 0 && self.chance(3) => {
                    format!("({path} * {})", self.random.pick(&["0.5", "-1.0", "1.0"]))
                }
                _ => path,
            };
        }
        if depth > 0
            && self.chance(4)
            && let Some(call) = self.plain_call(shape, depth - 1)
        {
            return call;
        }
        let next = depth.saturating_sub(1);
        if let Shape::Matrix(columns, rows) = shape
            && self.chance(2)
        {
            return self.small_matrix(*columns, *rows, true);
        }
        let parts: Vec<String> = shape.parts().iter().map(|(_, part)| self.value(part, next)).collect();
        format!("{}({})", shape.name(), parts.join(", "))
    }

    /// A call, in an expression, of a function that changes no argument.
    fn plain_call(&mut self, shape: &Shape, depth: usize) -> Option<String> {
        // Calls in loops of functions that have loops take long.
        if self.loops > 1 {
            return None;
        }
        let plain: Vec<_> =
            self.functions.iter().filter(|it| it.is_plain() && it.result.as_ref() == Some(shape)).cloned().collect();
        if plain.is_empty() {
            return None;
        }
        let function = self.random.pick(&plain).clone();
        let arguments: Vec<String> =
            function.parameters.iter().map(|(shape, _)| self.value(shape, depth.min(1))).collect();
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    pub(super) fn literal(&mut self, ty: Type) -> String {
        let one = match ty.scalar.class {
            Class::Bool => if self.chance(2) { "true" } else { "false" }.to_owned(),
            Class::Float => format!("{:?}", (self.random.below(65) as f64 - 32.0) / 4.0),
            Class::Signed => {
                let number = self.random.below(200) as i64 - 100;
                format!("{}({number})", ty.scalar.name)
            }
            Class::Unsigned => format!("{}({}u)", ty.scalar.name, self.random.below(200)),
        };
        if ty.width == 1 { one } else { format!("{}({one})", ty.name()) }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let leaf = Shape::Leaf(ty);
        let known: Vec<_> = self.variables.iter().filter(|it| it.shape == leaf).map(|it| it.path.clone()).collect();
        if !known.is_empty() && !self.chance(4) {
            return self.random.pick(&known).clone();
        }
        let wider: Vec<_> = self
            .variables
            .iter()
            .filter(|it| matches!(&it.shape, Shape::Leaf(wide) if wide.scalar == ty.scalar && wide.width > ty.width))
            .map(|it| it.path.clone())
            .collect();
        if !wider.is_empty() && self.chance(2) {
            let letters = ["x", "yx", "yxz", "xyxy"];
            return format!("{}.{}", self.random.pick(&wider), letters[ty.width - 1]);
        }
        if self.chance(3) {
            let word = format!("input_[{}]", self.random.below(INPUTS));
            let word = match ty.scalar.class {
                Class::Bool => format!("(({word} & 4u) != 0u)"),
                // Multiples of a quarter, and exact.
                Class::Float => format!("(float({word} & 255u) * 0.25 - 32.0)"),
                _ => format!("{}({word})", ty.scalar.name),
            };
            return if ty.width == 1 { word } else { format!("{}({word})", ty.name()) };
        }
        self.literal(ty)
    }

    pub(super) fn expression(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.chance(5) {
            return self.leaf(ty);
        }
        let next = depth - 1;
        if ty.width > 1 && self.chance(4) {
            let one = Type::one(ty.scalar);
            let parts: Vec<String> = (0..ty.width).map(|_| self.expression(one, next)).collect();
            return format!("{}({})", ty.name(), parts.join(", "));
        }
        if self.chance(6) {
            let condition = self.expression(Type::one(BOOL), next);
            let (accept, reject) = (self.expression(ty, next), self.expression(ty, next));
            return format!("({condition} ? {accept} : {reject})");
        }
        if self.chance(10)
            && let Some(call) = self.plain_call(&Shape::Leaf(ty), next)
        {
            return call;
        }
        if self.chance(8)
            && let Some(element) = self.element(ty)
        {
            return element;
        }
        if self.chance(6) && !ty.is(Class::Bool) && !ty.is(Class::Float) {
            let scalar = loop {
                let scalar = self.any_scalar();
                if scalar.class != Class::Float {
                    break scalar;
                }
            };
            let value = self.expression(Type { scalar, width: ty.width }, next);
            return format!("{}({value})", ty.name());
        }
        match ty.scalar.class {
            Class::Bool => self.truth(ty, next),
            Class::Float => self.float(ty, next),
            _ => self.integer(ty, next),
        }
    }

    /// A part of an array, a matrix or a vector at an index that is computed.
    fn element(&mut self, ty: Type) -> Option<String> {
        let of = |shape: &Shape| match shape {
            Shape::Array(element, length) if **element == Shape::Leaf(ty) => Some(*length),
            Shape::Matrix(columns, rows) if ty == (Type { scalar: FLOAT, width: *rows }) => Some(*columns),
            Shape::Leaf(vector) if vector.width > 1 && ty == Type::one(vector.scalar) => Some(vector.width),
            _ => None,
        };
        let known: Vec<_> =
            self.variables.iter().filter_map(|it| of(&it.shape).map(|length| (it.path.clone(), length))).collect();
        if known.is_empty() {
            return None;
        }
        let (path, length) = self.random.pick(&known).clone();
        Some(format!("{path}[{}]", self.index(length)))
    }

    fn truth(&mut self, ty: Type, depth: usize) -> String {
        if ty.width > 1 {
            let compared = loop {
                let scalar = self.any_scalar();
                if scalar.class != Class::Bool {
                    break Type { scalar, width: ty.width };
                }
            };
            let (left, right) = (self.expression(compared, depth), self.expression(compared, depth));
            let function = *self.random.pick(&["lessThan", "greaterThanEqual", "equal", "notEqual"]);
            return format!("{function}({left}, {right})");
        }
        match self.random.below(5) {
            0 => {
                let operator = *self.random.pick(&["&&", "||", "^^"]);
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({left} {operator} {right})")
            }
            1 => format!("!({})", self.expression(ty, depth)),
            2 => {
                let all = *self.random.pick(&["any", "all"]);
                let width = 2 + self.random.below(3);
                format!("{all}({})", self.expression(Type { scalar: BOOL, width }, depth))
            }
            3 => {
                let compared = self.any_shape();
                let operator = *self.random.pick(&["==", "!="]);
                let (left, right) = match &compared {
                    Shape::Leaf(ty) => (self.expression(*ty, depth), self.expression(*ty, depth)),
                    _ => (self.value(&compared, depth.min(1)), self.value(&compared, depth.min(1))),
                };
                format!("({left} {operator} {right})")
            }
            _ => {
                let compared = Type::one(self.random.pick::<&Scalar>(&[INT, UINT, FLOAT, &SCALARS[6], &SCALARS[9]]));
                let operator = *self.random.pick(&["<", "<=", ">", ">="]);
                let (left, right) = (self.expression(compared, depth), self.expression(compared, depth));
                format!("({left} {operator} {right})")
            }
        }
    }

    fn integer(&mut self, ty: Type, depth: usize) -> String {
        let name = ty.name();
        if ty == Type::one(UINT) && self.chance(4) {
            return self.read_memory(depth);
        }
        let left = self.expression(ty, depth);
        match self.random.below(9) {
            0 => {
                let right = self.expression(ty, depth);
                // 1 to 7: the quotient is defined, and the remainder, too, if the left side is not negative.
                let divisor = format!("(({right} & {name}(6)) | {name}(1))");
                let largest = if ty.scalar.bits == 8 { "63" } else { "1023" };
                if self.chance(2) {
                    format!("({left} / {divisor})")
                } else {
                    format!("(({left} & {name}({largest})) % {divisor})")
                }
            }
            1 => {
                let operator = *self.random.pick(&["<<", ">>"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} ({right} & {name}({})))", ty.scalar.bits - 1)
            }
            2 => format!("~({left})"),
            3 if ty.is(Class::Signed) => format!("-({left})"),
            4 => {
                let (function, right) = (*self.random.pick(&["min", "max"]), self.expression(ty, depth));
                format!("{function}({left}, {right})")
            }
            5 if ty.scalar.bits == 32 => {
                let function = *self.random.pick(&["bitCount", "findLSB", "findMSB", "bitfieldReverse"]);
                format!("{name}({function}({left}))")
            }
            6 if ty.scalar.bits == 32 => format!("bitfieldExtract({left}, 3, {})", 1 + self.random.below(20)),
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} {right})")
            }
        }
    }

    /// A word that is read from memory, maybe with an atomic operation.
    fn read_memory(&mut self, depth: usize) -> String {
        if self.is_far && self.chance(3) {
            let index = self.index(OWN);
            return match self.random.below(3) {
                0 => format!("texel(picture, int({index}))"),
                1 => format!("imageLoad({}).x", self.own_texel()),
                _ => {
                    let (other, component) = (self.index(TEXELS), *self.random.pick(&["x", "y", "z", "w"]));
                    format!("texelFetch(look, ivec2(int({index}) & 7, int({other})), 0).{component}")
                }
            };
        }
        if !self.chance(3) {
            return self.own_word();
        }
        let operation = *self.random.pick(&["Add", "And", "Or", "Xor", "Min", "Max", "Exchange"]);
        let (index, value) = (self.index(OWN), self.expression(Type::one(UINT), depth));
        if self.is_far && self.chance(2) {
            return match self.random.below(2) {
                0 => format!("atomic{operation}({}, {value})", self.far_word(&index)),
                _ => format!("imageAtomic{operation}({}, {value})", self.own_texel()),
            };
        }
        match self.random.below(if self.is_compute { 2 } else { 1 }) {
            0 => format!("atomic{operation}(counted[base + ({index})], {value})"),
            _ => format!("atomic{operation}(waiting[base + (({index}) | 1u)], {value})"),
        }
    }

    fn float(&mut self, ty: Type, depth: usize) -> String {
        if self.chance(6) {
            return self.algebra(ty, depth);
        }
        let left = self.expression(ty, depth);
        match self.random.below(6) {
            0 => format!("{}({left})", self.random.pick(&["floor", "ceil", "trunc", "abs", "sign"])),
            1 => {
                let (function, right) = (*self.random.pick(&["min", "max", "step"]), self.expression(ty, depth));
                format!("{function}({left}, {right})")
            }
            2 => format!("({left} * {})", self.random.pick(&["0.5", "2.0", "-1.0", "4.0"])),
            3 => format!("-({left})"),
            4 => {
                let integer = Type { scalar: INT, width: ty.width };
                format!("{}({} & 255)", ty.name(), self.expression(integer, depth))
            }
            _ => {
                let operator = *self.random.pick(&["+", "-"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} {right})")
            }
        }
    }

    /// Products of matrices and vectors of small integers: exact in any order.
    fn algebra(&mut self, ty: Type, depth: usize) -> String {
        let other = 2 + self.random.below(3);
        if ty.width == 1 {
            return match self.random.below(3) {
                0 => format!("determinant({})", self.small_matrix(2, 2, false)),
                _ => format!("dot({}, {})", self.whole(other, depth), self.whole(other, depth)),
            };
        }
        let width = ty.width;
        match self.random.below(5) {
            0 => format!("({} * {})", self.small_matrix(other, width, true), self.whole(other, depth)),
            1 => format!("({} * {})", self.whole(other, depth), self.small_matrix(width, other, true)),
            2 => {
                let (left, right) = (self.small_matrix(other, width, false), self.small_matrix(3, other, false));
                format!("({left} * {right})[{}]", self.index(3))
            }
            3 => format!("transpose({})[{}]", self.small_matrix(width, other, false), self.index(other)),
            _ => {
                let outer = format!("outerProduct({}, {})", self.whole(width, depth), self.whole(other, depth));
                format!("{outer}[{}]", self.index(other))
            }
        }
    }

    /// A vector of integers from -512 to 512.
    fn whole(&mut self, width: usize, depth: usize) -> String {
        format!("floor({})", self.bounded(Type { scalar: FLOAT, width }, depth.min(1)))
    }

    /// A matrix of integers from -3 to 3.
    fn small_matrix(&mut self, columns: usize, rows: usize, may_transpose: bool) -> String {
        if may_transpose && self.chance(4) {
            return format!("transpose({})", self.small_matrix(rows, columns, false));
        }
        let mut parts = Vec::new();
        for _ in 0..columns * rows {
            parts.push(match self.random.below(4) {
                0 => format!("float({} & 3)", self.leaf(Type::one(INT))),
                _ => format!("{}.0", self.random.below(7) as i64 - 3),
            });
        }
        format!("mat{columns}x{rows}({})", parts.join(", "))
    }
}
