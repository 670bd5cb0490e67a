/* The properties of a Thumb instruction that determine its time. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum thumb_kind {
  kOther,    /* data processing, floating point, hints */
  kLoad,     /* one register, one access */
  kStore,    /* one register, one access */
  kMultiple, /* LDM, STM, LDRD, STRD, PUSH, POP, loads and stores of floating-point registers */
  kBranch,   /* to an address in the instruction */
  kIndirect, /* to an address in a register or a table */
  kLoopEnd   /* LE, LETP: the branch back takes no time */
};

/* The unit that executes a Helium instruction. */
enum thumb_unit { kNoVector, kVectorMemory, kVectorMultiply, kVectorOther };

struct thumb {
  uint8_t kind;     /* enum thumb_kind */
  uint8_t size;     /* bytes: 2 or 4 */
  uint8_t words;    /* kMultiple: number of registers moved */
  uint8_t cycles;   /* kOther: additional cycles: division, FP multiply-accumulate, FP square root */
  uint8_t unit;     /* enum thumb_unit; if set, kind is kOther */
  uint8_t busy;     /* cycles that its unit is busy */
  bool is_call;     /* BL */
  bool reads;       /* whether it reads memory */
  bool indexed;     /* a store whose address is the sum of two registers */
  bool literal;     /* a load relative to PC */
  bool writes_pc;   /* a load or POP that is a branch */
  uint16_t writes;  /* core registers that it writes; bit 0 is r0 */
  uint16_t address; /* core registers that form its address */
};

/* Decodes the instruction at `bytes`, of which at least two are available, and four if the first two require
 * it. Coprocessor instructions other than FPU and Helium instructions are kOther. */
struct thumb thumb_decode(const uint8_t* bytes);
