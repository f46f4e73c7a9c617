// compile: vulkan1.1
// val: skip because the validator does not know SPV_QCOM_multiple_wait_queues yet
// A loop whose loads wait in separate queues.
#version 450
#extension GL_QCOM_multiple_wait_queues : require
layout(binding = 0) buffer Data { uint data[]; };
void main() {
    uint sum = 0;
    [[multiple_wait_queuesQCOM]] for (uint i = 0; i < 4; i++) sum += data[i];
    [[multiple_wait_queuesQCOM(2)]] for (uint i = 0; i < 4; i++) sum += data[i];
    data[0] = sum;
}
