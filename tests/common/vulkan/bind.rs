//! Resources: creating them, putting them into descriptors, and reading them back.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::{Frame, failed};
use super::{Binding, Image, Resource, Sampling};

/// How a binding is reached: its descriptors, and where its contents are read back from.
pub(super) struct Bound {
    kind: vk::DescriptorType,
    descriptors: Descriptors,
    /// Indices into `made.buffers`: the buffers themselves, or images' staging buffers.
    contents: Vec<usize>,
}

/// One for each element of an array.
enum Descriptors {
    Buffers(Vec<vk::DescriptorBufferInfo>),
    Images(Vec<vk::DescriptorImageInfo>),
    Texels(Vec<vk::BufferView>),
    Structures(Vec<vk::AccelerationStructureKHR>),
}

impl Descriptors {
    fn count(&self) -> u32 {
        let count = match self {
            Self::Buffers(list) => list.len(),
            Self::Images(list) => list.len(),
            Self::Texels(list) => list.len(),
            Self::Structures(list) => list.len(),
        };
        count as u32
    }

    fn append(&mut self, other: Self) -> Result<(), String> {
        match (self, other) {
            (Self::Buffers(list), Self::Buffers(other)) => list.extend(other),
            (Self::Images(list), Self::Images(other)) => list.extend(other),
            (Self::Texels(list), Self::Texels(other)) => list.extend(other),
            (Self::Structures(list), Self::Structures(other)) => list.extend(other),
            _ => return Err("an array has resources of one kind".to_owned()),
        }
        Ok(())
    }
}

impl Bound {
    /// The views of its images.
    pub(super) fn views(&self) -> Vec<vk::ImageView> {
        match &self.descriptors {
            Descriptors::Images(list) => list.iter().map(|image| image.image_view).collect(),
            _ => Vec::new(),
        }
    }
}

