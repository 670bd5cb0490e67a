// Operators of the application, written for TensorFlow Lite Micro: the context of their functions, and how
// the interpreter runs them.
#pragma once
#include <string.h>

#include "nook/compat/tflm_log.h"
#include "nook/core/span.h"
#include "nook/ops/contract/prepare.h"

namespace tflite {

// Scratch buffers of one operator.
constexpr int kMaxScratchBuffersPerOp = 12;
// The total limit, so that the interpreter's sums stay far below 2^31.
constexpr size_t kMostScratch = size_t{1} << 30;

namespace detail {

// A tensor of an operator, as its functions see it.
struct OwnTensor {
  TfLiteEvalTensor eval;
  TfLiteIntArray dims;
  nook::Span<const float> scales;
  int32_t zero_point, channel_axis;
  bool constant, variable;
  size_t bytes;
};

// An operator of the application, in a model. Lives in the arena as long as the interpreter.
struct OwnNode {
  const TFLMRegistration* registration;
  OwnNode* next;  // in the order in which the model is prepared
  class OwnOperators* owner;
  TfLiteNode node;
  nook::Span<OwnTensor> tensors;  // operands, then results
  size_t scratch_bytes;
  int scratch_count;
  size_t scratch[kMaxScratchBuffersPerOp];  // offsets
};

}  // namespace detail

// The functions of a TfLiteContext.
class MicroContext {
 public:
  // For init() and prepare(): memory that lives as long as the interpreter; null: no memory is left.
  void* AllocatePersistentBuffer(size_t bytes) { return take(bytes, nook::kBufferAlignment); }

  // For prepare(): memory for invoke(), which refers to it by index. Its content is lost between two calls.
  TfLiteStatus RequestScratchBufferInArena(size_t bytes, int* buffer_idx) {
    if (!at_ || scratch_ || !buffer_idx || at_->scratch_count == kMaxScratchBuffersPerOp) return kTfLiteError;
    if (bytes > kMostScratch - at_->scratch_bytes) return kTfLiteError;
    *buffer_idx = at_->scratch_count++;
    at_->scratch[*buffer_idx] = at_->scratch_bytes;
    at_->scratch_bytes += (bytes + 15) & ~size_t{15};
    return kTfLiteOk;
  }
  // For invoke(); null anywhere else.
  void* GetScratchBuffer(int buffer_idx) {
    const bool known = at_ && scratch_ && buffer_idx >= 0 && buffer_idx < at_->scratch_count;
    return known ? scratch_ + at_->scratch[buffer_idx] : nullptr;
  }

  // Descriptions of tensors, freed at the latest when the function that requested them returns. Null: no such
  // operand, or no memory is left.
  TfLiteTensor* AllocateTempTfLiteTensor(int tensor_idx);
  TfLiteTensor* AllocateTempInputTensor(const TfLiteNode* node, int index) {
    return AllocateTempTfLiteTensor(number(node->inputs, index));
  }
  TfLiteTensor* AllocateTempOutputTensor(const TfLiteNode* node, int index) {
    return AllocateTempTfLiteTensor(number(node->outputs, index));
  }
  void DeallocateTempTfLiteTensor(TfLiteTensor* tensor) {
    DeallocateTempBuffer(reinterpret_cast<uint8_t*>(tensor));
  }
  uint8_t* AllocateTempBuffer(size_t size, size_t alignment);
  // Also frees everything that was allocated after this buffer.
  void DeallocateTempBuffer(uint8_t* buffer) {
    if (buffer && buffer >= low_ && buffer < temp_) temp_ = buffer;
  }

  TfLiteEvalTensor* GetEvalTensor(int tensor_idx) {
    const detail::OwnTensor* const tensor = find(tensor_idx);
    return tensor ? const_cast<TfLiteEvalTensor*>(&tensor->eval) : nullptr;
  }

  TfLiteStatus set_external_context(void* payload) {
    if (!payload || external_) return kTfLiteError;
    external_ = payload;
    return kTfLiteOk;
  }
  void* external_context() { return external_; }

