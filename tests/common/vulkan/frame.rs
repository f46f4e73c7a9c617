//! What one job creates and destroys: buffers with their contents in both directions, and how commands are submitted.
#![allow(unsafe_code)]

use ash::vk;

use super::Device;
use super::acceleration::Built;
use super::images::Stored;

/// Commands that have not ended after this time never will.
const TIMEOUT_NANOSECONDS: u64 = 60_000_000_000;

/// A buffer in memory that the host can see.
pub(super) struct HostBuffer {
    pub(super) buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    /// The requested number of bytes; the buffer may be longer.
    length: usize,
}

/// Everything that one job creates; destroyed with it.
#[derive(Default)]
pub(super) struct Made {
    pub(super) buffers: Vec<HostBuffer>,
    pub(super) images: Vec<Stored>,
    /// Acceleration structures, and what was needed to build them.
    pub(super) structures: Vec<Built>,
    pub(super) views: Vec<vk::ImageView>,
    pub(super) texel_views: Vec<vk::BufferView>,
    pub(super) samplers: Vec<vk::Sampler>,
    pub(super) set_layouts: Vec<vk::DescriptorSetLayout>,
    pub(super) layout: vk::PipelineLayout,
    pub(super) pool: vk::DescriptorPool,
    pub(super) modules: Vec<vk::ShaderModule>,
    pub(super) pipeline: vk::Pipeline,
    pub(super) pass: vk::RenderPass,
    pub(super) framebuffer: vk::Framebuffer,
}

/// A running job.
pub(super) struct Frame<'d> {
    pub(super) device: &'d Device,
    pub(super) made: Made,
    /// The addresses of the storage buffers and scenes bound so far, by set and binding.
    pub(super) addresses: Vec<((u32, u32), vk::DeviceAddress)>,
}

/// Says which call failed.
pub(super) fn failed(what: &'static str) -> impl Fn(vk::Result) -> String {
    move |error| format!("{what}: {error}")
}

impl<'d> Frame<'d> {
    /// A job that has created nothing yet.
    pub(super) fn new(device: &'d Device) -> Self {
        Self { device, made: Made::default(), addresses: Vec::new() }
    }
}

