//! One dispatch: make everything, run, read back, destroy everything.
#![allow(unsafe_code)]

use ash::vk;

use super::acceleration::Built;
use super::{Binding, Device, Image, Job, Resource, Sampling};

/// A dispatch that has not ended after so long never will.
const TIMEOUT_NANOSECONDS: u64 = 60_000_000_000;

/// A buffer in memory that the host can see.
pub(super) struct HostBuffer {
    pub(super) buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    size: u64,
}

/// Everything that one dispatch makes; destroyed with it.
#[derive(Default)]
pub(super) struct Made {
    pub(super) buffers: Vec<HostBuffer>,
    images: Vec<(vk::Image, vk::DeviceMemory)>,
    /// Acceleration structures, and what was needed to build them.
    pub(super) structures: Vec<Built>,
    views: Vec<vk::ImageView>,
    texel_views: Vec<vk::BufferView>,
    samplers: Vec<vk::Sampler>,
    set_layouts: Vec<vk::DescriptorSetLayout>,
    layout: vk::PipelineLayout,
    pool: vk::DescriptorPool,
    module: vk::ShaderModule,
    pipeline: vk::Pipeline,
    commands: vk::CommandPool,
    fence: vk::Fence,
}

/// How a binding is reached: its descriptor, and where its contents are read back from.
struct Bound {
    kind: vk::DescriptorType,
    /// One for each element of an array of buffers.
    buffers: Vec<vk::DescriptorBufferInfo>,
    image: Option<vk::DescriptorImageInfo>,
    texels: Option<vk::BufferView>,
    structure: Option<vk::AccelerationStructureKHR>,
    /// Index into `Made::buffers`: the buffer itself, or an image's staging buffer.
    contents: Option<usize>,
    /// Index into `Made::images`.
    stored: Option<usize>,
}

impl Bound {
    /// Descriptors at the binding.
    fn count(&self) -> u32 {
        self.buffers.len().max(1) as u32
    }
}

pub(super) struct Frame<'d> {
    pub(super) device: &'d Device,
    pub(super) made: Made,
    /// The addresses of the storage buffers and scenes bound so far, by set and binding.
    addresses: Vec<((u32, u32), vk::DeviceAddress)>,
}

impl Device {
    /// Runs a job. The result has one entry per binding: what is in it afterwards (samplers have nothing).
    ///
    /// # Errors
    /// The call that failed.
    pub fn run(&self, job: &Job<'_>) -> Result<Vec<Vec<u8>>, String> {
        let mut frame = Frame { device: self, made: Made::default(), addresses: Vec::new() };
        frame.run(job)
    }
}

/// Says which call failed.
pub(super) fn failed(what: &'static str) -> impl Fn(vk::Result) -> String {
    move |error| format!("{what}: {error}")
}

