//! One draw: create everything, run, read back, destroy everything.
#![allow(unsafe_code)]

use ash::vk;
use glslsub::internals::Stage;

use super::attachments::Attached;
use super::frame::{Frame, failed};
use super::pipeline::Constants;
use super::{Device, Draw, Drawn, Graphics, stage_flag};

impl Device {
    /// Draws.
    ///
    /// # Errors
    /// The call that failed.
    pub fn draw(&self, draw: &Draw<'_>) -> Result<Drawn, String> {
        let graphics = draw.graphics;
        let stages = draw
            .modules
            .iter()
            .map(|(stage, _)| stage_flag(*stage))
            .fold(vk::ShaderStageFlags::empty(), |stages, stage| stages | stage);
        let mut frame = Frame::new(self);
        let (bound, sets) = frame.bind_all(draw.bindings, stages)?;
        let inputs: Vec<_> = draw
            .bindings
            .iter()
            .zip(&bound)
            .filter(|(binding, _)| matches!(binding.resource, super::Resource::InputAttachment(_)))
            .flat_map(|(_, bound)| bound.views())
            .collect();
        let attached = frame.attachments(draw, &inputs)?;
        let input = frame.draw_input(graphics)?;
        frame.pipeline_layout(draw.push_constants, stages)?;
        frame.graphics_pipeline(draw)?;
        frame.submit(|frame, commands| {
            // SAFETY: `commands` is being recorded; all handles live as long as the frame.
            unsafe {
                frame.fill_images(commands);
                frame.everything_before_is_visible(commands);
                frame.begin_pass(commands, graphics, &attached);
                let point = vk::PipelineBindPoint::GRAPHICS;
                frame.bind_pipeline(commands, point, &sets, draw.push_constants, stages);
                frame.record_draws(commands, draw, &input);
                self.device.cmd_end_render_pass(commands);
                frame.everything_before_is_visible(commands);
                frame.read_images(commands);
                frame.everything_before_is_visible(commands);
            }
        })?;
        Ok(Drawn {
            bindings: frame.contents(&bound)?,
            targets: attached.targets.iter().map(|&index| frame.read(index)).collect::<Result<_, _>>()?,
            depth: attached.depth.map_or(Ok(Vec::new()), |index| frame.read(index))?,
            feedback: input.feedback.iter().map(|&index| frame.read(index)).collect::<Result<_, _>>()?,
        })
    }
}

/// Buffers before the stages, by index into `made.buffers`, and after the last of them.
struct Input {
    attributes: Vec<usize>,
    indices: Option<usize>,
    indirect: usize,
    feedback: Vec<usize>,
}

