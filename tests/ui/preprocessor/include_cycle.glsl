#include "include_cycle.glsl"
