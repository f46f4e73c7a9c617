//! Runs a compute shader that `build.rs` compiled, on the first Vulkan device there is.

use ash::vk;

mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use shaders::scale_comp as scale;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const COUNT: u32 = 1000;
const WORKGROUP: u32 = 64;

fn main() -> Result<()> {
    // SAFETY: the calls follow the Vulkan specification, and everything lives until the end of the process.
    let (numbers, total) = unsafe { run()? };
    let expected: Vec<u32> = (0..COUNT).map(|number| number * 3 + 1).collect();
    assert_eq!(numbers, expected);
    assert_eq!(total, expected.iter().sum());
    println!("{COUNT} numbers scaled, their sum is {total}");
    Ok(())
}

unsafe fn run() -> Result<(Vec<u32>, u32)> {
    let entry = unsafe { ash::Entry::load()? };
    let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_1);
    let instance_info = vk::InstanceCreateInfo::default().application_info(&application);
    let instance = unsafe { entry.create_instance(&instance_info, None)? };
    let physical = *unsafe { instance.enumerate_physical_devices()? }.first().ok_or("no Vulkan device")?;
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let computes = |family: &vk::QueueFamilyProperties| family.queue_flags.contains(vk::QueueFlags::COMPUTE);
    let family = families.iter().position(computes).ok_or("no compute queue")? as u32;
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let device = unsafe {
        instance.create_device(physical, &vk::DeviceCreateInfo::default().queue_create_infos(&queues), None)?
    };
    let queue = unsafe { device.get_device_queue(family, 0) };

    // Numbers and their sum lie in one buffer, the sum at its end behind the alignment that any device accepts.
    let sum_offset = u64::from(COUNT * 4).next_multiple_of(256);
    let size = sum_offset + 4;
    let buffer_info = vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
    let buffer = unsafe { device.create_buffer(&buffer_info, None)? };
    let needed = unsafe { device.get_buffer_memory_requirements(buffer) };
    let memories = unsafe { instance.get_physical_device_memory_properties(physical) };
    let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
    let fits = |&index: &u32| {
        let flags = memories.memory_types[index as usize].property_flags;
        needed.memory_type_bits & (1 << index) != 0 && flags.contains(visible)
    };
    let memory_type = (0..memories.memory_type_count).find(fits).ok_or("no memory that the host sees")?;
    let allocation = vk::MemoryAllocateInfo::default().allocation_size(needed.size).memory_type_index(memory_type);
    let memory = unsafe { device.allocate_memory(&allocation, None)? };
    unsafe { device.bind_buffer_memory(buffer, memory, 0)? };
    let mapped = unsafe { device.map_memory(memory, 0, size, vk::MemoryMapFlags::empty())? }.cast::<u32>();
    let words = unsafe { std::slice::from_raw_parts_mut(mapped, size as usize / 4) };
    words.fill(0);
    for (index, word) in words.iter_mut().take(COUNT as usize).enumerate() {
        *word = index as u32;
    }

    // The generated module says what the shader needs.
    let module_info = vk::ShaderModuleCreateInfo::default().code(scale::SPIRV);
    let module = unsafe { device.create_shader_module(&module_info, None)? };
    let layout_bindings: Vec<_> = scale::BINDINGS
        .iter()
        .map(|it| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(it.binding)
                .descriptor_type(vk::DescriptorType::from_raw(it.descriptor_type))
                .descriptor_count(it.count.unwrap_or(1))
                .stage_flags(vk::ShaderStageFlags::from_raw(scale::STAGE))
        })
        .collect();
    let set_layout_info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&layout_bindings);
    let set_layouts = [unsafe { device.create_descriptor_set_layout(&set_layout_info, None)? }];
    let ranges = [vk::PushConstantRange::default()
        .stage_flags(vk::ShaderStageFlags::from_raw(scale::STAGE))
        .size(scale::PUSH_CONSTANT_SIZE)];
    let layout_info = vk::PipelineLayoutCreateInfo::default().set_layouts(&set_layouts).push_constant_ranges(&ranges);
    let layout = unsafe { device.create_pipeline_layout(&layout_info, None)? };
    let constants = [WORKGROUP, 1];
    let entries = [scale::specialization::LOCAL_SIZE_X, scale::specialization::OFFSET];
    let entries: Vec<_> = (0..)
        .zip(entries)
        .map(|(index, id)| vk::SpecializationMapEntry::default().constant_id(id).offset(4 * index).size(4))
        .collect();
    let constants: Vec<u8> = constants.iter().flat_map(|it| it.to_ne_bytes()).collect();
    let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&constants);
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::from_raw(scale::STAGE))
        .module(module)
        .name(scale::ENTRY_POINT)
        .specialization_info(&specialization);
    let pipelines = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
    let pipeline = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &pipelines, None) }
        .map_err(|(_, error)| error)?[0];

    let sizes = [vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER).descriptor_count(2)];
    let pool_info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
    let descriptor_pool = unsafe { device.create_descriptor_pool(&pool_info, None)? };
    let set_info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(descriptor_pool).set_layouts(&set_layouts);
    let set = unsafe { device.allocate_descriptor_sets(&set_info)? }[0];
    let numbers = [vk::DescriptorBufferInfo::default().buffer(buffer).range(u64::from(COUNT * 4))];
    let total = [vk::DescriptorBufferInfo::default().buffer(buffer).offset(sum_offset).range(4)];
    let write = |binding: shaders::Binding, info| {
        vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(binding.binding)
            .descriptor_type(vk::DescriptorType::from_raw(binding.descriptor_type))
            .buffer_info(info)
    };
    let writes = [write(scale::binding::NUMBERS, &numbers), write(scale::binding::TOTAL, &total)];
    unsafe { device.update_descriptor_sets(&writes, &[]) };

    let command_pool_info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
    let command_pool = unsafe { device.create_command_pool(&command_pool_info, None)? };
    let command_info = vk::CommandBufferAllocateInfo::default().command_pool(command_pool).command_buffer_count(1);
    let commands = unsafe { device.allocate_command_buffers(&command_info)? };
    let push = scale::PushConstants { count: COUNT, factor: 3 };
    let push: Vec<u8> = [push.count, push.factor].iter().flat_map(|it| it.to_ne_bytes()).collect();
    unsafe {
        device.begin_command_buffer(commands[0], &vk::CommandBufferBeginInfo::default())?;
        device.cmd_bind_pipeline(commands[0], vk::PipelineBindPoint::COMPUTE, pipeline);
        device.cmd_bind_descriptor_sets(commands[0], vk::PipelineBindPoint::COMPUTE, layout, 0, &[set], &[]);
        device.cmd_push_constants(commands[0], layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
        device.cmd_dispatch(commands[0], COUNT.div_ceil(WORKGROUP), 1, 1);
        device.end_command_buffer(commands[0])?;
        device.queue_submit(queue, &[vk::SubmitInfo::default().command_buffers(&commands)], vk::Fence::null())?;
        device.queue_wait_idle(queue)?;
    }
    Ok((words[..COUNT as usize].to_vec(), words[sum_offset as usize / 4]))
}