impl Frame<'_> {
    /// Makes everything that is bound, with its descriptors, for shaders of `stages`.
    pub(super) fn bind_all(
        &mut self,
        bindings: &[Binding],
        stages: vk::ShaderStageFlags,
    ) -> Result<(Vec<Bound>, Vec<vk::DescriptorSet>), String> {
        let mut bound = Vec::new();
        for binding in bindings {
            bound.push(self.bind((binding.set, binding.binding), &binding.resource)?);
        }
        let sets = self.descriptor_sets(bindings, &bound, stages)?;
        Ok((bound, sets))
    }

    /// The contents of everything bound, one list for each binding; samplers have none.
    pub(super) fn contents(&self, bound: &[Bound]) -> Result<Vec<Vec<u8>>, String> {
        let of = |bound: &Bound| -> Result<Vec<u8>, String> {
            let mut bytes = Vec::new();
            for &index in &bound.contents {
                bytes.extend(self.read(index)?);
            }
            Ok(bytes)
        };
        bound.iter().map(of).collect()
    }

    /// The addresses of storage buffers that are already bound, one after the other.
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

    fn bind_buffer(&mut self, bytes: &[u8], kind: vk::DescriptorType) -> Result<Bound, String> {
        let usage = match kind {
            vk::DescriptorType::UNIFORM_BUFFER => vk::BufferUsageFlags::UNIFORM_BUFFER,
            _ => vk::BufferUsageFlags::STORAGE_BUFFER,
        };
        let index = self.host_buffer(bytes, usage)?;
        // The exact size, so that `.length()` of a runtime-sized array is what the fixture states.
        let range = (bytes.len() as u64).max(4);
        let buffer = vk::DescriptorBufferInfo { buffer: self.made.buffers[index].buffer, offset: 0, range };
        Ok(Bound { kind, descriptors: Descriptors::Buffers(vec![buffer]), contents: vec![index] })
    }

    fn bind_texels(
        &mut self,
        format: super::Format,
        bytes: &[u8],
        kind: vk::DescriptorType,
        usage: vk::BufferUsageFlags,
    ) -> Result<Bound, String> {
        let index = self.host_buffer(bytes, usage)?;
        let info = vk::BufferViewCreateInfo::default()
            .buffer(self.made.buffers[index].buffer)
            .format(format.vulkan())
            .range(bytes.len() as u64);
        // SAFETY: the buffer is alive and has the usage the view needs; the view is destroyed with the frame.
        let view =
            unsafe { self.device.device.create_buffer_view(&info, None) }.map_err(failed("vkCreateBufferView"))?;
        self.made.texel_views.push(view);
        Ok(Bound { kind, descriptors: Descriptors::Texels(vec![view]), contents: vec![index] })
    }

    fn bind_image(
        &mut self,
        image: &Image,
        sampling: Option<Sampling>,
        kind: vk::DescriptorType,
        usage: vk::ImageUsageFlags,
    ) -> Result<Bound, String> {
        let (index, view) = self.image(image, usage)?;
        let sampler = sampling.map_or(Ok(vk::Sampler::null()), |sampling| self.sampler(sampling))?;
        let info = vk::DescriptorImageInfo { sampler, image_view: view, image_layout: vk::ImageLayout::GENERAL };
        let contents = self.made.images[index].staging.into_iter().collect();
        Ok(Bound { kind, descriptors: Descriptors::Images(vec![info]), contents })
    }

    fn bind(&mut self, place: (u32, u32), resource: &Resource) -> Result<Bound, String> {
        use vk::DescriptorType as Kind;
        match resource {
            Resource::Storage(bytes) => {
                let bound = self.bind_buffer(bytes, Kind::STORAGE_BUFFER)?;
                if let Descriptors::Buffers(list) = &bound.descriptors
                    && self.has_address(vk::BufferUsageFlags::STORAGE_BUFFER)
                {
                    let info = vk::BufferDeviceAddressInfo::default().buffer(list[0].buffer);
                    // SAFETY: the feature is on; the buffer was made with the usage for it and is bound to memory
                    // that was allocated with the flag for it. Both live as long as the frame.
                    let address = unsafe { self.device.device.get_buffer_device_address(&info) };
                    self.addresses.push((place, address));
                }
                Ok(bound)
            }
            Resource::Array(elements) => {
                let mut array: Option<Bound> = None;
                for element in elements {
                    let bound = self.bind(place, element)?;
                    match &mut array {
                        Some(array) => {
                            array.descriptors.append(bound.descriptors)?;
                            array.contents.extend(bound.contents);
                        }
                        None => array = Some(bound),
                    }
                }
                array.ok_or_else(|| "an array of no resources".to_owned())
            }
            Resource::Addresses(places) => self.bind_buffer(&self.addresses_of(places)?, Kind::STORAGE_BUFFER),
            Resource::Scene(scene) => {
                let (structure, address) = self.scene(scene)?;
                self.addresses.push((place, address));
                let descriptors = Descriptors::Structures(vec![structure]);
                Ok(Bound { kind: Kind::ACCELERATION_STRUCTURE_KHR, descriptors, contents: Vec::new() })
            }
            Resource::Uniform(bytes) => self.bind_buffer(bytes, Kind::UNIFORM_BUFFER),
            Resource::StorageTexels(format, bytes) => {
                let usage = vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER;
                self.bind_texels(*format, bytes, Kind::STORAGE_TEXEL_BUFFER, usage)
            }
            Resource::UniformTexels(format, bytes) => {
                let usage = vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER;
                self.bind_texels(*format, bytes, Kind::UNIFORM_TEXEL_BUFFER, usage)
            }
            Resource::StorageImage(image) => {
                self.bind_image(image, None, Kind::STORAGE_IMAGE, vk::ImageUsageFlags::STORAGE)
            }
            Resource::SampledImage(image) => {
                self.bind_image(image, None, Kind::SAMPLED_IMAGE, vk::ImageUsageFlags::SAMPLED)
            }
            Resource::CombinedImage(image, sampling) => {
                let usage = vk::ImageUsageFlags::SAMPLED;
                self.bind_image(image, Some(*sampling), Kind::COMBINED_IMAGE_SAMPLER, usage)
            }
            Resource::InputAttachment(image) => {
                // Filled by a copy, read as an attachment.
                let usage = vk::ImageUsageFlags::INPUT_ATTACHMENT;
                self.bind_image(image, None, Kind::INPUT_ATTACHMENT, usage)
            }
            Resource::Sampler(sampling) => {
                let sampler = self.sampler(*sampling)?;
                let image = vk::DescriptorImageInfo { sampler, ..vk::DescriptorImageInfo::default() };
                Ok(Bound { kind: Kind::SAMPLER, descriptors: Descriptors::Images(vec![image]), contents: Vec::new() })
            }
        }
    }

    fn sampler(&mut self, sampling: Sampling) -> Result<vk::Sampler, String> {
        let mut reduction = vk::SamplerReductionModeCreateInfo::default().reduction_mode(sampling.reduction);
        let mut info = sampling.info();
        if sampling.reduction != vk::SamplerReductionMode::WEIGHTED_AVERAGE {
            if !self.device.supported.sampler_filter_minmax {
                return Err("the device has no samplers that give the least or greatest texel".to_owned());
            }
            info = info.push_next(&mut reduction);
        }
        // SAFETY: `info` is valid and what it points to outlives the call; the sampler is destroyed with the frame.
        let sampler = unsafe { self.device.device.create_sampler(&info, None) }.map_err(failed("vkCreateSampler"))?;
        self.made.samplers.push(sampler);
        Ok(sampler)
    }

    fn descriptor_sets(
        &mut self,
        bindings: &[Binding],
        bound: &[Bound],
        stages: vk::ShaderStageFlags,
    ) -> Result<Vec<vk::DescriptorSet>, String> {
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
                        // Only fragment shaders have input attachments.
                        let is_input = bound.kind == vk::DescriptorType::INPUT_ATTACHMENT;
                        vk::DescriptorSetLayoutBinding::default()
                            .binding(binding.binding)
                            .descriptor_type(bound.kind)
                            .descriptor_count(bound.descriptors.count())
                            .stage_flags(if is_input { vk::ShaderStageFlags::FRAGMENT } else { stages })
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
                .map(|bound| vk::DescriptorPoolSize { ty: bound.kind, descriptor_count: bound.descriptors.count() })
                .collect();
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(sets).pool_sizes(&sizes);
            self.made.pool = vulkan.create_descriptor_pool(&info, None).map_err(failed("vkCreateDescriptorPool"))?;
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(self.made.pool)
                .set_layouts(&self.made.set_layouts);
            let handles = vulkan.allocate_descriptor_sets(&info).map_err(failed("vkAllocateDescriptorSets"))?;
            for (binding, bound) in bindings.iter().zip(bound) {
                let mut structures = vk::WriteDescriptorSetAccelerationStructureKHR::default();
                let mut write = vk::WriteDescriptorSet::default()
                    .dst_set(handles[binding.set as usize])
                    .dst_binding(binding.binding)
                    .descriptor_type(bound.kind);
                write = match &bound.descriptors {
                    Descriptors::Buffers(list) => write.buffer_info(list),
                    Descriptors::Images(list) => write.image_info(list),
                    Descriptors::Texels(list) => write.texel_buffer_view(list),
                    Descriptors::Structures(list) => {
                        structures = structures.acceleration_structures(list);
                        write.push_next(&mut structures)
                    }
                };
                write.descriptor_count = bound.descriptors.count();
                vulkan.update_descriptor_sets(&[write], &[]);
            }
            Ok(handles)
        }
    }
}
