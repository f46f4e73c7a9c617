//! Scenes: acceleration structures of triangles and boxes, built on the device.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::{Frame, failed};

/// What rays can hit: meshes, and their instances.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Bottom-level structures.
    pub meshes: Vec<Vec<Geometry>>,
    /// What the top-level structure is made of.
    pub instances: Vec<Instance>,
}

/// A geometry of a mesh.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Its primitives.
    pub primitives: Primitives,
    /// Whether triangles are committed automatically.
    pub opaque: bool,
}

/// Primitives of one kind.
#[derive(Clone, Debug)]
pub enum Primitives {
    /// Triangles, three corners each.
    Triangles(Vec<[[f32; 3]; 3]>),
    /// Boxes: lower and upper corner.
    Boxes(Vec<[[f32; 3]; 2]>),
}

/// An instance of a mesh.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Index of the mesh.
    pub mesh: usize,
    /// From object to world, row by row.
    pub transform: [[f32; 4]; 3],
    /// The custom index, 24 bits.
    pub custom_index: u32,
    /// The mask, 8 bits.
    pub mask: u32,
    /// The offset into shader binding tables, 24 bits.
    pub offset: u32,
}

/// A structure with the buffer that it is in.
pub(super) struct Built {
    structure: vk::AccelerationStructureKHR,
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
}

/// More than any device requires.
const SCRATCH_ALIGNMENT: u64 = 1024;

