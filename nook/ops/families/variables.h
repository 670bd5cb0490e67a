/* Variables that a model names: kernel contract, for C99 and C++. A variable is memory that keeps its value
 * between calls. */
#ifndef NOOK_OPS_FAMILIES_VARIABLES_H_
#define NOOK_OPS_FAMILIES_VARIABLES_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

typedef struct nook_variable {
  int32_t bytes;
} nook_variable;

/* Copies one to the other; y and the variable share no byte. */
void nook_read_variable_ref(const nook_variable* p, const void* variable, void* y, void* scratch_memory);
void nook_assign_variable_ref(const nook_variable* p, void* variable, const void* x, void* scratch_memory);

/* For operators that only name a variable, or whose effect precedes the first run. */
void nook_var_handle_ref(const nook_variable* p, void* variable, void* scratch_memory);
void nook_call_once_ref(const nook_variable* p, void* scratch_memory);

NOOK_END_C

#endif
