#include <string.h>

#include "nook/ops/families/variables.h"

void nook_read_variable_ref(const nook_variable* p, const void* variable, void* y, void* scratch_memory) {
  (void)scratch_memory;
  memcpy(y, variable, (size_t)p->bytes);
}

void nook_assign_variable_ref(const nook_variable* p, void* variable, const void* x, void* scratch_memory) {
  (void)scratch_memory;
  memcpy(variable, x, (size_t)p->bytes);
}

void nook_var_handle_ref(const nook_variable* p, void* variable, void* scratch_memory) {
  (void)p, (void)variable, (void)scratch_memory;
}

void nook_call_once_ref(const nook_variable* p, void* scratch_memory) { (void)p, (void)scratch_memory; }
