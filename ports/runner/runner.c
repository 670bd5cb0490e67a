/* usage: runner RUNS [trace] [repeat] [events] [count] [time TIMES] [profile] [sizes]
 *
 *   RUNS    inferences on in/run{k}_input{i}.bin, k = 0, 1, ... in sequence; writes out/run{k}_output{j}.bin.
 *           State persists between them; all other options repeat run 0 from the initial state
 *   trace   writes every tensor that run 0 reports as an event to trace/{tensor}.bin
 *   repeat  repeats run 0 once at the end, at other addresses, and compares
 *   events  writes the order of the events to out/events.bin: pairs of int32, kind and node
 *   count   one more run 0 with port_mark(2) before and port_mark(3) after each operator
 *   time N  N more runs of input 0; prints "ticks T" for each
 *   profile one more run 0; prints "operator T" in ticks: for an interpreted model for each operator, for a
 *           compiled one for each that the events name, in the order of out/events.bin
 *   sizes   first offers every smaller size of every buffer, all of which must be refused; prints "sizes N"
 *
 * In every run: guards on both sides of every buffer, scratch full of garbage and at another address than
 * before, inputs that must not change. Prints "fault: ..." for each fault, and "stack N" for the deepest
 * stack of a run. Exit code 0, 1 after a fault, 2 for an invalid command line, 4 if a file fails. */
#include "ports/runner/runner.h"

#include <string.h>

#include "ports/port.h"

/* Sizes of the arrays per event and per operator. A board with little memory defines smaller ones. */
#ifndef RUNNER_EVENTS
#define RUNNER_EVENTS 16384
#endif
enum { kMaxRecorded = 4 * RUNNER_EVENTS, kMaxProfiled = RUNNER_EVENTS };
enum { kNameBytes = 48, kExitFault = 1, kExitUsage = 2, kExitFile = 4 };

static const runner_model* const model = &runner_under_test;
/* Number of scratch pools; they are the first of info->pools. */
static int32_t pool_count;
static uint8_t* scratch_area[RUNNER_POOLS]; /* where the scratch is while it is not moved */
static void* scratch[RUNNER_POOLS];
static int32_t scratch_bytes[RUNNER_POOLS], scratch_alignment[RUNNER_POOLS];
static size_t deepest_stack;
static int fault_count;

/* ---- text ---- */

static char* put_text(char* at, const char* text) {
  while (*text) *at++ = *text++;
  *at = 0;
  return at;
}

