/* What a core with two pipelines depends on beside thumb.h: the operands of data processing. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum work {
  kPlain,    /* what the late ALU does; accesses, branches */
  kSum,      /* ADD, SUB, MOV of whole registers and simple constants */
  kShift,    /* MOV of a shifted register */
  kShifted,  /* an operand or a constant is shifted on the way */
  kPacked,   /* parts of registers: SIMD, saturation, CLZ, SEL */
  kExtract,  /* the same, of shifted operands: extensions, bit fields, PKH, REV */
  kMultiply, /* any length, any accumulation */
  kFloat,    /* arithmetic of the FPU */
  kAlone     /* never beside another instruction */
};

/* Masks of core registers; bit 0 is r0. Data of stores is left out: it is needed last of all. */
struct operands {
  uint8_t work;   /* enum work */
  uint16_t early; /* shifted or extracted: needed a stage before the others */
  uint16_t used;
  uint16_t added; /* accumulators: needed a stage after the others */
};

/* Of the instruction at `bytes`, of which as many are there as for thumb_decode(). Addresses are in its
 * result. */
struct operands operands_decode(const uint8_t* bytes);
