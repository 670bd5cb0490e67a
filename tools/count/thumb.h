/* What the time of a Thumb instruction depends on. */
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

/* What executes an instruction of Helium. */
enum thumb_unit { kNoVector, kVectorMemory, kVectorMultiply, kVectorOther };

struct thumb {
  uint8_t kind;     /* enum thumb_kind */
  uint8_t size;     /* bytes: 2 or 4 */
  uint8_t words;    /* kMultiple: registers that are moved */
  uint8_t cycles;   /* kOther: beyond the first: division, FP multiply-accumulate, FP square root */
  uint8_t unit;     /* enum thumb_unit; kind is kOther then */
  uint8_t busy;     /* cycles that its unit takes */
  bool is_call;     /* BL */
  bool reads;       /* memory */
  bool indexed;     /* a store whose address is the sum of two registers */
  bool literal;     /* a load relative to PC */
  bool writes_pc;   /* a load or POP that is a branch */
  uint16_t writes;  /* core registers that it writes; bit 0 is r0 */
  uint16_t address; /* core registers that its address is made of */
};

/* Decodes the instruction at `bytes`, of which at least two are there, and four if the first two say so.
 * Coprocessor instructions other than those of the FPU and of Helium are kOther. */
struct thumb thumb_decode(const uint8_t* bytes);
