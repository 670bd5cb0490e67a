/* Counts the instructions that an emulated processor executes: a plugin for QEMU (TCG plugin API version 1),
 * for Thumb and RISC-V code, and for Xtensa and aarch64 code without marks. For some cores it estimates their
 * cycles too (timing.h).
 *
 *   cc -std=c99 -O2 -fPIC -shared -fvisibility=hidden -o libnook_count.so *.c
 *   qemu-system-arm ... -plugin ./libnook_count.so,out=FILE[,profile=FILE2][,core=cortex-m4[,wait=5] ...]
 *
 * out      one line "mark N COUNT" for each port_mark(N) of ports/port.h that is executed: the instructions
 *          before it since reset, so a region between two marks has the difference minus one, the first mark;
 *          a last line "end COUNT"
 * profile  one line "ADDRESS COUNT" (hexadecimal, decimal) per executed instruction, sorted; if the program
 *          has marks 0 and 1, only between the first mark 0 and the last mark 1
 * core     one of timing.c: the lines of `out` have two more numbers, cycles without wait states and cycles
 *          with the flash's; each counts the instructions before the mark
 * wait, line, buffer, code_line, code_buffer
 *          the flash: wait states, bytes of a line and of all lines in its data buffer and its instruction
 *          buffer (default: 0, 16, 256, 32, 1024)
 * flash0, flash1
 *          START-END (hexadecimal): the addresses of the flash (default: 0-20000000)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"
#include "timing.h"

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv);

enum { kBuckets = 1 << 16, kProfileStart = 0, kProfileStop = 1 };

/* The count of one instruction. QEMU may translate an instruction many times: all translations share one
 * counter. */
struct counter {
  uint64_t address;
  uint64_t count;
  struct instruction instruction; /* if cycles are estimated */
  uint64_t at_start, at_stop;     /* count when the profiled region began, and when it last ended */
  struct counter* next;
};

static uint64_t total;
static FILE* out;
static FILE* profile;
static bool is_arm, is_riscv;
static bool profile_started, profile_stopped;
static struct timing timing = {
    .flash = {.data = {16, 16, 0, {0}}, .code = {32, 32, 0, {0}}, .start = {0}, .end = {0x20000000}}};
static struct counter* buckets[kBuckets];

static struct counter* counter_of(uint64_t address) {
  struct counter** slot = &buckets[(address >> 1) % kBuckets];
  for (; *slot; slot = &(*slot)->next) {
    if ((*slot)->address == address) return *slot;
  }
  *slot = calloc(1, sizeof **slot);
  if (!*slot) {
    fprintf(stderr, "nook_count: no memory for the profile\n");
    exit(1);
  }
  (*slot)->address = address;
  return *slot;
}

static void note_profile(unsigned number) {
  const bool starts = number == kProfileStart && !profile_started;
  const bool stops = number == kProfileStop && profile_started;
  if (!starts && !stops) return;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) {
      if (starts) c->at_start = c->count;
      if (stops) c->at_stop = c->count;
    }
  }
  profile_started |= starts;
  profile_stopped |= stops;
}

static void write_totals(void) {
  fprintf(out, "%" PRIu64, total);
  if (timing.core) fprintf(out, " %" PRIu64 " %" PRIu64, timing.cycles, timing.cycles + timing.waits);
  fprintf(out, "\n");
}

static void pass_mark(unsigned cpu, void* number) {
  (void)cpu;
  const unsigned n = (unsigned)(uintptr_t)number;
  if (profile) note_profile(n);
  if (out) {
    fprintf(out, "mark %u ", n);
    write_totals();
  }
}

static void execute(unsigned cpu, void* counter) {
  (void)cpu;
  timing_execute(&timing, &((const struct counter*)counter)->instruction);
}

static void access_memory(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void* unused) {
  (void)cpu, (void)unused;
  timing_access(&timing, (uint32_t)address, 1u << qemu_plugin_mem_size_shift(info),
                qemu_plugin_mem_is_store(info));
}

/* The number of the mark if the instruction is one, or -1. QEMU's own length of an instruction may be too
 * large near the end of a page, where it looks at the next one, so the length comes from the first halfword,
 * as on the core. */
static int mark_number(const uint8_t* bytes) {
  if (!is_arm && !is_riscv) return -1;
  const unsigned half = bytes[0] | (unsigned)bytes[1] << 8;
  if (is_riscv) {
    if ((half & 3) != 3) return -1; /* compressed: two bytes */
    const uint32_t word = half | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return (word & 0xFFCFFFFFu) == 0x00002013u ? (int)(word >> 20) : -1; /* slti x0, x0, n */
  }
  if ((half & 0xFF00u) != 0x4600u) return -1;
  for (int n = 0; n < 4; ++n) {
    if (half == 0x46C9u + 9u * (unsigned)n) return n; /* mov r9+n, r9+n */
  }
  return -1;
}

