// One operator on managed tensors, compared with its reference kernel.
#pragma once
#include <string.h>

#include "nook/managed/ops/forms.h"
#include "tests/managed/recorder.h"
#include "tests/op_case.h"

namespace managed_test {

using nook::DType;
using nook::TensorInfo;
using test::OpCase;
using test::shape;
using test::tensor;

constexpr int32_t kMost = 800;  // elements of any operand
alignas(16) inline uint8_t memory[5][kMost * 4], expected[kMost * 4];

inline TensorShape shape_of(const nook::Shape& s) {
  uint32_t dims[4] = {};
  for (int i = 0; i < s.rank; ++i) dims[i] = static_cast<uint32_t>(s.dim[i]);
  return {dims, s.rank};
}

// `type_bias` 128: as uint8.
inline Tensor make(const TensorInfo& info, void* data, int32_t type_bias = 0) {
  const ttype type = info.type == DType::kF32 ? flt : info.type == DType::kS32 ? i32 : type_bias ? u8 : i8;
  Tensor t = new BufferTensor(shape_of(info.shape), type, data);
  static int32_t zeros[64];
  if (info.scales.size() == 1)
    t->set_quantization_params(
        PerTensorQuantizationParams(info.zero_point + (type == u8 ? type_bias : 0), info.scale()));
  if (info.scales.size() > 1)
    t->set_quantization_params(
        PerChannelQuantizationParams(zeros, info.scales.data(), static_cast<uint32_t>(info.scales.size())));
  return t;
}

inline void flip(void* bytes, int32_t count) {
  for (int32_t i = 0; i < count; ++i) static_cast<uint8_t*>(bytes)[i] ^= 0x80;
}

inline void fill(test::Rng& rng, const TensorInfo& info, void* to) {
  for (int32_t i = 0; i < info.shape.elements(); ++i) {
    if (info.type == DType::kS8) static_cast<int8_t*>(to)[i] = static_cast<int8_t>(rng.in(-128, 127));
    if (info.type == DType::kS32) static_cast<int32_t*>(to)[i] = rng.in(-5000, 5000);
    // Small integers: sums are exact in any order.
    if (info.type == DType::kF32) static_cast<float*>(to)[i] = static_cast<float>(rng.in(-8, 8));
  }
}

inline int bytes_of(const TensorInfo& info) { return info.bytes(); }

// Runs the reference kernel of a form on the memory; false if prepare() refuses.
template <class Form, class Op>
bool expect(OpCase<Op>& c) {
  const auto prepared = c.prepare();
  if (!prepared) return false;
  const auto rows = Form::kernels();
  const void* in[4];
  for (size_t i = 0; i < 4; ++i) in[i] = i < c.inputs && c.in[i].present() ? memory[i] : nullptr;
  void* out[] = {expected};
  rows[rows.size() - 1].invoke(prepared->params, {in, out, nullptr});
  return true;
}

inline void same(bool evaluated, const TensorInfo& out, const char* what, uint32_t seed) {
  if (evaluated && memcmp(memory[4], expected, static_cast<size_t>(bytes_of(out))) == 0) return;
  ++test::failures;
  printf("%s differs (evaluated: %d), seed %u\n", what, evaluated, static_cast<unsigned>(seed));
}

inline bool small(const TensorInfo& t) { return t.shape.elements() <= kMost; }

template <class Body>
void random_cases(Body body) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < NOOK_OP_CASES && test::failures == before; ++seed) {
    test::Rng rng(seed);
    body(seed, rng);
  }
}

}  // namespace managed_test
