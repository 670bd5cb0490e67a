#include "dual.h"

/* Stages at which a result is produced or needed: a result can be used in the cycles after its stage. */
enum stage { kAddress = 1, kAlu = 2, kProduct = 3 };
enum { kUnalignedFirst = 3, kUnalignedSecond = 4, kRegisters = 15, kPipelined = 2 };

static bool one_word(const struct thumb* t) { return t->kind == kMultiple && t->size == 4 && t->words == 1; }
static bool loads(const struct thumb* t) { return t->kind == kLoad || (one_word(t) && t->reads); }
static bool stores(const struct thumb* t) { return t->kind == kStore || (one_word(t) && !t->reads); }
static bool branches(const struct thumb* t) {
  return t->kind == kBranch || t->kind == kIndirect || t->writes_pc;
}
static bool is_alone(const struct thumb* t, const struct operands* needs) {
  return needs->work == kAlone || (t->kind == kMultiple && !one_word(t));
}
static bool shifts_operand(const struct operands* needs) {
  return needs->work == kShifted || needs->work == kExtract;
}
static bool is_of_parts(const struct operands* needs) {
  return needs->work == kPacked || needs->work == kExtract;
}

/* Whether no unit is needed by both. */
static bool may_pair(const struct pair* p, const struct thumb* second, const struct operands* needs) {
  const struct thumb* first = &p->thumb;
  const bool multiplies = p->needs.work == kMultiply, multiplies_too = needs->work == kMultiply;
  if (is_alone(first, &p->needs) || is_alone(second, needs)) return false;
  if (is_of_parts(needs)) return false; /* only as the first of two */
  if (shifts_operand(&p->needs) && shifts_operand(needs)) return false;
  if (multiplies && (multiplies_too || stores(second))) return false;
  if (multiplies_too && stores(first)) return false;
  if (p->needs.work == kFloat && needs->work == kFloat) return false;
  return !(stores(first) && stores(second)) && !(branches(first) && branches(second));
}

/* The first cycle in which all of `registers` can be used at `stage`. */
static uint64_t ready_at(const struct pair* p, uint16_t registers, enum stage stage) {
  uint64_t cycle = 0;
  for (int r = 0; r < kRegisters; ++r) {
    if (registers >> r & 1 && p->ready[r] > cycle + stage) cycle = p->ready[r] - stage;
  }
  return cycle;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t when_ready(const struct pair* p, const struct thumb* thumb, const struct operands* needs) {
  uint64_t cycle = ready_at(p, (uint16_t)(needs->early | thumb->address), kAddress);
  cycle = later(cycle, ready_at(p, needs->used, kAlu));
  if (needs->work == kMultiply) cycle = later(cycle, ready_at(p, needs->used & p->loaded, kAddress));
  return later(cycle, ready_at(p, needs->added, kProduct));
}

static void set_ready(struct pair* p, uint16_t registers, enum stage stage) {
  for (int r = 0; r < kRegisters; ++r) {
    if (registers >> r & 1) p->ready[r] = p->cycle + stage + 1;
  }
}

/* The early ALU executes sums in the first slot and shifts in both, if their operands are ready. */
static enum stage stage_of(const struct pair* p, const struct operands* needs, bool is_second) {
  if (needs->work == kMultiply) return kProduct;
  const bool early = needs->work == kShift || (needs->work == kSum && !is_second);
  return early && ready_at(p, needs->used, kAddress) <= p->cycle ? kAddress : kAlu;
}

static uint32_t duration(const struct thumb* thumb) {
  if (thumb->kind == kMultiple) return (thumb->words + 1u) / 2;
  return thumb->cycles > kPipelined ? 1u + thumb->cycles : 1;
}

uint64_t pair_execute(struct pair* p, const struct thumb* thumb, const struct operands* needs,
                      bool in_sequence) {
  const bool pairs = p->open && in_sequence && may_pair(p, thumb, needs);
  const uint64_t cycle = later(pairs ? p->cycle : p->next, when_ready(p, thumb, needs));
  const bool is_second = pairs && cycle == p->cycle;
  const bool accesses = thumb->kind == kLoad || thumb->kind == kStore;
  const uint16_t base = accesses ? thumb->writes & thumb->address : 0;
  const bool only_base = thumb->kind == kStore || (base && base != thumb->writes);
  p->had_load = is_second && loads(&p->thumb), p->cycle = cycle, p->open = !is_second;
  p->next = later(p->next, cycle + duration(thumb));
  const enum stage stage = stage_of(p, needs, is_second);
  p->loaded &= (uint16_t)~thumb->writes;
  set_ready(p, thumb->writes, stage);
  if (only_base) set_ready(p, base, kAddress);
  if (thumb->kind == kLoad) p->loaded |= (uint16_t)(thumb->writes & ~(only_base ? base : 0));
  p->thumb = *thumb, p->needs = *needs;
  return p->next;
}

uint64_t pair_access(struct pair* p, uint32_t address, uint32_t bytes, bool writes) {
  const struct thumb* thumb = &p->thumb;
  const uint32_t bank = address >> 2 & 1;
  if (writes || !loads(thumb)) return p->next;
  const bool meet = p->had_load && bank == p->bank;
  uint32_t more = 0;
  if (address & (bytes - 1)) more = p->open ? kUnalignedFirst : kUnalignedSecond;
  if (meet) ++more, p->open = true; /* it begins in a separate cycle */
  p->cycle += more, p->next += more;
  p->bank = bank, p->had_load = false;
  const enum stage stage = bytes < 4 ? kProduct : kAlu;
  if (thumb->kind == kLoad) {
    set_ready(p, p->loaded & thumb->writes, stage);
    if (bytes < 4) p->loaded &= (uint16_t)~thumb->writes;
  }
  return p->next;
}
