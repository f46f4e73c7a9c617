//! The render pass of a draw, with its attachments.
//!
//! One subpass. Every attachment is in layout GENERAL throughout: images are filled before and read back after it. The
//! order: colour targets, depth, input attachments, and, with several samples, what the targets are resolved to.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::{Frame, failed};
use super::{Draw, Image, Resource};

const LAYOUT: vk::ImageLayout = vk::ImageLayout::GENERAL;

/// The attachments.
#[derive(Default)]
pub(super) struct Attached {
    views: Vec<vk::ImageView>,
    descriptions: Vec<vk::AttachmentDescription>,
    /// For attachments that begin cleared; the entries of the others are ignored.
    pub(super) clears: Vec<vk::ClearValue>,
    /// Staging buffers of the targets, indices into `made.buffers`.
    pub(super) targets: Vec<usize>,
    /// Staging buffer of the depth attachment.
    pub(super) depth: Option<usize>,
}

impl Attached {
    fn push(&mut self, view: vk::ImageView, description: vk::AttachmentDescription, clear: vk::ClearValue) {
        self.views.push(view);
        self.descriptions.push(description);
        self.clears.push(clear);
    }

    /// References to `count` attachments from `first` on.
    fn references(first: usize, count: usize) -> Vec<vk::AttachmentReference> {
        (first..first + count)
            .map(|index| vk::AttachmentReference { attachment: index as u32, layout: LAYOUT })
            .collect()
    }
}

/// An attachment that keeps the contents of the image.
fn kept(image: &Image) -> vk::AttachmentDescription {
    vk::AttachmentDescription::default()
        .format(image.format.vulkan())
        .samples(vk::SampleCountFlags::from_raw(image.samples))
        .load_op(vk::AttachmentLoadOp::LOAD)
        .store_op(vk::AttachmentStoreOp::STORE)
        .stencil_load_op(vk::AttachmentLoadOp::LOAD)
        .stencil_store_op(vk::AttachmentStoreOp::STORE)
        .initial_layout(LAYOUT)
        .final_layout(LAYOUT)
}

impl Frame<'_> {
    /// Makes images, render pass and framebuffer. `inputs` are the views of what is bound as input attachments.
    pub(super) fn attachments(&mut self, draw: &Draw<'_>, inputs: &[vk::ImageView]) -> Result<Attached, String> {
        let graphics = draw.graphics;
        let mut attached = Attached::default();
        let mut resolved = Vec::new();
        for target in &graphics.targets {
            let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
            let view = self.attach(&mut attached, &target.image, graphics.samples, usage)?;
            attached.targets.extend(self.made.images.iter().rev().find_map(|stored| stored.staging));
            resolved.extend(view.map(|view| (view, &target.image)));
        }
        if let Some(depth) = &graphics.depth {
            let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
            self.attach(&mut attached, &depth.image, graphics.samples, usage)?;
            attached.depth = self.made.images.iter().rev().find_map(|stored| stored.staging);
        }
        let input_images = draw.bindings.iter().filter_map(|binding| match &binding.resource {
            Resource::InputAttachment(image) => Some(image),
            _ => None,
        });
        for (image, &view) in input_images.zip(inputs) {
            attached.push(view, kept(image), vk::ClearValue::default());
        }
        for &(view, image) in &resolved {
            attached.push(view, kept(image).load_op(vk::AttachmentLoadOp::DONT_CARE), vk::ClearValue::default());
        }
        let colors = Attached::references(0, graphics.targets.len());
        let depth = Attached::references(colors.len(), graphics.depth.iter().len());
        let input = Attached::references(colors.len() + depth.len(), inputs.len());
        let resolves = Attached::references(colors.len() + depth.len() + input.len(), resolved.len());
        let mut subpass = vk::SubpassDescription::default()
            .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
            .color_attachments(&colors)
            .input_attachments(&input);
        if !resolves.is_empty() {
            subpass = subpass.resolve_attachments(&resolves);
        }
        if let Some(depth) = depth.first() {
            subpass = subpass.depth_stencil_attachment(depth);
        }
        let subpasses = [subpass];
        let masks = [(1 << graphics.views) - 1];
        let mut views = vk::RenderPassMultiviewCreateInfo::default().view_masks(&masks);
        let mut info = vk::RenderPassCreateInfo::default().attachments(&attached.descriptions).subpasses(&subpasses);
        if graphics.views > 0 {
            info = info.push_next(&mut views);
        }
        let vulkan = &self.device.device;
        // SAFETY: both infos point to data that outlives their call; views and attachments come from the same lists;
        // pass and framebuffer are destroyed with the frame.
        unsafe {
            self.made.pass = vulkan.create_render_pass(&info, None).map_err(failed("vkCreateRenderPass"))?;
            let [width, height] = graphics.size();
            let info = vk::FramebufferCreateInfo::default()
                .render_pass(self.made.pass)
                .attachments(&attached.views)
                .width(width)
                .height(height)
                .layers(graphics.layers());
            self.made.framebuffer = vulkan.create_framebuffer(&info, None).map_err(failed("vkCreateFramebuffer"))?;
        }
        Ok(attached)
    }

    /// Attaches an image, or with several samples another one in its place; then returns the view of the image.
    fn attach(
        &mut self,
        attached: &mut Attached,
        image: &Image,
        samples: u32,
        usage: vk::ImageUsageFlags,
    ) -> Result<Option<vk::ImageView>, String> {
        let clear = image.format.clear_value(&image.bytes[..image.format.size()]);
        if samples == 1 {
            let (_, view) = self.image(image, usage)?;
            attached.push(view, kept(image), clear);
            return Ok(None);
        }
        let wide = Image { samples, bytes: Vec::new(), ..*image };
        let view = self.transient_image(&wide, usage)?;
        let description = kept(&wide)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .stencil_load_op(vk::AttachmentLoadOp::CLEAR)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        attached.push(view, description, clear);
        let (_, view) = self.image(image, usage)?;
        Ok(Some(view))
    }
}
