//! The statements of random programs.

use super::types::{BOOL, Class, INT, Scalar, Shape, Type, UINT};
use super::{INVOCATIONS, OWN, Returns, Variable, Writer};

impl Writer<'_> {
    pub(super) fn statements(&mut self, depth: usize) {
        let known = self.variables.len();
        for _ in 0..1 + self.random.below(if depth == 0 { 30 } else { 5 }) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.statement(depth);
        }
        if depth > 0 {
            self.variables.truncate(known);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth < 4 { 21 } else { 10 }) {
            0 | 1 => {
                let shape = self.any_shape();
                self.declare(&shape);
            }
            2..=5 => self.assign(),
            6 => self.call(),
            7 if self.loops > 0 => {
                let condition = self.expression(Type::one(BOOL), 2);
                let jump = *self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            7 => self.leave(),
            8 | 9 => self.memory(),
            10..=12 => self.branch(depth),
            13 | 14 => self.repeat(depth),
            15 => self.switch(depth),
            16 => self.array(),
            17 | 18 if self.subgroups => self.subgroup(),
            // Here all invocations of the workgroup are together.
            19 if depth == 0 && self.is_compute => self.exchange(),
            20 => {
                self.open("");
                self.statements(depth + 1);
                self.close("");
            }
            _ => self.assign(),
        }
    }

    pub(super) fn declare(&mut self, shape: &Shape) {
        let name = self.name("v");
        let value = self.value(shape, 3);
        let is_const = self.chance(5);
        let qualifier = if is_const { "const " } else { "" };
        self.line(&format!("{qualifier}{} = {value};", shape.declaration(&name)));
        self.know(name, shape, !is_const);
    }

    fn leave(&mut self) {
        let value = match self.returns.clone() {
            Returns::Never => return self.assign(),
            Returns::Nothing => String::new(),
            Returns::Value(shape) => format!(" {}", self.value(&shape, 2)),
        };
        let condition = self.expression(Type::one(BOOL), 2);
        self.line(&format!("if ({condition}) return{value};"));
    }

    fn assign(&mut self) {
        let writable: Vec<_> = self.variables.iter().filter(|it| it.writable).cloned().collect();
        if writable.is_empty() {
            return;
        }
        let Variable { path, shape, .. } = self.random.pick(&writable).clone();
        match &shape {
            Shape::Leaf(ty) => self.assign_leaf(&path, *ty),
            Shape::Matrix(columns, rows) if self.chance(2) => {
                let index = self.index(*columns);
                let value = self.bounded(Type { scalar: super::types::FLOAT, width: *rows }, 3);
                self.line(&format!("{path}[{index}] = {value};"));
            }
            Shape::Array(element, length) if self.chance(2) => {
                let (index, value) = (self.index(*length), self.value(element, 2));
                self.line(&format!("{path}[{index}] = {value};"));
            }
            _ => {
                let value = self.value(&shape, 3);
                self.line(&format!("{path} = {value};"));
            }
        }
    }

    fn assign_leaf(&mut self, path: &str, ty: Type) {
        let is_integer = ty.is(Class::Signed) || ty.is(Class::Unsigned);
        if ty.width > 1 && self.chance(3) {
            let component = Type::one(ty.scalar);
            let value = self.bounded(component, 3);
            if self.chance(2) {
                let index = self.index(ty.width);
                return self.line(&format!("{path}[{index}] = {value};"));
            }
            let letter = ["x", "y", "z", "w"][self.random.below(ty.width)];
            return self.line(&format!("{path}.{letter} = {value};"));
        }
        if ty.width > 2 && self.chance(4) {
            let value = self.bounded(Type { scalar: ty.scalar, width: 2 }, 3);
            let swizzle = *self.random.pick(&["xy", "zx", "yz"]);
            return self.line(&format!("{path}.{swizzle} = {value};"));
        }
        if is_integer && self.chance(3) {
            let operator = *self.random.pick(&["+=", "-=", "*=", "^=", "&=", "|="]);
            let value = self.expression(ty, 3);
            return self.line(&format!("{path} {operator} {value};"));
        }
        if is_integer && self.chance(4) {
            return self.line(&format!("{path}++;"));
        }
        let value = self.bounded(ty, 4);
        self.line(&format!("{path} = {value};"));
    }

    /// A word of the invocation in memory.
    fn memory(&mut self) {
        if self.is_far && self.chance(3) {
            let (texel, value) = (self.own_texel(), self.expression(Type::one(UINT), 3));
            return self.line(&format!("imageStore({texel}, uvec4({value}));"));
        }
        let word = self.own_word();
        let operator = *self.random.pick(&["=", "=", "+=", "^=", "-=", "|="]);
        let value = self.expression(Type::one(UINT), 3);
        self.line(&format!("{word} {operator} {value};"));
    }

    fn call(&mut self) {
        if self.functions.is_empty() {
            return self.assign();
        }
        let function = self.random.pick(&self.functions).clone();
        let mut arguments = Vec::new();
        for (shape, mode) in &function.parameters {
            arguments.push(if matches!(*mode, "inout " | "out ") {
                // A variable of its own: two arguments never name one.
                let name = self.name("a");
                let value = self.value(shape, 2);
                self.line(&format!("{} = {value};", shape.declaration(&name)));
                self.know(name.clone(), shape, true);
                name
            } else {
                self.value(shape, 2)
            });
        }
        let call = format!("{}({})", function.name, arguments.join(", "));
        let Some(shape) = function.result else { return self.line(&format!("{call};")) };
        let name = self.name("v");
        self.line(&format!("{} = {call};", shape.declaration(&name)));
        self.know(name, &shape, true);
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.expression(Type::one(BOOL), 3);
        self.open(&format!("if ({condition})"));
        self.statements(depth + 1);
        if self.chance(2) {
            self.indent -= 1;
            self.line("} else {");
            self.indent += 1;
            self.statements(depth + 1);
        }
        self.close("");
    }

    fn repeat(&mut self, depth: usize) {
        let name = self.name("i");
        let count = 1 + self.random.below(4);
        let unroll = if self.chance(4) { "[[unroll]] " } else { "" };
        let subgroups = std::mem::replace(&mut self.subgroups, false);
        self.loops += 1;
        self.know(name.clone(), &Shape::Leaf(Type::one(INT)), false);
        match self.random.below(3) {
            0 => {
                self.open(&format!("{unroll}for (int {name} = 0; {name} < {count}; {name}++)"));
                self.statements(depth + 1);
                self.close("");
            }
            1 => {
                self.line(&format!("int {name} = 0;"));
                self.open(&format!("{unroll}while ({name}++ < {count})"));
                self.statements(depth + 1);
                self.close("");
            }
            _ => {
                self.line(&format!("int {name} = 0;"));
                self.open("do");
                self.statements(depth + 1);
                let condition = self.expression(Type::one(BOOL), 2);
                self.close(&format!(" while (++{name} < {count} && ({condition}));"));
            }
        }
        self.variables.retain(|it| it.path != name);
        self.loops -= 1;
        self.subgroups = subgroups;
    }

    fn switch(&mut self, depth: usize) {
        let selector = self.expression(Type::one(INT), 2);
        let (subgroups, loops) = (self.subgroups, self.loops);
        // A `break` would leave the switch, a `continue` the loop: both are left to the cases' ends.
        (self.subgroups, self.loops) = (false, 0);
        self.open(&format!("switch (({selector}) & 3)"));
        for case in 0..1 + self.random.below(3) {
            self.line(&format!("case {case}:"));
            self.open("");
            self.statements(depth + 1);
            self.close("");
            if !self.chance(3) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.line("default:");
            self.open("");
            self.statements(depth + 1);
            self.close("");
        }
        self.close("");
        (self.subgroups, self.loops) = (subgroups, loops);
    }

    /// An array with an initializer of either form, and a store to an element that is computed.
    fn array(&mut self) {
        let (name, ty) = (self.name("r"), self.any_type());
        let items: Vec<String> = (0..4).map(|_| self.bounded(ty, 2)).collect();
        let list = items.join(", ");
        let list = if self.chance(2) { format!("{}[]({list})", ty.name()) } else { format!("{{ {list} }}") };
        self.line(&format!("{} {name}[4] = {list};", ty.name()));
        let (index, value) = (self.index(4), self.bounded(ty, 3));
        self.line(&format!("{name}[{index}] = {value};"));
        self.know(name, &Shape::Array(Box::new(Shape::Leaf(ty)), 4), true);
    }

    fn subgroup(&mut self) {
        let name = self.name("v");
        let ty = Type::one(self.random.pick::<&Scalar>(&[INT, UINT]));
        let value = self.expression(ty, 2);
        let test = self.expression(Type::one(BOOL), 2);
        let of_values = ["Add", "Min", "Max", "And", "Or", "Xor", "InclusiveAdd", "ExclusiveOr", "ExclusiveAdd"];
        let ty_name = ty.name();
        let value = match self.random.below(7) {
            0 => format!("{ty_name}(subgroupAny({test}))"),
            1 => format!("{ty_name}(subgroupAll({test}))"),
            2 => format!("{ty_name}(subgroupBallot({test}).x)"),
            3 => format!("subgroupBroadcastFirst({value})"),
            4 => format!("subgroupClustered{}({value}, 4u)", self.random.pick(&["Add", "Min", "Xor"])),
            5 => format!("{ty_name}(subgroupElect())"),
            _ => format!("subgroup{}({value})", self.random.pick(&of_values)),
        };
        self.line(&format!("{ty_name} {name} = {value};"));
        self.know(name, &Shape::Leaf(ty), true);
    }

    /// Invocations read what others have written to shared memory.
    fn exchange(&mut self) {
        let (value, pair) = (self.expression(Type::one(UINT), 2), self.expression(Type { scalar: UINT, width: 2 }, 2));
        let distance = 1 + self.random.below(INVOCATIONS - 1);
        let (word, other) = (self.name("v"), self.name("v"));
        self.line(&format!("waiting[base] = {value};"));
        self.line(&format!("pairs[id] = {pair};"));
        self.line("barrier();");
        let from = format!("((id + {distance}u) & {}u)", INVOCATIONS - 1);
        self.line(&format!("uint {word} = waiting[{from} * {OWN}u];"));
        self.line(&format!("uvec2 {other} = pairs[{from}];"));
        self.line("barrier();");
        self.know(word, &Shape::Leaf(Type::one(UINT)), true);
        self.know(other, &Shape::Leaf(Type { scalar: UINT, width: 2 }), true);
    }
}
