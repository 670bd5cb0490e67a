/* A program around any compiled model, for nook run, nook validate and nook bench: reads inputs from files,
 * writes outputs to files, and checks how the model uses the memory lent to it.
 *
 * nookc generates the one file that differs from model to model, a `runner_model`; runner.c is the program.
 */
#ifndef NOOK_PORTS_RUNNER_RUNNER_H_
#define NOOK_PORTS_RUNNER_RUNNER_H_

#include "nook/model_info.h"
#include "nook/nook.h"

/* The memory that is needed in addition to the buffers: guards on both sides, and room to place them at
 * exactly their alignment. For measurements, inputs and outputs are word-aligned, like the arrays of
 * compilers: from other addresses, loads of words take longer. The scratch can move by RUNNER_MOVES such
 * steps. */
#define RUNNER_GUARD_BYTES    64
#define RUNNER_MOVES          4
#define RUNNER_POOLS          8
#define RUNNER_WORD_ALIGNMENT 4
#define RUNNER_BUFFER_BYTES(bytes, alignment) \
  ((bytes) + 2 * RUNNER_GUARD_BYTES +         \
   3 * ((alignment) < RUNNER_WORD_ALIGNMENT ? RUNNER_WORD_ALIGNMENT : (alignment)))

typedef struct runner_model {
  const nook_model_info* info;
  uint8_t* memory; /* holds every buffer */
  size_t memory_bytes;
  const void** in; /* [info->input_count], in `memory` */
  void** out;      /* [info->output_count] */
  /* `scratch` and `bytes` have one element per pool of scratch. Runs one inference between port_mark(0) and
   * port_mark(1), and reports the stack used, if the port can measure it. */
  nook_status (*run)(void* const* scratch, const void* const* in, void* const* out, nook_event_fn event,
                     void* user, size_t* stack_bytes);
  nook_status (*check)(void* const* scratch, const size_t* bytes, const void* const* in, void* const* out,
                       nook_fault* fault);
  /* For an interpreted model: the number of operators, and where the next run adds each operator's clock
   * ticks; null: nowhere. For others 0 and null. */
  uint32_t operators;
  uint32_t** profiled;
  /* For an interpreted model: offers every smaller size of every buffer except the scratch, and adds their
   * number to `tried`. Prints the first that is not refused with role, need and have, and returns 0. */
  int (*sweep)(void* const* scratch, const void* const* in, void* const* out, uint32_t* tried);
  nook_status (*reset)(void); /* sets all state to its initial value; null: there is no state */
} runner_model;

extern const runner_model runner_under_test;

/* The program. Returns its exit code; may be called again. */
int runner_main(int argc, char** argv);

#endif
