/* The two functions of GELU, for its kernel and for tables, which compute e^x and the hyperbolic tangent
 * differently: tables have the entries of TensorFlow Lite. */
#ifndef NOOK_OPS_GELU_CURVES_H_
#define NOOK_OPS_GELU_CURVES_H_

/* The complementary error function by the Chebyshev fit of Numerical Recipes: a relative error of 1.2e-7,
 * plus the error of exp(). Not every libm has erfcf. */
static inline float nook_erfc(float x, float (*exponential)(float)) {
  static const float fit[] = {0.17087277f,  -0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f,
                              -0.18628806f, 0.09678418f,  0.37409196f, 1.00002368f,  -1.26551223f};
  const float size = x < 0 ? -x : x, t = 1 / (1 + 0.5f * size);
  float power = 0;
  for (int i = 0; i < 10; ++i) power = power * t + fit[i];
  const float above = t * exponential(power - size * size);
  return x < 0 ? 2 - above : above;
}

static inline float nook_gelu(float x, float (*exponential)(float)) {
  return 0.5f * x * nook_erfc(x * -0.70710678f, exponential);
}

static inline float nook_gelu_approximate(float x, float (*tangent)(float)) {
  return 0.5f * x * (1 + tangent(0.79788456f * (x + 0.044715f * x * x * x)));
}

/* The factors of x in both. */
static inline float nook_gelu_gate(float x, float (*exponential)(float)) {
  return 0.5f * nook_erfc(x * -0.70710678f, exponential);
}

static inline float nook_gelu_gate_approximate(float x, float (*tangent)(float)) {
  return 0.5f * (1 + tangent(0.79788456f * (x + 0.044715f * x * x * x)));
}

#endif
