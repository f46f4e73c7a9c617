//! One dispatch: make everything, run, read back, destroy everything.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::Frame;
use super::pipeline::Constants;
use super::{Device, Job};

const STAGE: vk::ShaderStageFlags = vk::ShaderStageFlags::COMPUTE;

impl Device {
    /// Runs a job. The result has one entry per binding: what is in it afterwards (samplers have nothing).
    ///
    /// # Errors
    /// The call that failed.
    pub fn run(&self, job: &Job<'_>) -> Result<Vec<Vec<u8>>, String> {
        let mut frame = Frame::new(self);
        let (bound, sets) = frame.bind_all(job.bindings, STAGE)?;
        frame.compute_pipeline(job)?;
        frame.submit(|frame, commands| {
            // SAFETY: `commands` is being recorded; all handles live as long as the frame.
            unsafe {
                frame.fill_images(commands);
                frame.everything_before_is_visible(commands);
                frame.bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, &sets, job.push_constants, STAGE);
                let [x, y, z] = job.groups;
                self.device.cmd_dispatch(commands, x, y, z);
                for _ in 0..job.again {
                    frame.everything_before_is_visible(commands);
                    self.device.cmd_dispatch(commands, x, y, z);
                }
                frame.everything_before_is_visible(commands);
                frame.read_images(commands);
                frame.everything_before_is_visible(commands);
            }
        })?;
        frame.contents(&bound)
    }
}

impl Frame<'_> {
    fn compute_pipeline(&mut self, job: &Job<'_>) -> Result<(), String> {
        self.pipeline_layout(job.push_constants, STAGE)?;
        let module = self.module(job.words)?;
        let constants = Constants::new(job.specialization);
        let specialization = constants.info();
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(STAGE)
            .module(module)
            .name(c"main")
            .specialization_info(&specialization);
        let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.made.layout);
        // SAFETY: `info` points to data that outlives the call; the module was validated before; the pipeline is
        // destroyed with the frame.
        let pipelines =
            unsafe { self.device.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) }
                .map_err(|(_, error)| format!("vkCreateComputePipelines: {error}"))?;
        self.made.pipeline = pipelines[0];
        Ok(())
    }
}
