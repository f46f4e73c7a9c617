// compile: vulkan1.1 vulkan1.3
// Messages that end the work of the device: none, a text, values with their offsets; code after them is omitted.
#version 460
#extension GL_EXT_abort : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer B { uint kind; uint8_t small; double wide; vec3 place; };

uint checked(uint value) {
    if (value > 100u) {
        abortEXT("value %u is too large at %v3f\n", value, place);
        return 1u;
    }
    return value;
}

void main() {
    switch (checked(kind)) {
    case 0u:
        abortEXT();
    case 1u:
        abortEXT("four");
        kind = 3u;
        break;
    case 2u:
        for (int i = 0; i < 3; i++) abortEXT("%u then %lf", small, wide);
        break;
    }
}
