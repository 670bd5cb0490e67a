/* A core that begins two instructions in a cycle, in their order: Cortex-M7 (docs/cycles.md). */
#pragma once
#include "operands.h"
#include "thumb.h"

struct pair {
  uint64_t cycle;        /* that the last instruction began in */
  uint64_t next;         /* that the one after it may begin in, alone */
  bool open;             /* another one may begin in `cycle` */
  bool had_load;         /* the other one of this cycle loads */
  uint32_t bank;         /* of the word that it loads */
  uint64_t ready[15];    /* the cycle after the stage that makes each register, by a cycle of its own */
  uint16_t loaded;       /* registers whose words were loaded */
  struct thumb thumb;    /* the last instruction; its size is 0: none */
  struct operands needs; /* its operands */
};

/* `thumb` begins, where the code is `in_sequence` or where a branch led to. Returns the cycles so far. */
uint64_t pair_execute(struct pair* p, const struct thumb* thumb, const struct operands* needs,
                      bool in_sequence);

/* The last instruction reads or writes `bytes` at `address`. Returns the cycles so far. */
uint64_t pair_access(struct pair* p, uint32_t address, uint32_t bytes, bool writes);
