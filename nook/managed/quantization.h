#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook::managed {

// The real values of a tensor's elements: real = scale * (q - zero_point), with one pair for the whole tensor
// or one pair per channel (the symmetric weights of TensorFlow Lite's quantization specification, with zero
// points of 0). A view: the tensor owns the numbers.
class QuantizationParams {
 public:
  constexpr QuantizationParams() = default;
  constexpr QuantizationParams(const float* scales, const int32_t* zero_points, uint32_t count)
      : scales_(scales), zero_points_(zero_points), count_(count) {}

  uint32_t num_channels() const { return count_; }
  bool is_quantized() const { return count_ > 0; }
  bool is_per_channel_quantization() const { return count_ > 1; }
  // The scale of channel i < num_channels().
  float get_scale_for_channel(uint32_t i) const { return scales_[i]; }
  int32_t get_zeroP_for_channel(uint32_t i) const { return zero_points_[i]; }
  const float* scales() const { return scales_; }
  const int32_t* zero_points() const { return zero_points_; }

 private:
  const float* scales_ = nullptr;
  const int32_t* zero_points_ = nullptr;
  uint32_t count_ = 0;
};

// Passed by value, so that no reference can dangle.
struct PerTensorQuantizationParams {
  int32_t zero_point;
  float scale;
  constexpr PerTensorQuantizationParams(int32_t zero, float s) : zero_point(zero), scale(s) {}
};

// Borrowed until set_quantization_params() has copied them: 8 bytes per channel in the metadata allocator.
struct PerChannelQuantizationParams {
  const int32_t* zero_points;
  const float* scales;
  uint32_t count;
  template <size_t n>
  constexpr PerChannelQuantizationParams(const int32_t (&zero)[n], const float (&s)[n])
      : zero_points(zero), scales(s), count(n) {}
  constexpr PerChannelQuantizationParams(const int32_t* zero, const float* s, uint32_t n)
      : zero_points(zero), scales(s), count(n) {}
};

// Constants of the program, used in place: no RAM. Arguments must have static storage; others do not compile:
//
//   static constexpr float kScales[] = {0.5f, 0.25f};
//   static constexpr int32_t kZeros[] = {0, 0};
//   tensor->set_quantization_params(RomQuantizationParams<kScales, kZeros>());
template <const auto& scales, const auto& zero_points>
struct RomQuantizationParams {
  static_assert(sizeof scales == sizeof zero_points, "a zero point for each scale");
};

}  // namespace nook::managed
