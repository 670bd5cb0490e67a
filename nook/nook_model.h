/* A compiled model behind a table of functions, the same for every model: for programs that choose a model
 * when they run, or that handle any model.
 *
 * Every generated <name>_entry.c defines one `const nook_model <name>_entry`. It is the only thing in its
 * object file, so that a program that does not name it does not carry it. The functions call the model's own,
 * of <name>.h; a program that has one model calls those and keeps their types. C99 and C++17. */
#ifndef NOOK_NOOK_MODEL_H_
#define NOOK_NOOK_MODEL_H_

#include "nook/device.h"
#include "nook/model_info.h"
#include "nook/nook.h"

/* The memory that the application lends to any model; borrowed for each call. */
typedef struct nook_model_memory {
  /* One address for each pool of the scratch, in the order of info->pools, where they come first: at least
   * `bytes` of it, a multiple of `alignment`. NULL for a pool of 0 bytes. */
  void* const* scratch;
  const size_t* scratch_bytes; /* their sizes; NULL: not stated, and not checked */
  nook_event_fn event;         /* of a model that was compiled with --events; NULL: not called */
  void* user;                  /* passed to it */
  /* Of a model that was compiled with --unit: a device for each unit, in the order in which the options name
   * them, which <name>.json has. Not read otherwise. */
  const nook_device* const* devices;
  /* One address for each pool of info->pools with the role "constant by pointer", in their order; NULL for
   * one of 0 bytes. Not read of a model that has none. */
  const void* const* constants;
  const size_t* constant_bytes; /* their sizes; NULL: not stated, and not checked */
  /* Likewise of each pool of info->pools with the role "persistent" and more than 0 bytes: what the model
   * keeps from one run to the next. reset() must have been called on it. Not read of a model that keeps
   * nothing. */
  void* const* persistent;
  const size_t* persistent_bytes;
} nook_model_memory;

/* `inputs` and `outputs` have an address for each input and output, in the order of info->inputs and
 * info->outputs. Addresses of those that are in the scratch are not read.
 *
 * If a function can't use the memory, it returns what check() returns and writes nothing: C's types can't
 * tell one model's buffers from another's. */
typedef struct nook_model {
  const nook_model_info* info; /* sizes, shapes, types, names; info->name finds a model by name */

  /* One inference. Re-entrant with different memory. NOOK_NOT_READY: an operator needs more runs for its next
   * result. */
  nook_status (*run)(const nook_model_memory* memory, const void* const* inputs, void* const* outputs);

  /* NOOK_OK, or NOOK_NULL, NOOK_MISALIGNED or NOOK_NO_MEMORY and, where `fault` is not NULL, which buffer,
   * for which operator, what it needs and has. Of constants that are passed by pointer it reads every byte,
   * which no other function does, and says NOOK_BAD_CONSTANTS when they are not those of this model. */
  nook_status (*check)(const nook_model_memory* memory, const void* const* inputs, void* const* outputs,
                       nook_fault* fault);

  /* Sets the model's state to its initial value, so that the next run is like the first. A model with
   * persistent memory needs this call before the first run. */
  nook_status (*reset)(const nook_model_memory* memory);

  /* The input row by row, of a model that was compiled with --stream-input; else NULL, and the sizes are 0.
   * They are <name>_begin, _push_rows and _finish. */
  nook_status (*begin)(const nook_model_memory* memory);
  nook_status (*push_rows)(const nook_model_memory* memory, const void* rows, int32_t count);
  nook_status (*finish)(const nook_model_memory* memory, void* const* outputs);
  int32_t rows, row_bytes; /* of the input */
} nook_model;

#endif
