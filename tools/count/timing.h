/* Estimates the cycles of the executed instructions of a Cortex-M core, and of the wait states of its flash.
 * Rules, sources and calibration: docs/cycles.md. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "dual.h"

/* What a core adds to one cycle for each instruction. */
struct timing_core {
  const char* name;
  uint8_t load, store; /* a load or store of one register */
  uint8_t taken, call; /* a taken branch, BL */
  uint8_t indirect;    /* a branch to a register's value, and what loads PC */
  bool helium;         /* vectors, of which a cycle takes half; several registers in pairs */
  bool pipelined;      /* loads behind loads, stalls of addresses, stores that are buffered */
  bool dual;           /* two instructions in a cycle (dual.h): none of the above counts */
};

/* The core of that name, or null. */
const struct timing_core* timing_core(const char* name);

enum { kMostLines = 512 };

/* Which lines of a memory a buffer holds: those that were used last. */
struct line_buffer {
  uint32_t line_bytes, lines, held;
  uint32_t tags[kMostLines];
};

struct flash {
  uint32_t wait_states;          /* of a line that is not in its buffer */
  struct line_buffer data, code; /* lines == 0: none, every access waits */
  uint32_t start[2], end[2];     /* what of the address space is flash */
};

struct instruction {
  struct thumb thumb;
  struct operands operands; /* for a core that is dual */
  uint32_t address;
};

struct timing {
  const struct timing_core* core;
  struct flash flash;
  uint64_t cycles;           /* without wait states */
  uint64_t waits;            /* of flash */
  struct instruction before; /* of which thumb.size is 0: none */
  struct instruction at;
  bool follows_load, accessed; /* `at` may overlap the load before it; has made its access */
  int memory_before, memory;   /* that the last two instructions accessed: 0 flash, 1 RAM, -1 none */
  uint32_t code_line;
  struct pair pair;
  uint64_t free_at[4]; /* of `cycles`, by enum thumb_unit: when it can begin the next vector */
};

/* `next` is about to be executed. */
void timing_execute(struct timing* t, const struct instruction* next);

/* The instruction that is executed reads or writes `bytes` at `address`. */
void timing_access(struct timing* t, uint32_t address, uint32_t bytes, bool writes);
