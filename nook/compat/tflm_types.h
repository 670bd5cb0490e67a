// The plain types of TensorFlow Lite Micro's interface that programs use.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/tensor.h"

/* kTfLiteAbort: an operator needs more runs for its next result. */
typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1, kTfLiteAbort = 15 } TfLiteStatus;

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