impl Frame<'_> {
    /// A buffer with these contents; returns its index in `made.buffers`.
    pub(super) fn host_buffer(&mut self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<usize, String> {
        let vulkan = &self.device.device;
        // Vulkan has no empty buffers, and shaders with robust access off may read whole vectors.
        let size = (bytes.len() as u64).max(16);
        let has_address = self.has_address(usage);
        let usage = if has_address { usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS } else { usage };
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: `info` is valid; the buffer is destroyed with the frame.
        let buffer = unsafe { vulkan.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
        self.made.buffers.push(HostBuffer { buffer, memory: vk::DeviceMemory::null(), length: bytes.len() });
        // SAFETY: `buffer` is alive.
        let needs = unsafe { vulkan.get_buffer_memory_requirements(buffer) };
        let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let kind = self.device.memory_type(needs.memory_type_bits, flags)?;
        let mut address_flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let mut info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
        if has_address {
            info = info.push_next(&mut address_flags);
        }
        // SAFETY: size and type are those the buffer requires; memory with an address is only requested if the device
        // has the feature, and `address_flags` outlives the call; the mapping covers the whole allocation, which is at
        // least `size` bytes, and ends before anyone else uses it.
        unsafe {
            let memory = vulkan.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
            let index = self.made.buffers.len() - 1;
            self.made.buffers[index].memory = memory;
            vulkan.bind_buffer_memory(buffer, memory, 0).map_err(failed("vkBindBufferMemory"))?;
            let address = vulkan
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            std::ptr::write_bytes(address.cast::<u8>(), 0, size as usize);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), address.cast::<u8>(), bytes.len());
            vulkan.unmap_memory(memory);
            Ok(index)
        }
    }

    /// Whether a buffer of this usage has an address that shaders can use.
    pub(super) fn has_address(&self, usage: vk::BufferUsageFlags) -> bool {
        self.device.supported.buffer_device_address && usage.contains(vk::BufferUsageFlags::STORAGE_BUFFER)
    }

    /// The contents of a buffer, once the commands have ended.
    pub(super) fn read(&self, index: usize) -> Result<Vec<u8>, String> {
        let HostBuffer { memory, length, .. } = self.made.buffers[index];
        let vulkan = &self.device.device;
        // SAFETY: the commands have ended; the mapping covers at least `length` bytes, all of them initialised.
        unsafe {
            let address = vulkan
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            let bytes = std::slice::from_raw_parts(address.cast::<u8>(), length).to_vec();
            vulkan.unmap_memory(memory);
            Ok(bytes)
        }
    }

    /// Records commands, runs them and waits for their end.
    pub(super) fn submit(&self, record: impl Fn(&Self, vk::CommandBuffer)) -> Result<(), String> {
        let vulkan = &self.device.device;
        // SAFETY: the commands are recorded and submitted once; pool and fence are destroyed once the fence was waited
        // for, or, where that failed, once the device is idle.
        unsafe {
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.queue_family);
            let pool = vulkan.create_command_pool(&info, None).map_err(failed("vkCreateCommandPool"))?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = vulkan.allocate_command_buffers(&info).map_err(failed("vkAllocateCommandBuffers"))?;
            vulkan
                .begin_command_buffer(commands[0], &vk::CommandBufferBeginInfo::default())
                .map_err(failed("vkBeginCommandBuffer"))?;
            record(self, commands[0]);
            vulkan.end_command_buffer(commands[0]).map_err(failed("vkEndCommandBuffer"))?;
            let fence = vulkan.create_fence(&vk::FenceCreateInfo::default(), None).map_err(failed("vkCreateFence"))?;
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            vulkan.queue_submit(self.device.queue, &[submit], fence).map_err(failed("vkQueueSubmit"))?;
            let done = vulkan.wait_for_fences(&[fence], true, TIMEOUT_NANOSECONDS).map_err(failed("vkWaitForFences"));
            if done.is_err() {
                let _ = vulkan.device_wait_idle();
            }
            vulkan.destroy_fence(fence, None);
            vulkan.destroy_command_pool(pool, None);
            done
        }
    }

    /// # Safety
    /// `commands` is being recorded, outside render passes.
    pub(super) unsafe fn everything_before_is_visible(&self, commands: vk::CommandBuffer) {
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
            .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE);
        // SAFETY: the caller is recording `commands`.
        unsafe {
            self.device.device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::PipelineStageFlags::ALL_COMMANDS | vk::PipelineStageFlags::HOST,
                vk::DependencyFlags::empty(),
                &[barrier],
                &[],
                &[],
            );
        }
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let vulkan = &self.device.device;
        let made = &self.made;
        // SAFETY: nothing is in use: the fence was waited for, or nothing was submitted, or the wait failed and
        // waiting for the idle device here is all that is left to do. Null handles are ignored by Vulkan.
        unsafe {
            let _ = vulkan.device_wait_idle();
            vulkan.destroy_pipeline(made.pipeline, None);
            vulkan.destroy_framebuffer(made.framebuffer, None);
            vulkan.destroy_render_pass(made.pass, None);
            made.modules.iter().for_each(|&module| vulkan.destroy_shader_module(module, None));
            vulkan.destroy_pipeline_layout(made.layout, None);
            vulkan.destroy_descriptor_pool(made.pool, None);
            made.set_layouts.iter().for_each(|&layout| vulkan.destroy_descriptor_set_layout(layout, None));
            made.samplers.iter().for_each(|&sampler| vulkan.destroy_sampler(sampler, None));
            made.texel_views.iter().for_each(|&view| vulkan.destroy_buffer_view(view, None));
            made.views.iter().for_each(|&view| vulkan.destroy_image_view(view, None));
            for stored in &made.images {
                vulkan.destroy_image(stored.handle, None);
                vulkan.free_memory(stored.memory, None);
            }
            for buffer in &made.buffers {
                vulkan.destroy_buffer(buffer.buffer, None);
                vulkan.free_memory(buffer.memory, None);
            }
        }
        self.destroy_structures();
    }
}
