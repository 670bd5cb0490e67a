// The plain types of TensorFlow Lite Micro's interface.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/tensor.h"

/* kTfLiteAbort: an operator needs more inferences for its next result. */
typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1, kTfLiteAbort = 15 } TfLiteStatus;

typedef enum TfLiteType {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteString = 5,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteComplex64 = 8,
  kTfLiteInt8 = 9,
  kTfLiteFloat16 = 10,
  kTfLiteFloat64 = 11,
  kTfLiteComplex128 = 12,
  kTfLiteUInt64 = 13,
  kTfLiteResource = 14,
  kTfLiteVariant = 15,
  kTfLiteUInt32 = 16,
  kTfLiteUInt16 = 17,
  kTfLiteInt4 = 18,
} TfLiteType;

/* `size` numbers in an array that has room for them, and for the dimensions of any tensor. */
typedef struct TfLiteIntArray {
  int size;
  int data[nook::kMaxRank];
} TfLiteIntArray;

typedef struct TfLiteFloatArray {
  int size;
  float data[1];
} TfLiteFloatArray;

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

typedef enum TfLiteQuantizationType {
  kTfLiteNoQuantization = 0,
  kTfLiteAffineQuantization = 1,
} TfLiteQuantizationType;

/* `params` points to a TfLiteAffineQuantization, or is null. */
typedef struct TfLiteQuantization {
  TfLiteQuantizationType type;
  void* params;
} TfLiteQuantization;

/* Has one zero point per scale. */
typedef struct TfLiteAffineQuantization {
  TfLiteFloatArray* scale;
  TfLiteIntArray* zero_point;
  int32_t quantized_dimension;
} TfLiteAffineQuantization;

typedef enum TfLiteAllocationType {
  kTfLiteMemNone = 0,
  kTfLiteMmapRo,           /* a constant of the model */
  kTfLiteArenaRw,          /* lives during an inference */
  kTfLiteArenaRwPersistent /* a variable */
} TfLiteAllocationType;

typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params;
  size_t bytes;
  TfLiteQuantization quantization;
  TfLiteAllocationType allocation_type;
  bool is_variable;
  TfLiteIntArray shape; /* the array to which dims points */
} TfLiteTensor;

/* A tensor, as an operator sees it during an inference. */
typedef struct TfLiteEvalTensor {
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteType type;
} TfLiteEvalTensor;

/* Stands for a missing operand. */
#define kTfLiteOptionalTensor (-1)

/* An operator of a model. Only the functions of the context can interpret the numbers in `inputs` and
 * `outputs`; intermediates and temporaries do not exist. */
typedef struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  TfLiteIntArray* temporaries;
  void* user_data; /* what init() returned */
  void* builtin_data;
  const void* custom_initial_data;
  int custom_initial_data_size;
} TfLiteNode;

typedef struct TfLiteExternalContext TfLiteExternalContext;
typedef enum TfLiteExternalContextType {
  kTfLiteEigenContext = 0,
  kTfLiteGemmLowpContext,
  kTfLiteEdgeTpuContext,
  kTfLiteCpuBackendContext,
  kTfLiteMaxExternalContexts
} TfLiteExternalContextType;

/* Functions for an application's operators; each behaves like the member of tflite::MicroContext. */
typedef struct TfLiteContext {
  void* impl_; /* the tflite::MicroContext */
  void* (*AllocatePersistentBuffer)(struct TfLiteContext*, size_t bytes);
  TfLiteStatus (*RequestScratchBufferInArena)(struct TfLiteContext*, size_t bytes, int* buffer_idx);
  void* (*GetScratchBuffer)(struct TfLiteContext*, int buffer_idx);
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext*, int tensor_idx);
  TfLiteEvalTensor* (*GetEvalTensor)(const struct TfLiteContext*, int tensor_idx);
  TfLiteExternalContext* (*GetExternalContext)(struct TfLiteContext*, TfLiteExternalContextType);
  void (*ReportError)(struct TfLiteContext*, const char* format, ...);
} TfLiteContext;

/* An operator of the application. init() and prepare() run when tensors are allocated, and again if that is
 * repeated; all functions except invoke() may be null. */
struct TFLMRegistration {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  void (*reset)(TfLiteContext* context, void* buffer);
  int32_t builtin_code;
  const char* custom_name;
};

struct TFLMInferenceRegistration {
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  void (*reset)(TfLiteContext* context, void* buffer);
};

namespace tflite {
namespace detail {

// The type numbers of the .tflite format, except for 32-bit and 16-bit floats; from 11 on, one higher.
constexpr TfLiteType type_of(nook::DType type) {
  if (type == nook::DType::kF32) return kTfLiteFloat32;
  if (type == nook::DType::kF16) return kTfLiteFloat16;
  const int number = static_cast<int>(type);
  return static_cast<TfLiteType>(type == nook::DType::kNone || type > nook::DType::kS8 ? number : number - 1);
}

}  // namespace detail
}  // namespace tflite
