//! Runs a compute shader that `build.rs` compiled, on the first Vulkan device.

use glslsub_example_ash::{Gpu, Result, Shader};

mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use shaders::scale_comp as scale;

const COUNT: u32 = 1000;
const WORKGROUP: u32 = 64;

fn main() -> Result<()> {
    // The generated module says what the shader needs: bindings, ids, the layout of push constants.
    let push = scale::PushConstants { count: COUNT, factor: 3 };
    let push: Vec<u8> = [push.count, push.factor].iter().flat_map(|it| it.to_ne_bytes()).collect();
    assert_eq!(push.len(), scale::PUSH_CONSTANT_SIZE as usize);
    let shader = Shader {
        spirv: scale::SPIRV,
        bindings: &[scale::binding::NUMBERS.binding, scale::binding::TOTAL.binding],
        push_constants: &push,
        specialization: &[(scale::specialization::LOCAL_SIZE_X, WORKGROUP), (scale::specialization::OFFSET, 1)],
    };
    let mut buffers = [(0..COUNT).collect(), vec![0]];
    Gpu::new()?.run(&shader, &mut buffers, COUNT.div_ceil(WORKGROUP))?;

    let [numbers, total] = buffers;
    let expected: Vec<u32> = (0..COUNT).map(|number| number * 3 + 1).collect();
    assert_eq!(numbers, expected);
    assert_eq!(total, [expected.iter().sum()]);
    println!("{COUNT} numbers scaled, their sum is {}", total[0]);
    Ok(())
}
