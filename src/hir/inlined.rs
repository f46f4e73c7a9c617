//! Inlined calls: what debug information has to know about code that a pass has copied into another function.
//!
//! Comes in: the call that code takes the place of, and the spans of that code. Goes out: a span of the copy, and what such a
//! span stands for. Must not depend on: what is copied, and how.
//!
//! A copy needs a span that says both where the code is written and which call it is part of. Such a span is the number of an
//! entry here: it starts there, counted from 1, and ends at 0, before its start, as no span of a source does.
//! [`Inlined::source`] leads from any span to the source.

use super::{Arena, Function, Handle, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A call that the body of the function has taken the place of.
#[derive(Clone, Debug)]
pub struct InlinedCall {
    /// The function without its body: its name, its parameters and what is declared in it.
    pub function: Arc<Function>,
    /// The call. If it was copied itself, as part of another function, its span says so.
    pub at: Span,
}

/// All inlined calls of a module.
#[derive(Clone, Debug, Default)]
pub struct Inlined {
    calls: Arena<InlinedCall>,
    /// What spans of copies stand for.
    copies: Vec<(Span, Handle<InlinedCall>)>,
}

impl Inlined {
    /// The span in the source.
    #[must_use]
    pub fn source(&self, span: Span) -> Span {
        self.copied(span).map_or(span, |(source, _)| source)
    }

    /// The call that code with this span takes the place of, if it was copied; of nested calls the innermost.
    #[must_use]
    pub fn call(&self, span: Span) -> Option<Handle<InlinedCall>> {
        self.copied(span).map(|(_, call)| call)
    }

    /// An inlined call.
    #[must_use]
    pub fn get(&self, call: Handle<InlinedCall>) -> Option<&InlinedCall> {
        self.calls.try_get(call).ok()
    }

    /// Begins to copy a function to a place where it is called.
    pub fn begin(&mut self, function: Arc<Function>, at: Span) -> Copies<'_> {
        let call = self.calls.append(InlinedCall { function, at }, Span::UNDEFINED);
        Copies { inlined: self, call, inner: FxHashMap::default(), last: None }
    }

    fn copied(&self, span: Span) -> Option<(Span, Handle<InlinedCall>)> {
        let index = span.reversed()?.checked_sub(1)?;
        self.copies.get(index as usize).copied()
    }
}

/// The spans of one copy of a function.
#[derive(Debug)]
pub struct Copies<'a> {
    inlined: &'a mut Inlined,
    call: Handle<InlinedCall>,
    /// Calls that were inlined in the function before, and the same in this copy.
    inner: FxHashMap<Handle<InlinedCall>, Handle<InlinedCall>>,
    /// A span and that of its copy: the next one is often the same.
    last: Option<(Span, Span)>,
}

impl Copies<'_> {
    /// The span for the copy of code with a given span.
    pub fn of(&mut self, span: Span) -> Span {
        if let Some((original, copy)) = self.last
            && original == span
        {
            return copy;
        }
        let call = match self.inlined.call(span) {
            Some(inner) => self.call_inside(inner),
            None => self.call,
        };
        let copy = self.add(span, call);
        self.last = Some((span, copy));
        copy
    }

    fn add(&mut self, span: Span, call: Handle<InlinedCall>) -> Span {
        let source = self.inlined.source(span);
        // Beyond so many copies there is no telling them apart.
        let Ok(number) = u32::try_from(self.inlined.copies.len() + 1) else { return source };
        self.inlined.copies.push((source, call));
        Span::new(number, 0)
    }

    /// The copy of a call that was inlined in the function.
    fn call_inside(&mut self, inner: Handle<InlinedCall>) -> Handle<InlinedCall> {
        // From the inside to the outside, up to one that is known.
        let mut new = Vec::new();
        let mut open = Some(inner);
        let mut around = self.call;
        while let Some(call) = open {
            if let Some(&known) = self.inner.get(&call) {
                around = known;
                break;
            }
            let Some(InlinedCall { function, at }) = self.inlined.get(call).cloned() else { break };
            open = self.inlined.call(at);
            new.push((call, function, at));
        }
        for (call, function, at) in new.into_iter().rev() {
            let at = self.add(at, around);
            around = self.inlined.calls.append(InlinedCall { function, at }, Span::UNDEFINED);
            self.inner.insert(call, around);
        }
        around
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::hir::{Type, UniqueArena};

    fn head(name: &str) -> Arc<Function> {
        let mut types = UniqueArena::new();
        Arc::new(Function::new(name, types.insert(Type::Void, Span::UNDEFINED)))
    }

    /// The calls around a span, innermost first, each with its place in the source.
    fn calls(inlined: &Inlined, mut span: Span) -> Vec<(String, Span)> {
        let mut found = Vec::new();
        while let Some(call) = inlined.call(span) {
            let call = inlined.get(call).unwrap();
            found.push((String::from(&call.function.name), inlined.source(call.at)));
            span = call.at;
        }
        found
    }

    #[test]
    fn copies_know_their_calls() {
        let mut inlined = Inlined::default();
        let [code, in_b, in_main, again] = [10, 20, 30, 40].map(|at| Span::new(at, at + 1));
        assert_eq!((inlined.source(code), inlined.call(code)), (code, None));
        // `b` calls `a`, and `main` calls `b` twice.
        let in_a = inlined.begin(head("a"), in_b).of(code);
        let mut first = inlined.begin(head("b"), in_main);
        let (copy, own, same) = (first.of(in_a), first.of(in_b), first.of(in_b));
        assert_eq!(own, same);
        let second = inlined.begin(head("b"), again).of(in_a);
        let named = |calls: &[(&str, Span)]| calls.iter().map(|&(name, at)| (name.to_owned(), at)).collect::<Vec<_>>();
        assert_eq!([in_a, copy, second].map(|it| inlined.source(it)), [code; 3]);
        assert_eq!(calls(&inlined, in_a), named(&[("a", in_b)]));
        assert_eq!(calls(&inlined, copy), named(&[("a", in_b), ("b", in_main)]));
        assert_eq!(calls(&inlined, own), named(&[("b", in_main)]));
        assert_eq!(calls(&inlined, second), named(&[("a", in_b), ("b", again)]));
        assert_ne!(inlined.call(copy), inlined.call(second));
    }
}
