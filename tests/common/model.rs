//! Subgroup operations on the CPU: what every active lane must get.
//!
//! Comes in: an operation, the subgroup's size, which lanes are active, each lane's arguments. Goes out: each lane's
//! result, `None` where the specification leaves it undefined. From GL_KHR_shader_subgroup,
//! GL_KHR_shader_subgroup_rotate and GL_NV_shader_subgroup_partitioned.

use super::data::Number;
use super::subgroup::{Class, Kind, Meaning, Operator};

/// A value: its components.
pub type Lane = Vec<Number>;

/// The arguments of one call in a whole subgroup.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The operation.
    pub meaning: Meaning,
    /// The component type of the value.
    pub kind: &'a Kind,
    /// Which lanes take part.
    pub active: &'a [bool],
    /// The value argument of each lane.
    pub values: &'a [Lane],
    /// The second argument of each lane: a lane number, a mask, a delta; uniform if the operation requires that.
    pub arguments: &'a [u32],
    /// The cluster size of clustered operations.
    pub cluster: usize,
}

const TRUE: Number = Number::Integer(1);

fn boolean(value: bool) -> Option<Lane> {
    Some(vec![Number::Integer(value.into())])
}

fn is_true(lane: &Lane) -> bool {
    lane[0] == TRUE
}

/// A ballot of the lanes for which `test` holds.
fn ballot(size: usize, test: impl Fn(usize) -> bool) -> Lane {
    let mut words = [0_u32; 4];
    (0..size).filter(|&lane| test(lane)).for_each(|lane| words[lane / 32] |= 1 << (lane % 32));
    words.iter().map(|&word| Number::Integer(word.into())).collect()
}

/// Bit `index` of a ballot.
fn bit(lane: &Lane, index: usize) -> bool {
    match lane[index / 32] {
        Number::Integer(word) => word >> (index % 32) & 1 == 1,
        Number::Float(_) => false,
    }
}

/// `left operator right` in the arithmetic of `kind`.
fn combine(operator: Operator, kind: &Kind, left: Number, right: Number) -> Number {
    let result = match (left, right) {
        (Number::Integer(a), Number::Integer(b)) => Number::Integer(match operator {
            Operator::Add => a + b,
            Operator::Mul => a.wrapping_mul(b),
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::And => a & b,
            Operator::Or => a | b,
            Operator::Xor => a ^ b,
        }),
        (Number::Float(a), Number::Float(b)) => Number::Float(match operator {
            Operator::Add => a + b,
            Operator::Mul => a * b,
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            _ => unreachable!("no bit operations on floating point"),
        }),
        _ => unreachable!("both operands are of one type"),
    };
    kind.wrap(result)
}

/// The result of an exclusive scan in the first lane.
pub fn identity(operator: Operator, kind: &Kind) -> Number {
    let integer = |value: i128| Number::Integer(value);
    let bits = 8 * kind.element.size() as u32;
    let float = kind.element.is_float();
    match (operator, kind.class) {
        (Operator::Add, _) if float => Number::Float(0.0),
        (Operator::Mul, _) if float => Number::Float(1.0),
        (Operator::Min, _) if float => Number::Float(f64::INFINITY),
        (Operator::Max, _) if float => Number::Float(f64::NEG_INFINITY),
        (Operator::Mul, _) | (Operator::And, Class::Bool) => integer(1),
        (Operator::And, _) => kind.wrap(integer(-1)),
        (Operator::Min, Class::Signed) => integer((1 << (bits - 1)) - 1),
        (Operator::Min, _) => integer((1 << bits) - 1),
        (Operator::Max, Class::Signed) => integer(-(1 << (bits - 1))),
        _ => integer(0),
    }
}

