//! Terms: integers and booleans of the shader as expressions over what distinguishes invocations.
//!
//! Comes in: operations of the walk. Goes out: terms, equal ones once, folded where that is exact, with the widest scope in
//! which all invocations have the same value, and with what the value depends on. Must not depend on: HIR, lints.

use super::interner::Interner;
use super::memory::empty;
pub(super) use super::support::{Scope, Source, Support};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// Operations on 32 bits; those with truth values give 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    DivideUnsigned,
    DivideSigned,
    ModuloUnsigned,
    ModuloSigned,
    ShiftLeft,
    ShiftRightUnsigned,
    ShiftRightSigned,
    And,
    Or,
    Xor,
    MinUnsigned,
    MaxUnsigned,
    MinSigned,
    MaxSigned,
    Equal,
    LessUnsigned,
    LessSigned,
    /// Of truth values, as the next.
    Both,
    Either,
}

impl Operation {
    /// The result for two numbers. What the language leaves undefined is 0.
    pub(super) const fn apply(self, left: u32, right: u32) -> u32 {
        let (a, b) = (left as i32, right as i32);
        match self {
            Self::Add => left.wrapping_add(right),
            Self::Subtract => left.wrapping_sub(right),
            Self::Multiply => left.wrapping_mul(right),
            Self::DivideUnsigned => match left.checked_div(right) {
                Some(it) => it,
                None => 0,
            },
            Self::DivideSigned => match a.checked_div(b) {
                Some(it) => it as u32,
                None => 0,
            },
            Self::ModuloUnsigned => match left.checked_rem(right) {
                Some(it) => it,
                None => 0,
            },
            // The sign follows the divisor, as OpSMod has it.
            Self::ModuloSigned => match a.checked_rem(b) {
                Some(it) if it != 0 && (it < 0) != (b < 0) => it.wrapping_add(b) as u32,
                Some(it) => it as u32,
                None => 0,
            },
            Self::ShiftLeft => {
                if right < 32 {
                    left << right
                } else {
                    0
                }
            }
            Self::ShiftRightUnsigned => {
                if right < 32 {
                    left >> right
                } else {
                    0
                }
            }
            Self::ShiftRightSigned => {
                if right < 32 {
                    (a >> right) as u32
                } else {
                    0
                }
            }
            Self::And | Self::Both => left & right,
            Self::Or | Self::Either => left | right,
            Self::Xor => left ^ right,
            Self::MinUnsigned => {
                if left < right {
                    left
                } else {
                    right
                }
            }
            Self::MaxUnsigned => {
                if left > right {
                    left
                } else {
                    right
                }
            }
            Self::MinSigned => {
                if a < b {
                    left
                } else {
                    right
                }
            }
            Self::MaxSigned => {
                if a > b {
                    left
                } else {
                    right
                }
            }
            Self::Equal => (left == right) as u32,
            Self::LessUnsigned => (left < right) as u32,
            Self::LessSigned => (a < b) as u32,
        }
    }

    /// Whether the result may be known although neither operand is a constant.
    const fn folds_unknowns(self) -> bool {
        matches!(
            self,
            Self::Subtract
                | Self::And
                | Self::Or
                | Self::Xor
                | Self::Equal
                | Self::LessUnsigned
                | Self::LessSigned
                | Self::Both
                | Self::Either
        )
    }

    const fn commutes(self) -> bool {
        matches!(
            self,
            Self::Add | Self::Multiply | Self::And | Self::Or | Self::Xor | Self::Equal | Self::Both | Self::Either
        )
    }
}

/// A handle of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term(u32);

impl Term {
    /// Its number, which no other term has.
    pub(super) const fn number(self) -> u32 {
        self.0
    }
}

/// How a term is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Constant(u32),
    Source(Source),
    /// A value that is equal to itself and about which nothing else is known; its number.
    Unknown(u32),
    Operation(Operation, Term, Term),
    /// Condition, value if it is true, value if it is false.
    Select(Term, Term, Term),
}

