// The calls of TensorFlow Lite Micro's interpreter that most programs make, on ours: a sketch compiles after
// its includes of tensorflow/lite are replaced by this one. docs/from-tflm.md has each call beside ours, and
// why new code should use ours: nothing here is faster, and the arena takes back what nook gives away.
//
// Different on purpose:
//   - GetModel() of a pointer can't know how long the file is, and trusts it, as theirs does. GetModel() of
//   an
//     array, or with a size, checks the file.
//   - The resolver links the element types of an operator that Add...() names: all, or the named ones, as of
//     AddConv2D<Conv2DS8>().
//   - input(i) and output(i) have up to kMostTensors tensors of each; typed data is that of theirs.
#pragma once
#include <string.h>

#include "nook/interp/interpreter.h"
#include "nook/ops/all.h"

typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1 } TfLiteStatus;

typedef enum TfLiteType {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteInt8 = 9,
} TfLiteType;

typedef struct TfLiteIntArray {
  int size;
  int data[nook::kMaxRank];
} TfLiteIntArray;

typedef union TfLitePtrUnion {
  int32_t* i32;
  int64_t* i64;
  float* f;
  char* raw;
  const char* raw_const;
  uint8_t* uint8;
  bool* b;
  int16_t* i16;
  int8_t* int8;
  void* data;
} TfLitePtrUnion;

typedef struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params;
  size_t bytes;
  TfLiteIntArray shape;  // what dims points to
} TfLiteTensor;

#define TFLITE_SCHEMA_VERSION 3

namespace tflite {

// A model whose bytes stay where they are.
struct Model {
  nook::Result<nook::Model> view = nook::Code::kBadModel;
  // Of a file that is refused: none.
  uint32_t version() const { return view ? TFLITE_SCHEMA_VERSION : 0; }
};

namespace detail {

inline Model* next_model() {
  static Model models[8];
  static unsigned count = 0;
  return &models[count++ % 8];
}

}  // namespace detail

inline const Model* GetModel(const void* data, size_t bytes) {
  Model* const model = detail::next_model();
  model->view = nook::Model::open({static_cast<const uint8_t*>(data), bytes});
  return model;
}
template <size_t N>
const Model* GetModel(const unsigned char (&data)[N]) {
  return GetModel(data, N);
}
// Trusts the file: its length is not known here.
inline const Model* GetModel(const void* data) {
  Model* const model = detail::next_model();
  model->view = nook::Model::trusted({static_cast<const uint8_t*>(data), INT32_MAX});
  return model;
}

inline void InitializeTarget() {}

// At most N operators.
template <unsigned N>
class MicroMutableOpResolver {
 public:
#define NOOK_OP(Type, folder, number)   \
  template <class... Forms>             \
  TfLiteStatus Add##Type() {            \
    return add<nook::Type, Forms...>(); \
  }
#include "nook/ops/ops.inc"
#undef NOOK_OP

  nook::Resolver resolver() const { return {ops_, count_}; }

 private:
  template <class Op, class... Forms>
  TfLiteStatus add() {
    if (count_ == N) return kTfLiteError;
    ops_[count_++] = nook::op_entry<Op, Forms...>();
    return kTfLiteOk;
  }

  nook::OpEntry ops_[N] = {};
  size_t count_ = 0;
};

// Inputs and outputs are in the arena, as theirs are.
class MicroInterpreter {
 public:
  static constexpr uint32_t kMostTensors = 8;

  template <class Resolver>
  MicroInterpreter(const Model* model, const Resolver& resolver, uint8_t* arena, size_t arena_bytes)
      : model_(*model), resolver_(resolver.resolver()), arena_(arena), arena_bytes_(arena_bytes) {}