static char* put_number(char* at, int64_t value) {
  char digits[20];
  int n = 0;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do digits[n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *at++ = '-';
  while (n > 0) *at++ = digits[--n];
  *at = 0;
  return at;
}

static void print_number(const char* before, int64_t value, const char* after) {
  char text[24];
  put_number(text, value);
  port_print(before);
  port_print(text);
  port_print(after);
}

static const char* file_name(char* name, const char* folder, int k, const char* what, int i) {
  put_text(put_number(put_text(put_number(put_text(put_text(name, folder), "run"), k), what), i), ".bin");
  return name;
}

static void fault(int run, const char* what, const char* name) {
  ++fault_count;
  if (run >= 0) {
    print_number("fault: run ", run, ": ");
  } else {
    port_print("fault: ");
  }
  port_print(what);
  if (name) {
    port_print(" '");
    port_print(name);
    port_print("'");
  }
  port_print("\n");
}

__attribute__((noreturn)) static void fail_file(const char* name, const char* what) {
  port_print("fault: ");
  port_print(name);
  port_print(what);
  port_exit(kExitFile);
}

/* ---- memory ---- */

static uint8_t guard_byte(int i) { return (uint8_t)(0xA5 + 31 * i); }

static void set_guards(uint8_t* buffer, int32_t bytes) {
  for (int i = 0; i < RUNNER_GUARD_BYTES; ++i) {
    buffer[i - RUNNER_GUARD_BYTES] = guard_byte(i);
    buffer[bytes + i] = guard_byte(i);
  }
}

static int guards_are_whole(const uint8_t* buffer, int32_t bytes) {
  for (int i = 0; i < RUNNER_GUARD_BYTES; ++i)
    if (buffer[i - RUNNER_GUARD_BYTES] != guard_byte(i) || buffer[bytes + i] != guard_byte(i)) return 0;
  return 1;
}

/* An address with exactly this alignment, not twice of it. */
static uint8_t* place(uint8_t** at, int32_t bytes, int32_t alignment) {
  const uintptr_t twice = 2 * (uintptr_t)alignment;
  uintptr_t start = (uintptr_t)(*at + RUNNER_GUARD_BYTES);
  start = (start + twice - 1) / twice * twice + (uintptr_t)alignment;
  *at = (uint8_t*)start + bytes + RUNNER_GUARD_BYTES;
  return (uint8_t*)start;
}

static uint32_t random_state = 1;

static void fill_with_garbage(uint8_t* data, int32_t bytes) {
  for (int32_t i = 0; i < bytes; ++i) {
    if ((i & 3) == 0) {
      random_state ^= random_state << 13;
      random_state ^= random_state >> 17;
      random_state ^= random_state << 5;
    }
    data[i] = (uint8_t)(random_state >> 8 * (i & 3));
  }
}

static uint32_t hash(uint32_t value, const void* data, int32_t bytes) {
  const uint8_t* byte = data;
  for (int32_t i = 0; i < bytes; ++i) value = (value ^ byte[i]) * 16777619u;
  return value;
}

static uint8_t* place_tensor(uint8_t** at, const nook_tensor_info* t, int measured) {
  if (t->scratch_offset >= 0) return NULL;
  const int word = measured && t->alignment < RUNNER_WORD_ALIGNMENT;
  return place(at, t->bytes, word ? RUNNER_WORD_ALIGNMENT : t->alignment);
}

static void place_buffers(int measured) {
  uint8_t* at = model->memory;
  const nook_model_info* info = model->info;
  for (int32_t i = 0; i < info->input_count; ++i)
    model->in[i] = place_tensor(&at, &info->inputs[i], measured);
  for (int32_t i = 0; i < info->output_count; ++i)
    model->out[i] = place_tensor(&at, &info->outputs[i], measured);
  for (int32_t i = 0; i < pool_count; ++i) {
    scratch_area[i] = place(&at, scratch_bytes[i], scratch_alignment[i]);
    at += 2 * RUNNER_MOVES * scratch_alignment[i];
  }
  if (at > model->memory + model->memory_bytes) {
    fault(-1, "the runner's memory is too small for its guards", NULL);
    port_exit(kExitFault);
  }
}

/* ---- one inference ---- */

static uint8_t* input_bytes(int32_t i) {
  const nook_tensor_info* t = &model->info->inputs[i];
  /* The runner's own memory, which is const only to the model. */
  return t->scratch_pool < 0 ? (uint8_t*)(uintptr_t)model->in[i]
                             : (uint8_t*)scratch[t->scratch_pool] + t->scratch_offset;
}

static uint8_t* output_bytes(int32_t i) {
  const nook_tensor_info* t = &model->info->outputs[i];
  return t->scratch_pool < 0 ? model->out[i] : (uint8_t*)scratch[t->scratch_pool] + t->scratch_offset;
}

/* Moves the scratch, fills everything with garbage, and puts guards around it. */
static void prepare_memory(int turn) {
  const nook_model_info* info = model->info;
  for (int32_t i = 0; i < pool_count; ++i) {
    scratch[i] = scratch_area[i] + turn % RUNNER_MOVES * 2 * scratch_alignment[i];
    fill_with_garbage(scratch[i], scratch_bytes[i]);
    set_guards(scratch[i], scratch_bytes[i]);
  }
  for (int32_t i = 0; i < info->input_count; ++i)
    if (model->in[i]) set_guards(input_bytes(i), info->inputs[i].bytes);
  for (int32_t i = 0; i < info->output_count; ++i) {
    if (!model->out[i]) continue;
    fill_with_garbage(output_bytes(i), info->outputs[i].bytes);
    set_guards(output_bytes(i), info->outputs[i].bytes);
  }
}

static void read_inputs(int k) {
  char name[kNameBytes];
  for (int32_t i = 0; i < model->info->input_count; ++i) {
    const int32_t bytes = model->info->inputs[i].bytes;
    file_name(name, "in/", k, "_input", i);
    if (port_file_read(name, input_bytes(i), (size_t)bytes) != bytes)
      fail_file(name, " is missing or has another size than the input\n");
  }
}

/* Hash of the inputs, which the model must not change. */
static uint32_t hash_of_inputs(void) {
  uint32_t value = 2166136261u;
  for (int32_t i = 0; i < model->info->input_count; ++i)
    if (model->in[i]) value = hash(value, model->in[i], model->info->inputs[i].bytes);
  return value;
}

static uint32_t hash_of_outputs(void) {
  uint32_t value = 2166136261u;
  for (int32_t i = 0; i < model->info->output_count; ++i)
    value = hash(value, output_bytes(i), model->info->outputs[i].bytes);
  return value;
}

static void check_memory(int k) {
  const nook_model_info* info = model->info;
  for (int32_t i = 0; i < info->input_count; ++i)
    if (model->in[i] && !guards_are_whole(model->in[i], info->inputs[i].bytes))
      fault(k, "bytes around an input were overwritten:", info->inputs[i].name);
  for (int32_t i = 0; i < info->output_count; ++i)
    if (model->out[i] && !guards_are_whole(model->out[i], info->outputs[i].bytes))
      fault(k, "bytes around an output were overwritten:", info->outputs[i].name);
  for (int32_t i = 0; i < pool_count; ++i)
    if (!guards_are_whole(scratch[i], scratch_bytes[i]))
      fault(k, "bytes around the scratch were overwritten:", info->pools[i].pool);
}

/* Inference number `turn` of this program, on the inputs of run k. */
static void infer(int k, int turn, nook_event_fn event) {
  prepare_memory(turn);
  read_inputs(k);
  if (k == 0 && model->reset && model->reset() != NOOK_OK) fault(k, "the reset call failed", NULL);
  const uint32_t before = hash_of_inputs();
  size_t stack_bytes = 0;
  const nook_status status = model->run(scratch, model->in, model->out, event, NULL, &stack_bytes);
  if (stack_bytes > deepest_stack) deepest_stack = stack_bytes;
  if (status != NOOK_OK && status != NOOK_NOT_READY)
    print_number("status ", status, "\n"), fault(k, "the run call failed", NULL);
  if (hash_of_inputs() != before) fault(k, "an input was changed", NULL);
  check_memory(k);
}

static void write_outputs(int k) {
  char name[kNameBytes];
  for (int32_t i = 0; i < model->info->output_count; ++i) {
    const int32_t bytes = model->info->outputs[i].bytes;
    file_name(name, "out/", k, "_output", i);
    if (port_file_write(name, output_bytes(i), (size_t)bytes) != bytes)
      fail_file(name, " can't be written\n");
  }
}

/* ---- refusals of the check function ---- */

/* Calls it with only `bytes` of scratch pool `which`. */
static void expect(nook_status want, const char* role, int32_t which, size_t bytes, const char* what) {
  nook_fault why = {NOOK_OK, NULL, NULL, NULL, 0, 0};
  size_t given[RUNNER_POOLS] = {0};
  for (int32_t i = 0; i < pool_count; ++i) given[i] = (size_t)scratch_bytes[i];
  given[which] = bytes;
  const nook_status status = model->check(scratch, given, model->in, model->out, &why);
  const int explained = want == NOOK_OK || (why.role && strcmp(why.role, role) == 0 && why.status == want);
  if (status != want || !explained) fault(-1, "the check function does not say what it should of", what);
  if (want == NOOK_NO_MEMORY && (why.need != (size_t)scratch_bytes[which] || why.have != bytes))
    fault(-1, "the check function gives wrong sizes for", what);
}

static void check_refusals(void) {
  const nook_model_info* info = model->info;
  for (int32_t i = 0; i < pool_count; ++i) scratch[i] = scratch_area[i];
  const size_t need = (size_t)scratch_bytes[0]; /* first pool: its whole size */
  expect(NOOK_OK, "", 0, need, "enough memory");
  for (int32_t i = 0; i < pool_count; ++i) {
    const size_t all = (size_t)scratch_bytes[i];
    if (all == 0) continue;
    if (all > 1) expect(NOOK_NO_MEMORY, "scratch", i, all - 1, "scratch that lacks one byte");
    scratch[i] = NULL;
    expect(NOOK_NULL, "scratch", i, all, "scratch that is not there");
    scratch[i] = scratch_area[i] + 1;
    expect(NOOK_MISALIGNED, "scratch", i, all, "misaligned scratch");
    scratch[i] = scratch_area[i];
  }
  for (int32_t i = 0; i < info->input_count; ++i) {
    const void* const saved = model->in[i];
    if (!saved) continue;
    model->in[i] = NULL;
    expect(NOOK_NULL, "input", 0, need, "an input that is not there");
    model->in[i] = (const uint8_t*)saved + 1;
    if (info->inputs[i].alignment > 1) expect(NOOK_MISALIGNED, "input", 0, need, "a misaligned input");
    model->in[i] = saved;
  }
  for (int32_t i = 0; i < info->output_count; ++i) {
    void* const saved = model->out[i];
    if (!saved) continue;
    model->out[i] = NULL;
    expect(NOOK_NULL, "output", 0, need, "an output that is not there");
    model->out[i] = (uint8_t*)saved + 1;
    if (info->outputs[i].alignment > 1) expect(NOOK_MISALIGNED, "output", 0, need, "a misaligned output");
    model->out[i] = saved;
  }
}

/* Every size from 0 up; for the check function of a compiled model 0 means an unknown size. */
static void sweep_sizes(void) {
  uint32_t tried = 0;
  for (int32_t i = 0; i < pool_count; ++i) scratch[i] = scratch_area[i];
  for (int32_t i = 0; i < pool_count; ++i)
    for (size_t bytes = model->sweep ? 0 : 1; bytes < (size_t)scratch_bytes[i]; ++bytes, ++tried)
      expect(NOOK_NO_MEMORY, "scratch", i, bytes, "a smaller scratch");
  if (model->sweep && !model->sweep(scratch, model->in, model->out, &tried))
    fault(-1, "a smaller buffer is not refused as it should be", NULL);
  print_number("sizes ", tried, "\n");
}

/* ---- event callbacks ---- */

static void trace(void* user, const nook_event* event) {
  char name[kNameBytes];
  (void)user;
  if (event->kind != NOOK_EVENT_END || event->tensor < 0) return;
  put_text(put_number(put_text(name, "trace/"), event->tensor), ".bin");
  if (!event->data) return;                         /* a tensor that never exists as a whole */
  if (event->row >= 0 && event->bytes == 0) return; /* a consumed row; its result comes later */
  const int32_t written = event->row > 0 ? port_file_append(name, event->data, (size_t)event->bytes)
                                         : port_file_write(name, event->data, (size_t)event->bytes);
  if (written != event->bytes) fail_file(name, " can't be written\n");
}

/* The nodes of kernels, in the order in which they began. Those inside which others begin are left out, and
 * views have none. A model has fewer than 2^15 nodes. */
static int16_t recorded[kMaxRecorded];
static int recorded_count, record_open;

static void record(void* user, const nook_event* event) {
  (void)user;
  if (event->kind == NOOK_EVENT_BEGIN) {
    if (recorded_count < kMaxRecorded) recorded[recorded_count] = (int16_t)event->node;
  } else {
    recorded_count += record_open;
  }
  record_open = event->kind == NOOK_EVENT_BEGIN;
}

static void mark(void* user, const nook_event* event) {
  (void)user;
  if (event->kind == NOOK_EVENT_BEGIN) {
    port_mark(2);
  } else {
    port_mark(3);
  }
}

static uint32_t ticks[kMaxProfiled];
static uint32_t ticks_count;

static void clock_operator(void* user, const nook_event* event) {
  const uint32_t now = port_clock();
  (void)user;
  if (event->kind == NOOK_EVENT_BEGIN) {
    if (ticks_count < kMaxProfiled) ticks[ticks_count] = port_clock();
  } else if (ticks_count < kMaxProfiled) {
    ticks[ticks_count] = now - ticks[ticks_count];
    ++ticks_count;
  }
}

static void profile(int turn) {
  const int interpreted = model->operators > 0;
  if (model->operators > kMaxProfiled) {
    fault(-1, "more operators than the runner can profile", NULL);
    return;
  }
  if (interpreted) *model->profiled = ticks;
  ticks_count = 0;
  infer(0, turn, interpreted ? NULL : clock_operator);
  if (interpreted) *model->profiled = NULL, ticks_count = model->operators;
  for (uint32_t i = 0; i < ticks_count; ++i) print_number("operator ", ticks[i], "\n");
}

static void write_events(void) {
  if (recorded_count > kMaxRecorded) {
    fault(-1, "more operators than the runner can record", NULL);
    return;
  }
  const int32_t bytes = recorded_count * (int32_t)sizeof recorded[0];
  if (port_file_write("out/events.bin", recorded, (size_t)bytes) != bytes)
    fail_file("out/events.bin", " can't be written\n");
}

/* ---- */

static int number_of(const char* text) {
  int value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return value;
}

typedef struct options {
  int runs, times;
  int trace, repeat, events, count, profile, sizes;
} options;

static int parse(int argc, char** argv, options* o) {
  if (argc < 2) return 0;
  o->runs = number_of(argv[1]);
  for (int i = 2; i < argc; ++i) {
    if (strcmp(argv[i], "trace") == 0) {
      o->trace = 1;
    } else if (strcmp(argv[i], "repeat") == 0) {
      o->repeat = 1;
    } else if (strcmp(argv[i], "events") == 0) {
      o->events = 1;
    } else if (strcmp(argv[i], "count") == 0) {
      o->count = 1;
    } else if (strcmp(argv[i], "profile") == 0) {
      o->profile = 1;
    } else if (strcmp(argv[i], "sizes") == 0) {
      o->sizes = 1;
    } else if (strcmp(argv[i], "time") == 0 && i + 1 < argc) {
      o->times = number_of(argv[++i]);
    } else {
      return 0;
    }
  }
  return 1;
}

/* As after a reset: a board that is not reset between two command lines may be in any state. */
static void begin_anew(void) {
  pool_count = fault_count = recorded_count = record_open = 0;
  deepest_stack = 0;
  random_state = 1;
  if (model->profiled) *model->profiled = NULL;
}

int runner_main(int argc, char** argv) {
  options o = {0, 0, 0, 0, 0, 0, 0, 0};
  port_init();
  begin_anew();
  if (!parse(argc, argv, &o)) {
    port_print("usage: runner RUNS [trace] [repeat] [events] [count] [time TIMES] [profile] [sizes]\n");
    return kExitUsage;
  }
  for (int32_t i = 0; i < model->info->pool_count; ++i) {
    if (strcmp(model->info->pools[i].role, "scratch") != 0) continue;
    if (pool_count == RUNNER_POOLS)
      fault(-1, "the model has more pools of scratch than the runner takes", NULL);
    if (pool_count == RUNNER_POOLS) port_exit(kExitFault);
    scratch_bytes[pool_count] = (int32_t)model->info->pools[i].bytes;
    scratch_alignment[pool_count++] = model->info->pools[i].alignment;
  }
  place_buffers(o.count || o.profile || o.times > 0);
  check_refusals();
  if (o.sizes) sweep_sizes();
  int turn = 0;
  uint32_t first = 0;
  for (int k = 0; k < o.runs; ++k) {
    infer(k, turn++, k == 0 && o.trace ? trace : NULL);
    if (k == 0) first = hash_of_outputs();
    write_outputs(k);
  }
  if (o.repeat) {
    infer(0, turn++, NULL);
    if (hash_of_outputs() != first) fault(0, "the same input gives another output elsewhere in memory", NULL);
  }
  if (o.events) infer(0, turn++, record), write_events();
  if (o.count) infer(0, turn++, mark);
  if (o.profile) profile(turn++);
  for (int i = 0; i < o.times; ++i) {
    prepare_memory(turn);
    read_inputs(0);
    size_t unused;
    const uint32_t start = port_clock();
    model->run(scratch, model->in, model->out, NULL, NULL, &unused);
    print_number("ticks ", (int64_t)(port_clock() - start), "\n");
  }
  print_number("stack ", (int64_t)deepest_stack, "\n");
  print_number("hz ", (int64_t)port_clock_hz(), "\n");
  return fault_count > 0 ? kExitFault : 0;
}
