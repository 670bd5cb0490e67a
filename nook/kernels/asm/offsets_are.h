/* Compile-time checks of the assumptions that assembly makes about structs. */
#ifndef NOOK_KERNELS_ASM_OFFSETS_ARE_H_
#define NOOK_KERNELS_ASM_OFFSETS_ARE_H_

#include <stddef.h>

#define NOOK_FIELD_IS_AT(type, field, offset) \
  typedef char type##_##field##_is_known[offsetof(type, field) == (offset) ? 1 : -1]
#define NOOK_SIZE_IS(type, bytes) typedef char type##_size_is_known[sizeof(type) == (bytes) ? 1 : -1]

#endif