  // kTfLiteError: error() says why.
  TfLiteStatus AllocateTensors() {
    fault_ = {};
    if (!model_.view) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, 0, 0);
    nook::InterpreterOptions options;
    options.inputs_in_scratch = options.outputs_in_scratch = UINT32_MAX;
    nook::Interpreter made =
        nook::Interpreter::in_arena(*model_.view, resolver_, {arena_, arena_bytes_}, &used_, options);
    fault_ = made.fault();
    if (!made.ok()) return kTfLiteError;
    if (made.input_count() > kMostTensors || made.output_count() > kMostTensors)
      return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostTensors,
                    made.input_count() > kMostTensors ? made.input_count() : made.output_count());
    interpreter_ = *made.c();
    const nook::SubgraphView graph = model_.view->subgraph(0);
    for (uint32_t i = 0; i < interpreter_.input_count; ++i)
      describe(graph.inputs()[i], nook_interpreter_input(&interpreter_, i), &inputs_[i]);
    for (uint32_t i = 0; i < interpreter_.output_count; ++i)
      describe(graph.outputs()[i], const_cast<void*>(nook_interpreter_output(&interpreter_, i)),
               &outputs_[i]);
    return kTfLiteOk;
  }

  TfLiteStatus Invoke() {
    if (used_ == 0 && AllocateTensors() != kTfLiteOk) return kTfLiteError;
    nook_interpreter_invoke(&interpreter_);
    return kTfLiteOk;
  }

  size_t inputs_size() const { return interpreter_.input_count; }
  size_t outputs_size() const { return interpreter_.output_count; }
  TfLiteTensor* input(size_t i) { return i < inputs_size() ? &inputs_[i] : nullptr; }
  TfLiteTensor* output(size_t i) { return i < outputs_size() ? &outputs_[i] : nullptr; }
  TfLiteTensor* input_tensor(size_t i) { return input(i); }
  TfLiteTensor* output_tensor(size_t i) { return output(i); }
  template <class T>
  T* typed_input_tensor(int i) {
    return static_cast<T*>(inputs_[i].data.data);
  }
  template <class T>
  T* typed_output_tensor(int i) {
    return static_cast<T*>(outputs_[i].data.data);
  }

  size_t arena_used_bytes() const { return used_; }
  TfLiteStatus initialization_status() const { return model_.view ? kTfLiteOk : kTfLiteError; }
  TfLiteStatus Reset() {
    nook_interpreter_reset(&interpreter_);
    return kTfLiteOk;
  }

  // Why AllocateTensors() failed; nook_describe_fault() says it in words.
  const nook_interpreter_fault& error() const { return fault_; }

 private:
  TfLiteStatus refuse(nook_status status, nook_role role, size_t need, size_t have) {
    fault_.status = status, fault_.role = role, fault_.index = -1, fault_.need = need, fault_.have = have;
    return kTfLiteError;
  }

  void describe(int32_t number, void* data, TfLiteTensor* tensor) const {
    const auto info =
        nook::tensor_info(*model_.view, model_.view->subgraph(0).tensor(static_cast<uint32_t>(number)));
    if (!info) return;  // the interpreter has looked
    tensor->type =
        static_cast<TfLiteType>(info->type == nook::DType::kF32 ? 1 : static_cast<int>(info->type) - 1);
    tensor->data.data = data;
    tensor->shape.size = info->shape.rank;
    for (int d = 0; d < info->shape.rank; ++d) tensor->shape.data[d] = info->shape.dim[d];
    tensor->dims = &tensor->shape;
    tensor->params = {info->per_tensor() ? info->scale() : 0.0f, info->zero_point};
    tensor->bytes = static_cast<size_t>(info->bytes());
  }

  const Model model_;
  const nook::Resolver resolver_;
  uint8_t* const arena_;
  const size_t arena_bytes_;
  size_t used_ = 0;
  nook_interpreter interpreter_{};
  nook_interpreter_fault fault_{};
  TfLiteTensor inputs_[kMostTensors] = {}, outputs_[kMostTensors] = {};
};

template <class T>
T* GetTensorData(TfLiteTensor* tensor) {
  return static_cast<T*>(tensor->data.data);
}
template <class T>
const T* GetTensorData(const TfLiteTensor* tensor) {
  return static_cast<const T*>(tensor->data.data);
}

}  // namespace tflite
