// Helpers for operators written for TensorFlow Lite Micro.
#pragma once
#include "nook/compat/tflm_context.h"

inline const char* TfLiteTypeGetName(TfLiteType type) {
  constexpr const char* kNames[] = {"NOTYPE",  "FLOAT32", "INT32",      "UINT8",     "INT64",
                                    "STRING",  "BOOL",    "INT16",      "COMPLEX64", "INT8",
                                    "FLOAT16", "FLOAT64", "COMPLEX128", "UINT64",    "RESOURCE",
                                    "VARIANT", "UINT32",  "UINT16",     "INT4"};
  const unsigned number = static_cast<unsigned>(type);
  return number < sizeof kNames / sizeof kNames[0] ? kNames[number] : "Unknown type";
}

inline int TfLiteIntArrayEqual(const TfLiteIntArray* a, const TfLiteIntArray* b) {
  if (a == b) return 1;
  if (!a || !b || a->size != b->size) return 0;
  return memcmp(a->data, b->data, static_cast<size_t>(a->size) * sizeof(int)) == 0;
}

#define TF_LITE_KERNEL_LOG(context, ...) (context)->ReportError((context), __VA_ARGS__)

namespace tflite {

// Dimensions of a tensor, outermost first.
class RuntimeShape {
 public:
  static constexpr int kMaxSmallSize = nook::kMaxRank;

  RuntimeShape() = default;
  explicit RuntimeShape(int dimensions_count) : size_(dimensions_count) { check(dimensions_count); }
  RuntimeShape(int dimensions_count, int32_t value) : size_(dimensions_count) {
    check(dimensions_count);
    for (int i = 0; i < size_; ++i) dims_[i] = value;
  }
  RuntimeShape(int dimensions_count, const int32_t* dims_data) { ReplaceWith(dimensions_count, dims_data); }
  // `shape` with leading ones.
  static RuntimeShape ExtendedShape(int new_shape_size, const RuntimeShape& shape) {
    RuntimeShape extended(new_shape_size, 1);
    const int more = new_shape_size - shape.size_;
    TFLITE_CHECK_GE(more, 0);
    for (int i = 0; i < shape.size_; ++i) extended.dims_[more + i] = shape.dims_[i];
    return extended;
  }

  bool operator==(const RuntimeShape& other) const {
    return size_ == other.size_ &&
           memcmp(dims_, other.dims_, static_cast<size_t>(size_) * sizeof *dims_) == 0;
  }
  bool operator!=(const RuntimeShape& other) const { return !(*this == other); }

  int32_t DimensionsCount() const { return size_; }
  int32_t Dims(int i) const {
    TFLITE_DCHECK(i >= 0 && i < size_);
    return dims_[i];
  }
  void SetDim(int i, int32_t value) {
    TFLITE_DCHECK(i >= 0 && i < size_);
    dims_[i] = value;
  }
  int32_t* DimsData() { return dims_; }
  const int32_t* DimsData() const { return dims_; }
  void ReplaceWith(int dimensions_count, const int32_t* dims_data) {
    check(dimensions_count);
    size_ = dimensions_count;
    for (int i = 0; i < size_; ++i) dims_[i] = dims_data[i];
  }
  int FlatSize() const {
    int elements = 1;
    for (int i = 0; i < size_; ++i) elements *= dims_[i];
    return elements;
  }

 private:
  static void check(int dimensions_count) {
    TFLITE_CHECK(dimensions_count >= 0 && dimensions_count <= kMaxSmallSize);
  }

