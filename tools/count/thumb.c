#include "thumb.h"

enum { kSp = 13, kPc = 15 };

static uint16_t bit(unsigned reg) { return (uint16_t)(1u << reg); }

static uint8_t ones(unsigned mask) {
  uint8_t count = 0;
  for (; mask; mask &= mask - 1) ++count;
  return count;
}

static struct thumb other(unsigned size, uint16_t writes) {
  struct thumb t = {0};
  t.kind = writes & bit(kPc) ? kIndirect : kOther;
  t.size = (uint8_t)size, t.writes = writes;
  return t;
}

static struct thumb branch(unsigned size, enum thumb_kind kind) {
  struct thumb t = {0};
  t.kind = (uint8_t)kind, t.size = (uint8_t)size;
  return t;
}

static struct thumb access(unsigned size, bool reads, unsigned reg, uint16_t address) {
  struct thumb t = {0};
  t.kind = reads ? kLoad : kStore, t.size = (uint8_t)size, t.reads = reads, t.address = address;
  t.literal = reads && address == bit(kPc);
  if (reads) t.writes = bit(reg), t.writes_pc = reg == kPc;
  return t;
}

static struct thumb multiple(unsigned size, bool reads, uint16_t list, unsigned words, unsigned base) {
  struct thumb t = {0};
  t.kind = kMultiple, t.size = (uint8_t)size, t.reads = reads, t.words = (uint8_t)words,
  t.address = bit(base);
  if (reads) t.writes = list, t.writes_pc = list >> kPc & 1;
  return t;
}

static struct thumb miscellaneous(unsigned half) {
  if ((half & 0xFF00) == 0xB000) return other(2, bit(kSp));
  if ((half & 0xF500) == 0xB100) return branch(2, kBranch); /* CBZ, CBNZ */
  if ((half & 0xFE00) == 0xB400) return multiple(2, false, 0, ones(half & 0x1FF), kSp);
  if ((half & 0xFE00) == 0xBC00) {
    const unsigned list = (half & 0xFF) | (half & 0x100) << 7;
    return multiple(2, true, (uint16_t)list, ones(list), kSp);
  }
  if ((half & 0xFF00) == 0xB200 || (half & 0xFF00) == 0xBA00)
    return other(2, bit(half & 7)); /* extend, reverse */
  return other(2, 0);
}

static struct thumb data_processing16(unsigned half) {
  const unsigned op = half >> 6 & 15;
  const bool compares = op == 8 || op == 10 || op == 11;
  return other(2, compares ? 0 : bit(half & 7));
}

static struct thumb high_registers16(unsigned half) {
  const unsigned op = half >> 8 & 3;
  if (op == 3) return branch(2, kIndirect);
  return other(2, op == 1 ? 0 : bit((half & 7) | (half >> 4 & 8)));
}

static struct thumb load_store16(unsigned half) {
  const unsigned low = half & 7, base = half >> 3 & 7;
  if (half < 0x6000) {
    const unsigned op = half >> 9 & 7;
    struct thumb t = access(2, op >= 3, low, (uint16_t)(bit(base) | bit(half >> 6 & 7)));
    t.indexed = op < 3;
    return t;
  }
  const bool reads = half & 0x0800;
  if (half >= 0x9000) return access(2, reads, half >> 8 & 7, bit(kSp));
  return access(2, reads, low, bit(base));
}

static struct thumb decode16(unsigned half) {
  switch (half >> 12) {
    case 0x0:
    case 0x1:
      return other(2, bit(half & 7));
    case 0x2:
    case 0x3:
      return other(2, (half & 0x3800) == 0x2800 ? 0 : bit(half >> 8 & 7));
    case 0x4:
      if (half >= 0x4800) return access(2, true, half >> 8 & 7, bit(kPc));
      return half < 0x4400 ? data_processing16(half) : high_registers16(half);
    case 0xA:
      return other(2, bit(half >> 8 & 7));
    case 0xB:
      return miscellaneous(half);
    case 0xC:
      return multiple(2, half & 0x0800, (uint16_t)(half & 0xFF), ones(half & 0xFF), half >> 8 & 7);
    case 0xD:
      return branch(2, (half & 0x0E00) == 0x0E00 ? kOther : kBranch);
    case 0xE:
      return branch(2, kBranch);
    default:
      return load_store16(half);
  }
}

static struct thumb load_store_single(unsigned first, unsigned second) {
  const unsigned base = first & 15, reg = second >> 12;
  const bool reads = first & 0x10, has_offset = first & 0x80;
  if (reads && reg == kPc && (first & 0x60) != 0x40) return other(4, 0); /* preload */
  struct thumb t = access(4, reads, reg, bit(base));
  if (base != kPc && !has_offset && !(second & 0x0800)) {
    t.address |= bit(second & 15);
    t.indexed = !reads;
  }
  const bool writes_back = base != kPc && !has_offset && (second & 0x0900) == 0x0900;
  if (writes_back) t.writes |= bit(base);
  return t;
}

static struct thumb load_store_dual(unsigned first, unsigned second) {
  const unsigned base = first & 15;
  if ((first & 0xFFF0) == 0xE8D0 && (second & 0xFFE0) == 0xF000) { /* TBB, TBH */
    struct thumb t = branch(4, kIndirect);
    t.reads = true;
    return t;
  }
  if (!(first & 0x0120))
    return access(4, first & 0x10, second >> 12, bit(base)); /* exclusive, acquire, release */
  struct thumb t = multiple(4, first & 0x10, (uint16_t)(bit(second >> 12) | bit(second >> 8 & 15)), 2, base);
  t.literal = t.reads && base == kPc;
  return t;
}

