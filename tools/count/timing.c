#include "timing.h"

#include <stddef.h>
#include <string.h>

static const struct timing_core kCores[] = {
    {"cortex-m0", 1, 1, 2, 3, 2, false, false, false},
    {"cortex-m4", 1, 0, 1, 1, 2, false, true, false},
    {"cortex-m7", 0, 0, 0, 0, 0, false, false, true},
    {"cortex-m55", 0, 0, 1, 1, 2, true, false, false},
};

const struct timing_core* timing_core(const char* name) {
  for (size_t i = 0; i < sizeof kCores / sizeof *kCores; ++i) {
    if (strcmp(kCores[i].name, name) == 0) return &kCores[i];
  }
  return NULL;
}

/* Whether the line was buffered; moves it to the front. */
static bool hit(struct line_buffer* buffer, uint32_t line) {
  uint32_t at = 0;
  while (at < buffer->held && buffer->tags[at] != line) ++at;
  const bool found = at < buffer->held;
  if (!found && buffer->held < buffer->lines) ++buffer->held;
  if (!found) at = buffer->held ? buffer->held - 1 : 0;
  memmove(buffer->tags + 1, buffer->tags, at * sizeof *buffer->tags);
  if (buffer->lines) buffer->tags[0] = line;
  return found;
}

static bool in_flash(const struct flash* flash, uint32_t address) {
  for (int i = 0; i < 2; ++i) {
    if (address - flash->start[i] < flash->end[i] - flash->start[i]) return true;
  }
  return false;
}

/* Lines in sequence are prefetched; others wait unless they are in the buffer. */
static void fetch(struct timing* t, uint32_t address) {
  if (!in_flash(&t->flash, address)) return;
  const uint32_t line = address / t->flash.code.line_bytes;
  if (line == t->code_line) return;
  const bool ahead = line == t->code_line + 1;
  t->code_line = line;
  if (!hit(&t->flash.code, line) && !ahead) t->waits += t->flash.wait_states;
}

/* The cycles of the jump from `before` to here beyond its own cycle. A load of PC is a jump wherever it
 * leads. */
static uint32_t jump(const struct timing* t, const struct instruction* next) {
  const struct thumb* from = &t->before.thumb;
  const bool in_sequence = next->address == t->before.address + from->size;
  if (from->size == 0 || from->kind == kLoopEnd || (in_sequence && !(from->writes_pc && t->accessed)))
    return 0;
  const bool split = t->core->pipelined && next->thumb.size == 4 && (next->address & 2);
  const bool indirect = from->kind == kIndirect || from->writes_pc;
  return (indirect ? t->core->indirect : from->is_call ? t->core->call : t->core->taken) + split;
}

static bool is_access(const struct thumb* thumb) {
  return thumb->kind == kLoad || thumb->kind == kStore || thumb->kind == kMultiple;
}

static uint32_t own_cycles(const struct timing_core* core, const struct thumb* thumb) {
  switch (thumb->kind) {
    case kLoad:
      return 1u + core->load;
    case kStore:
      return 1u + core->store + (core->pipelined && thumb->indexed);
    case kMultiple:
      return core->helium ? (thumb->words + 1u) / 2 : 1u + thumb->words;
    case kLoopEnd:
      return 0;
    default:
      return 1u + thumb->cycles + (thumb->kind == kIndirect && thumb->reads);
  }
}

/* The cycles that an instruction waits because of the previous one. */
static uint32_t stalls(const struct thumb* before, const struct thumb* thumb) {
  uint32_t cycles = 0;
  if (before->kind == kStore && thumb->reads && is_access(thumb) &&
      !(thumb->kind == kMultiple && before->indexed))
    ++cycles; /* the store leaves its buffer first */
  if (before->kind == kOther && is_access(thumb) && (before->writes & thumb->address)) ++cycles;
  return cycles;
}

/* A vector instruction begins when its unit is free, while another unit may still be busy. */
static uint64_t wait_for_unit(struct timing* t, const struct thumb* thumb) {
  uint64_t* const free_at = &t->free_at[thumb->unit];
  const uint64_t begin = *free_at > t->cycles ? *free_at : t->cycles;
  *free_at = begin + thumb->busy;
  return begin - t->cycles;
}

static void execute_dual(struct timing* t, const struct instruction* next) {
  const bool in_sequence = t->at.thumb.size && next->address == t->at.address + t->at.thumb.size;
  t->cycles = pair_execute(&t->pair, &next->thumb, &next->operands, in_sequence);
  fetch(t, next->address);
  t->at = *next;
}

void timing_execute(struct timing* t, const struct instruction* next) {
  if (t->core->dual) {
    execute_dual(t, next);
    return;
  }
  const struct thumb* last = &t->at.thumb;
  if (last->size && is_access(last) && !t->accessed) /* its condition was false */
    t->cycles -= own_cycles(t->core, last) - 1;
  t->before = t->at;
  t->cycles += jump(t, next);
  fetch(t, next->address);
  t->memory_before = t->memory, t->memory = -1, t->accessed = false;
  const struct thumb* before = &t->before.thumb;
  const struct thumb* thumb = &next->thumb;
  if (t->core->helium && thumb->unit != kNoVector) t->cycles += wait_for_unit(t, thumb);
  t->cycles += own_cycles(t->core, thumb);
  if (t->core->pipelined) t->cycles += stalls(before, thumb);
  t->follows_load = t->core->pipelined && before->kind == kLoad && !(before->writes & thumb->address) &&
                    (thumb->kind == kLoad || thumb->kind == kStore);
  t->at = *next;
}

/* Unaligned accesses are split into parts. */
static uint32_t extra_parts(uint32_t address, uint32_t bytes) {
  if (bytes == 2) return address & 1;
  if (bytes == 4 && (address & 3)) return address & 1 ? 2 : 1;
  return 0;
}

void timing_access(struct timing* t, uint32_t address, uint32_t bytes, bool writes) {
  const struct thumb* thumb = &t->at.thumb;
  const bool flash = in_flash(&t->flash, address);
  t->memory = flash ? 0 : 1, t->accessed = true;
  if (t->core->dual)
    t->cycles = pair_access(&t->pair, address, bytes, writes);
  else if (thumb->kind == kLoad || thumb->kind == kStore)
    t->cycles += extra_parts(address, bytes);
  // Its address phase overlaps the previous data phase.
  if (t->follows_load && t->memory == t->memory_before) --t->cycles;
  t->follows_load = false;
  if (writes || !flash || t->flash.wait_states == 0) return;
  const uint32_t line = address / t->flash.data.line_bytes;
  if (!hit(&t->flash.data, line)) t->waits += t->flash.wait_states;
}
