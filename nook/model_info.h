/* The properties of a compiled model as data, for code that handles any model. They equal the macros of the
 * model's header.
 *
 * Every generated <name>_info.c defines one `const nook_model_info <name>_info`, alone in its object file: a
 * program that does not use it does not link it. C99 and C++17. */
#ifndef NOOK_MODEL_INFO_H_
#define NOOK_MODEL_INFO_H_

#include <stdint.h>

/* Element types, with the numbers of nook::DType. */
typedef enum nook_element_type {
  NOOK_FLOAT32 = 1,
  NOOK_FLOAT16 = 2,
  NOOK_INT32 = 3,
  NOOK_UINT8 = 4,
  NOOK_INT64 = 5,
  NOOK_BOOL = 7,
  NOOK_INT16 = 8,
  NOOK_INT8 = 10,
  NOOK_FLOAT64 = 11,
  NOOK_UINT64 = 13,
  NOOK_UINT32 = 16,
  NOOK_UINT16 = 17
} nook_element_type;

/* An input or output. */
typedef struct nook_tensor_info {
  const char* name; /* in the model */
  nook_element_type type;
  int32_t rank;
  const int32_t* shape; /* [rank], outermost first */
  int32_t bytes;
  int32_t alignment; /* alignment of the buffer, bytes */
  int32_t quantized; /* 0: scale and zero_point are unused */
  float scale;       /* real = scale * (q - zero_point) */
  int32_t zero_point;
  int32_t scratch_pool;   /* index of its scratch pool in `pools`; -1: in the application's buffer */
  int32_t scratch_offset; /* offset in that pool; -1: in the application's buffer */
} nook_tensor_info;

/* The memory that a model needs for one role in one pool. */
typedef struct nook_pool_info {
  const char* role; /* "scratch", "persistent", "constant" or "constant by pointer" */
  const char* pool; /* "sram", "flash" */
  int64_t bytes;
  int32_t alignment;
} nook_pool_info;

typedef struct nook_model_info {
  const char* name;
  const char* tool_version; /* version of nook that generated the code */
  const char* model_file;
  const char* model_sha256; /* SHA-256 of the .tflite file, lowercase hex */
  const char* target;
  int64_t macs;           /* multiply-accumulate operations of one run */
  int32_t stack_bytes;    /* stack of the run call, worst case; -1: unknown */
  int32_t operator_count; /* kernel calls of one run */
  int32_t input_count, output_count, pool_count;
  const nook_tensor_info* inputs;  /* [input_count] */
  const nook_tensor_info* outputs; /* [output_count] */
  const nook_pool_info* pools;     /* [pool_count] */
} nook_model_info;

#endif