impl Frame<'_> {
    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Vec<u8>>, String> {
        let mut bound = Vec::new();
        for binding in job.bindings {
            bound.push(self.bind(binding)?);
        }
        let sets = self.descriptor_sets(job.bindings, &bound)?;
        self.pipeline(job)?;
        self.record_and_wait(job, &bound, &sets)?;
        bound.iter().map(|bound| bound.contents.map_or(Ok(Vec::new()), |index| self.read(index))).collect()
    }

    pub(super) fn host_buffer(&mut self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<usize, String> {
        let vulkan = &self.device.device;
        // Vulkan has no empty buffers, and shaders with robust access off may read whole vectors.
        let size = (bytes.len() as u64).max(16);
        let has_address = self.has_address(usage);
        let usage = if has_address { usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS } else { usage };
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: `info` is valid; the buffer is destroyed with the frame.
        let buffer = unsafe { vulkan.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
        self.made.buffers.push(HostBuffer { buffer, memory: vk::DeviceMemory::null(), size });
        // SAFETY: `buffer` is alive.
        let needs = unsafe { vulkan.get_buffer_memory_requirements(buffer) };
        let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let kind = self.device.memory_type(needs.memory_type_bits, flags)?;
        let mut address_flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let mut info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
        if has_address {
            info = info.push_next(&mut address_flags);
        }
        // SAFETY: size and type are those the buffer asked for; memory with an address is asked for only where the
        // device has the feature, and `address_flags` outlives the call; the mapping covers the whole allocation,
        // which is at least `size` bytes, and ends before anyone else uses it.
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
    fn has_address(&self, usage: vk::BufferUsageFlags) -> bool {
        self.device.supported.buffer_device_address && usage.contains(vk::BufferUsageFlags::STORAGE_BUFFER)
    }

    /// The addresses of storage buffers that are bound already, one behind the other.
    fn addresses_of(&self, places: &[(u32, u32)]) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        for place in places {
            let (_, address) = self
                .addresses
                .iter()
                .find(|(bound, _)| bound == place)
                .ok_or_else(|| format!("no earlier storage buffer at {place:?} has an address"))?;
            bytes.extend_from_slice(&address.to_le_bytes());
        }
        Ok(bytes)
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, String> {
        let HostBuffer { memory, size, .. } = self.made.buffers[index];
        let vulkan = &self.device.device;
        // SAFETY: the dispatch has ended; the mapping covers at least `size` bytes, all of them initialised.
        unsafe {
            let address = vulkan
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            let bytes = std::slice::from_raw_parts(address.cast::<u8>(), size as usize).to_vec();
            vulkan.unmap_memory(memory);
            Ok(bytes)
        }
    }

    fn bind_buffer(&mut self, bytes: &[u8], kind: vk::DescriptorType) -> Result<Bound, String> {
        let usage = match kind {
            vk::DescriptorType::UNIFORM_BUFFER => vk::BufferUsageFlags::UNIFORM_BUFFER,
            _ => vk::BufferUsageFlags::STORAGE_BUFFER,
        };
        let index = self.host_buffer(bytes, usage)?;
        // The exact size, so that `.length()` of a runtime-sized array is what the fixture says.
        let range = (bytes.len() as u64).max(4);
        let buffer = vk::DescriptorBufferInfo { buffer: self.made.buffers[index].buffer, offset: 0, range };
        Ok(Bound {
            kind,
            buffers: vec![buffer],
            image: None,
            texels: None,
            structure: None,
            contents: Some(index),
            stored: None,
        })
    }

    fn bind(&mut self, binding: &Binding) -> Result<Bound, String> {
        let empty = Bound {
            kind: vk::DescriptorType::SAMPLER,
            buffers: Vec::new(),
            image: None,
            texels: None,
            structure: None,
            contents: None,
            stored: None,
        };
        let resource = &binding.resource;
        match resource {
            Resource::Storage(bytes) => {
                let bound = self.bind_buffer(bytes, vk::DescriptorType::STORAGE_BUFFER)?;
                let has_address = self.has_address(vk::BufferUsageFlags::STORAGE_BUFFER);
                if let Some(info) = bound.buffers.first().filter(|_| has_address) {
                    let info = vk::BufferDeviceAddressInfo::default().buffer(info.buffer);
                    // SAFETY: the feature is on; the buffer was made with the usage for it and is bound to memory
                    // that was allocated with the flag for it. Both live as long as the frame.
                    let address = unsafe { self.device.device.get_buffer_device_address(&info) };
                    self.addresses.push(((binding.set, binding.binding), address));
                }
                Ok(bound)
            }
            Resource::StorageArray(elements) => {
                let mut array = Bound { kind: vk::DescriptorType::STORAGE_BUFFER, ..empty };
                for bytes in elements {
                    array.buffers.extend(self.bind_buffer(bytes, array.kind)?.buffers);
                }
                Ok(array)
            }
            Resource::Addresses(places) => {
                self.bind_buffer(&self.addresses_of(places)?, vk::DescriptorType::STORAGE_BUFFER)
            }
            Resource::Scene(scene) => {
                let (structure, address) = self.scene(scene)?;
                self.addresses.push(((binding.set, binding.binding), address));
                let kind = vk::DescriptorType::ACCELERATION_STRUCTURE_KHR;
                Ok(Bound { kind, structure: Some(structure), ..empty })
            }
            Resource::Uniform(bytes) => self.bind_buffer(bytes, vk::DescriptorType::UNIFORM_BUFFER),
            Resource::StorageTexels(format, bytes) | Resource::UniformTexels(format, bytes) => {
                let (kind, usage) = match resource {
                    Resource::StorageTexels(..) => {
                        (vk::DescriptorType::STORAGE_TEXEL_BUFFER, vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER)
                    }
                    _ => (vk::DescriptorType::UNIFORM_TEXEL_BUFFER, vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER),
                };
                let index = self.host_buffer(bytes, usage)?;
                let info = vk::BufferViewCreateInfo::default()
                    .buffer(self.made.buffers[index].buffer)
                    .format(format.vulkan())
                    .range(bytes.len() as u64);
                // SAFETY: the buffer is alive and has the usage the view needs; the view is destroyed with the frame.
                let view = unsafe { self.device.device.create_buffer_view(&info, None) }
                    .map_err(failed("vkCreateBufferView"))?;
                self.made.texel_views.push(view);
                Ok(Bound { kind, texels: Some(view), contents: Some(index), ..empty })
            }
            Resource::StorageImage(image) => {
                let (stored, contents, view) = self.image(image, vk::ImageUsageFlags::STORAGE)?;
                let image = vk::DescriptorImageInfo {
                    sampler: vk::Sampler::null(),
                    image_view: view,
                    image_layout: vk::ImageLayout::GENERAL,
                };
                let kind = vk::DescriptorType::STORAGE_IMAGE;
                Ok(Bound { kind, image: Some(image), contents: Some(contents), stored: Some(stored), ..empty })
            }
            Resource::SampledImage(image) | Resource::CombinedImage(image, _) => {
                let (stored, contents, view) = self.image(image, vk::ImageUsageFlags::SAMPLED)?;
                let (kind, sampler) = match resource {
                    Resource::CombinedImage(_, sampling) => {
                        (vk::DescriptorType::COMBINED_IMAGE_SAMPLER, self.sampler(*sampling)?)
                    }
                    _ => (vk::DescriptorType::SAMPLED_IMAGE, vk::Sampler::null()),
                };
                let image =
                    vk::DescriptorImageInfo { sampler, image_view: view, image_layout: vk::ImageLayout::GENERAL };
                Ok(Bound { kind, image: Some(image), contents: Some(contents), stored: Some(stored), ..empty })
            }
            Resource::Sampler(sampling) => {
                let sampler = self.sampler(*sampling)?;
                let image = vk::DescriptorImageInfo { sampler, ..vk::DescriptorImageInfo::default() };
                Ok(Bound { image: Some(image), ..empty })
            }
        }
    }

    fn sampler(&mut self, sampling: Sampling) -> Result<vk::Sampler, String> {
        let filter = if sampling.linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        let mipmap = if sampling.linear { vk::SamplerMipmapMode::LINEAR } else { vk::SamplerMipmapMode::NEAREST };
        let address =
            if sampling.repeat { vk::SamplerAddressMode::REPEAT } else { vk::SamplerAddressMode::CLAMP_TO_EDGE };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .mipmap_mode(mipmap)
            .address_mode_u(address)
            .address_mode_v(address)
            .address_mode_w(address)
            .compare_enable(sampling.shadow)
            .compare_op(vk::CompareOp::LESS_OR_EQUAL)
            .max_lod(vk::LOD_CLAMP_NONE);
        // SAFETY: `info` is valid; the sampler is destroyed with the frame.
        let sampler = unsafe { self.device.device.create_sampler(&info, None) }.map_err(failed("vkCreateSampler"))?;
        self.made.samplers.push(sampler);
        Ok(sampler)
    }

    /// Makes an image and the staging buffer its texels come from and go back to.
    fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<(usize, usize, vk::ImageView), String> {
        let staging = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let contents = self.host_buffer(&image.bytes, staging)?;
        let vulkan = &self.device.device;
        let (extent, layers) = image.split_extent();
        let cube = matches!(image.shape, super::Shape::Cube | super::Shape::CubeArray);
        let info = vk::ImageCreateInfo::default()
            .flags(if cube { vk::ImageCreateFlags::CUBE_COMPATIBLE } else { vk::ImageCreateFlags::empty() })
            .image_type(image.shape.image_type())
            .format(image.format.vulkan())
            .extent(vk::Extent3D { width: extent[0], height: extent[1], depth: extent[2] })
            .mip_levels(image.mips)
            .array_layers(layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        // SAFETY: `info` is valid; image, memory and view are destroyed with the frame; memory is of the size and
        // type that the image asked for.
        unsafe {
            let handle = vulkan.create_image(&info, None).map_err(failed("vkCreateImage"))?;
            self.made.images.push((handle, vk::DeviceMemory::null()));
            let needs = vulkan.get_image_memory_requirements(handle);
            let kind = self.device.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::empty())?;
            let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            let memory = vulkan.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
            let index = self.made.images.len() - 1;
            self.made.images[index].1 = memory;
            vulkan.bind_image_memory(handle, memory, 0).map_err(failed("vkBindImageMemory"))?;
            let info = vk::ImageViewCreateInfo::default()
                .image(handle)
                .view_type(image.shape.view_type())
                .format(image.format.vulkan())
                .subresource_range(whole(image));
            let view = vulkan.create_image_view(&info, None).map_err(failed("vkCreateImageView"))?;
            self.made.views.push(view);
            Ok((index, contents, view))
        }
    }

    fn descriptor_sets(&mut self, bindings: &[Binding], bound: &[Bound]) -> Result<Vec<vk::DescriptorSet>, String> {
        let vulkan = &self.device.device;
        let sets = bindings.iter().map(|binding| binding.set + 1).max().unwrap_or(0);
        // SAFETY: every create info points to data that outlives its call, the handles are alive, and everything made
        // is destroyed with the frame; descriptor types in layout, pool and writes come from the same list.
        unsafe {
            for set in 0..sets {
                let rows: Vec<_> = bindings
                    .iter()
                    .zip(bound)
                    .filter(|(binding, _)| binding.set == set)
                    .map(|(binding, bound)| {
                        vk::DescriptorSetLayoutBinding::default()
                            .binding(binding.binding)
                            .descriptor_type(bound.kind)
                            .descriptor_count(bound.count())
                            .stage_flags(vk::ShaderStageFlags::COMPUTE)
                    })
                    .collect();
                let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&rows);
                let layout =
                    vulkan.create_descriptor_set_layout(&info, None).map_err(failed("vkCreateDescriptorSetLayout"))?;
                self.made.set_layouts.push(layout);
            }
            if sets == 0 {
                return Ok(Vec::new());
            }
            let sizes: Vec<_> = bound
                .iter()
                .map(|bound| vk::DescriptorPoolSize { ty: bound.kind, descriptor_count: bound.count() })
                .collect();
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(sets).pool_sizes(&sizes);
            self.made.pool = vulkan.create_descriptor_pool(&info, None).map_err(failed("vkCreateDescriptorPool"))?;
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(self.made.pool)
                .set_layouts(&self.made.set_layouts);
            let handles = vulkan.allocate_descriptor_sets(&info).map_err(failed("vkAllocateDescriptorSets"))?;
            for (binding, bound) in bindings.iter().zip(bound) {
                let mut write = vk::WriteDescriptorSet::default()
                    .dst_set(handles[binding.set as usize])
                    .dst_binding(binding.binding)
                    .descriptor_type(bound.kind);
                write.descriptor_count = bound.count();
                if !bound.buffers.is_empty() {
                    write = write.buffer_info(&bound.buffers);
                }
                if let Some(image) = &bound.image {
                    write = write.image_info(std::slice::from_ref(image));
                }
                let mut structures = vk::WriteDescriptorSetAccelerationStructureKHR::default();
                if let Some(structure) = &bound.structure {
                    structures = structures.acceleration_structures(std::slice::from_ref(structure));
                    write = write.push_next(&mut structures);
                }
                if let Some(view) = &bound.texels {
                    write = write.texel_buffer_view(std::slice::from_ref(view));
                }
                vulkan.update_descriptor_sets(&[write], &[]);
            }
            Ok(handles)
        }
    }

    fn pipeline(&mut self, job: &Job<'_>) -> Result<(), String> {
        let vulkan = &self.device.device;
        let ranges = [vk::PushConstantRange {
            stage_flags: vk::ShaderStageFlags::COMPUTE,
            offset: 0,
            size: job.push_constants.len() as u32,
        }];
        let ranges = if job.push_constants.is_empty() { &[] } else { &ranges[..] };
        let mut entries = Vec::new();
        let mut data = Vec::new();
        for (id, bytes) in job.specialization {
            let offset = data.len() as u32;
            entries.push(vk::SpecializationMapEntry { constant_id: *id, offset, size: bytes.len() });
            data.extend_from_slice(bytes);
        }
        let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
        // SAFETY: every create info points to data that outlives its call; the module was validated before; everything
        // made is destroyed with the frame.
        unsafe {
            let info = vk::PipelineLayoutCreateInfo::default()
                .set_layouts(&self.made.set_layouts)
                .push_constant_ranges(ranges);
            self.made.layout = vulkan.create_pipeline_layout(&info, None).map_err(failed("vkCreatePipelineLayout"))?;
            let info = vk::ShaderModuleCreateInfo::default().code(job.words);
            self.made.module = vulkan.create_shader_module(&info, None).map_err(failed("vkCreateShaderModule"))?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(self.made.module)
                .name(c"main")
                .specialization_info(&specialization);
            let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.made.layout);
            let pipelines = vulkan
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
                .map_err(|(_, error)| format!("vkCreateComputePipelines: {error}"))?;
            self.made.pipeline = pipelines[0];
        }
        Ok(())
    }

    fn record_and_wait(&mut self, job: &Job<'_>, bound: &[Bound], sets: &[vk::DescriptorSet]) -> Result<(), String> {
        let vulkan = &self.device.device;
        // SAFETY: all handles are alive, the command buffer is recorded and submitted once, and the fence is waited
        // for before anything is destroyed or read.
        unsafe {
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.queue_family);
            self.made.commands = vulkan.create_command_pool(&info, None).map_err(failed("vkCreateCommandPool"))?;
            let info =
                vk::CommandBufferAllocateInfo::default().command_pool(self.made.commands).command_buffer_count(1);
            let commands = vulkan.allocate_command_buffers(&info).map_err(failed("vkAllocateCommandBuffers"))?[0];
            vulkan
                .begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())
                .map_err(failed("vkBeginCommandBuffer"))?;
            self.copy_images(commands, job.bindings, bound, true);
            self.everything_before_is_visible(commands);
            vulkan.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, self.made.pipeline);
            if !sets.is_empty() {
                let point = vk::PipelineBindPoint::COMPUTE;
                vulkan.cmd_bind_descriptor_sets(commands, point, self.made.layout, 0, sets, &[]);
            }
            if !job.push_constants.is_empty() {
                let stage = vk::ShaderStageFlags::COMPUTE;
                vulkan.cmd_push_constants(commands, self.made.layout, stage, 0, job.push_constants);
            }
            let [x, y, z] = job.groups;
            vulkan.cmd_dispatch(commands, x, y, z);
            self.everything_before_is_visible(commands);
            self.copy_images(commands, job.bindings, bound, false);
            self.everything_before_is_visible(commands);
            vulkan.end_command_buffer(commands).map_err(failed("vkEndCommandBuffer"))?;
            self.made.fence =
                vulkan.create_fence(&vk::FenceCreateInfo::default(), None).map_err(failed("vkCreateFence"))?;
            let buffers = [commands];
            let submit = vk::SubmitInfo::default().command_buffers(&buffers);
            vulkan.queue_submit(self.device.queue, &[submit], self.made.fence).map_err(failed("vkQueueSubmit"))?;
            vulkan.wait_for_fences(&[self.made.fence], true, TIMEOUT_NANOSECONDS).map_err(failed("vkWaitForFences"))
        }
    }

    /// Copies every image from its staging buffer, or back into it.
    ///
    /// # Safety
    /// `commands` is being recorded.
    unsafe fn copy_images(&self, commands: vk::CommandBuffer, bindings: &[Binding], bound: &[Bound], into: bool) {
        let vulkan = &self.device.device;
        for (binding, bound) in bindings.iter().zip(bound) {
            let (Some(stored), Some(contents)) = (bound.stored, bound.contents) else { continue };
            let (Resource::StorageImage(image) | Resource::SampledImage(image) | Resource::CombinedImage(image, _)) =
                &binding.resource
            else {
                continue;
            };
            let handle = self.made.images[stored].0;
            let buffer = self.made.buffers[contents].buffer;
            let regions = regions(image);
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the handles are alive and the regions lie inside image and buffer.
            unsafe {
                if into {
                    let barrier = vk::ImageMemoryBarrier::default()
                        .dst_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                        .old_layout(vk::ImageLayout::UNDEFINED)
                        .new_layout(layout)
                        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                        .image(handle)
                        .subresource_range(whole(image));
                    vulkan.cmd_pipeline_barrier(
                        commands,
                        vk::PipelineStageFlags::TOP_OF_PIPE,
                        vk::PipelineStageFlags::TRANSFER,
                        vk::DependencyFlags::empty(),
                        &[],
                        &[],
                        &[barrier],
                    );
                    vulkan.cmd_copy_buffer_to_image(commands, buffer, handle, layout, &regions);
                } else {
                    vulkan.cmd_copy_image_to_buffer(commands, handle, layout, buffer, &regions);
                }
            }
        }
    }

    /// # Safety
    /// `commands` is being recorded.
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

