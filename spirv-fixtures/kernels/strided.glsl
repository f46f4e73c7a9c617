// Tensors of four dimensions with a stride for each, and division by sizes that are known before the dispatch: with
// n / d = (mulhi(n, multiplier) + n) >> shift.
struct Tensor {
    uint sizes[4];
    uint strides[4];
};
struct Divisor {
    uint multiplier;
    uint shift;
};

uint divide(const uint n, const Divisor d) {
    uint high, low;
    umulExtended(n, d.multiplier, high, low);
    return (high + n) >> d.shift;
}

uvec4 coordinates(uint index, const Tensor tensor, const Divisor divisors[3]) {
    uvec4 at;
    at.w = divide(index, divisors[2]);
    index -= at.w * (tensor.sizes[0] * tensor.sizes[1] * tensor.sizes[2]);
    at.z = divide(index, divisors[1]);
    index -= at.z * (tensor.sizes[0] * tensor.sizes[1]);
    at.y = divide(index, divisors[0]);
    at.x = index - at.y * tensor.sizes[0];
    return at;
}

uint offset(const uvec4 at, const Tensor tensor) {
    return at.x * tensor.strides[0] + at.y * tensor.strides[1] + at.z * tensor.strides[2] + at.w * tensor.strides[3];
}

uint count(const Tensor tensor) {
    return tensor.sizes[0] * tensor.sizes[1] * tensor.sizes[2] * tensor.sizes[3];
}
