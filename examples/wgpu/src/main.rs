//! Compiles a shader at run time and runs it with wgpu, on the first adapter.
//!
//! glslsub produces a naga module, which wgpu accepts on every back end: Vulkan, Metal, Direct3D and WebGPU.

use std::borrow::Cow;

use glslsub::Compiler;
use wgpu::util::DeviceExt;

const COUNT: u32 = 1024;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = Compiler::default().naga("square.comp", include_str!("square.comp"))?;
    let numbers: Vec<u32> = (0..COUNT).collect();
    let squares = pollster::block_on(run(module, &numbers))?;
    assert!(squares.iter().zip(&numbers).all(|(square, number)| *square == number * number));
    println!("{COUNT} numbers squared, the last is {}", squares[squares.len() - 1]);
    Ok(())
}

async fn run(module: wgpu::naga::Module, numbers: &[u32]) -> Result<Vec<u32>, Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await?;
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await?;

    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("square.comp"),
        source: wgpu::ShaderSource::Naga(Cow::Owned(module)),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });

    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let storage = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &bytes,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
    });
    let readable = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: storage.as_entire_binding() }],
    });

    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        pass.dispatch_workgroups(COUNT / 64, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&storage, 0, &readable, 0, bytes.len() as u64);
    queue.submit([encoder.finish()]);

    let (sender, receiver) = std::sync::mpsc::channel();
    readable.map_async(wgpu::MapMode::Read, .., move |result| drop(sender.send(result)));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    receiver.recv()??;
    let mapped = readable.get_mapped_range(..)?;
    Ok(mapped.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}