impl Frame<'_> {
    /// Builds a scene; returns its top-level structure and its address.
    pub(super) fn scene(&mut self, scene: &Scene) -> Result<(vk::AccelerationStructureKHR, vk::DeviceAddress), String> {
        let mut meshes = Vec::new();
        for mesh in &scene.meshes {
            meshes.push(self.mesh(mesh)?.1);
        }
        let mut bytes = Vec::new();
        for instance in &scene.instances {
            for component in instance.transform.iter().flatten() {
                bytes.extend_from_slice(&component.to_le_bytes());
            }
            bytes.extend_from_slice(&(instance.custom_index | instance.mask << 24).to_le_bytes());
            bytes.extend_from_slice(&instance.offset.to_le_bytes());
            bytes.extend_from_slice(&meshes[instance.mesh].to_le_bytes());
        }
        let data = vk::AccelerationStructureGeometryInstancesDataKHR::default()
            .data(vk::DeviceOrHostAddressConstKHR { device_address: self.input(&bytes)? });
        let geometry = vk::AccelerationStructureGeometryKHR::default()
            .geometry_type(vk::GeometryTypeKHR::INSTANCES)
            .geometry(vk::AccelerationStructureGeometryDataKHR { instances: data });
        self.build(vk::AccelerationStructureTypeKHR::TOP_LEVEL, &[geometry], &[scene.instances.len() as u32])
    }

    fn mesh(&mut self, mesh: &[Geometry]) -> Result<(vk::AccelerationStructureKHR, vk::DeviceAddress), String> {
        let mut geometries = Vec::new();
        let mut counts = Vec::new();
        for geometry in mesh {
            let row = |corners: &[[f32; 3]]| -> Vec<u8> {
                corners.iter().flatten().flat_map(|component| component.to_le_bytes()).collect()
            };
            let (kind, data, count) = match &geometry.primitives {
                Primitives::Triangles(triangles) => {
                    let bytes: Vec<u8> = triangles.iter().flat_map(|triangle| row(triangle)).collect();
                    let data = vk::AccelerationStructureGeometryTrianglesDataKHR::default()
                        .vertex_format(vk::Format::R32G32B32_SFLOAT)
                        .vertex_data(vk::DeviceOrHostAddressConstKHR { device_address: self.input(&bytes)? })
                        .vertex_stride(12)
                        .max_vertex(triangles.len() as u32 * 3 - 1)
                        .index_type(vk::IndexType::NONE_KHR);
                    let data = vk::AccelerationStructureGeometryDataKHR { triangles: data };
                    (vk::GeometryTypeKHR::TRIANGLES, data, triangles.len())
                }
                Primitives::Boxes(boxes) => {
                    let bytes: Vec<u8> = boxes.iter().flat_map(|corners| row(corners)).collect();
                    let data = vk::AccelerationStructureGeometryAabbsDataKHR::default()
                        .data(vk::DeviceOrHostAddressConstKHR { device_address: self.input(&bytes)? })
                        .stride(24);
                    (vk::GeometryTypeKHR::AABBS, vk::AccelerationStructureGeometryDataKHR { aabbs: data }, boxes.len())
                }
            };
            let flags = if geometry.opaque { vk::GeometryFlagsKHR::OPAQUE } else { vk::GeometryFlagsKHR::empty() };
            geometries
                .push(vk::AccelerationStructureGeometryKHR::default().geometry_type(kind).geometry(data).flags(flags));
            counts.push(count as u32);
        }
        self.build(vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL, &geometries, &counts)
    }

    /// The address of a buffer that a build reads.
    fn input(&mut self, bytes: &[u8]) -> Result<vk::DeviceAddress, String> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR;
        let index = self.host_buffer(bytes, usage)?;
        Ok(self.address(self.made.buffers[index].buffer))
    }

    fn address(&self, buffer: vk::Buffer) -> vk::DeviceAddress {
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
        // SAFETY: only devices with buffer addresses have acceleration structures; the buffer has the usage for it.
        unsafe { self.device.device.get_buffer_device_address(&info) }
    }

    /// A buffer that only the device sees; destroyed with the frame.
    fn device_buffer(&mut self, size: u64, usage: vk::BufferUsageFlags) -> Result<vk::Buffer, String> {
        let vulkan = &self.device.device;
        let info =
            vk::BufferCreateInfo::default().size(size).usage(usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS);
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        // SAFETY: `info` is valid; size and type are those the buffer requires; `flags` outlives the call; both are
        // destroyed with the frame.
        unsafe {
            let buffer = vulkan.create_buffer(&info, None).map_err(failed("vkCreateBuffer"))?;
            self.made.structures.push(Built {
                structure: vk::AccelerationStructureKHR::null(),
                buffer,
                memory: vk::DeviceMemory::null(),
            });
            let needs = vulkan.get_buffer_memory_requirements(buffer);
            let kind = self.device.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(kind)
                .push_next(&mut flags);
            let memory = vulkan.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
            if let Some(made) = self.made.structures.last_mut() {
                made.memory = memory;
            }
            vulkan.bind_buffer_memory(buffer, memory, 0).map_err(failed("vkBindBufferMemory"))?;
            Ok(buffer)
        }
    }

    fn build(
        &mut self,
        kind: vk::AccelerationStructureTypeKHR,
        geometries: &[vk::AccelerationStructureGeometryKHR<'_>],
        counts: &[u32],
    ) -> Result<(vk::AccelerationStructureKHR, vk::DeviceAddress), String> {
        let calls = self.device.acceleration_structures();
        let mut flags = vk::BuildAccelerationStructureFlagsKHR::PREFER_FAST_TRACE;
        if self.device.supported.position_fetch && kind == vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL {
            flags |= vk::BuildAccelerationStructureFlagsKHR::ALLOW_DATA_ACCESS;
        }
        let mut info = vk::AccelerationStructureBuildGeometryInfoKHR::default()
            .ty(kind)
            .flags(flags)
            .mode(vk::BuildAccelerationStructureModeKHR::BUILD)
            .geometries(geometries);
        let mut sizes = vk::AccelerationStructureBuildSizesInfoKHR::default();
        // SAFETY: `info` has one geometry for each count.
        unsafe {
            let on_device = vk::AccelerationStructureBuildTypeKHR::DEVICE;
            calls.get_acceleration_structure_build_sizes(on_device, &info, counts, &mut sizes);
        }
        let scratch =
            self.device_buffer(sizes.build_scratch_size + SCRATCH_ALIGNMENT, vk::BufferUsageFlags::STORAGE_BUFFER)?;
        let scratch = self.address(scratch).next_multiple_of(SCRATCH_ALIGNMENT);
        let size = sizes.acceleration_structure_size;
        let storage = self.device_buffer(size, vk::BufferUsageFlags::ACCELERATION_STRUCTURE_STORAGE_KHR)?;
        let create = vk::AccelerationStructureCreateInfoKHR::default().buffer(storage).size(size).ty(kind);
        // SAFETY: the buffer is as large as required; the structure is destroyed with the frame, before its buffer.
        let structure = unsafe { calls.create_acceleration_structure(&create, None) }
            .map_err(failed("vkCreateAccelerationStructureKHR"))?;
        if let Some(made) = self.made.structures.last_mut() {
            made.structure = structure;
        }
        info.dst_acceleration_structure = structure;
        info.scratch_data = vk::DeviceOrHostAddressKHR { device_address: scratch };
        let ranges: Vec<_> = counts
            .iter()
            .map(|&count| vk::AccelerationStructureBuildRangeInfoKHR::default().primitive_count(count))
            .collect();
        self.submit(|frame, commands| {
            // SAFETY: `commands` is being recorded; everything that the build reads and writes lives with the frame.
            unsafe {
                calls.cmd_build_acceleration_structures(commands, &[info], &[&ranges]);
                frame.everything_before_is_visible(commands);
            }
        })?;
        let info = vk::AccelerationStructureDeviceAddressInfoKHR::default().acceleration_structure(structure);
        // SAFETY: the structure is alive.
        Ok((structure, unsafe { calls.get_acceleration_structure_device_address(&info) }))
    }

    /// Destroys all structures; the device is idle.
    pub(super) fn destroy_structures(&mut self) {
        if self.made.structures.is_empty() {
            return;
        }
        let calls = self.device.acceleration_structures();
        let vulkan = &self.device.device;
        for made in self.made.structures.drain(..) {
            // SAFETY: nothing is in use; null handles are ignored by Vulkan.
            unsafe {
                calls.destroy_acceleration_structure(made.structure, None);
                vulkan.destroy_buffer(made.buffer, None);
                vulkan.free_memory(made.memory, None);
            }
        }
    }
}
