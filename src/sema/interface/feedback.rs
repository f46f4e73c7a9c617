//! Transform feedback: where outputs go in the buffers that capture them (GLSL 4.60, 4.4.2.1).
//!
//! Comes in: outputs with `xfb_` layouts, when all of them are known. Goes out: their offsets and strides, or a report. Must
//! not depend on: locations.

use crate::diagnostics::{Code, Diagnostic, with_article};
use crate::hir::{ArrayLength, ExecutionMode, Feedback, Handle, Span, StorageClass, Type};
use crate::sema::Analyzer;
use crate::sema::interface::stage_interface::Direction;
use crate::stage::Stage;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Where the rules are.
const SECTION: &str = "GLSL 4.60, 4.4.2.1";

/// What is captured into one buffer.
#[derive(Default)]
struct Buffer {
    /// Byte ranges with the declarations.
    captured: Vec<(u32, u32, Span)>,
    /// The stride is a multiple of this.
    align: u32,
    /// The first multiple of that after everything captured.
    end: u32,
}

impl Analyzer<'_> {
    /// Where a member of a block goes: a block with an offset gives each of its members one, after the member before.
    pub(super) fn member_feedback(
        &self,
        own: Option<Feedback>,
        outer: Option<Feedback>,
        ty: Handle<Type>,
        next: &mut Option<u32>,
    ) -> Option<Feedback> {
        let Some(outer_offset) = outer.and_then(|it| it.offset) else { return own.or(outer) };
        let (size, align) = self.feedback_size(ty);
        let following = next.unwrap_or(outer_offset).next_multiple_of(align);
        let offset = own.and_then(|it| it.offset).unwrap_or(following);
        *next = Some(offset.saturating_add(size));
        own.or(outer).map(|it| Feedback { offset: Some(offset), ..it })
    }

    /// Reports a member of a block that declares another buffer or stream than its block.
    pub(super) fn contradicts_block(&mut self, word: &str, own: Option<(u32, Span)>, outer: Option<u32>) {
        if let (Some((own, span)), Some(outer)) = (own, outer)
            && own != outer
        {
            self.report(differs_from_block(span, &word, &outer));
        }
    }

    /// Gives captured outputs the strides of their buffers, and checks their positions in them.
    pub(super) fn finish_feedback(&mut self) {
        let captured = self.module.globals.iter().any(|(_, it)| it.interface.feedback.is_some())
            || self
                .module
                .types
                .structs
                .iter()
                .any(|(_, it)| it.members.iter().any(|it| it.interface.feedback.is_some()));
        let strides = self.output_defaults.strides.clone();
        for (buffer, (stride, span)) in &strides {
            self.check_feedback_limits(*buffer, Some(*stride), *span);
        }
        if !captured || self.module.stage == Stage::Fragment {
            return;
        }
        self.modes.imply(ExecutionMode::TransformFeedback);
        let mut buffers: BTreeMap<u32, Buffer> = BTreeMap::new();
        for part in self.parts(Direction::Out, true) {
            let Some(feedback) = self.interface_at(&part).and_then(|it| it.feedback) else { continue };
            self.check_feedback_limits(feedback.buffer, None, part.span);
            let Some(offset) = feedback.offset else { continue };
            let (size, align) = self.feedback_size(part.ty);
            if !offset.is_multiple_of(align) {
                let spelled = self.spell(part.ty);
                self.report(wrong_feedback_offset(part.span, &with_article(&spelled), &align, &offset));
            }
            let buffer = buffers.entry(feedback.buffer).or_default();
            buffer.align = buffer.align.max(align);
            let end = offset.saturating_add(size);
            buffer.captured.push((offset, end, part.span));
            buffer.end = buffer.end.max(end.checked_next_multiple_of(buffer.align).unwrap_or(u32::MAX));
        }
        for (number, buffer) in &mut buffers {
            self.check_buffer(*number, buffer, strides.get(number).copied());
        }
        let stride = |buffer: u32| {
            strides.get(&buffer).map(|it| it.0).or_else(|| buffers.get(&buffer).map(|it| it.end)).unwrap_or(0)
        };
        let globals: Vec<_> = self.module.globals.iter().map(|(handle, _)| handle).collect();
        for handle in globals {
            let global = self.module.globals.get_mut(handle);
            if global.storage == StorageClass::Output
                && let Some(feedback) = &mut global.interface.feedback
            {
                feedback.stride = stride(feedback.buffer);
            }
        }
        for (_, structure) in self.module.types.structs.iter_mut() {
            for member in &mut structure.members {
                if let Some(feedback) = &mut member.interface.feedback {
                    feedback.stride = stride(feedback.buffer);
                }
            }
        }
    }

    /// Whether the ranges captured into a buffer do not overlap and fit its stride.
    fn check_buffer(&mut self, number: u32, buffer: &mut Buffer, stride: Option<(u32, Span)>) {
        buffer.captured.sort_by_key(|it| (it.0, it.1));
        let mut earlier: Option<(u32, Span)> = None;
        for &(start, end, span) in &buffer.captured {
            if let Some((_, first)) = earlier.filter(|it| it.0 > start) {
                self.report(feedback_overlap(span, &start, &number, first));
            }
            if earlier.is_none_or(|it| it.0 < end) {
                earlier = Some((end, span));
            }
        }
        let Some((stride, span)) = stride else { return };
        let last = earlier.filter(|it| it.0 > stride);
        if let Some((end, captured)) = last {
            self.report(feedback_beyond_stride(span, &number, &end, &stride, captured));
        } else if !stride.is_multiple_of(buffer.align) {
            self.report(wrong_feedback_stride(span, &buffer.align, &stride));
        }
    }

    fn check_feedback_limits(&mut self, buffer: u32, stride: Option<u32>, span: Span) {
        let buffers = self.limit("gl_MaxTransformFeedbackBuffers").unwrap_or(u32::MAX);
        let components = self.limit("gl_MaxTransformFeedbackInterleavedComponents").unwrap_or(u32::MAX);
        if buffer >= buffers {
            self.report(no_feedback_buffer(span, buffer, buffers));
        } else if let Some(stride) = stride.filter(|it| it / 4 > components) {
            self.report(feedback_stride_too_large(span, stride, components.saturating_mul(4)));
        }
    }

    /// Bytes that capturing a type takes, and their alignment.
    fn feedback_size(&self, ty: Handle<Type>) -> (u32, u32) {
        match *self.module.types.get(ty) {
            Type::Array { element, length: ArrayLength::Constant(length) } => {
                let (size, align) = self.feedback_size(element);
                (size.saturating_mul(length), align)
            }
            Type::Struct(structure) => {
                let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
                members.iter().fold((0_u32, 1), |(size, align), member| {
                    let (more, own) = self.feedback_size(member.ty);
                    (size.next_multiple_of(own).saturating_add(more), align.max(own))
                })
            }
            Type::Matrix { columns, rows, scalar } => {
                (columns.get() * rows.get() * u32::from(scalar.width), u32::from(scalar.width))
            }
            Type::Vector(size, scalar) => (size.get() * u32::from(scalar.width), u32::from(scalar.width)),
            Type::Scalar(scalar) => (scalar.width.into(), scalar.width.into()),
            _ => (0, 4),
        }
    }
}