  int32_t size_ = 0, dims_[kMaxSmallSize] = {};
};

// The index of an element in memory.
inline int Offset(const RuntimeShape& shape, int i0, int i1, int i2, int i3) {
  const int32_t* const d = shape.DimsData();
  TFLITE_DCHECK_EQ(shape.DimensionsCount(), 4);
  return ((i0 * d[1] + i1) * d[2] + i2) * d[3] + i3;
}
inline int MatchingFlatSize(const RuntimeShape& shape, [[maybe_unused]] const RuntimeShape& other) {
  TFLITE_DCHECK(shape == other);
  return shape.FlatSize();
}
inline int MatchingDim(const RuntimeShape& shape, int i, const RuntimeShape& other, int j) {
  TFLITE_DCHECK_EQ(shape.Dims(i), other.Dims(j));
  return shape.Dims(i) < other.Dims(j) ? shape.Dims(i) : other.Dims(j);
}

template <class T>
T* GetTensorData(TfLiteTensor* tensor) {
  return tensor ? static_cast<T*>(tensor->data.data) : nullptr;
}
template <class T>
const T* GetTensorData(const TfLiteTensor* tensor) {
  return tensor ? static_cast<const T*>(tensor->data.data) : nullptr;
}
namespace detail {

inline RuntimeShape shape_of(const TfLiteIntArray* dims) {
  RuntimeShape shape(dims ? dims->size : 0);
  for (int i = 0; i < shape.DimensionsCount(); ++i) shape.SetDim(i, dims->data[i]);
  return shape;
}

}  // namespace detail

inline RuntimeShape GetTensorShape(const TfLiteTensor* tensor) {
  return detail::shape_of(tensor ? tensor->dims : nullptr);
}

inline int NumDimensions(const TfLiteTensor* tensor) { return tensor->dims->size; }
inline int SizeOfDimension(const TfLiteTensor* tensor, int dim) { return tensor->dims->data[dim]; }
inline int NumInputs(const TfLiteNode* node) { return node->inputs ? node->inputs->size : 0; }
inline int NumOutputs(const TfLiteNode* node) { return node->outputs ? node->outputs->size : 0; }
inline int ElementCount(const TfLiteIntArray& dims) {
  int elements = 1;
  for (int i = 0; i < dims.size; ++i) elements *= dims.data[i];
  return elements;
}
inline int64_t NumElements(const TfLiteIntArray* dims) { return ElementCount(*dims); }
inline int64_t NumElements(const TfLiteTensor* tensor) { return ElementCount(*tensor->dims); }
inline bool IsConstantTensor(const TfLiteTensor* tensor) { return tensor->allocation_type == kTfLiteMmapRo; }
inline bool HaveSameShapes(const TfLiteTensor* a, const TfLiteTensor* b) {
  return TfLiteIntArrayEqual(a->dims, b->dims) != 0;
}

// Descriptions of tensors, like those from MicroContext.
inline const TfLiteTensor* GetInput(const TfLiteContext* context, const TfLiteNode* node, int index) {
  return GetMicroContext(context)->AllocateTempInputTensor(node, index);
}
inline const TfLiteTensor* GetOptionalInputTensor(const TfLiteContext* context, const TfLiteNode* node,
                                                  int index) {
  return GetInput(context, node, index);
}
inline TfLiteTensor* GetVariableInput(TfLiteContext* context, const TfLiteNode* node, int index) {
  TfLiteTensor* const tensor = GetMicroContext(context)->AllocateTempInputTensor(node, index);
  return tensor && tensor->is_variable ? tensor : nullptr;
}
inline TfLiteTensor* GetOutput(TfLiteContext* context, const TfLiteNode* node, int index) {
  return GetMicroContext(context)->AllocateTempOutputTensor(node, index);
}
inline TfLiteStatus GetInputSafe(const TfLiteContext* context, const TfLiteNode* node, int index,
                                 const TfLiteTensor** tensor) {
  *tensor = GetInput(context, node, index);
  return *tensor ? kTfLiteOk : kTfLiteError;
}
inline TfLiteStatus GetOutputSafe(TfLiteContext* context, const TfLiteNode* node, int index,
                                  TfLiteTensor** tensor) {
  *tensor = GetOutput(context, node, index);
  return *tensor ? kTfLiteOk : kTfLiteError;
}

template <class T>
constexpr TfLiteType typeToTfLiteType();
#define NOOK_TFLM_TYPE(Type, name)                \
  template <>                                     \
  constexpr TfLiteType typeToTfLiteType<Type>() { \
    return name;                                  \
  }
NOOK_TFLM_TYPE(bool, kTfLiteBool)
NOOK_TFLM_TYPE(int8_t, kTfLiteInt8)
NOOK_TFLM_TYPE(uint8_t, kTfLiteUInt8)
NOOK_TFLM_TYPE(int16_t, kTfLiteInt16)
NOOK_TFLM_TYPE(uint16_t, kTfLiteUInt16)
NOOK_TFLM_TYPE(int32_t, kTfLiteInt32)
NOOK_TFLM_TYPE(uint32_t, kTfLiteUInt32)
NOOK_TFLM_TYPE(int64_t, kTfLiteInt64)
NOOK_TFLM_TYPE(uint64_t, kTfLiteUInt64)
NOOK_TFLM_TYPE(float, kTfLiteFloat32)
NOOK_TFLM_TYPE(double, kTfLiteFloat64)
#undef NOOK_TFLM_TYPE

namespace micro {

inline TFLMRegistration RegisterOp(void* (*init)(TfLiteContext*, const char*, size_t),
                                   TfLiteStatus (*prepare)(TfLiteContext*, TfLiteNode*),
                                   TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*),
                                   void (*free)(TfLiteContext*, void*) = nullptr,
                                   void (*reset)(TfLiteContext*, void*) = nullptr) {
  return {init, free, prepare, invoke, reset, 0, nullptr};
}
inline TFLMInferenceRegistration RegisterOp(TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*),
                                            void (*reset)(TfLiteContext*, void*) = nullptr) {
  return {invoke, reset};
}

inline TfLiteEvalTensor* GetMutableEvalInput(const TfLiteContext* context, const TfLiteNode* node,
                                             int index) {
  TFLITE_DCHECK(index >= 0 && index < node->inputs->size);
  return context->GetEvalTensor(context, node->inputs->data[index]);
}
inline const TfLiteEvalTensor* GetEvalInput(const TfLiteContext* context, const TfLiteNode* node, int index) {
  return GetMutableEvalInput(context, node, index);
}
inline TfLiteEvalTensor* GetEvalOutput(const TfLiteContext* context, const TfLiteNode* node, int index) {
  TFLITE_DCHECK(index >= 0 && index < node->outputs->size);
  return context->GetEvalTensor(context, node->outputs->data[index]);
}

template <class T>
T* GetOptionalTensorData(TfLiteEvalTensor* tensor) {
  return tensor ? static_cast<T*>(tensor->data.data) : nullptr;
}
template <class T>
const T* GetOptionalTensorData(const TfLiteEvalTensor* tensor) {
  return tensor ? static_cast<const T*>(tensor->data.data) : nullptr;
}
template <class T>
T* GetTensorData(TfLiteEvalTensor* tensor) {
  TFLITE_DCHECK(tensor != nullptr);
  return GetOptionalTensorData<T>(tensor);
}
template <class T>
const T* GetTensorData(const TfLiteEvalTensor* tensor) {
  TFLITE_DCHECK(tensor != nullptr);
  return GetOptionalTensorData<T>(tensor);
}

inline RuntimeShape GetTensorShape(const TfLiteEvalTensor* tensor) {
  return detail::shape_of(tensor ? tensor->dims : nullptr);
}
inline bool HaveSameShapes(const TfLiteEvalTensor* a, const TfLiteEvalTensor* b) {
  return TfLiteIntArrayEqual(a->dims, b->dims) != 0;
}

}  // namespace micro
}  // namespace tflite
