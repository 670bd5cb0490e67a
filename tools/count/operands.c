#include "operands.h"

enum { kPc = 15, kSp = 13 };

/* The mask of a register; 15 means none in these instructions. */
static uint16_t bit(unsigned reg) { return reg == kPc ? 0 : (uint16_t)(1u << reg); }

static struct operands of(enum work work, unsigned early, unsigned used) {
  const struct operands o = {(uint8_t)work, (uint16_t)early, (uint16_t)used, 0};
  return o;
}

static struct operands data_processing16(unsigned half) {
  const uint16_t to = bit(half & 7), from = bit(half >> 3 & 7);
  switch (half >> 6 & 15) {
    case 0x2:
    case 0x3:
    case 0x4:
    case 0x7:
      return of(kShift, 0, to | from);
    case 0x9: /* RSB */
      return of(kSum, 0, from);
    case 0xD:
      return of(kMultiply, 0, to | from);
    case 0xF: /* MVN */
      return of(kPlain, 0, from);
    default:
      return of(kPlain, 0, to | from);
  }
}

static struct operands high_registers16(unsigned half) {
  const uint16_t to = bit((half & 7) | (half >> 4 & 8)), from = bit(half >> 3 & 15);
  switch (half >> 8 & 3) {
    case 0:
      return of(kSum, 0, to | from);
    case 1:
      return of(kPlain, 0, to | from);
    case 2:
      return of(kSum, 0, from);
    default: /* BX, BLX */
      return of(kPlain, from, 0);
  }
}

static struct operands low_numbers16(unsigned half) {
  const uint16_t to = bit(half >> 8 & 7), from = bit(half >> 3 & 7);
  if (half >= 0x2000) { /* MOV, CMP, ADD, SUB with eight bits */
    const unsigned op = half >> 11 & 3;
    return of(op == 1 ? kPlain : kSum, 0, op == 0 ? 0 : to);
  }
  if (half < 0x1800) return of(half < 0x0800 && !(half & 0x07C0) ? kSum : kShift, 0, from);
  const bool is_number = half & 0x0400;
  return of(kSum, 0, from | (is_number ? 0 : bit(half >> 6 & 7)));
}

static struct operands miscellaneous16(unsigned half) {
  if ((half & 0xFF00) == 0xB000) return of(kSum, 0, bit(kSp));
  if ((half & 0xF500) == 0xB100) return of(kPlain, 0, bit(half & 7)); /* CBZ, CBNZ */
  if ((half & 0xFF00) == 0xB200 || (half & 0xFF00) == 0xBA00) return of(kExtract, bit(half >> 3 & 7), 0);
  return of(kPlain, 0, 0);
}

static struct operands decode16(unsigned half) {
  if (half < 0x4000) return low_numbers16(half);
  if (half < 0x4400) return data_processing16(half);
  if (half < 0x4800) return high_registers16(half);
  if ((half & 0xF000) == 0xA000) return of(kSum, 0, half & 0x0800 ? bit(kSp) : 0);
  return (half & 0xF000) == 0xB000 ? miscellaneous16(half) : of(kPlain, 0, 0);
}

static bool is_sum(unsigned op) { return op == 0x8 || op == 0xD || op == 0xE; } /* ADD, SUB, RSB */

static struct operands shifted_register(unsigned first, unsigned second) {
  const unsigned op = first >> 5 & 15;
  const uint16_t left = bit(first & 15), right = bit(second & 15);
  const bool shifts = second & 0x70F0, is_move = op == 2 && left == 0, compares = (second & 0x0F00) == 0x0F00;
  if (op == 6) return of(kExtract, right | (second & 0x20 ? left : 0), left); /* PKHBT, PKHTB */
  if (is_move) return of(shifts ? kShift : kSum, 0, right);
  if (shifts) return of(kShifted, right, left);
  return of(is_sum(op) && !compares ? kSum : kPlain, 0, left | right);
}

/* Constants are eight bits, a pattern of them, or shifted. */
static struct operands constant(unsigned first, unsigned second) {
  const unsigned op = first >> 5 & 15;
  const uint16_t left = bit(first & 15);
  const bool shifts = (first & 0x0400) || (second & 0x4000);
  const bool is_move = op == 2 && left == 0, compares = (second & 0x0F00) == 0x0F00;
  const bool is_plain = (second & 0x7000) == 0 && !shifts;
  const bool sums = is_plain && ((is_sum(op) && !compares) || is_move);
  return of(shifts ? kShifted : sums ? kSum : kPlain, 0, left);
}

static struct operands plain_constant(unsigned first, unsigned second) {
  const uint16_t left = bit(first & 15), to = bit(second >> 8 & 15);
  switch (first & 0x01F0) {
    case 0x0000: /* ADDW, ADR */
    case 0x00A0: /* SUBW, ADR */
      return of(kSum, 0, left);
    case 0x0040: /* MOVW */
      return of(kSum, 0, 0);
    case 0x00C0: /* MOVT */
      return of(kPlain, 0, to);
    case 0x0160: /* BFI, BFC */
      return of(kExtract, left, to);
    case 0x0140: /* SBFX, UBFX */
    case 0x01C0:
      return of(kExtract, left, 0);
    default: /* SSAT, USAT */
      return second & 0x70C0 ? of(kPacked, left, 0) : of(kPacked, 0, left);
  }
}

static struct operands registers(unsigned first, unsigned second) {
  const uint16_t left = bit(first & 15), right = bit(second & 15);
  if (first >= 0xFB00) {
    struct operands o = of(kMultiply, 0, left | right);
    const bool is_long = first >= 0xFB80, divides = is_long && (first & 0x0050) == 0x0010;
    const bool adds = is_long && (first & 0x0040);
    if (divides) o.work = kAlone;
    if (!is_long) o.added = bit(second >> 12);
    if (adds) o.added = bit(second >> 12) | bit(second >> 8 & 15);
    return o;
  }
  if (first < 0xFA80) {
    const bool extends = second & 0x80;
    return extends ? of(kExtract, right, left) : of(kShift, 0, left | right);
  }
  const bool reverses = (first & 0xFFF0) == 0xFA90 && (second & 0x80);
  return reverses ? of(kExtract, right, 0) : of(kPacked, 0, left | right);
}

static struct operands coprocessor(unsigned first, unsigned second) {
  if ((first & 0xFFE0) == 0xEC40) return of(kAlone, 0, 0); /* VMOV of two core registers */
  if ((first & 0xFF00) != 0xEE00) return of(kPlain, 0, 0);
  if (!(second & 0x10)) return of(kFloat, 0, 0);
  const bool from_core = !(first & 0x10);
  return of(kPlain, 0, from_core ? bit(second >> 12) : 0);
}

static struct operands decode32(unsigned first, unsigned second) {
  if ((first & 0xEC00) == 0xEC00) return coprocessor(first, second);
  if ((first & 0xFE00) == 0xEA00) return shifted_register(first, second);
  if ((first & 0xF800) == 0xF000 && !(second & 0x8000))
    return first & 0x0200 ? plain_constant(first, second) : constant(first, second);
  if (first >= 0xFA00) return registers(first, second);
  return of(kPlain, 0, 0);
}

struct operands operands_decode(const uint8_t* bytes) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  if (first < 0xE800) return decode16(first);
  return decode32(first, bytes[2] | (unsigned)bytes[3] << 8);
}