impl Hash for Node {
    /// Two words: most of what lints do is to look for terms.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let pair = |a: Term, b: Term| u64::from(a.0) << 32 | u64::from(b.0);
        let (kind, rest) = match *self {
            Self::Constant(value) => (0, value.into()),
            Self::Source(source) => (1, source as u64),
            Self::Unknown(number) => (2, number.into()),
            Self::Operation(operation, a, b) => (3 + operation as u64, pair(a, b)),
            Self::Select(condition, a, b) => (u64::from(condition.0) << 8 | 0xFF, pair(a, b)),
        };
        state.write_u64(kind);
        state.write_u64(rest);
    }
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    scope: Scope,
    support: Support,
    depth: u8,
}

impl Facts {
    /// Of no term.
    const NOTHING: Self = Self { scope: Scope::Invocation, support: Support::COMPUTED, depth: 0 };

    /// Only constants depend on nothing.
    const fn is_constant(self) -> bool {
        self.support.0 == 0
    }
}

/// A term that is deeper is not followed: evaluation recurses.
const MOST_DEPTH: u8 = 60;

/// Numbers of invocations that are constants.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The size of subgroups.
    pub subgroup: Option<u32>,
    /// How many of them a workgroup has.
    pub subgroups: Option<u32>,
    /// There is one workgroup.
    pub one_workgroup: bool,
}

/// All terms of a shader.
#[derive(Debug, Default)]
pub(super) struct Terms {
    nodes: Interner<Node>,
    facts: Vec<Facts>,
    /// The size of the workgroup; `None` if it depends on a specialization constant or there is no workgroup.
    size: Option<[u32; 3]>,
    host: Known,
}

impl Terms {
    pub(super) const FALSE: Term = Term(0);
    pub(super) const TRUE: Term = Term(1);
    /// Nothing is known, and no two uses are taken as equal: what floats are.
    pub(super) const NUMBERS: [(Scope, Term); 5] = [
        (Scope::Invocation, Term(2)),
        (Scope::Quad, Term(3)),
        (Scope::Subgroup, Term(4)),
        (Scope::Workgroup, Term(5)),
        (Scope::Dispatch, Term(6)),
    ];

    /// `room`: about how many there will be. They take the memory of others, which are [cleared](Self::cleared).
    pub(super) fn new(size: Option<[u32; 3]>, host: Known, room: usize, memory: Self) -> Self {
        let mut facts = memory.facts;
        facts.reserve(room);
        let mut terms = Self { nodes: memory.nodes.with_room(room), facts, size, host };
        terms.constant(0);
        terms.constant(1);
        for (scope, _) in Self::NUMBERS {
            terms.fresh(scope, Support::NONE);
        }
        terms
    }

    /// None, in the memory of others.
    pub(super) fn cleared(self) -> Self {
        Self { nodes: self.nodes.cleared(), facts: empty(self.facts), ..Self::default() }
    }

    pub(super) fn node(&self, term: Term) -> Node {
        self.nodes.get(term.0).unwrap_or(Node::Unknown(0))
    }

    fn facts(&self, term: Term) -> Facts {
        *self.facts.get(term.0 as usize).unwrap_or(&Facts::NOTHING)
    }

    pub(super) fn scope(&self, term: Term) -> Scope {
        self.facts(term).scope
    }

    pub(super) fn support(&self, term: Term) -> Support {
        self.facts(term).support
    }

    /// What any of some terms depends on.
    pub(super) fn support_of(&self, terms: &[Term]) -> Support {
        terms.iter().fold(Support::NONE, |all, &it| all.with(self.support(it)))
    }

