/* The operands of data processing, on which a core with two pipelines depends in addition to thumb.h. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum work {
  kPlain,    /* executed in the late ALU; memory accesses, branches */
  kSum,      /* ADD, SUB, MOV of whole registers and simple constants */
  kShift,    /* MOV of a shifted register */
  kShifted,  /* an operand or a constant is shifted on the way */
  kPacked,   /* parts of registers: SIMD, saturation, CLZ, SEL */
  kExtract,  /* parts of registers with shifted operands: extensions, bit fields, PKH, REV */
  kMultiply, /* any length, any accumulation */
  kFloat,    /* arithmetic of the FPU */
  kAlone     /* never paired with another instruction */
};

/* Masks of core registers; bit 0 is r0. Data of stores is omitted, because it is needed last. */
struct operands {
  uint8_t work;   /* enum work */
  uint16_t early; /* shifted or extracted: needed one stage before the others */
  uint16_t used;
  uint16_t added; /* accumulators: needed one stage after the others */
};

/* Decodes the instruction at `bytes`, with as many bytes available as for thumb_decode(), whose result has
 * the addresses. */
struct operands operands_decode(const uint8_t* bytes);
