// Activation functions, one chosen by ACTIVATION_x.
float activate(const float x) {
#if defined(ACTIVATION_GELU)
    const float ROOT_TWO_OVER_PI = 0.79788456080286535587989211986876f;
    return 0.5f * x * (1.0f + tanh(ROOT_TWO_OVER_PI * x * (1.0f + 0.044715f * x * x)));
#elif defined(ACTIVATION_GELU_ERF)
    // Abramowitz and Stegun, 7.1.26.
    const float z = x * 0.70710678118654752440f;
    const float t = 1.0f / (1.0f + 0.3275911f * abs(z));
    const float[5] c = {0.254829592f, -0.284496736f, 1.421413741f, -1.453152027f, 1.061405429f};
    float polynomial = c[4];
    [[unroll]] for (int i = 3; i >= 0; i--) {
        polynomial = polynomial * t + c[i];
    }
    return 0.5f * x * (1.0f + sign(z) * (1.0f - polynomial * t * exp(-z * z)));
#elif defined(ACTIVATION_GELU_QUICK)
    return x / (1.0f + exp(-1.702f * x));
#elif defined(ACTIVATION_SILU)
    return x / (1.0f + exp(-x));
#elif defined(ACTIVATION_SIGMOID)
    return 1.0f / (1.0f + exp(-x));
#elif defined(ACTIVATION_TANH)
    return 1.0f - 2.0f / (exp(2.0f * x) + 1.0f);
#elif defined(ACTIVATION_RELU)
    return max(x, 0.0f);
#elif defined(ACTIVATION_LEAKY_RELU)
    return max(x, 0.0f) + 0.125f * min(x, 0.0f);
#elif defined(ACTIVATION_ELU)
    return x > 0.0f ? x : exp(x) - 1.0f;
#elif defined(ACTIVATION_HARD_SWISH)
    return x * clamp((x + 3.0f) / 6.0f, 0.0f, 1.0f);
#elif defined(ACTIVATION_SOFT_PLUS)
    return x > 20.0f ? x : log(1.0f + exp(x));
#elif defined(ACTIVATION_STEP)
    return step(0.0f, x) - float(x == 0.0f);
#elif defined(ACTIVATION_MISH)
    const float soft_plus = x > 20.0f ? x : log(1.0f + exp(x));
    return x * tanh(soft_plus);
#else
#error no activation
#endif
}