/// All levels and layers of an image.
fn whole(image: &Image) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange {
        aspect_mask: aspect(image),
        base_mip_level: 0,
        level_count: image.mips,
        base_array_layer: 0,
        layer_count: image.split_extent().1,
    }
}

fn aspect(image: &Image) -> vk::ImageAspectFlags {
    if image.format.is_depth() { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR }
}

/// One copy per level, packed one behind the other.
fn regions(image: &Image) -> Vec<vk::BufferImageCopy> {
    let mut offset = 0;
    (0..image.mips)
        .map(|level| {
            let [width, height, depth] = image.level_extent(level);
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(vk::ImageSubresourceLayers {
                    aspect_mask: aspect(image),
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

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let vulkan = &self.device.device;
        let made = &self.made;
        // SAFETY: nothing is in use: the fence was waited for, or nothing was submitted, or the wait failed and
        // waiting for the idle device here is all that is left to do. Null handles are ignored by Vulkan.
        unsafe {
            let _ = vulkan.device_wait_idle();
            vulkan.destroy_fence(made.fence, None);
            vulkan.destroy_command_pool(made.commands, None);
            vulkan.destroy_pipeline(made.pipeline, None);
            vulkan.destroy_shader_module(made.module, None);
            vulkan.destroy_pipeline_layout(made.layout, None);
            vulkan.destroy_descriptor_pool(made.pool, None);
            made.set_layouts.iter().for_each(|&layout| vulkan.destroy_descriptor_set_layout(layout, None));
            made.samplers.iter().for_each(|&sampler| vulkan.destroy_sampler(sampler, None));
            made.texel_views.iter().for_each(|&view| vulkan.destroy_buffer_view(view, None));
            made.views.iter().for_each(|&view| vulkan.destroy_image_view(view, None));
            for &(image, memory) in &made.images {
                vulkan.destroy_image(image, None);
                vulkan.free_memory(memory, None);
            }
            for buffer in &made.buffers {
                vulkan.destroy_buffer(buffer.buffer, None);
                vulkan.free_memory(buffer.memory, None);
            }
        }
        self.destroy_structures();
    }
}