impl Frame<'_> {
    fn draw_input(&mut self, graphics: &Graphics) -> Result<Input, String> {
        let mut attributes = Vec::new();
        for attribute in &graphics.attributes {
            attributes.push(self.host_buffer(&attribute.bytes, vk::BufferUsageFlags::VERTEX_BUFFER)?);
        }
        let indices = match &graphics.indices {
            Some((_, bytes)) => Some(self.host_buffer(bytes, vk::BufferUsageFlags::INDEX_BUFFER)?),
            None => None,
        };
        let mut feedback = Vec::new();
        for bytes in &graphics.feedback {
            feedback.push(self.host_buffer(bytes, vk::BufferUsageFlags::TRANSFORM_FEEDBACK_BUFFER_EXT)?);
        }
        let mut commands = Vec::new();
        for draw in &graphics.draws {
            let first = match graphics.indices {
                // VkDrawIndexedIndirectCommand has the first index, which is 0, before these.
                Some(_) => vec![draw.vertices, draw.instances, 0, draw.first_vertex, draw.first_instance],
                None => vec![draw.vertices, draw.instances, draw.first_vertex, draw.first_instance],
            };
            commands.extend(first.into_iter().flat_map(u32::to_le_bytes));
        }
        let indirect = self.host_buffer(&commands, vk::BufferUsageFlags::INDIRECT_BUFFER)?;
        Ok(Input { attributes, indices, indirect, feedback })
    }

    fn graphics_pipeline(&mut self, draw: &Draw<'_>) -> Result<(), String> {
        let graphics = draw.graphics;
        let mut modules = Vec::new();
        for (stage, words) in draw.modules {
            modules.push((*stage, self.module(words)?));
        }
        let constants = Constants::new(draw.specialization);
        let specialization = constants.info();
        let stages: Vec<_> = modules
            .iter()
            .map(|&(stage, module)| {
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(stage_flag(stage))
                    .module(module)
                    .name(c"main")
                    .specialization_info(&specialization)
            })
            .collect();
        let (buffers, attributes) = vertex_input(graphics);
        let vertices = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&buffers)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(graphics.topology.kind)
            .primitive_restart_enable(graphics.topology.restart);
        let tessellation =
            vk::PipelineTessellationStateCreateInfo::default().patch_control_points(graphics.topology.patch);
        let (viewports, scissors) = viewports(graphics);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .depth_clamp_enable(graphics.raster.depth_clamp)
            // Without a fragment shader there is no need to rasterise, unless a depth buffer is written.
            .rasterizer_discard_enable(
                graphics.depth.is_none() && !draw.modules.iter().any(|(stage, _)| *stage == Stage::Fragment),
            )
            .polygon_mode(graphics.raster.polygon)
            .cull_mode(graphics.raster.cull)
            .front_face(match graphics.raster.clockwise {
                true => vk::FrontFace::CLOCKWISE,
                false => vk::FrontFace::COUNTER_CLOCKWISE,
            })
            .line_width(1.0);
        let mask = [graphics.raster.sample_mask];
        let mut samples = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::from_raw(graphics.samples))
            .sample_shading_enable(graphics.raster.sample_shading)
            .min_sample_shading(1.0);
        if graphics.raster.sample_mask != 0 {
            samples = samples.sample_mask(&mask);
        }
        let depth = depth_state(graphics);
        let blends: Vec<_> = graphics.targets.iter().map(|target| blend_state(target.blend)).collect();
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .tessellation_state(&tessellation)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .layout(self.made.layout)
            .render_pass(self.made.pass);
        // SAFETY: `info` points to data that outlives the call; the modules were validated before, each by itself; the
        // pipeline is destroyed with the frame.
        let pipelines =
            unsafe { self.device.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
                .map_err(|(_, error)| failed("vkCreateGraphicsPipelines")(error))?;
        self.made.pipeline = pipelines[0];
        Ok(())
    }

    /// # Safety
    /// `commands` is being recorded; pass, framebuffer and what is attached to it are alive.
    unsafe fn begin_pass(&self, commands: vk::CommandBuffer, graphics: &Graphics, attached: &Attached) {
        let [width, height] = graphics.size();
        let info = vk::RenderPassBeginInfo::default()
            .render_pass(self.made.pass)
            .framebuffer(self.made.framebuffer)
            .render_area(vk::Rect2D { extent: vk::Extent2D { width, height }, ..vk::Rect2D::default() })
            .clear_values(&attached.clears);
        // SAFETY: as the caller promises.
        unsafe { self.device.device.cmd_begin_render_pass(commands, &info, vk::SubpassContents::INLINE) };
    }

    /// # Safety
    /// `commands` is being recorded inside the pass, with the pipeline bound.
    unsafe fn record_draws(&self, commands: vk::CommandBuffer, draw: &Draw<'_>, input: &Input) {
        let vulkan = &self.device.device;
        let graphics = draw.graphics;
        let handle = |index: usize| self.made.buffers[index].buffer;
        let feedback: Vec<_> = input.feedback.iter().map(|&index| handle(index)).collect();
        let (offsets, sizes) = (vec![0; feedback.len()], vec![vk::WHOLE_SIZE; feedback.len()]);
        let calls = self.device.transform_feedback();
        // SAFETY: all buffers are alive and as large as what reads them; extensions' calls are made only by jobs whose
        // modules have the capabilities that come with them, which the caller has checked.
        unsafe {
            for (index, &buffer) in input.attributes.iter().enumerate() {
                vulkan.cmd_bind_vertex_buffers(commands, index as u32, &[handle(buffer)], &[0]);
            }
            if let (Some(buffer), Some((kind, _))) = (input.indices, &graphics.indices) {
                vulkan.cmd_bind_index_buffer(commands, handle(buffer), 0, *kind);
            }
            if !feedback.is_empty() {
                let count = feedback.len() as u32;
                let bind = calls.fp().cmd_bind_transform_feedback_buffers_ext;
                bind(commands, 0, count, feedback.as_ptr(), offsets.as_ptr(), sizes.as_ptr());
                (calls.fp().cmd_begin_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), std::ptr::null());
            }
            let is_mesh = draw.modules.iter().any(|(stage, _)| *stage == Stage::Mesh);
            let is_older = draw.modules.iter().any(|(_, words)| super::capabilities::is_nvidia_mesh(words));
            if is_mesh && is_older {
                // Its groups have one dimension.
                self.device.mesh_shaders_nv().cmd_draw_mesh_tasks(commands, graphics.groups[0], 0);
            } else if is_mesh {
                let [x, y, z] = graphics.groups;
                self.device.mesh_shaders().cmd_draw_mesh_tasks(commands, x, y, z);
            } else if graphics.draws.len() > 1 {
                let (buffer, count) = (handle(input.indirect), graphics.draws.len() as u32);
                match graphics.indices {
                    Some(_) => vulkan.cmd_draw_indexed_indirect(commands, buffer, 0, count, 20),
                    None => vulkan.cmd_draw_indirect(commands, buffer, 0, count, 16),
                }
            } else {
                let it = graphics.draws.first().copied().unwrap_or_default();
                let (count, instances, first) = (it.vertices, it.instances, it.first_instance);
                match graphics.indices {
                    Some(_) => {
                        vulkan.cmd_draw_indexed(commands, count, instances, 0, it.first_vertex as i32, first);
                    }
                    None => vulkan.cmd_draw(commands, count, instances, it.first_vertex, first),
                }
            }
            if !feedback.is_empty() {
                (calls.fp().cmd_end_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), std::ptr::null());
            }
        }
    }
}

