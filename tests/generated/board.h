/* Shared functions of the models in a board's program: memory to lend, and comparisons. */
#ifndef NOOK_TESTS_GENERATED_BOARD_H_
#define NOOK_TESTS_GENERATED_BOARD_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "nook/storage.h"

typedef struct board_model {
  int (*test)(uint32_t turn); /* returns 0, or a message about the fault */
  int32_t seed;
} board_model;
extern const board_model board_models[];
extern const int board_model_count;

/* Memory aligned as required and, in odd iterations, no more than that; it contains garbage, with guards on
 * both sides. */
void* lend(size_t bytes, size_t alignment, uint32_t turn);
/* Whether a guard was overwritten since the first lend() of this model. */
int damaged(void);

/* A storage whose bytes appear in wait() and are garbage before; the bytes of the read before become garbage
 * then. */
extern const nook_storage board_card;
void card_insert(const uint8_t* file, size_t bytes, uint8_t* staging, size_t staging_bytes);
/* Whether it was read from the end of the header to the end of the file, one read after the other. */
int card_read(void);

/* int8: equal or, after floats, which another C library may round differently, off by one. */
int bytes_differ(const void* got, const void* expected, size_t bytes, int exact);
int words_differ(const void* got, const void* expected, size_t bytes, int exact); /* for int16 */
int floats_differ(const void* got, const void* expected, size_t bytes);
/* Counts as different beyond this fraction of each value, or of the largest one. */
int floats_apart(const void* got, const void* expected, size_t bytes, float relative, float of_largest);

#endif
