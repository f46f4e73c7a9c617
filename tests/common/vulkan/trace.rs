//! One launch of rays: create pipeline and shader binding table, run, read back, destroy everything.
#![allow(unsafe_code)]

use ash::vk;
use glslsub::internals::Stage;

use super::frame::{Frame, failed};
use super::pipeline::Constants;
use super::{Binding, Device, stage_flag};

/// A launch of rays.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    /// The modules, each with the stage of its entry point `main`: one ray generation shader, then the others. Miss and
    /// callable shaders are numbered in this order.
    pub modules: &'a [(Stage, Vec<u32>)],
    /// Everything that all of them read and write.
    pub bindings: &'a [Binding],
    /// Push constants.
    pub push_constants: &'a [u8],
    /// Values of specialization constants, little-endian, with their ids; for all modules.
    pub specialization: &'a [(u32, Vec<u8>)],
    /// Hit groups, each with indices of its modules: closest hit, any hit, intersection, as far as it has them.
    pub hits: &'a [Vec<usize>],
    /// Shader records, with the table that each is in and its index there.
    pub records: &'a [(Table, u32, Vec<u8>)],
    /// Rays in each dimension.
    pub rays: [u32; 3],
    /// How deeply `traceRayEXT` may nest.
    pub depth: u32,
}

/// A part of the shader binding table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Generation,
    Miss,
    Hit,
    Callable,
}

/// In the order of vkCmdTraceRaysKHR.
const TABLES: [Table; 4] = [Table::Generation, Table::Miss, Table::Hit, Table::Callable];

/// The properties of a device's shader binding tables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TableLayout {
    pub(super) handle_size: u32,
    pub(super) handle_alignment: u32,
    pub(super) base_alignment: u32,
}

impl Device {
    /// Launches rays. The result has one entry per binding: its contents afterwards.
    ///
    /// # Errors
    /// The call that failed.
    pub fn trace(&self, trace: &Trace<'_>) -> Result<Vec<Vec<u8>>, String> {
        let stages =
            trace.modules.iter().fold(vk::ShaderStageFlags::empty(), |stages, (stage, _)| stages | stage_flag(*stage));
        let mut frame = Frame::new(self);
        let (bound, sets) = frame.bind_all(trace.bindings, stages)?;
        frame.pipeline_layout(trace.push_constants, stages)?;
        let groups = groups(trace);
        frame.ray_tracing_pipeline(trace, &groups)?;
        let regions = frame.binding_table(trace, &groups)?;
        let calls = self.ray_tracing();
        frame.submit(|frame, commands| {
            let point = vk::PipelineBindPoint::RAY_TRACING_KHR;
            // SAFETY: `commands` is being recorded; all handles live as long as the frame; the regions lie inside the
            // table, whose records are as long as the pipeline's handles and their data.
            unsafe {
                frame.fill_images(commands);
                frame.everything_before_is_visible(commands);
                frame.bind_pipeline(commands, point, &sets, trace.push_constants, stages);
                let [x, y, z] = trace.rays;
                calls.cmd_trace_rays(commands, &regions[0], &regions[1], &regions[2], &regions[3], x, y, z);
                frame.everything_before_is_visible(commands);
                frame.read_images(commands);
                frame.everything_before_is_visible(commands);
            }
        })?;
        frame.contents(&bound)
    }
}

/// A shader group with its place in the binding table.
struct Group {
    table: Table,
    info: vk::RayTracingShaderGroupCreateInfoKHR<'static>,
}

/// The groups of a pipeline, table by table.
fn groups(trace: &Trace<'_>) -> Vec<Group> {
    let empty = vk::RayTracingShaderGroupCreateInfoKHR::default()
        .general_shader(vk::SHADER_UNUSED_KHR)
        .closest_hit_shader(vk::SHADER_UNUSED_KHR)
        .any_hit_shader(vk::SHADER_UNUSED_KHR)
        .intersection_shader(vk::SHADER_UNUSED_KHR);
    let mut groups = Vec::new();
    for table in TABLES {
        let stage = match table {
            Table::Generation => Stage::RayGeneration,
            Table::Miss => Stage::Miss,
            Table::Callable => Stage::Callable,
            Table::Hit => {
                for hit in trace.hits {
                    let mut info = empty.ty(vk::RayTracingShaderGroupTypeKHR::TRIANGLES_HIT_GROUP);
                    for &index in hit {
                        info = match trace.modules[index].0 {
                            Stage::AnyHit => info.any_hit_shader(index as u32),
                            Stage::Intersection => info
                                .intersection_shader(index as u32)
                                .ty(vk::RayTracingShaderGroupTypeKHR::PROCEDURAL_HIT_GROUP),
                            _ => info.closest_hit_shader(index as u32),
                        };
                    }
                    groups.push(Group { table, info });
                }
                continue;
            }
        };
        for (index, _) in trace.modules.iter().enumerate().filter(|(_, module)| module.0 == stage) {
            let info = empty.ty(vk::RayTracingShaderGroupTypeKHR::GENERAL).general_shader(index as u32);
            groups.push(Group { table, info });
        }
    }
    groups
}

