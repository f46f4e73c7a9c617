//! Places: `data.values[%2].xy {coherent}`.
//!
//! Comes in: tokens of a function's body. Goes out: places, with the type that their path leads to. Must not depend on:
//! what places are used for, and whether their qualifiers are those of the path.

use super::function::Body;
use super::lexer::Kind;
use super::{Parsed, plain};
use crate::hir::text::words;
use crate::hir::{Handle, Place, PlaceRoot, PlaceStep, Struct, Type};

impl Body<'_, '_> {
    /// A place.
    pub(super) fn place(&mut self) -> Parsed<Handle<Place>> {
        let first = self.parser.at;
        let (root, mut ty) = self.root()?;
        let mut steps = crate::hir::Steps::new();
        let mut swizzle = None;
        loop {
            if self.parser.take_symbol('[') {
                steps.push(PlaceStep::Index(self.operand()?));
                self.parser.expect_symbol(']')?;
                ty = self.element(ty).ok_or_else(|| self.parser.error_before("this has no elements"))?;
            } else if self.parser.take_symbol('.') {
                match self.structure(ty, &root, steps.is_empty()) {
                    Some(structure) => {
                        let (index, member) = self.member(structure)?;
                        steps.push(PlaceStep::Member(index));
                        ty = member;
                    }
                    None => {
                        swizzle = Some(self.parser.word_as("letters of a swizzle", words::components)?);
                        break;
                    }
                }
            } else {
                break;
            }
        }
        let access = self.parser.qualifiers()?;
        let span = self.parser.span_from(first);
        Ok(self.function.places.append(Place { root, steps, ty, swizzle, access }, span))
    }

    /// What a path begins with, and its type: a variable, a parameter, or `(*%3)`.
    fn root(&mut self) -> Parsed<(PlaceRoot, Handle<Type>)> {
        if self.parser.take_symbol('(') {
            self.parser.expect_symbol('*')?;
            let value = self.operand()?;
            self.parser.expect_symbol(')')?;
            let ty = self.value_type(value).unwrap_or(self.function.result);
            return Ok((PlaceRoot::Reference(value), ty));
        }
        let name = self.parser.name("a place")?;
        if let Some(&local) = self.parser.local_names.get(&name) {
            let ty = self.function.locals.try_get(local).map_or(self.function.result, |it| it.ty);
            return Ok((PlaceRoot::Local(local), ty));
        }
        if let Some(index) = self.parameter(&name) {
            let ty = self.function.parameters.get(index as usize).map_or(self.function.result, |it| it.ty);
            return Ok((PlaceRoot::Parameter(index), ty));
        }
        if let Some(&global) = self.parser.global_names.get(&name) {
            let ty = self.parser.globals.try_get(global).map_or(self.function.result, |it| it.ty);
            return Ok((PlaceRoot::Global(global), ty));
        }
        Err(self.parser.error_before(format!("there is no variable `{name}`")))
    }

    /// The structure whose member a step selects. Only the first step may dereference.
    fn structure(&self, ty: Handle<Type>, root: &PlaceRoot, is_first: bool) -> Option<Handle<Struct>> {
        match *self.parser.types.get(ty) {
            Type::Struct(structure) => Some(structure),
            Type::Reference(structure) if is_first && matches!(root, PlaceRoot::Reference(_)) => Some(structure),
            _ => None,
        }
    }

    fn member(&mut self, structure: Handle<Struct>) -> Parsed<(u32, Handle<Type>)> {
        let name = self.parser.name("the name of a member")?;
        let members = self.parser.types.structure(structure).map_or(&[][..], |it| &it.members);
        let by_number = name.rsplit_once('#').and_then(|(_, number)| number.parse::<usize>().ok());
        let index = match by_number {
            Some(index) => Some(index).filter(|index| members.get(*index).is_some_and(|it| it.name == plain(&name))),
            None => self.parser.member_numbers.get(&(structure, (&*name).into())).copied(),
        };
        let found = index.and_then(|index| Some((index as u32, members.get(index)?.ty)));
        found.ok_or_else(|| self.parser.error_before(format!("there is no member `{name}`")))
    }

    /// The type of the elements of an array, columns of a matrix, components of a vector.
    fn element(&mut self, ty: Handle<Type>) -> Option<Handle<Type>> {
        let part = match *self.parser.types.get(ty) {
            Type::Array { element, .. } => return Some(element),
            Type::Matrix { rows, scalar, .. } => Type::Vector(rows, scalar),
            Type::Vector(_, scalar) => Type::Scalar(scalar),
            Type::Extension(ty) => ty.component_type(&self.parser.types)?,
            _ => return None,
        };
        Some(self.parser.types.insert(part))
    }

    /// Whether a place is next, as an argument.
    pub(super) fn opt_place(&mut self) -> Parsed<Option<Handle<Place>>> {
        if self.parser.peek() != Kind::Symbol('&') {
            return Ok(None);
        }
        self.parser.advance();
        self.place().map(Some)
    }
}
