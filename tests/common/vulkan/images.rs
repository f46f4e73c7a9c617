//! Images: creating them, filling them from staging buffers, and reading them back into these.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::{Frame, failed};
use super::{Image, Shape};

/// An image on the device.
pub(super) struct Stored {
    pub(super) handle: vk::Image,
    pub(super) memory: vk::DeviceMemory,
    /// Index of its staging buffer in `made.buffers`; without one it is neither filled nor read back.
    pub(super) staging: Option<usize>,
    /// Its description.
    pub(super) description: Image,
}

impl Frame<'_> {
    /// Creates an image, with the staging buffer that its texels come from and go back to; returns its index in
    /// `made.images` and a view of all of it.
    pub(super) fn image(
        &mut self,
        image: &Image,
        usage: vk::ImageUsageFlags,
    ) -> Result<(usize, vk::ImageView), String> {
        let staging = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let staging = self.host_buffer(&image.bytes, staging)?;
        let usage = usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST;
        self.unfilled_image(image, usage, Some(staging))
    }

    /// The same for an image that is neither filled nor read back.
    pub(super) fn transient_image(
        &mut self,
        image: &Image,
        usage: vk::ImageUsageFlags,
    ) -> Result<vk::ImageView, String> {
        Ok(self.unfilled_image(image, usage, None)?.1)
    }

    fn unfilled_image(
        &mut self,
        image: &Image,
        usage: vk::ImageUsageFlags,
        staging: Option<usize>,
    ) -> Result<(usize, vk::ImageView), String> {
        let vulkan = &self.device.device;
        let (extent, layers) = image.split_extent();
        let cube = matches!(image.shape, Shape::Cube | Shape::CubeArray);
        let info = vk::ImageCreateInfo::default()
            .flags(if cube { vk::ImageCreateFlags::CUBE_COMPATIBLE } else { vk::ImageCreateFlags::empty() })
            .image_type(image.shape.image_type())
            .format(image.format.vulkan())
            .extent(vk::Extent3D { width: extent[0], height: extent[1], depth: extent[2] })
            .mip_levels(image.mips)
            .array_layers(layers)
            .samples(vk::SampleCountFlags::from_raw(image.samples))
            .usage(usage);
        // SAFETY: `info` is valid; image, memory and view are destroyed with the frame; memory has the size and type
        // that the image requires.
        unsafe {
            let handle = vulkan.create_image(&info, None).map_err(failed("vkCreateImage"))?;
            let description = Image { bytes: image.bytes[..image.bytes.len().min(16)].to_vec(), ..*image };
            self.made.images.push(Stored { handle, memory: vk::DeviceMemory::null(), staging, description });
            let needs = vulkan.get_image_memory_requirements(handle);
            let kind = self.device.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::empty())?;
            let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            let memory = vulkan.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
            let index = self.made.images.len() - 1;
            self.made.images[index].memory = memory;
            vulkan.bind_image_memory(handle, memory, 0).map_err(failed("vkBindImageMemory"))?;
            let info = vk::ImageViewCreateInfo::default()
                .image(handle)
                .view_type(image.shape.view_type())
                .format(image.format.vulkan())
                .subresource_range(whole(image));
            let view = vulkan.create_image_view(&info, None).map_err(failed("vkCreateImageView"))?;
            self.made.views.push(view);
            Ok((index, view))
        }
    }

    /// Fills every image that has a staging buffer from it; from then on their layout is GENERAL.
    ///
    /// # Safety
    /// `commands` is being recorded, outside render passes.
    pub(super) unsafe fn fill_images(&self, commands: vk::CommandBuffer) {
        let vulkan = &self.device.device;
        let layout = vk::ImageLayout::GENERAL;
        for stored in &self.made.images {
            let Some(staging) = stored.staging else { continue };
            let image = &stored.description;
            let barrier = vk::ImageMemoryBarrier::default()
                .dst_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                .old_layout(vk::ImageLayout::UNDEFINED)
                .new_layout(layout)
                .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                .image(stored.handle)
                .subresource_range(whole(image));
            // SAFETY: the handles are alive; the regions lie inside image and buffer.
            unsafe {
                vulkan.cmd_pipeline_barrier(
                    commands,
                    vk::PipelineStageFlags::TOP_OF_PIPE,
                    vk::PipelineStageFlags::TRANSFER,
                    vk::DependencyFlags::empty(),
                    &[],
                    &[],
                    &[barrier],
                );
                if image.samples == 1 {
                    let buffer = self.made.buffers[staging].buffer;
                    vulkan.cmd_copy_buffer_to_image(commands, buffer, stored.handle, layout, &regions(image));
                } else if image.format.aspect() == vk::ImageAspectFlags::COLOR {
                    let color = image.format.clear_value(&image.bytes).color;
                    vulkan.cmd_clear_color_image(commands, stored.handle, layout, &color, &[whole(image)]);
                } else {
                    let depth = image.format.clear_value(&image.bytes).depth_stencil;
                    vulkan.cmd_clear_depth_stencil_image(commands, stored.handle, layout, &depth, &[whole(image)]);
                }
            }
        }
    }

    /// Copies every image that was filled back into its staging buffer.
    ///
    /// # Safety
    /// `commands` is being recorded, outside render passes, after [`Self::fill_images`].
    pub(super) unsafe fn read_images(&self, commands: vk::CommandBuffer) {
        for stored in self.made.images.iter().filter(|stored| stored.description.samples == 1) {
            let Some(staging) = stored.staging else { continue };
            let buffer = self.made.buffers[staging].buffer;
            let regions = regions(&stored.description);
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the handles are alive; the image is in this layout; the regions lie inside image and buffer.
            unsafe { self.device.device.cmd_copy_image_to_buffer(commands, stored.handle, layout, buffer, &regions) };
        }
    }
}

/// All levels and layers of an image.
fn whole(image: &Image) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange {
        aspect_mask: image.format.aspect(),
        base_mip_level: 0,
        level_count: image.mips,
        base_array_layer: 0,
        layer_count: image.split_extent().1,
    }
}

/// One copy per level, packed one after the other.
fn regions(image: &Image) -> Vec<vk::BufferImageCopy> {
    let mut offset = 0;
    (0..image.mips)
        .map(|level| {
            let [width, height, depth] = image.level_extent(level);
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(vk::ImageSubresourceLayers {
                    aspect_mask: image.format.aspect(),
                    mip_level: level,
                    base_array_layer: 0,
                    layer_count: image.split_extent().1,
                })
                .image_extent(vk::Extent3D { width, height, depth });
            offset += image.level_size(level) as u64;
            region
        })
        .collect()
}
