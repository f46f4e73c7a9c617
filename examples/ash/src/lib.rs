//! As much of Vulkan as a compute shader with storage buffers in set 0 needs.

use ash::vk;

/// The result of either program.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The first Vulkan device, with a queue for compute shaders.
pub struct Gpu {
    // Dropped last: it is the library.
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: vk::Queue,
    family: u32,
}

/// A shader, and what the host passes to it besides buffers.
pub struct Shader<'a> {
    /// The SPIR-V module.
    pub spirv: &'a [u32],
    /// The bindings of its storage buffers.
    pub bindings: &'a [u32],
    /// Push constants.
    pub push_constants: &'a [u8],
    /// Ids and values of specialization constants.
    pub specialization: &'a [(u32, u32)],
}

impl Gpu {
    /// Opens the device.
    pub fn new() -> Result<Self> {
        // SAFETY: the calls follow the Vulkan specification; so do those below.
        unsafe {
            let entry = ash::Entry::load()?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
            let instance =
                entry.create_instance(&vk::InstanceCreateInfo::default().application_info(&application), None)?;
            let physical = *instance.enumerate_physical_devices()?.first().ok_or("no Vulkan device")?;
            let families = instance.get_physical_device_queue_family_properties(physical);
            let computes = |it: &vk::QueueFamilyProperties| it.queue_flags.contains(vk::QueueFlags::COMPUTE);
            let family = families.iter().position(computes).ok_or("no compute queue")? as u32;
            let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues);
            let device = instance.create_device(physical, &info, None)?;
            let queue = device.get_device_queue(family, 0);
            Ok(Self { _entry: entry, instance, physical, device, queue, family })
        }
    }

    /// Runs a shader with one buffer for each of its bindings, and reads the buffers back.
    pub fn run(&self, shader: &Shader<'_>, buffers: &mut [Vec<u32>], workgroups: u32) -> Result<()> {
        // SAFETY: what is created here is used and destroyed here, after the queue is idle.
        unsafe {
            let memory = buffers.iter().map(|words| self.buffer(words)).collect::<Result<Vec<_>>>()?;
            let (set_layout, layout, pipeline) = self.pipeline(shader)?;
            let (pool, set) = self.descriptors(set_layout, shader.bindings, &memory)?;
            let commands = self.submit(layout, pipeline, set, shader.push_constants, workgroups)?;
            for (words, it) in buffers.iter_mut().zip(&memory) {
                std::ptr::copy_nonoverlapping(it.words, words.as_mut_ptr(), words.len());
                self.device.destroy_buffer(it.buffer, None);
                self.device.free_memory(it.memory, None);
            }
            self.device.destroy_command_pool(commands, None);
            self.device.destroy_descriptor_pool(pool, None);
            self.device.destroy_pipeline(pipeline, None);
            self.device.destroy_pipeline_layout(layout, None);
            self.device.destroy_descriptor_set_layout(set_layout, None);
        }
        Ok(())
    }

    unsafe fn buffer(&self, words: &[u32]) -> Result<Mapped> {
        let size = words.len() as u64 * 4;
        let info = vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        let buffer = unsafe { self.device.create_buffer(&info, None)? };
        let needed = unsafe { self.device.get_buffer_memory_requirements(buffer) };
        let memories = unsafe { self.instance.get_physical_device_memory_properties(self.physical) };
        let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let fits = |&index: &u32| {
            let flags = memories.memory_types[index as usize].property_flags;
            needed.memory_type_bits & (1 << index) != 0 && flags.contains(visible)
        };
        let memory_type = (0..memories.memory_type_count).find(fits).ok_or("no memory that the host sees")?;
        let info = vk::MemoryAllocateInfo::default().allocation_size(needed.size).memory_type_index(memory_type);
        unsafe {
            let memory = self.device.allocate_memory(&info, None)?;
            self.device.bind_buffer_memory(buffer, memory, 0)?;
            let mapped = self.device.map_memory(memory, 0, size, vk::MemoryMapFlags::empty())?.cast::<u32>();
            std::ptr::copy_nonoverlapping(words.as_ptr(), mapped, words.len());
            Ok(Mapped { buffer, memory, words: mapped })
        }
    }

    unsafe fn pipeline(
        &self,
        shader: &Shader<'_>,
    ) -> Result<(vk::DescriptorSetLayout, vk::PipelineLayout, vk::Pipeline)> {
        let binding = |&binding: &u32| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        };
        let bindings: Vec<_> = shader.bindings.iter().map(binding).collect();
        let values: Vec<u8> = shader.specialization.iter().flat_map(|it| it.1.to_ne_bytes()).collect();
        let entry = |(index, &(id, _)): (u32, &(u32, u32))| {
            vk::SpecializationMapEntry::default().constant_id(id).offset(4 * index).size(4)
        };
        let entries: Vec<_> = (0..).zip(shader.specialization).map(entry).collect();
        let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&values);
        let ranges = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(shader.push_constants.len() as u32)];
        let ranges = if shader.push_constants.is_empty() { &[][..] } else { &ranges };
        unsafe {
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let set_layouts = [self.device.create_descriptor_set_layout(&info, None)?];
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&set_layouts).push_constant_ranges(ranges);
            let layout = self.device.create_pipeline_layout(&info, None)?;
            let module =
                self.device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(shader.spirv), None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(c"main")
                .specialization_info(&specialization);
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let pipelines = self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            self.device.destroy_shader_module(module, None);
            Ok((set_layouts[0], layout, pipelines.map_err(|(_, error)| error)?[0]))
        }
    }

    unsafe fn descriptors(
        &self,
        layout: vk::DescriptorSetLayout,
        bindings: &[u32],
        buffers: &[Mapped],
    ) -> Result<(vk::DescriptorPool, vk::DescriptorSet)> {
        let count = buffers.len().max(1) as u32;
        let sizes = [vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER).descriptor_count(count)];
        let infos: Vec<_> = buffers
            .iter()
            .map(|it| [vk::DescriptorBufferInfo::default().buffer(it.buffer).range(vk::WHOLE_SIZE)])
            .collect();
        unsafe {
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
            let pool = self.device.create_descriptor_pool(&info, None)?;
            let layouts = [layout];
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let set = self.device.allocate_descriptor_sets(&info)?[0];
            let writes: Vec<_> = bindings
                .iter()
                .zip(&infos)
                .map(|(&binding, info)| {
                    vk::WriteDescriptorSet::default()
                        .dst_set(set)
                        .dst_binding(binding)
                        .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                        .buffer_info(info)
                })
                .collect();
            self.device.update_descriptor_sets(&writes, &[]);
            Ok((pool, set))
        }
    }

    unsafe fn submit(
        &self,
        layout: vk::PipelineLayout,
        pipeline: vk::Pipeline,
        set: vk::DescriptorSet,
        push_constants: &[u8],
        workgroups: u32,
    ) -> Result<vk::CommandPool> {
        let device = &self.device;
        unsafe {
            let pool = device
                .create_command_pool(&vk::CommandPoolCreateInfo::default().queue_family_index(self.family), None)?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info)?;
            device.begin_command_buffer(commands[0], &vk::CommandBufferBeginInfo::default())?;
            device.cmd_bind_pipeline(commands[0], vk::PipelineBindPoint::COMPUTE, pipeline);
            device.cmd_bind_descriptor_sets(commands[0], vk::PipelineBindPoint::COMPUTE, layout, 0, &[set], &[]);
            if !push_constants.is_empty() {
                device.cmd_push_constants(commands[0], layout, vk::ShaderStageFlags::COMPUTE, 0, push_constants);
            }
            device.cmd_dispatch(commands[0], workgroups, 1, 1);
            device.end_command_buffer(commands[0])?;
            let submits = [vk::SubmitInfo::default().command_buffers(&commands)];
            device.queue_submit(self.queue, &submits, vk::Fence::null())?;
            device.queue_wait_idle(self.queue)?;
            Ok(pool)
        }
    }
}

/// A buffer, and where its words are in the memory of the host.
struct Mapped {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    words: *mut u32,
}