    pub(super) fn value(&self, term: Term) -> Option<u32> {
        match self.node(term) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// In line, so that it is known which node it is whose hash is computed.
    #[inline(always)]
    fn push(&mut self, node: Node, facts: Facts) -> Term {
        let (number, is_new) = self.nodes.insert(node);
        if is_new {
            self.facts.push(facts);
        }
        Term(number)
    }

    pub(super) fn constant(&mut self, value: u32) -> Term {
        self.push(Node::Constant(value), Facts { scope: Scope::Dispatch, support: Support::NONE, depth: 0 })
    }

    /// A value of its own, about which nothing is known but its scope. Uniform ones are the host's.
    pub(super) fn fresh(&mut self, scope: Scope, support: Support) -> Term {
        let unknown = if scope >= Scope::Workgroup { Support::UNIFORM } else { Support::COMPUTED };
        let support = if support == Support::NONE { unknown } else { support.blurred() };
        let support = if scope >= Scope::Workgroup { support.with(Support::UNIFORM) } else { support };
        // It equals nothing else, so nobody looks for it.
        let term = Term(self.nodes.len());
        self.nodes.push(Node::Unknown(term.0));
        self.facts.push(Facts { scope, support, depth: 0 });
        term
    }

    /// A float or another value that is not followed.
    pub(super) const fn number(scope: Scope) -> Term {
        Term(2 + scope as u32)
    }

    /// A number of the invocation; the trivial ones of small workgroups are constants.
    pub(super) fn source(&mut self, source: Source) -> Term {
        let constant = match source {
            Source::SubgroupSize => self.host.subgroup,
            Source::Subgroups => self.host.subgroups,
            Source::GroupX | Source::GroupY | Source::GroupZ if self.host.one_workgroup => Some(0),
            _ => None,
        };
        if let Some(constant) = constant {
            return self.constant(constant);
        }
        let mut source = source;
        if let Some([x, y, z]) = self.size {
            if source == Source::LocalIndex && y == 1 && z == 1 {
                source = Source::LocalX;
            }
            let one = match source {
                Source::LocalX => x == 1,
                Source::LocalY => y == 1,
                Source::LocalZ => z == 1,
                Source::LocalIndex => x == 1 && y == 1 && z == 1,
                _ => false,
            };
            if one {
                return Self::FALSE;
            }
        }
        let (scope, support) = source.facts();
        self.push(Node::Source(source), Facts { scope, support, depth: 0 })
    }

    /// Whether the shader asks for a number of the invocation.
    pub(super) fn asks(&self, source: Source) -> bool {
        self.nodes.find(&Node::Source(source)).is_some()
    }

    /// The largest number that an unsigned term may be, as far as a few levels show.
    pub(super) fn at_most(&self, term: Term) -> Option<u32> {
        self.at_most_below(term, 8)
    }

    fn at_most_below(&self, term: Term, levels: u32) -> Option<u32> {
        use Operation as O;
        let levels = levels.checked_sub(1)?;
        let of = |it| self.at_most_below(it, levels);
        match self.node(term) {
            Node::Operation(O::And, a, b) => match (of(a), of(b)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            Node::Operation(O::MinUnsigned, a, b) => match (of(a), of(b)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            Node::Operation(O::ModuloUnsigned | O::ModuloSigned, a, by) => {
                self.value(by).map(|it| it.saturating_sub(1)).or_else(|| of(a))
            }
            Node::Operation(O::DivideUnsigned, a, by) => {
                Some(of(a).unwrap_or(u32::MAX) / self.value(by).filter(|it| *it > 0)?)
            }
            Node::Operation(O::ShiftRightUnsigned, a, by) => {
                Some(of(a).unwrap_or(u32::MAX) >> self.value(by).filter(|it| *it < 32)?)
            }
            Node::Operation(O::Add, a, b) => of(a)?.checked_add(of(b)?),
            Node::Operation(O::Multiply, a, b) => of(a)?.checked_mul(of(b)?),
            Node::Operation(O::Or | O::Xor, a, b) => {
                (of(a)? | of(b)?).checked_next_power_of_two().map(|it| it.saturating_mul(2) - 1)
            }
            Node::Operation(O::Equal | O::LessUnsigned | O::LessSigned | O::Both | O::Either, ..) => Some(1),
            Node::Select(_, a, b) => Some(of(a)?.max(of(b)?)),
            _ => self.most(term),
        }
    }

    /// What a term is made of, as far as a few steps show.
    fn leaves_of(&self, term: Term) -> SmallVec<[Term; 8]> {
        let (mut open, mut found): (SmallVec<[Term; 16]>, SmallVec<[Term; 8]>) = (SmallVec::new(), SmallVec::new());
        open.push(term);
        let mut steps = 0;
        while let Some(term) = open.pop() {
            steps += 1;
            match self.node(term) {
                Node::Operation(_, a, b) if steps < 64 => open.extend([a, b]),
                Node::Select(a, b, c) if steps < 64 => open.extend([a, b, c]),
                Node::Constant(_) => {}
                _ => found.push(term),
            }
        }
        found
    }

    /// Whether two terms are made of the same values.
    pub(super) fn have_common(&self, left: Term, right: Term) -> bool {
        let left = self.leaves_of(left);
        self.leaves_of(right).iter().any(|it| left.contains(it))
    }

    /// Whether a condition can be made true for all invocations by what the host decides, if that is large: `id < n`.
    pub(super) fn is_bound(&self, condition: Term, closed: Support) -> bool {
        use Operation as O;
        let host = |it: Term| {
            let support = self.support(it);
            self.scope(it) == Scope::Dispatch
                && support.has(Support::UNIFORM)
                && support.within(Support::UNIFORM.with(Support::DATA))
        };
        let own = |it: Term| self.support(it).within(closed) && self.is_small(it);
        match (self.node(condition), self.not_of(condition).map(|it| self.node(it))) {
            (Node::Operation(O::LessUnsigned | O::LessSigned, a, b), _) => own(a) && host(b),
            (_, Some(Node::Operation(O::LessUnsigned | O::LessSigned, a, b))) => host(a) && own(b),
            _ => false,
        }
    }

    /// The global id: workgroup times size plus local id.
    pub(super) fn global_id(&mut self, axis: usize) -> Term {
        let (group, local, size) = match axis {
            0 => (Source::GroupX, Source::LocalX, self.size.map(|it| it[0])),
            1 => (Source::GroupY, Source::LocalY, self.size.map(|it| it[1])),
            _ => (Source::GroupZ, Source::LocalZ, self.size.map(|it| it[2])),
        };
        let (group, local) = (self.source(group), self.source(local));
        match size {
            Some(size) => {
                let size = self.constant(size);
                let start = self.operation(Operation::Multiply, group, size);
                self.operation(Operation::Add, start, local)
            }
            None => self.fresh(Scope::Invocation, Support::LOCAL.with(Support::GROUP)),
        }
    }

    pub(super) fn operation(&mut self, operation: Operation, left: Term, right: Term) -> Term {
        let (a, b) = (self.facts(left), self.facts(right));
        if a.is_constant() || b.is_constant() || operation.folds_unknowns() {
            let value = |is: bool, term| if is { self.value(term) } else { None };
            let values = [value(a.is_constant(), left), value(b.is_constant(), right)];
            if let Some(folded) = self.fold(operation, left, right, values) {
                return folded;
            }
        }
        let (left, right) = if operation.commutes() && right < left { (right, left) } else { (left, right) };
        let (scope, support) = (a.scope.min(b.scope), a.support.with(b.support));
        let depth = a.depth.max(b.depth) + 1;
        if depth > MOST_DEPTH {
            return self.fresh(scope, support);
        }
        self.push(Node::Operation(operation, left, right), Facts { scope, support, depth })
    }

    /// `a` and `b` are the values of operands that are constants.
    fn fold(&mut self, operation: Operation, left: Term, right: Term, [a, b]: [Option<u32>; 2]) -> Option<Term> {
        use Operation as O;
        if let (Some(a), Some(b)) = (a, b) {
            return Some(self.constant(operation.apply(a, b)));
        }
        let opposite = || self.not_of(left) == Some(right) || self.not_of(right) == Some(left);
        match (operation, a, b) {
            (O::Add | O::Or | O::Xor | O::Either, Some(0), _) => Some(right),
            (O::Add | O::Or | O::Xor | O::Either | O::Subtract, _, Some(0))
            | (O::ShiftLeft | O::ShiftRightUnsigned | O::ShiftRightSigned, _, Some(0))
            | (O::Multiply | O::DivideUnsigned | O::DivideSigned | O::Both, _, Some(1)) => Some(left),
            (O::Multiply | O::Both, Some(1), _) => Some(right),
            (O::Multiply | O::And | O::Both, Some(0), _) | (O::Multiply | O::And | O::Both, _, Some(0)) => {
                Some(Self::FALSE)
            }
            (O::ModuloUnsigned | O::ModuloSigned, _, Some(1)) => Some(Self::FALSE),
            (O::Either, Some(1), _) | (O::Either, _, Some(1)) => Some(Self::TRUE),
            (O::Subtract | O::Xor, ..) if left == right => Some(Self::FALSE),
            (O::And | O::Or | O::Both | O::Either, ..) if left == right => Some(left),
            (O::Both, ..) if opposite() => Some(Self::FALSE),
            (O::Either, ..) if opposite() => Some(Self::TRUE),
            (O::Equal, ..) if left == right && !self.is_number(left) => Some(Self::TRUE),
            // Not not.
            (O::Equal, ..) if a == Some(0) || b == Some(0) => {
                let inner = if a == Some(0) { right } else { left };
                self.not_of(inner).filter(|&it| self.is_truth(it))
            }
            (O::Subtract, ..) => self.difference(left, right),
            (O::LessUnsigned | O::LessSigned, ..) => self.whole_groups(operation, left, right),
            (O::DivideUnsigned | O::ModuloUnsigned, _, Some(by)) => self.group_part(operation, left, by),
            (O::ShiftRightUnsigned, _, Some(by)) if by < 32 => self.group_part(O::DivideUnsigned, left, 1 << by),
            (O::And, _, Some(mask)) if mask != u32::MAX && (mask + 1).is_power_of_two() => {
                self.group_part(O::ModuloUnsigned, left, mask + 1)
            }
            _ => None,
        }
    }

    /// Whether a term is 0 or 1.
    fn is_truth(&self, term: Term) -> bool {
        use Operation as O;
        match self.node(term) {
            Node::Constant(value) => value <= 1,
            Node::Source(source) => source == Source::Elected,
            Node::Operation(O::Equal | O::LessUnsigned | O::LessSigned | O::Both | O::Either, ..) => true,
            _ => false,
        }
    }

    /// Whether it stands for something that is not followed, and may differ from itself.
    pub(super) fn is_number(&self, term: Term) -> bool {
        (2..=6).contains(&term.0)
    }

    /// `(a + b) - b`
    fn difference(&self, left: Term, right: Term) -> Option<Term> {
        match self.node(left) {
            Node::Operation(Operation::Add, a, b) if b == right => Some(a),
            Node::Operation(Operation::Add, a, b) if a == right => Some(b),
            _ => None,
        }
    }

    /// `group * n + local < n * k` is so for all of a workgroup or for none: `group < k`.
    fn whole_groups(&mut self, operation: Operation, left: Term, right: Term) -> Option<Term> {
        let Node::Operation(Operation::Multiply, a, b) = self.node(right) else { return None };
        let (by, factor) = match (self.value(a), self.value(b)) {
            (Some(by), None) => (by, b),
            (None, Some(by)) => (by, a),
            _ => return None,
        };
        let Node::Operation(Operation::Add, a, b) = self.node(left) else { return None };
        for (start, rest) in [(a, b), (b, a)] {
            let Node::Operation(Operation::Multiply, c, d) = self.node(start) else { continue };
            let (size, group) = match (self.value(c), self.value(d)) {
                (Some(size), None) => (size, d),
                (None, Some(size)) => (size, c),
                _ => continue,
            };
            if size > 0 && by % size == 0 && self.most(rest).is_some_and(|most| most < size) {
                let times = self.constant(by / size);
                let end = self.operation(Operation::Multiply, factor, times);
                return Some(self.operation(operation, group, end));
            }
        }
        None
    }

    /// `(group * n + local) / n` is the group, and the rest is the local id.
    fn group_part(&self, operation: Operation, left: Term, by: u32) -> Option<Term> {
        let Node::Operation(Operation::Add, a, b) = self.node(left) else { return None };
        for (start, rest) in [(a, b), (b, a)] {
            let Node::Operation(Operation::Multiply, c, d) = self.node(start) else { continue };
            let group = match (self.value(c), self.value(d)) {
                (Some(it), _) if it == by => d,
                (_, Some(it)) if it == by => c,
                _ => continue,
            };
            if self.most(rest).is_some_and(|most| most < by) {
                return Some(if operation == Operation::DivideUnsigned { group } else { rest });
            }
        }
        None
    }

    /// Whether the sign bit is certainly not set.
    pub(super) fn is_small(&self, term: Term) -> bool {
        self.is_small_below(term, 4)
    }

    /// Looks at so many levels only: operands may be shared.
    fn is_small_below(&self, term: Term, levels: u32) -> bool {
        let Some(levels) = levels.checked_sub(1) else { return false };
        let positive = |it: Option<u32>| it.is_some_and(|it| it <= i32::MAX as u32);
        match self.node(term) {
            Node::Source(_) => true,
            Node::Operation(Operation::Add | Operation::Multiply, a, b) => {
                let leaf =
                    |it| matches!(self.node(it), Node::Source(_)) || self.value(it).is_some_and(|it| it < 0x1_0000);
                let start =
                    |it| matches!(self.node(it), Node::Operation(Operation::Multiply, c, d) if leaf(c) && leaf(d));
                (leaf(a) || start(a)) && (leaf(b) || start(b))
            }
            Node::Operation(Operation::And, a, b) => self.is_small_below(a, levels) || self.is_small_below(b, levels),
            Node::Operation(
                Operation::DivideUnsigned | Operation::ModuloUnsigned | Operation::ShiftRightUnsigned,
                a,
                _,
            ) => self.is_small_below(a, levels),
            _ => positive(self.value(term)),
        }
    }

    /// The largest value of a local id.
    fn most(&self, term: Term) -> Option<u32> {
        let [x, y, z] = self.size?;
        match self.node(term) {
            Node::Constant(value) => Some(value),
            Node::Source(Source::LocalX) => Some(x.saturating_sub(1)),
            Node::Source(Source::LocalY) => Some(y.saturating_sub(1)),
            Node::Source(Source::LocalZ) => Some(z.saturating_sub(1)),
            Node::Source(Source::LocalIndex) => Some(x.saturating_mul(y).saturating_mul(z).saturating_sub(1)),
            _ => None,
        }
    }

    pub(super) fn select(&mut self, condition: Term, accept: Term, reject: Term) -> Term {
        if accept == reject && !self.is_number(accept) {
            return accept;
        }
        match self.value(condition) {
            Some(0) => return reject,
            Some(_) => return accept,
            None => {}
        }
        let facts = [condition, accept, reject].map(|it| self.facts(it));
        let scope = facts.iter().map(|it| it.scope).min().unwrap_or(Scope::Invocation);
        if self.is_number(accept) || self.is_number(reject) {
            return Self::number(scope);
        }
        let support = facts.iter().fold(Support::NONE, |all, it| all.with(it.support));
        let depth = facts.iter().map(|it| it.depth).max().unwrap_or(0) + 1;
        if depth > MOST_DEPTH {
            return self.fresh(scope, support);
        }
        self.push(Node::Select(condition, accept, reject), Facts { scope, support, depth })
    }

    /// `!x` of a truth value.
    pub(super) fn not(&mut self, term: Term) -> Term {
        self.operation(Operation::Equal, term, Self::FALSE)
    }

    /// What a negation negates.
    pub(super) fn not_of(&self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Operation(Operation::Equal, a, b) if a == Self::FALSE => Some(b),
            Node::Operation(Operation::Equal, a, b) if b == Self::FALSE => Some(a),
            _ => None,
        }
    }

    pub(super) fn both(&mut self, left: Term, right: Term) -> Term {
        self.operation(Operation::Both, left, right)
    }

    /// The terms that must all be true for a truth value to be.
    pub(super) fn conjuncts(&self, term: Term) -> SmallVec<[Term; 8]> {
        let (mut open, mut found): (SmallVec<[Term; 8]>, SmallVec<[Term; 8]>) = (smallvec![term], SmallVec::new());
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::Operation(Operation::Both, a, b) => open.extend([b, a]),
                _ if term == Self::TRUE => {}
                _ => found.push(term),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A term as a sum of what is `followed`, and of others with their signs.
    pub(super) fn split(&mut self, term: Term, followed: Support) -> (Term, SmallVec<[(Term, i32); 4]>) {
        if self.support(term).within(followed) {
            return (term, SmallVec::new());
        }
        let (mut closed, mut others) = (Self::FALSE, SmallVec::new());
        let mut open: SmallVec<[(Term, i32); 4]> = smallvec![(term, 1)];
        while let Some((term, sign)) = open.pop() {
            if self.support(term).within(followed) {
                closed = match sign > 0 {
                    true if closed == Self::FALSE => term,
                    true => self.operation(Operation::Add, closed, term),
                    false => self.operation(Operation::Subtract, closed, term),
                };
                continue;
            }
            match self.node(term) {
                Node::Operation(Operation::Add, a, b) => open.extend([(a, sign), (b, sign)]),
                Node::Operation(Operation::Subtract, a, b) => open.extend([(a, sign), (b, -sign)]),
                _ => others.push((term, sign)),
            }
        }
        others.sort_unstable();
        (closed, others)
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Operation, Scope, Source, Support, Terms};

    #[test]
    fn the_group_of_a_global_id() {
        let mut terms = Terms::new(Some([64, 1, 1]), Known::default(), 0, Terms::default());
        let (id, size) = (terms.global_id(0), terms.constant(64));
        assert_eq!(terms.scope(id), Scope::Invocation);
        let group = terms.operation(Operation::DivideUnsigned, id, size);
        assert_eq!(terms.scope(group), Scope::Workgroup);
        let local = terms.source(Source::LocalIndex);
        let start = terms.operation(Operation::Subtract, id, local);
        assert_eq!(terms.scope(start), Scope::Workgroup);
        let rest = terms.operation(Operation::ModuloUnsigned, id, size);
        assert_eq!(rest, local);
    }

    #[test]
    fn opposites_cancel() {
        let mut terms = Terms::new(None, Known::default(), 0, Terms::default());
        let flag = terms.fresh(Scope::Dispatch, Support::NONE);
        let not = terms.not(flag);
        assert_eq!(terms.both(flag, not), Terms::FALSE);
        assert_eq!(terms.operation(Operation::Either, flag, not), Terms::TRUE);
    }

    #[test]
    fn sums_split_into_what_is_known_and_the_rest() {
        let mut terms = Terms::new(Some([64, 1, 1]), Known::default(), 0, Terms::default());
        let (local, stride) = (terms.source(Source::LocalX), terms.fresh(Scope::Dispatch, Support::NONE));
        let four = terms.constant(4);
        let sum = terms.operation(Operation::Add, local, stride);
        let sum = terms.operation(Operation::Add, four, sum);
        let (closed, others) = terms.split(sum, Support::LOCAL);
        assert_eq!(others.as_slice(), [(stride, 1)]);
        assert_eq!(closed, terms.operation(Operation::Add, four, local));
    }
}
