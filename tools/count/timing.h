/* Estimates the cycles of executed instructions on a Cortex-M core, including the wait states of its flash.
 * Rules, sources and calibration: docs/cycles.md. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "dual.h"

/* The additional cycles of a core, on top of one cycle per instruction. */
struct timing_core {
  const char* name;
  uint8_t load, store; /* a load or store of one register */
  uint8_t taken, call; /* a taken branch, BL */
  uint8_t indirect;    /* a branch to a register's value, and loads of PC */
  bool helium;         /* vectors with two beats per cycle; several registers in pairs */
  bool pipelined;      /* pipelined consecutive loads, address stalls, buffered stores */
  bool dual;           /* two instructions per cycle (dual.h): the fields above are unused */
};

/* The core of that name, or null. */
const struct timing_core* timing_core(const char* name);

enum { kMostLines = 512 };

/* The lines of a memory that a buffer holds: the most recently used ones. */
struct line_buffer {
  uint32_t line_bytes, lines, held;
  uint32_t tags[kMostLines];
};

struct flash {
  uint32_t wait_states;          /* for a line that is not in its buffer */
  struct line_buffer data, code; /* lines == 0: none, every access waits */
  uint32_t start[2], end[2];     /* address ranges of the flash */
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
  uint64_t waits;            /* wait states of the flash */
  struct instruction before; /* its thumb.size is 0 if there is none */
  struct instruction at;
  bool follows_load, accessed; /* `at` may overlap the load before it; its access is done */
  int memory_before, memory;   /* memory of the last two accesses: 0 flash, 1 RAM, -1 none */
  uint32_t code_line;
  struct pair pair;
  uint64_t free_at[4]; /* in `cycles`, by enum thumb_unit: when it can begin the next vector */
};

/* `next` is about to be executed. */
void timing_execute(struct timing* t, const struct instruction* next);

/* The instruction that is executed reads or writes `bytes` at `address`. */
void timing_access(struct timing* t, uint32_t address, uint32_t bytes, bool writes);
