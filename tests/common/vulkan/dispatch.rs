//! One dispatch: create everything, run, read back, destroy everything.
#![allow(unsafe_code)]

use ash::vk;

use super::frame::Frame;
use super::pipeline::Constants;
use super::{Device, Job};

const STAGE: vk::ShaderStageFlags = vk::ShaderStageFlags::COMPUTE;

impl Device {
    /// Runs a job. The result has one entry per binding: its contents afterwards (samplers have none).
    ///
    /// # Errors
    /// The call that failed.
    pub fn run(&self, job: &Job<'_>) -> Result<Vec<Vec<u8>>, String> {
        Ok(self.dispatch(&mut Frame::new(self), job, None)?.0)
    }

    /// The same, with the time in nanoseconds that the device takes for [`Job::again`] dispatches.
    ///
    /// # Errors
    /// The call that failed.
    pub fn run_timed(&self, job: &Job<'_>) -> Result<(Vec<Vec<u8>>, f64), String> {
        let mut frame = Frame::new(self);
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
        // SAFETY: `info` is valid; the pool is destroyed below, after the device has done its work.
        let pool = unsafe { self.device.create_query_pool(&info, None) }
            .map_err(|error| format!("vkCreateQueryPool: {error}"))?;
        let result = self.dispatch(&mut frame, job, Some(pool));
        // SAFETY: nothing uses the pool any more.
        unsafe { self.device.destroy_query_pool(pool, None) };
        result
    }

    fn dispatch(
        &self,
        frame: &mut Frame<'_>,
        job: &Job<'_>,
        pool: Option<vk::QueryPool>,
    ) -> Result<(Vec<Vec<u8>>, f64), String> {
        let (bound, sets) = frame.bind_all(job.bindings, STAGE)?;
        frame.compute_pipeline(job)?;
        frame.submit(|frame, commands| {
            // SAFETY: `commands` is being recorded; all handles live as long as the frame.
            unsafe {
                frame.fill_images(commands);
                frame.everything_before_is_visible(commands);
                frame.bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, &sets, job.push_constants, STAGE);
                let [x, y, z] = job.groups;
                let stamp = |query| {
                    if let Some(pool) = pool {
                        let stage = vk::PipelineStageFlags::ALL_COMMANDS;
                        self.device.cmd_write_timestamp(commands, stage, pool, query);
                    }
                };
                if let Some(pool) = pool {
                    self.device.cmd_reset_query_pool(commands, pool, 0, 2);
                }
                self.device.cmd_dispatch(commands, x, y, z);
                frame.everything_before_is_visible(commands);
                stamp(0);
                for _ in 0..job.again {
                    frame.everything_before_is_visible(commands);
                    self.device.cmd_dispatch(commands, x, y, z);
                }
                stamp(1);
                frame.everything_before_is_visible(commands);
                frame.read_images(commands);
                frame.everything_before_is_visible(commands);
            }
        })?;
        let mut stamps = [0_u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        if let Some(pool) = pool {
            // SAFETY: both queries were written by the commands that have run.
            unsafe { self.device.get_query_pool_results(pool, 0, &mut stamps, flags) }
                .map_err(|error| format!("vkGetQueryPoolResults: {error}"))?;
        }
        let ticks = stamps[1].saturating_sub(stamps[0]) as f64;
        Ok((frame.contents(&bound)?, ticks * f64::from(self.timestamp_period)))
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
