/* A program around any compiled model, for nook run, nook validate and nook bench: reads inputs from files,
 * writes outputs to files, and watches what the model does with the memory it was lent.
 *
 * nookc generates the one file that differs from model to model, a `runner_model`; runner.c is the program.
 */
#ifndef NOOK_PORTS_RUNNER_RUNNER_H_
#define NOOK_PORTS_RUNNER_RUNNER_H_

#include "nook/model_info.h"
#include "nook/nook.h"

/* What the memory needs beyond the buffers themselves: a guard on both sides and room to place them exactly
 * at their alignment and at no larger one. What is measured has its inputs and outputs at words, where
 * compilers put arrays: from other addresses, loads of words take longer. The scratch can move by
 * RUNNER_MOVES of those places. */
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
  const void** in; /* [info->input_count] working memory */
  void** out;      /* [info->output_count] */
  /* `scratch` and `bytes` have one element per pool of scratch.
   * One inference between port_mark(0) and port_mark(1). Says how much stack it took, where the port can. */
  nook_status (*run)(void* const* scratch, const void* const* in, void* const* out, nook_event_fn event,
                     void* user, size_t* stack_bytes);
  nook_status (*check)(void* const* scratch, const size_t* bytes, const void* const* in, void* const* out,
                       nook_fault* fault);
  /* Of a model that is interpreted: how many operators it has, and where the next run adds the clock's ticks
   * of each; null: nowhere. Of others 0 and null. */
  uint32_t operators;
  uint32_t** profiled;
  /* Of a model that is interpreted: offers every smaller size of every buffer but the scratch, and adds how
   * many to `tried`. Prints the first that is not refused with role, need and have, and answers 0. */
  int (*sweep)(void* const* scratch, const void* const* in, void* const* out, uint32_t* tried);
  nook_status (*reset)(void); /* all that is kept from run to run as it is at first; null: nothing is kept */
} runner_model;

extern const runner_model runner_under_test;

/* The program. Returns its exit code; may be called again. */
int runner_main(int argc, char** argv);

#endif