impl Frame<'_> {
    fn ray_tracing_pipeline(&mut self, trace: &Trace<'_>, groups: &[Group]) -> Result<(), String> {
        let mut modules = Vec::new();
        for (stage, words) in trace.modules {
            modules.push((*stage, self.module(words)?));
        }
        let constants = Constants::new(trace.specialization);
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
        let groups: Vec<_> = groups.iter().map(|group| group.info).collect();
        let flags = match Device::declares(trace.modules, spirv::Capability::RayTracingMotionBlurNV) {
            true => vk::PipelineCreateFlags::RAY_TRACING_ALLOW_MOTION_NV,
            false => vk::PipelineCreateFlags::empty(),
        };
        let info = vk::RayTracingPipelineCreateInfoKHR::default()
            .flags(flags)
            .stages(&stages)
            .groups(&groups)
            .max_pipeline_ray_recursion_depth(trace.depth)
            .layout(self.made.layout);
        let calls = self.device.ray_tracing();
        // SAFETY: `info` points to data that outlives the call; the modules were validated before; the pipeline is
        // destroyed with the frame.
        let pipelines = unsafe {
            calls.create_ray_tracing_pipelines(
                vk::DeferredOperationKHR::null(),
                vk::PipelineCache::null(),
                &[info],
                None,
            )
        }
        .map_err(|(_, error)| failed("vkCreateRayTracingPipelinesKHR")(error))?;
        self.made.pipeline = pipelines[0];
        Ok(())
    }

    /// The shader binding table: a region for each of [`TABLES`].
    fn binding_table(
        &mut self,
        trace: &Trace<'_>,
        groups: &[Group],
    ) -> Result<[vk::StridedDeviceAddressRegionKHR; 4], String> {
        let layout = self.device.table_layout;
        let (handle, base) = (layout.handle_size as usize, layout.base_alignment as usize);
        // SAFETY: the pipeline has this many groups, and their handles have this size.
        let handles = unsafe {
            let calls = self.device.ray_tracing();
            let count = groups.len() as u32;
            calls.get_ray_tracing_shader_group_handles(self.made.pipeline, 0, count, handle * groups.len())
        }
        .map_err(failed("vkGetRayTracingShaderGroupHandlesKHR"))?;
        let longest = trace.records.iter().map(|(_, _, bytes)| bytes.len()).max().unwrap_or(0);
        // A ray generation region has one record, and its stride is its size: a multiple of the base alignment works
        // for all.
        let stride = (handle + longest).next_multiple_of((layout.handle_alignment as usize).max(base));
        let mut bytes = Vec::new();
        let mut offsets = [(0, 0); 4];
        for (table, place) in TABLES.into_iter().zip(&mut offsets) {
            place.0 = bytes.len();
            let of_table = groups.iter().enumerate().filter(|(_, group)| group.table == table);
            for (number, (index, _)) in of_table.enumerate() {
                let start = bytes.len();
                bytes.extend_from_slice(&handles[index * handle..][..handle]);
                let record = trace.records.iter().find(|(of, at, _)| *of == table && *at as usize == number);
                bytes.extend(record.map_or(&[][..], |(_, _, bytes)| bytes));
                bytes.resize(start + stride, 0);
            }
            place.1 = bytes.len() - place.0;
        }
        let usage = vk::BufferUsageFlags::SHADER_BINDING_TABLE_KHR | vk::BufferUsageFlags::STORAGE_BUFFER;
        let index = self.host_buffer(&bytes, usage)?;
        let info = vk::BufferDeviceAddressInfo::default().buffer(self.made.buffers[index].buffer);
        // SAFETY: devices with ray tracing pipelines have buffer addresses, and the usage makes this a buffer with one.
        let address = unsafe { self.device.device.get_buffer_device_address(&info) };
        if !address.is_multiple_of(base as u64) {
            return Err("the shader binding table has no aligned address".to_owned());
        }
        Ok(offsets.map(|(offset, size)| match size {
            0 => vk::StridedDeviceAddressRegionKHR::default(),
            _ => vk::StridedDeviceAddressRegionKHR {
                device_address: address + offset as u64,
                stride: stride as u64,
                size: size as u64,
            },
        }))
    }
}