static void instrument(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  /* Counts per instruction and not per block, because a block may be left early. */
  const size_t count = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < count; ++i) {
    struct qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const int n = mark_number(qemu_plugin_insn_data(instruction));
    if (n >= 0) {
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, pass_mark, kNoRegisters, (void*)(uintptr_t)n);
    }
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, kAddU64, &total, 1);
    if (!profile && !timing.core) continue;
    struct counter* counter = counter_of(qemu_plugin_insn_vaddr(instruction));
    if (profile) qemu_plugin_register_vcpu_insn_exec_inline(instruction, kAddU64, &counter->count, 1);
    if (!timing.core) continue;
    counter->instruction.address = (uint32_t)counter->address;
    counter->instruction.thumb = thumb_decode(qemu_plugin_insn_data(instruction));
    counter->instruction.operands = operands_decode(qemu_plugin_insn_data(instruction));
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, execute, kNoRegisters, counter);
    qemu_plugin_register_vcpu_mem_cb(instruction, access_memory, kNoRegisters, kReadsAndWrites, NULL);
  }
}

static int by_address(const void* a, const void* b) {
  const struct counter* const* x = a;
  const struct counter* const* y = b;
  return (*x)->address < (*y)->address ? -1 : (*x)->address > (*y)->address;
}

static void write_profile(void) {
  size_t length = 0;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) ++length;
  }
  struct counter** sorted = malloc((length + 1) * sizeof *sorted);
  if (!sorted) {
    fprintf(stderr, "nook_count: no memory for the profile\n");
    return;
  }
  size_t filled = 0;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) sorted[filled++] = c;
  }
  qsort(sorted, length, sizeof *sorted, by_address);
  for (size_t i = 0; i < length; ++i) {
    const struct counter* c = sorted[i];
    const uint64_t executed = profile_stopped ? c->at_stop - c->at_start : c->count;
    if (executed) fprintf(profile, "%" PRIx64 " %" PRIu64 "\n", c->address, executed);
  }
  free(sorted);
}

static void finish(qemu_plugin_id_t id, void* user) {
  (void)id, (void)user;
  if (out) {
    fprintf(out, "end ");
    write_totals();
    if (fclose(out) != 0) fprintf(stderr, "nook_count: the counts could not be written\n");
  }
  if (profile) {
    write_profile();
    if (fclose(profile) != 0) fprintf(stderr, "nook_count: the profile could not be written\n");
  }
}

static FILE* open_output(const char* name) {
  FILE* file = fopen(name, "w");
  if (!file) fprintf(stderr, "nook_count: cannot write %s\n", name);
  return file;
}

/* The value of `argument` if it has this name, otherwise null. */
static const char* value_of(const char* argument, const char* name) {
  const size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static bool set_number(const char* argument, const char* name, uint32_t* to) {
  const char* value = value_of(argument, name);
  if (value) *to = (uint32_t)strtoul(value, NULL, 10);
  return value != NULL;
}

static bool set_flash(const char* argument, const char* name, int i) {
  const char* value = value_of(argument, name);
  if (!value) return false;
  char* end;
  timing.flash.start[i] = (uint32_t)strtoul(value, &end, 16);
  timing.flash.end[i] = *end ? (uint32_t)strtoul(end + 1, NULL, 16) : 0;
  return true;
}

/* Whether the argument is known and valid. */
static bool take(const char* argument) {
  static uint32_t data_bytes, code_bytes;
  struct flash* flash = &timing.flash;
  const char* value;
  if ((value = value_of(argument, "out"))) return !out && (out = open_output(value));
  if ((value = value_of(argument, "profile"))) return !profile && (profile = open_output(value));
  if ((value = value_of(argument, "core"))) return (timing.core = timing_core(value)) != NULL;
  const bool known = set_number(argument, "wait", &flash->wait_states) ||
                     set_number(argument, "line", &flash->data.line_bytes) ||
                     set_number(argument, "code_line", &flash->code.line_bytes) ||
                     set_number(argument, "buffer", &data_bytes) ||
                     set_number(argument, "code_buffer", &code_bytes) || set_flash(argument, "flash0", 0) ||
                     set_flash(argument, "flash1", 1);
  if (!known || flash->data.line_bytes == 0 || flash->code.line_bytes == 0) return false;
  if (value_of(argument, "buffer")) flash->data.lines = data_bytes / flash->data.line_bytes;
  if (value_of(argument, "code_buffer")) flash->code.lines = code_bytes / flash->code.line_bytes;
  return flash->data.lines <= kMostLines && flash->code.lines <= kMostLines;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  is_riscv = strncmp(info->target_name, "riscv", 5) == 0;
  is_arm = strcmp(info->target_name, "arm") == 0;
  const bool without_marks =
      strcmp(info->target_name, "xtensa") == 0 || strcmp(info->target_name, "aarch64") == 0;
  if (!is_riscv && !is_arm && !without_marks) {
    fprintf(stderr, "nook_count: no marks known for %s\n", info->target_name);
    return 1;
  }
  for (int i = 0; i < argc; ++i) {
    if (take(argv[i])) continue;
    fprintf(stderr, "nook_count: unknown, repeated or wrong option %s\n", argv[i]);
    return 1;
  }
  if (!out && !profile) {
    fprintf(stderr, "nook_count: needs out=FILE or profile=FILE\n");
    return 1;
  }
  if (!is_arm && timing.core) {
    fprintf(stderr, "nook_count: cycles are estimated for Arm cores only\n");
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, instrument);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return 0;
}
