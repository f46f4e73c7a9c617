//! Opening a Vulkan device with everything it supports turned on.
#![allow(unsafe_code)]

use ash::vk;

use super::Format;
use super::trace::TableLayout;
use super::young::{self, Extension};

/// A Vulkan device and what it can do.
pub struct Device {
    /// Its name, for people.
    pub name: String,
    /// Lanes in a subgroup.
    pub subgroup_size: u32,
    /// Subgroup operations that shaders of [`Self::subgroup_stages`] may use.
    pub subgroup_operations: vk::SubgroupFeatureFlags,
    /// Stages that have subgroup operations.
    pub subgroup_stages: vk::ShaderStageFlags,
    /// Widths of floats, in bits, whose zeros with a sign, infinities and NaN shaders can ask to keep.
    pub preserved: Vec<u32>,
    /// Capabilities that come with the extensions of [`young::EXTENSIONS`].
    pub(super) extended: Vec<spirv::Capability>,
    /// What the device supports; all of it is on.
    pub supported: Supported,
    /// The multiplications of cooperative matrices that the device has.
    pub cooperative_matrices: Vec<MatrixProperties>,
    pub(super) table_layout: TableLayout,
    pub(super) device: ash::Device,
    pub(super) queue: vk::Queue,
    pub(super) queue_family: u32,
    /// Nanoseconds of a tick of the device's clock.
    pub(super) timestamp_period: f32,
    pub(super) memory: vk::PhysicalDeviceMemoryProperties,
    // Unloads the driver's library when dropped, so it goes last.
    physical: vk::PhysicalDevice,
    instance: ash::Instance,
    _entry: ash::Entry,
}

/// A multiplication of cooperative matrices: M by K times K by N (VkCooperativeMatrixPropertiesKHR).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixProperties {
    /// M, N, K.
    pub size: [u32; 3],
    /// Component types of A, B, C and the result, as VkComponentTypeKHR.
    pub types: [i32; 4],
    /// Whether the result may saturate.
    pub saturating: bool,
    /// VkScopeKHR, whose numbers are those of SPIR-V.
    pub scope: u32,
}

/// The features of a device, without the chain pointers they were queried with.
#[derive(Clone, Copy, Default)]
pub struct Supported {
    pub core: vk::PhysicalDeviceFeatures,
    pub storage_16bit: bool,
    pub uniform_and_storage_16bit: bool,
    pub push_constant_16bit: bool,
    pub storage_8bit: bool,
    pub uniform_and_storage_8bit: bool,
    pub push_constant_8bit: bool,
    pub variable_pointers: bool,
    pub int8: bool,
    pub float16: bool,
    pub buffer_int64_atomics: bool,
    pub shared_int64_atomics: bool,
    pub image_int64_atomics: bool,
    pub runtime_descriptor_array: bool,
    pub non_uniform_indexing: bool,
    pub buffer_device_address: bool,
    pub vulkan_memory_model: bool,
    pub vulkan_memory_model_device_scope: bool,
    pub subgroup_extended_types: bool,
    pub subgroup_rotate: bool,
    pub atomic_float32_add: bool,
    pub atomic_float64_add: bool,
    pub atomic_float32_min_max: bool,
    pub integer_dot_product: bool,
    /// The type, dot products, cooperative matrices.
    pub bfloat16: [bool; 3],
    /// The types, cooperative matrices.
    pub float8: [bool; 2],
    pub sampler_filter_minmax: bool,
    pub draw_parameters: bool,
    pub multiview: bool,
    pub storage_input_output_16bit: bool,
    pub output_layer: bool,
    pub output_viewport: bool,
    pub demote: bool,
    pub image_non_uniform_indexing: [bool; 4],
    pub uniform_buffer_non_uniform_indexing: bool,
    /// Uniform, storage.
    pub texel_buffer_dynamic_indexing: [bool; 2],
    pub derivative_group_quads: bool,
    pub derivative_group_linear: bool,
    pub ray_query: bool,
    pub position_fetch: bool,
    /// Every feature of VK_NV_cooperative_matrix2.
    pub cooperative_matrix2: bool,
    pub cooperative_matrix: bool,
}

