//! What pipelines of every kind consist of: layout, modules, specialization constants.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::{Frame, failed};

/// Values of specialization constants in the form that Vulkan requires.
pub(super) struct Constants {
    entries: Vec<vk::SpecializationMapEntry>,
    data: Vec<u8>,
}

impl Constants {
    /// From ids and little-endian values.
    pub(super) fn new(specialization: &[(u32, Vec<u8>)]) -> Self {
        let mut constants = Self { entries: Vec::new(), data: Vec::new() };
        for (id, bytes) in specialization {
            let offset = constants.data.len() as u32;
            constants.entries.push(vk::SpecializationMapEntry { constant_id: *id, offset, size: bytes.len() });
            constants.data.extend_from_slice(bytes);
        }
        constants
    }

    /// For the info of a stage.
    pub(super) fn info(&self) -> vk::SpecializationInfo<'_> {
        vk::SpecializationInfo::default().map_entries(&self.entries).data(&self.data)
    }
}

impl Frame<'_> {
    /// The layout: the descriptor sets made so far, and room for push constants.
    pub(super) fn pipeline_layout(&mut self, push: &[u8], stages: vk::ShaderStageFlags) -> Result<(), String> {
        let ranges = [vk::PushConstantRange { stage_flags: stages, offset: 0, size: push.len() as u32 }];
        let ranges = if push.is_empty() { &[] } else { &ranges[..] };
        let info =
            vk::PipelineLayoutCreateInfo::default().set_layouts(&self.made.set_layouts).push_constant_ranges(ranges);
        // SAFETY: `info` points to data that outlives the call; the layout is destroyed with the frame.
        self.made.layout = unsafe { self.device.device.create_pipeline_layout(&info, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        Ok(())
    }

    /// The module of `words`, which must be valid.
    pub(super) fn module(&mut self, words: &[u32]) -> Result<vk::ShaderModule, String> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: `info` points to data that outlives the call; the caller has validated the module; it is destroyed
        // with the frame.
        let module =
            unsafe { self.device.device.create_shader_module(&info, None) }.map_err(failed("vkCreateShaderModule"))?;
        self.made.modules.push(module);
        Ok(module)
    }

    /// Binds pipeline, descriptor sets and push constants.
    ///
    /// # Safety
    /// `commands` is being recorded; pipeline and layout are made, the sets with them.
    pub(super) unsafe fn bind_pipeline(
        &self,
        commands: vk::CommandBuffer,
        point: vk::PipelineBindPoint,
        sets: &[vk::DescriptorSet],
        push: &[u8],
        stages: vk::ShaderStageFlags,
    ) {
        let vulkan = &self.device.device;
        // SAFETY: as the caller promises; the stages are those of the layout.
        unsafe {
            vulkan.cmd_bind_pipeline(commands, point, self.made.pipeline);
            if !sets.is_empty() {
                vulkan.cmd_bind_descriptor_sets(commands, point, self.made.layout, 0, sets, &[]);
            }
            if !push.is_empty() {
                vulkan.cmd_push_constants(commands, self.made.layout, stages, 0, push);
            }
        }
    }
}