#[cold]
fn differs_from_block(span: Span, word: &dyn Display, outer: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::FeedbackLayout, span, format!("the `{word}` of this block is {outer}"))
        .with_help("a member can only repeat what its block says")
        .with_note("GLSL 4.60, 4.4.2.1 and 4.4.2.3")
}

#[cold]
fn wrong_feedback_offset(span: Span, spelled: &dyn Display, align: &dyn Display, offset: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::FeedbackLayout,
        span,
        format!("the offset of {spelled} is a multiple of {align}, but this is {offset}"),
    )
    .with_note(SECTION)
}

#[cold]
fn feedback_overlap(span: Span, start: &dyn Display, number: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::FeedbackLayout,
        span,
        format!("byte {start} of transform feedback buffer {number} is already used"),
    )
    .with_secondary(other, "by this one")
    .with_help("give it an `xfb_offset` after the other")
    .with_note(SECTION)
}

#[cold]
fn feedback_beyond_stride(
    span: Span,
    number: &dyn Display,
    end: &dyn Display,
    stride: &dyn Display,
    other: Span,
) -> Diagnostic {
    Diagnostic::error(
        Code::FeedbackLayout,
        span,
        format!("transform feedback buffer {number} has {end} bytes per vertex, but its stride is {stride}"),
    )
    .with_secondary(other, "this is the last one")
    .with_note(SECTION)
}

#[cold]
fn wrong_feedback_stride(span: Span, align: &dyn Display, stride: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::FeedbackLayout,
        span,
        format!("the stride of this buffer is a multiple of {align}, but this is {stride}"),
    )
    .with_note(SECTION)
}

#[cold]
fn no_feedback_buffer(span: Span, buffer: u32, buffers: u32) -> Diagnostic {
    let message = format!("there is no transform feedback buffer {buffer}: there are {buffers}, numbered from 0");
    Diagnostic::error(Code::FeedbackLayout, span, message).with_note(SECTION)
}

#[cold]
fn feedback_stride_too_large(span: Span, stride: u32, limit: u32) -> Diagnostic {
    let message = format!("the stride of a buffer is at most {limit} bytes, but this is {stride}");
    Diagnostic::error(Code::FeedbackLayout, span, message).with_note(SECTION)
}
