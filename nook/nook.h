/* Shared by generated code and C applications: status codes, alignment, events.
 *
 * C99 and C++17. Freestanding: needs <stddef.h> and <stdint.h> only. */
#ifndef NOOK_NOOK_H_
#define NOOK_NOOK_H_

#include <stddef.h>
#include <stdint.h>

/* The ways in which a call can fail. The numbers are stable: they appear in field logs. */
typedef enum nook_status {
  NOOK_OK = 0,
  NOOK_BAD_MODEL = 1,      /* malformed bytes: an offset, count or enum is out of range */
  NOOK_BAD_SHAPE = 2,      /* shapes disagree with each other or with the attributes */
  NOOK_BAD_TYPE = 3,       /* element type or quantization not accepted by the operator */
  NOOK_UNSUPPORTED = 4,    /* well formed, but this build has no kernel for it */
  NOOK_NO_MEMORY = 5,      /* a buffer, arena or pool is too small */
  NOOK_NULL = 6,           /* a required buffer is missing */
  NOOK_MISALIGNED = 7,     /* a buffer does not start at a multiple of its alignment */
  NOOK_BAD_STATE = 8,      /* calls in the wrong order: a row after the last one, or finish before it */
  NOOK_OVERLAP = 9,        /* two buffers share bytes, and one of them is written */
  NOOK_DEVICE_FAILED = 10, /* a function of a device (nook/device.h) failed */
  NOOK_BAD_CONSTANTS = 11, /* the constants that the application passes belong to another model */
  NOOK_NOT_READY = 12,     /* not an error: an operator needs more runs for its next result */
  NOOK_LIMIT = 13          /* a loop of the model reached the limit that the caller set */
} nook_status;

/* The alignment of an array in bytes: static uint8_t scratch[N] NOOK_ALIGNED(16); */
#define NOOK_ALIGNED(bytes) __attribute__((aligned(bytes)))
/* The linker section of an array: static uint8_t scratch[N] NOOK_SECTION(".dtcm"); */
#define NOOK_SECTION(name) __attribute__((section(name)))

/* A compile-time check that C99 and C++17 both accept; `name` is an identifier that describes the error. */
#define NOOK_STATIC_ASSERT(condition, name) typedef char nook_assert_##name[(condition) ? 1 : -1]

/* Whether two buffers share a byte; an empty buffer shares no byte. */
static inline int nook_share_bytes(const void* a, size_t a_bytes, const void* b, size_t b_bytes) {
  const uintptr_t from_a = (uintptr_t)a, from_b = (uintptr_t)b;
  return a_bytes > 0 && b_bytes > 0 && (from_b - from_a < a_bytes || from_a - from_b < b_bytes);
}

/* Why memory was refused, as strings and numbers for a log. Strings are in flash and are never freed. */
typedef struct nook_fault {
  nook_status status;
  const char* role;      /* "input", "output", "scratch", "persistent", "constant" */
  const char* name;      /* name of the tensor or the pool */
  const char* operator_; /* the operator with the largest need: "3 CONV_2D conv2d_1"; for NOOK_OVERLAP
                            the name of the other buffer */
  size_t need, have;     /* bytes; for NOOK_MISALIGNED the alignment and the address modulo it; for
                            NOOK_OVERLAP the sizes of both buffers; for NOOK_BAD_CONSTANTS the CRC-32s */
} nook_fault;

/* A traced run reports an event before and after each operator; for operators that run row by row, before and
 * after each row. */
typedef enum nook_event_kind { NOOK_EVENT_BEGIN = 0, NOOK_EVENT_END = 1 } nook_event_kind;

typedef struct nook_event {
  nook_event_kind kind;
  int32_t node;     /* index of the operator in the model */
  int32_t tensor;   /* index in the model of the tensor that the operator wrote; -1: none */
  int32_t row;      /* the row, from 0, of a tensor that is reported row by row; -1: the whole tensor */
  int32_t bytes;    /* size of `data`; 0 at NOOK_EVENT_BEGIN, and if a row was read and none produced */
  const void* data; /* the tensor or row, valid only during the callback; null at NOOK_EVENT_BEGIN */
} nook_event;

/* Called by a model compiled with --events; receives `user` unchanged. It must not run the model. */
typedef void (*nook_event_fn)(void* user, const nook_event* event);

#endif
