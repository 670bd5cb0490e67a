/* A core that issues up to two instructions per cycle, in order: Cortex-M7 (docs/cycles.md). */
#pragma once
#include "operands.h"
#include "thumb.h"

struct pair {
  uint64_t cycle;        /* cycle in which the last instruction began */
  uint64_t next;         /* earliest cycle in which the next one may begin, alone */
  bool open;             /* another instruction may begin in `cycle` */
  bool had_load;         /* the other instruction of this cycle loads */
  uint32_t bank;         /* memory bank of the loaded word */
  uint64_t ready[15];    /* per register: the cycle after the stage that produces it */
  uint16_t loaded;       /* registers whose words were loaded */
  struct thumb thumb;    /* the last instruction; its size is 0 if there is none */
  struct operands needs; /* its operands */
};

/* `thumb` begins; `in_sequence`: it follows the last instruction, otherwise it is a branch target. Returns
 * the cycles so far. */
uint64_t pair_execute(struct pair* p, const struct thumb* thumb, const struct operands* needs,
                      bool in_sequence);

/* The last instruction reads or writes `bytes` at `address`. Returns the cycles so far. */
uint64_t pair_access(struct pair* p, uint32_t address, uint32_t bytes, bool writes);
