/* Checks that the fields of a struct have the offsets that assembly uses. A header includes this file and,
 * after the struct, a list of its fields; assembly includes the same list, which defines a constant for each
 * field. */
#ifndef NOOK_KERNELS_ASM_OFFSETS_H_
#define NOOK_KERNELS_ASM_OFFSETS_H_

#include <stddef.h>

/* Assembly runs only on cores whose pointers have 32 bits. */
#define NOOK_OFFSET(type, field, at) \
  typedef char                       \
      nook_##type##_##field##_is_known[sizeof(void*) != 4 || offsetof(nook_##type, field) == (at) ? 1 : -1];

#endif
