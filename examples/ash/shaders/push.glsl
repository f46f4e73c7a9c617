#pragma once
layout(push_constant) uniform Push {
    uint count;
    uint factor;
} push;
