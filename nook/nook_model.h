/* A compiled model as a table of functions with the same type for every model: for programs that choose a
 * model at run time, or that handle any model.
 *
 * Every generated <name>_entry.c defines one `const nook_model <name>_entry`, alone in its object file: a
 * program that does not use it does not link it. The functions call the functions of <name>.h, which a
 * program with one model calls directly, with their types. C99 and C++17. */
#ifndef NOOK_NOOK_MODEL_H_
#define NOOK_NOOK_MODEL_H_

#include "nook/device.h"
#include "nook/model_info.h"
#include "nook/nook.h"

/* The memory that the application lends to any model; borrowed for each call. */
typedef struct nook_model_memory {
  /* One address per scratch pool; these pools come first in info->pools. Each points to at least `bytes`
   * bytes, at a multiple of `alignment`. NULL for a pool of 0 bytes. */
  void* const* scratch;
  const size_t* scratch_bytes; /* their sizes; NULL: unknown and not checked */
  nook_event_fn event;         /* for models compiled with --events; NULL: not called */
  void* user;                  /* passed to `event` */
  /* For models compiled with --unit: one device per unit, in the order of the --unit options and of units[]
   * in <name>.json. Other models do not read it. */
  const nook_device* const* devices;
  /* One address per pool of info->pools with the role "constant by pointer", in their order; NULL for a pool
   * of 0 bytes. A model without such pools does not read it. */
  const void* const* constants;
  const size_t* constant_bytes; /* their sizes; NULL: unknown and not checked */
  /* Likewise, one address per pool of info->pools with the role "persistent" and more than 0 bytes: the state
   * of the model between two runs. Call reset() on it before the first run. A model without state does not
   * read it. */
  void* const* persistent;
  const size_t* persistent_bytes;
  /* For models compiled with --weights-from storage (nook/storage.h): where they read their weights. Other
   * models do not read it. */
  const struct nook_storage* storage;
  /* For images compiled with --kernels firmware: the addresses that nook_image_bind() finds
   * (nook/image/image.h). Other models do not read it. */
  void (*const* kernels)(void);
} nook_model_memory;

/* `inputs` and `outputs` hold one address per input and output, in the order of info->inputs and
 * info->outputs. The address of a tensor in the scratch is not read.
 *
 * If a function cannot use the memory, it returns the status of check() and writes nothing. (The types of C
 * cannot distinguish one model's buffers from another's.) */
typedef struct nook_model {
  const nook_model_info* info; /* sizes, shapes, types, names; info->name finds a model by name */

  /* Runs one inference. Re-entrant with different memory. NOOK_NOT_READY: an operator needs more runs for its
   * next result. */
  nook_status (*run)(const nook_model_memory* memory, const void* const* inputs, void* const* outputs);

  /* Returns NOOK_OK, or NOOK_NULL, NOOK_MISALIGNED or NOOK_NO_MEMORY; unless `fault` is NULL, it receives the
   * buffer, the operator, and the needed and actual values. Only this function reads every byte of constants
   * that are passed by pointer or in storage; it returns NOOK_BAD_CONSTANTS if they belong to another model.
   */
  nook_status (*check)(const nook_model_memory* memory, const void* const* inputs, void* const* outputs,
                       nook_fault* fault);

  /* Sets the model's state to its initial value, so that the next run behaves like the first. A model with
   * persistent memory needs this call before the first run. */
  nook_status (*reset)(const nook_model_memory* memory);

  /* <name>_begin, _push_rows and _finish, for models compiled with --stream-input, which accept the input row
   * by row. For other models they are NULL and the sizes are 0. */
  nook_status (*begin)(const nook_model_memory* memory);
  nook_status (*push_rows)(const nook_model_memory* memory, const void* rows, int32_t count);
  nook_status (*finish)(const nook_model_memory* memory, void* const* outputs);
  int32_t rows, row_bytes; /* rows of the input, and bytes per row */
} nook_model;

#endif
