float twice(float x) {
    float y = x * SCALE;
    return y;
}
