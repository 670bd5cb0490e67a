/* What the models of a program for a board share: memory to lend, and comparisons. */
#ifndef NOOK_TESTS_GENERATED_BOARD_H_
#define NOOK_TESTS_GENERATED_BOARD_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct board_model {
  int (*test)(uint32_t turn); /* 0, or what is wrong */
  int32_t seed;
} board_model;
extern const board_model board_models[];
extern const int board_model_count;

/* Memory as aligned as it must be and, on odd turns, no more; garbage in it, and guards on both sides. */
void* lend(size_t bytes, size_t alignment, uint32_t turn);
/* Whether a guard was written since the first lend() of this model. */
int damaged(void);

/* int8: equal, or, where floats are on the way, which another C library rounds otherwise, next to it. */
int bytes_differ(const void* got, const void* expected, size_t bytes, int exact);
int words_differ(const void* got, const void* expected, size_t bytes, int exact); /* of int16 */
int floats_differ(const void* got, const void* expected, size_t bytes);
/* Beyond this share of each, or of the largest one. */
int floats_apart(const void* got, const void* expected, size_t bytes, float relative, float of_largest);

#endif
