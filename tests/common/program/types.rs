//! The types of random programs: scalars and vectors, and matrices, arrays and structures of them.

/// Classes of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// A scalar type.
#[derive(Debug, PartialEq, Eq)]
pub struct Scalar {
    pub name: &'static str,
    vector: &'static str,
    pub class: Class,
    pub bits: u32,
}

const fn scalar(name: &'static str, vector: &'static str, class: Class, bits: u32) -> Scalar {
    Scalar { name, vector, class, bits }
}

pub const BOOL: &Scalar = &SCALARS[0];
pub const INT: &Scalar = &SCALARS[1];
pub const UINT: &Scalar = &SCALARS[2];
pub const FLOAT: &Scalar = &SCALARS[3];

/// The scalars; the first four are the common ones.
pub const SCALARS: &[Scalar] = &[
    scalar("bool", "bvec", Class::Bool, 1),
    scalar("int", "ivec", Class::Signed, 32),
    scalar("uint", "uvec", Class::Unsigned, 32),
    scalar("float", "vec", Class::Float, 32),
    scalar("int8_t", "i8vec", Class::Signed, 8),
    scalar("uint8_t", "u8vec", Class::Unsigned, 8),
    scalar("int16_t", "i16vec", Class::Signed, 16),
    scalar("uint16_t", "u16vec", Class::Unsigned, 16),
    scalar("int64_t", "i64vec", Class::Signed, 64),
    scalar("uint64_t", "u64vec", Class::Unsigned, 64),
];

/// A scalar or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    pub scalar: &'static Scalar,
    pub width: usize,
}

impl Type {
    pub const fn one(scalar: &'static Scalar) -> Self {
        Self { scalar, width: 1 }
    }

    pub fn name(self) -> String {
        if self.width == 1 { self.scalar.name.to_owned() } else { format!("{}{}", self.scalar.vector, self.width) }
    }

    pub fn is(self, class: Class) -> bool {
        self.scalar.class == class
    }
}

/// Any type that a variable may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Leaf(Type),
    /// Of `float`: columns and rows.
    Matrix(usize, usize),
    Array(Box<Shape>, usize),
    Struct(String, Vec<(String, Shape)>),
}

impl Shape {
    /// The name of the constructor: `int[2][3]`.
    pub fn name(&self) -> String {
        let (base, lengths) = self.base();
        format!("{base}{lengths}")
    }

    /// A declaration: `int name[2][3]`.
    pub fn declaration(&self, name: &str) -> String {
        let (base, lengths) = self.base();
        format!("{base} {name}{lengths}")
    }

    fn base(&self) -> (String, String) {
        match self {
            Self::Leaf(ty) => (ty.name(), String::new()),
            Self::Matrix(columns, rows) => (format!("mat{columns}x{rows}"), String::new()),
            Self::Array(element, length) => {
                let (base, lengths) = element.base();
                (base, format!("[{length}]{lengths}"))
            }
            Self::Struct(name, _) => (name.clone(), String::new()),
        }
    }

    /// What it consists of, each with the path behind a variable.
    pub fn parts(&self) -> Vec<(String, Self)> {
        match self {
            Self::Leaf(_) => Vec::new(),
            Self::Matrix(columns, rows) => {
                let column = Self::Leaf(Type { scalar: FLOAT, width: *rows });
                (0..*columns).map(|index| (format!("[{index}]"), column.clone())).collect()
            }
            Self::Array(element, length) => {
                (0..*length).map(|index| (format!("[{index}]"), element.as_ref().clone())).collect()
            }
            Self::Struct(_, members) => members.iter().map(|(name, it)| (format!(".{name}"), it.clone())).collect(),
        }
    }
}