 private:
  friend class detail::OwnOperators;

  static int number(const TfLiteIntArray* list, int index) {
    return list && index >= 0 && index < list->size ? list->data[index] : kTfLiteOptionalTensor;
  }
  const detail::OwnTensor* find(int tensor) const {
    const bool known = at_ && tensor >= 0 && static_cast<size_t>(tensor) < at_->tensors.size();
    return known ? &at_->tensors[static_cast<size_t>(tensor)] : nullptr;
  }
  // Allocates from the end of the memory, permanently.
  void* take(size_t bytes, size_t alignment) {
    const uintptr_t end = reinterpret_cast<uintptr_t>(high_), start = reinterpret_cast<uintptr_t>(temp_);
    if (scratch_ || !high_ || bytes > end - start || ((end - bytes) & ~(alignment - 1)) < start) {
      lacking_ = bytes;
      return nullptr;
    }
    high_ -= end - ((end - bytes) & ~(alignment - 1));
    return memset(high_, 0, bytes);
  }

  detail::OwnNode* at_ = nullptr;                               // the operator whose function runs
  uint8_t *low_ = nullptr, *temp_ = nullptr, *high_ = nullptr;  // free memory is from temp_ to high_
  uint8_t* scratch_ = nullptr;                                  // scratch during invoke()
  size_t lacking_ = 0;                                          // bytes that could not be allocated
  void* external_ = nullptr;
};

inline MicroContext* GetMicroContext(const TfLiteContext* context) {
  return static_cast<MicroContext*>(context->impl_);
}

inline uint8_t* MicroContext::AllocateTempBuffer(size_t size, size_t alignment) {
  const uintptr_t start = reinterpret_cast<uintptr_t>(temp_);
  const uintptr_t at = (start + alignment - 1) & ~(alignment - 1), end = reinterpret_cast<uintptr_t>(high_);
  if (!temp_ || at > end || size > end - at) {
    lacking_ = size;
    return nullptr;
  }
  uint8_t* const made = temp_ + (at - start);
  temp_ = made + size;
  return made;
}

inline TfLiteTensor* MicroContext::AllocateTempTfLiteTensor(int tensor_idx) {
  struct Described {
    TfLiteTensor tensor;
    TfLiteAffineQuantization affine;
  };
  const detail::OwnTensor* const tensor = find(tensor_idx);
  if (!tensor) return nullptr;
  // The scales and the zero points of all channels follow, each array after its length.
  const size_t channels = tensor->scales.size(), lists = 2 * (1 + channels) * sizeof(int32_t);
  uint8_t* const bytes = AllocateTempBuffer(sizeof(Described) + lists, alignof(Described));
  if (!bytes) return nullptr;
  auto* const made = reinterpret_cast<Described*>(bytes);
  *made = {};
  TfLiteTensor& t = made->tensor;
  t.type = tensor->eval.type, t.data = tensor->eval.data, t.bytes = tensor->bytes;
  t.shape = tensor->dims, t.dims = &t.shape;
  t.is_variable = tensor->variable;
  t.allocation_type = tensor->constant   ? kTfLiteMmapRo
                      : tensor->variable ? kTfLiteArenaRwPersistent
                                         : kTfLiteArenaRw;
  if (channels == 0) return &t;
  t.params = {channels == 1 ? tensor->scales[0] : 0.0f, tensor->zero_point};
  auto* const scale = reinterpret_cast<TfLiteFloatArray*>(bytes + sizeof(Described));
  auto* const zero_point = reinterpret_cast<TfLiteIntArray*>(bytes + sizeof(Described) + lists / 2);
  scale->size = zero_point->size = static_cast<int>(channels);
  float* const scales = scale->data;
  int* const zero_points = zero_point->data;
  for (size_t c = 0; c < channels; ++c) scales[c] = tensor->scales[c], zero_points[c] = tensor->zero_point;
  made->affine = {scale, zero_point, tensor->channel_axis};
  t.quantization = {kTfLiteAffineQuantization, &made->affine};
  return &t;
}

}  // namespace tflite
