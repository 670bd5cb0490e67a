/* Comparisons, and operators on booleans: kernel contracts, for C99 and C++. One kernel per type serves all:
 * its arguments contain y for each case. The forms are in comparison_op.h. */
#ifndef NOOK_OPS_FAMILIES_COMPARISON_H_
#define NOOK_OPS_FAMILIES_COMPARISON_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y, 0 or 1, if a is less than b, equal, greater, or unordered (NaN). */
typedef struct nook_outcomes {
  uint8_t less, equal, greater, unordered;
} nook_outcomes;

typedef struct nook_comparison {
  nook_binary_walk walk;
  nook_outcomes y;
} nook_comparison;

/* For operands that are rescaled before. */
typedef struct nook_comparison_s8 {
  nook_binary_walk walk;
  nook_binary_scales scales;
  nook_outcomes y;
} nook_comparison_s8;

/* y = table[(a ? 2 : 0) + (b ? 1 : 0)], 0 or 1; any nonzero byte is true. */
typedef struct nook_truth {
  nook_binary_walk walk;
  uint8_t table[4];
} nook_truth;

/* Elements of the type in the kernel's name. y is dense. An operand with elements of the same size that is
 * not broadcast may share memory with y. */
typedef void nook_comparison_kernel(const nook_comparison* p, const void* a, const void* b, uint8_t* y,
                                    void* scratch_memory);
nook_comparison_kernel nook_comparison_s32_ref, nook_comparison_s64_ref, nook_comparison_f32_ref;
void nook_comparison_s8_ref(const nook_comparison_s8* p, const int8_t* a, const int8_t* b, uint8_t* y,
                            void* scratch_memory);
void nook_truth_bool_ref(const nook_truth* p, const uint8_t* a, const uint8_t* b, uint8_t* y,
                         void* scratch_memory);

NOOK_END_C

#endif