impl Call<'_> {
    fn size(&self) -> usize {
        self.active.len()
    }

    /// The active lanes for which `test` holds.
    fn lanes(&self, test: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.size()).filter(|&lane| self.active[lane] && test(lane)).collect()
    }

    /// The value of another lane; undefined if that lane is inactive or does not exist.
    fn from(&self, lane: usize) -> Option<Lane> {
        (lane < self.size() && self.active[lane]).then(|| self.values[lane].clone())
    }

    fn reduce(&self, operator: Operator, lanes: &[usize]) -> Option<Lane> {
        // Inactive lanes may have no values.
        let width = self.lanes(|_| true).first().map_or(0, |&lane| self.values[lane].len());
        let mut result = vec![identity(operator, self.kind); width];
        for &lane in lanes {
            for (component, value) in result.iter_mut().zip(&self.values[lane]) {
                *component = combine(operator, self.kind, *component, *value);
            }
        }
        Some(result)
    }

    /// The result of lane `me`, which is active.
    pub fn result(&self, me: usize) -> Option<Lane> {
        use Meaning as M;
        let first = self.lanes(|_| true)[0];
        let argument = self.arguments[me] as usize;
        let size = self.size();
        let cluster = |lane: usize| lane / self.cluster == me / self.cluster;
        let count = |end: usize| {
            let bits = (0..end).filter(|&index| bit(&self.values[me], index)).count();
            Some(vec![Number::Integer(bits as i128)])
        };
        let mut set = (0..size).filter(|&index| bit(&self.values[me], index));
        let number = |index: usize| vec![Number::Integer(index as i128)];
        let quad = |lane: usize| lane / 4 == me / 4;
        let equal = |lane: usize| self.values[lane] == self.values[me];
        match self.meaning {
            M::Elect => boolean(me == first),
            M::All => boolean(self.lanes(|_| true).iter().all(|&lane| is_true(&self.values[lane]))),
            M::Any => boolean(self.lanes(|_| true).iter().any(|&lane| is_true(&self.values[lane]))),
            M::AllEqual => boolean(self.lanes(|_| true).iter().all(|&lane| equal(lane))),
            M::Broadcast | M::Shuffle => self.from(argument),
            M::BroadcastFirst => self.from(first),
            M::Ballot => Some(ballot(size, |lane| self.active[lane] && is_true(&self.values[lane]))),
            M::InverseBallot => boolean(bit(&self.values[me], me)),
            M::BallotBitExtract => (argument < size).then(|| boolean(bit(&self.values[me], argument)))?,
            M::BallotBitCount => count(size),
            M::BallotInclusiveBitCount => count(me + 1),
            M::BallotExclusiveBitCount => count(me),
            M::BallotFindLsb => set.next().map(number),
            M::BallotFindMsb => set.next_back().map(number),
            M::ShuffleXor => self.from(me ^ argument),
            M::ShuffleUp => me.checked_sub(argument).and_then(|lane| self.from(lane)),
            M::ShuffleDown => self.from(me + argument),
            M::QuadBroadcast => self.from(me / 4 * 4 + argument),
            M::QuadSwap(mask) => self.from(me ^ mask as usize),
            M::QuadAll => boolean(self.lanes(quad).iter().all(|&lane| is_true(&self.values[lane]))),
            M::QuadAny => boolean(self.lanes(quad).iter().any(|&lane| is_true(&self.values[lane]))),
            M::Rotate => self.from((me + argument) % size),
            M::ClusteredRotate => {
                let base = me / self.cluster * self.cluster;
                self.from(base + (me + argument) % self.cluster)
            }
            M::Reduce(operator) => self.reduce(operator, &self.lanes(|_| true)),
            M::Inclusive(operator) => self.reduce(operator, &self.lanes(|lane| lane <= me)),
            M::Exclusive(operator) => self.reduce(operator, &self.lanes(|lane| lane < me)),
            M::Clustered(operator) => self.reduce(operator, &self.lanes(cluster)),
            M::Partition => Some(ballot(size, |lane| self.active[lane] && equal(lane))),
            // The partition is the set of active lanes whose second argument is equal: the caller has formed the
            // ballots accordingly.
            M::PartitionedReduce(operator) => {
                self.reduce(operator, &self.lanes(|lane| self.arguments[lane] == self.arguments[me]))
            }
            M::PartitionedInclusive(operator) => {
                self.reduce(operator, &self.lanes(|lane| self.arguments[lane] == self.arguments[me] && lane <= me))
            }
            M::PartitionedExclusive(operator) => {
                self.reduce(operator, &self.lanes(|lane| self.arguments[lane] == self.arguments[me] && lane < me))
            }
        }
    }
}