/// A buffer for each attribute.
fn vertex_input(
    graphics: &Graphics,
) -> (Vec<vk::VertexInputBindingDescription>, Vec<vk::VertexInputAttributeDescription>) {
    let buffer = |(index, attribute): (usize, &super::Attribute)| {
        let rate = if attribute.per_instance { vk::VertexInputRate::INSTANCE } else { vk::VertexInputRate::VERTEX };
        vk::VertexInputBindingDescription {
            binding: index as u32,
            stride: attribute.format.size() as u32,
            input_rate: rate,
        }
    };
    let input = |(index, attribute): (usize, &super::Attribute)| vk::VertexInputAttributeDescription {
        location: attribute.location,
        binding: index as u32,
        format: attribute.format.vulkan(),
        offset: 0,
    };
    let attributes = || graphics.attributes.iter().enumerate();
    (attributes().map(buffer).collect(), attributes().map(input).collect())
}

/// The viewports, each with a scissor of everything.
fn viewports(graphics: &Graphics) -> (Vec<vk::Viewport>, Vec<vk::Rect2D>) {
    let [width, height] = graphics.size();
    let all = [[0.0, 0.0, width as f32, height as f32, 0.0, 1.0]];
    let rows = if graphics.viewports.is_empty() { &all[..] } else { &graphics.viewports };
    let viewport = |&[x, y, width, height, min_depth, max_depth]: &[f32; 6]| vk::Viewport {
        x,
        y,
        width,
        height,
        min_depth,
        max_depth,
    };
    let scissor = vk::Rect2D { extent: vk::Extent2D { width, height }, ..vk::Rect2D::default() };
    (rows.iter().map(viewport).collect(), vec![scissor; rows.len()])
}

fn depth_state(graphics: &Graphics) -> vk::PipelineDepthStencilStateCreateInfo<'static> {
    let Some(depth) = &graphics.depth else { return vk::PipelineDepthStencilStateCreateInfo::default() };
    if depth.image.format.aspect() == vk::ImageAspectFlags::DEPTH {
        return vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(depth.comparison);
    }
    let face = vk::StencilOpState {
        pass_op: vk::StencilOp::REPLACE,
        compare_op: depth.comparison,
        compare_mask: 0xff,
        write_mask: 0xff,
        reference: depth.reference,
        ..vk::StencilOpState::default()
    };
    vk::PipelineDepthStencilStateCreateInfo::default().stencil_test_enable(true).front(face).back(face)
}

fn blend_state(blend: Option<super::Blend>) -> vk::PipelineColorBlendAttachmentState {
    let state = vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
    let Some(blend) = blend else { return state };
    state
        .blend_enable(true)
        .src_color_blend_factor(blend.source)
        .dst_color_blend_factor(blend.destination)
        .color_blend_op(blend.operation)
        .src_alpha_blend_factor(blend.source)
        .dst_alpha_blend_factor(blend.destination)
        .alpha_blend_op(blend.operation)
}