/// The crate has the extension that this one was promoted from, with the same feature structure.
const KHR_COMPUTE_SHADER_DERIVATIVES: &std::ffi::CStr = c"VK_KHR_compute_shader_derivatives";

/// Extensions that are enabled if the device has them, with all their features.
const EXTENSIONS: &[&std::ffi::CStr] = &[
    ash::ext::shader_atomic_float::NAME,
    ash::ext::shader_atomic_float2::NAME,
    ash::ext::shader_image_atomic_int64::NAME,
    ash::khr::shader_subgroup_rotate::NAME,
    ash::nv::shader_subgroup_partitioned::NAME,
    ash::nv::shader_sm_builtins::NAME,
    KHR_COMPUTE_SHADER_DERIVATIVES,
    ash::nv::compute_shader_derivatives::NAME,
    // Required by acceleration structures, whether it is used or not.
    ash::khr::deferred_host_operations::NAME,
    ash::khr::acceleration_structure::NAME,
    ash::khr::ray_query::NAME,
    ash::khr::ray_tracing_position_fetch::NAME,
    young::BFLOAT16,
    young::FLOAT8,
    ash::khr::cooperative_matrix::NAME,
    young::COOPERATIVE_MATRIX2,
];

impl Device {
    /// Opens the first device, or the one that `GLSLSUB_VULKAN_DEVICE` names.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    pub fn open() -> Result<Self, String> {
        // SAFETY: the Vulkan loader is a library whose initialisation has no requirement on us; it stays loaded
        // because `Device` keeps the entry.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| format!("no Vulkan loader: {error}"))?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: `info` and what it points to live until the call returns.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(|error| format!("no Vulkan instance: {error}"))?;
        Self::pick(entry, instance)
    }

    fn pick(entry: ash::Entry, instance: ash::Instance) -> Result<Self, String> {
        let wanted = std::env::var("GLSLSUB_VULKAN_DEVICE").unwrap_or_default();
        // SAFETY: the instance is alive.
        let devices =
            unsafe { instance.enumerate_physical_devices() }.map_err(|error| format!("no Vulkan devices: {error}"))?;
        for physical in devices {
            // SAFETY: `physical` comes from this instance.
            let properties = unsafe { instance.get_physical_device_properties(physical) };
            let name = properties
                .device_name_as_c_str()
                .map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned());
            if !name.contains(&wanted) || properties.api_version < vk::API_VERSION_1_2 {
                continue;
            }
            return Self::create(entry, instance, physical, name, properties.api_version);
        }
        Err(format!("no Vulkan 1.2 device whose name contains `{wanted}`"))
    }

    fn create(
        entry: ash::Entry,
        instance: ash::Instance,
        physical: vk::PhysicalDevice,
        name: String,
        version: u32,
    ) -> Result<Self, String> {
        // SAFETY: `physical` comes from this instance.
        let present = unsafe { instance.enumerate_device_extension_properties(physical) }
            .map_err(|error| format!("{name}: {error}"))?;
        let has = |wanted: &std::ffi::CStr| present.iter().any(|row| row.extension_name_as_c_str() == Ok(wanted));
        let young: Vec<&Extension> = young::EXTENSIONS.iter().filter(|row| has(row.name)).collect();
        let extensions: Vec<*const std::ffi::c_char> = EXTENSIONS
            .iter()
            .copied()
            .filter(|name| has(name))
            .chain(young.iter().map(|row| row.name))
            .map(std::ffi::CStr::as_ptr)
            .collect();

        // The chain is queried for what is supported and, unchanged, says at creation what to enable.
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
        let mut atomic_float = vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT::default();
        let mut atomic_float2 = vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT::default();
        let mut image_int64 = vk::PhysicalDeviceShaderImageAtomicInt64FeaturesEXT::default();
        let mut rotate = vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR::default();
        let mut sm_builtins = vk::PhysicalDeviceShaderSMBuiltinsFeaturesNV::default();
        let mut matrix = vk::PhysicalDeviceCooperativeMatrixFeaturesKHR::default();
        let mut matrix2 = young::cooperative_matrix2();
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12);
        if version >= vk::API_VERSION_1_3 {
            features = features.push_next(&mut v13);
        }
        if has(ash::ext::shader_atomic_float::NAME) {
            features = features.push_next(&mut atomic_float);
        }
        if has(ash::ext::shader_atomic_float2::NAME) {
            features = features.push_next(&mut atomic_float2);
        }
        if has(ash::ext::shader_image_atomic_int64::NAME) {
            features = features.push_next(&mut image_int64);
        }
        if has(ash::khr::shader_subgroup_rotate::NAME) {
            features = features.push_next(&mut rotate);
        }
        if has(ash::nv::shader_sm_builtins::NAME) {
            features = features.push_next(&mut sm_builtins);
        }
        let mut derivatives = vk::PhysicalDeviceComputeShaderDerivativesFeaturesNV::default();
        if has(KHR_COMPUTE_SHADER_DERIVATIVES) {
            features = features.push_next(&mut derivatives);
        }
        let mut structures = vk::PhysicalDeviceAccelerationStructureFeaturesKHR::default();
        let mut ray_query = vk::PhysicalDeviceRayQueryFeaturesKHR::default();
        let mut positions = vk::PhysicalDeviceRayTracingPositionFetchFeaturesKHR::default();
        if has(ash::khr::acceleration_structure::NAME) {
            features = features.push_next(&mut structures);
        }
        if has(ash::khr::ray_query::NAME) {
            features = features.push_next(&mut ray_query);
        }
        if has(ash::khr::ray_tracing_position_fetch::NAME) {
            features = features.push_next(&mut positions);
        }
        let mut bfloat16 = young::bfloat16();
        let mut float8 = young::float8();
        if has(young::BFLOAT16) {
            features = features.push_next(&mut bfloat16);
        }
        if has(young::FLOAT8) {
            features = features.push_next(&mut float8);
        }
        if has(ash::khr::cooperative_matrix::NAME) {
            features = features.push_next(&mut matrix);
        }
        if has(young::COOPERATIVE_MATRIX2) {
            features = features.push_next(&mut matrix2);
        }
        let mut young_features: Vec<_> = young.iter().map(|row| row.features()).collect();
        for structure in young_features.iter_mut().flatten() {
            features = features.push_next(structure);
        }
        // SAFETY: every structure of the chain is alive and known to the device (its version or extension list says so).
        unsafe { instance.get_physical_device_features2(physical, &mut features) };

        // SAFETY: `physical` comes from this instance.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let queue_family = families
            .iter()
            .position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE | vk::QueueFlags::GRAPHICS))
            .ok_or_else(|| format!("{name}: no queue for draws and dispatches"))? as u32;
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(queue_family).queue_priorities(&[1.0])];
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&extensions)
            .push_next(&mut features);
        // SAFETY: everything `info` points to lives until the call returns; only supported features are enabled.
        let device = unsafe { instance.create_device(physical, &info, None) }
            .map_err(|error| format!("{name}: no device: {error}"))?;
        let core = features.features;
        let mut v11_properties = vk::PhysicalDeviceVulkan11Properties::default();
        let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
        let mut properties =
            vk::PhysicalDeviceProperties2::default().push_next(&mut v11_properties).push_next(&mut floats);
        let mut table = vk::PhysicalDeviceRayTracingPipelinePropertiesKHR::default();
        if has(ash::khr::ray_tracing_pipeline::NAME) {
            properties = properties.push_next(&mut table);
        }
        // SAFETY: the structures are alive; the device knows them: it is Vulkan 1.2 or newer, or has the extension.
        unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
        let extended =
            young.iter().zip(&young_features).flat_map(|(row, features)| row.allowed(features.as_ref())).collect();
        let on = |flag: vk::Bool32| flag == vk::TRUE;
        let supported = Supported {
            core,
            storage_16bit: on(v11.storage_buffer16_bit_access),
            uniform_and_storage_16bit: on(v11.uniform_and_storage_buffer16_bit_access),
            push_constant_16bit: on(v11.storage_push_constant16),
            storage_8bit: on(v12.storage_buffer8_bit_access),
            uniform_and_storage_8bit: on(v12.uniform_and_storage_buffer8_bit_access),
            push_constant_8bit: on(v12.storage_push_constant8),
            variable_pointers: on(v11.variable_pointers),
            int8: on(v12.shader_int8),
            float16: on(v12.shader_float16),
            buffer_int64_atomics: on(v12.shader_buffer_int64_atomics),
            shared_int64_atomics: on(v12.shader_shared_int64_atomics),
            image_int64_atomics: on(image_int64.shader_image_int64_atomics),
            runtime_descriptor_array: on(v12.runtime_descriptor_array),
            non_uniform_indexing: on(v12.shader_storage_buffer_array_non_uniform_indexing),
            buffer_device_address: on(v12.buffer_device_address),
            vulkan_memory_model: on(v12.vulkan_memory_model),
            vulkan_memory_model_device_scope: on(v12.vulkan_memory_model_device_scope),
            subgroup_extended_types: on(v12.shader_subgroup_extended_types),
            subgroup_rotate: on(rotate.shader_subgroup_rotate),
            atomic_float32_add: on(atomic_float.shader_buffer_float32_atomic_add),
            atomic_float64_add: on(atomic_float.shader_buffer_float64_atomic_add),
            atomic_float32_min_max: on(atomic_float2.shader_buffer_float32_atomic_min_max),
            integer_dot_product: on(v13.shader_integer_dot_product),
            bfloat16: bfloat16.flags.map(on),
            float8: float8.flags.map(on),
            sampler_filter_minmax: on(v12.sampler_filter_minmax),
            draw_parameters: on(v11.shader_draw_parameters),
            multiview: on(v11.multiview),
            storage_input_output_16bit: on(v11.storage_input_output16),
            output_layer: on(v12.shader_output_layer),
            output_viewport: on(v12.shader_output_viewport_index),
            demote: on(v13.shader_demote_to_helper_invocation),
            image_non_uniform_indexing: [
                v12.shader_sampled_image_array_non_uniform_indexing,
                v12.shader_storage_image_array_non_uniform_indexing,
                v12.shader_uniform_texel_buffer_array_non_uniform_indexing,
                v12.shader_storage_texel_buffer_array_non_uniform_indexing,
            ]
            .map(on),
            uniform_buffer_non_uniform_indexing: on(v12.shader_uniform_buffer_array_non_uniform_indexing),
            texel_buffer_dynamic_indexing: [
                v12.shader_uniform_texel_buffer_array_dynamic_indexing,
                v12.shader_storage_texel_buffer_array_dynamic_indexing,
            ]
            .map(on),
            derivative_group_quads: on(derivatives.compute_derivative_group_quads),
            derivative_group_linear: on(derivatives.compute_derivative_group_linear),
            ray_query: on(ray_query.ray_query) && on(structures.acceleration_structure),
            position_fetch: on(positions.ray_tracing_position_fetch),
            cooperative_matrix2: on(matrix.cooperative_matrix) && matrix2.flags.into_iter().all(on),
            cooperative_matrix: on(matrix.cooperative_matrix),
        };
        let cooperative_matrices = match supported.cooperative_matrix {
            true => matrix_properties(&entry, &instance, physical),
            false => Vec::new(),
        };
        // SAFETY: the queue was requested above; `physical` comes from this instance.
        let (queue, memory) = unsafe {
            (device.get_device_queue(queue_family, 0), instance.get_physical_device_memory_properties(physical))
        };
        Ok(Self {
            name: format!("{name} (subgroups of {})", v11_properties.subgroup_size),
            subgroup_size: v11_properties.subgroup_size,
            subgroup_operations: v11_properties.subgroup_supported_operations,
            subgroup_stages: v11_properties.subgroup_supported_stages,
            preserved: [
                (16, floats.shader_signed_zero_inf_nan_preserve_float16),
                (32, floats.shader_signed_zero_inf_nan_preserve_float32),
                (64, floats.shader_signed_zero_inf_nan_preserve_float64),
            ]
            .into_iter()
            .filter_map(|(bits, flag)| on(flag).then_some(bits))
            .collect(),
            extended,
            supported,
            cooperative_matrices,
            table_layout: TableLayout {
                handle_size: table.shader_group_handle_size,
                handle_alignment: table.shader_group_handle_alignment,
                base_alignment: table.shader_group_base_alignment,
            },
            device,
            queue,
            queue_family,
            // SAFETY: the device is one of the instance's.
            timestamp_period: unsafe { instance.get_physical_device_properties(physical) }.limits.timestamp_period,
            memory,
            physical,
            instance,
            _entry: entry,
        })
    }

    /// Whether images, or buffers, of a format have these features.
    pub(super) fn has_format(&self, format: Format, wanted: vk::FormatFeatureFlags, is_buffer: bool) -> bool {
        // SAFETY: `physical` comes from this instance, which is alive.
        let has = unsafe { self.instance.get_physical_device_format_properties(self.physical, format.vulkan()) };
        if is_buffer { has.buffer_features.contains(wanted) } else { has.optimal_tiling_features.contains(wanted) }
    }

    /// Whether there are textures, or storage images, of a format.
    pub fn has_image(&self, format: Format, is_storage: bool) -> bool {
        let wanted = match is_storage {
            true => vk::FormatFeatureFlags::STORAGE_IMAGE,
            false => vk::FormatFeatureFlags::SAMPLED_IMAGE,
        };
        self.has_format(format, wanted, false)
    }

    /// The functions for acceleration structures, for devices that have them.
    pub(super) fn acceleration_structures(&self) -> ash::khr::acceleration_structure::Device {
        ash::khr::acceleration_structure::Device::new(&self.instance, &self.device)
    }

    /// The functions for transform feedback, for devices that have them.
    pub(super) fn transform_feedback(&self) -> ash::ext::transform_feedback::Device {
        ash::ext::transform_feedback::Device::new(&self.instance, &self.device)
    }

    /// The functions for mesh shaders, for devices that have them.
    pub(super) fn mesh_shaders(&self) -> ash::ext::mesh_shader::Device {
        ash::ext::mesh_shader::Device::new(&self.instance, &self.device)
    }

    /// The functions for NVIDIA's mesh shaders, for devices that have them.
    pub(super) fn mesh_shaders_nv(&self) -> ash::nv::mesh_shader::Device {
        ash::nv::mesh_shader::Device::new(&self.instance, &self.device)
    }

    /// The functions for ray tracing pipelines, for devices that have them.
    pub(super) fn ray_tracing(&self) -> ash::khr::ray_tracing_pipeline::Device {
        ash::khr::ray_tracing_pipeline::Device::new(&self.instance, &self.device)
    }

    /// A memory type among `allowed` with all of `wanted`.
    pub(super) fn memory_type(&self, allowed: u32, wanted: vk::MemoryPropertyFlags) -> Result<u32, String> {
        (0..self.memory.memory_type_count)
            .find(|&index| {
                let flags = self.memory.memory_types[index as usize].property_flags;
                allowed & (1 << index) != 0 && flags.contains(wanted)
            })
            .ok_or_else(|| format!("no memory of kind {wanted:?}"))
    }
}

/// The multiplications of cooperative matrices that a device with the extension has.
fn matrix_properties(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
) -> Vec<MatrixProperties> {
    let matrices = ash::khr::cooperative_matrix::Instance::new(entry, instance);
    // SAFETY: `physical` comes from this instance and has the extension.
    let rows = unsafe { matrices.get_physical_device_cooperative_matrix_properties(physical) }.unwrap_or_default();
    let properties = |row: &vk::CooperativeMatrixPropertiesKHR<'_>| MatrixProperties {
        size: [row.m_size, row.n_size, row.k_size],
        types: [row.a_type, row.b_type, row.c_type, row.result_type].map(vk::ComponentTypeKHR::as_raw),
        saturating: row.saturating_accumulation == vk::TRUE,
        scope: row.scope.as_raw() as u32,
    };
    rows.iter().map(properties).collect()
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: dispatches wait for their end and destroy what they created, so nothing of the device is in use.
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