static struct thumb branches_and_control(unsigned first, unsigned second) {
  if ((first & 0xFF80) == 0xF000 && (second & 0xD001) == 0xC001) { /* loops of Armv8.1-M */
    if (second & 0x2000) return other(4, bit(14));                 /* DLS, DLSTP, LCTP */
    return branch(4, (first & 0x0F) == 0x0F ? kLoopEnd : kBranch);
  }
  if ((second & 0xD000) == 0xD000) {
    struct thumb t = branch(4, kBranch);
    t.is_call = true;
    return t;
  }
  if ((second & 0x1000) || (first & 0x0380) != 0x0380) return branch(4, kBranch);
  // SDIV, UDIV: 2 to 12 cycles depending on the operands.
  return other(4, (first & 0xFFE0) == 0xF3E0 ? bit(second >> 8 & 15) : 0);
}

static struct thumb multiply_long(unsigned first, unsigned second) {
  const unsigned op = first >> 4 & 7;
  if (op == 1 || op == 3) { /* SDIV, UDIV: 2 to 12 cycles depending on the operands */
    struct thumb t = other(4, bit(second >> 8 & 15));
    t.cycles = 6;
    return t;
  }
  return other(4, (uint16_t)(bit(second >> 12) | bit(second >> 8 & 15)));
}

static struct thumb fpu_transfer(unsigned first, unsigned second) {
  const bool reads = first & 0x10;
  if ((first & 0xFFE0) == 0xEC40) { /* VMOV of two core registers */
    struct thumb t = other(4, reads ? (uint16_t)(bit(second >> 12) | bit(first & 15)) : 0);
    t.cycles = 1;
    return t;
  }
  const bool one = (first & 0x0120) == 0x0100, is_double = second & 0x0100;
  return multiple(4, reads, 0, one ? 1u + is_double : second & 0xFF, first & 15);
}

static struct thumb fpu_arithmetic(unsigned first, unsigned second) {
  if (second & 0x10) { /* VMOV, VMRS, VMSR */
    const bool to_core = (first & 0x10) && second >> 12 != kPc;
    return other(4, to_core ? bit(second >> 12) : 0);
  }
  struct thumb t = other(4, 0);
  const unsigned op = first & 0xB0;
  const bool divides = op == 0x80, roots = (first & 0xBF) == 0xB1 && (second & 0xC0) == 0xC0;
  const bool accumulates = op == 0x00 || op == 0x10 || op == 0x90 || op == 0xA0;
  t.cycles = divides || roots ? 13 : accumulates ? 2 : 0;
  return t;
}

static struct thumb vector(enum thumb_unit unit, unsigned busy) {
  struct thumb t = other(4, 0);
  t.unit = (uint8_t)unit, t.busy = (uint8_t)busy;
  return t;
}

/* Helium: a load or store of a vector takes two cycles; if its elements have separate addresses, one cycle
 * each. */
static struct thumb vector_access(unsigned first, unsigned second) {
  const bool of_vector = (first & 0xFF00) == 0xFD00 && (second & 0x1E00) == 0x1E00;
  const bool of_base = !(first & 0x0120) && !(second & 0x1000);
  const unsigned size = of_vector ? 2 + (second >> 8 & 1) : second >> 7 & 3;
  return vector(kVectorMemory, of_vector || of_base ? 16u >> size : 2);
}

static struct thumb helium(unsigned first, unsigned second) {
  // Operation on two vectors; otherwise the class of sums and scalars.
  const bool integer = (first & 0xEF00) == 0xEF00;
  const unsigned op = second & 0x0F00;
  if ((second & 0x0FFF) == 0x0F4D) return other(4, 0); /* VPST */
  if ((first & 0xEE00) == 0xEC00) {
    const bool lanes = !(first & 0x01A0); /* VMOV of two lanes and two core registers */
    return lanes ? vector(kVectorOther, 2) : vector_access(first, second);
  }
  const bool multiplies = integer ? op == 0x0B00 || (op == 0x0900 && (second & 0x10)) : op >= 0x0E00;
  return vector(multiplies ? kVectorMultiply : kVectorOther, 2);
}

static struct thumb decode32(unsigned first, unsigned second) {
  if ((first & 0xEC00) == 0xEC00) {
    const bool fpu = (first & 0x1000) == 0 && (second & 0x0E00) == 0x0A00 && (first & 0xFF00) != 0xEF00;
    if (!fpu) return helium(first, second);
    return (first & 0xFF00) == 0xEE00 ? fpu_arithmetic(first, second) : fpu_transfer(first, second);
  }
  if ((first & 0xFE40) == 0xE800)
    return multiple(4, first & 0x10, (uint16_t)second, ones(second), first & 15);
  if ((first & 0xFE40) == 0xE840) return load_store_dual(first, second);
  if ((first & 0xF800) == 0xF000 && (second & 0x8000)) return branches_and_control(first, second);
  if ((first & 0xFE00) == 0xF800) return load_store_single(first, second);
  if ((first & 0xFF80) == 0xFB80) return multiply_long(first, second);
  const unsigned to = second >> 8 & 15;
  return other(4, to == kPc ? 0 : bit(to)); /* compares encode PC there */
}

struct thumb thumb_decode(const uint8_t* bytes) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  if (first < 0xE800) return decode16(first);
  return decode32(first, bytes[2] | (unsigned)bytes[3] << 8);
}
