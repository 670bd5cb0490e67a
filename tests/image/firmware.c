/* A firmware that knows no model: it opens images and runs them.
 *
 * run FILE OFFSET RUNS       copies an image to RAM, OFFSET bytes after the beginning of a slot, and runs it
 * flash RUNS                 runs the image that is linked as bytes, in place
 * swap FILE FILE             begins a stream with the first image, runs the second one, and ends the stream
 *
 * Reads run<k>_input<i>.bin and writes run<k>_out<i>.bin; a swap reads and writes stream_input.bin and so on.
 * Everything that is wrong is printed. */
#include <string.h>

#include "nook/image/core.h"
#include "nook/image/image.h"
#include "ports/port.h"

enum { kSlot = 160 * 1024, kMost = 8, kArena = 96 * 1024, kKernels = 24, kGuard = 0x5A };

#ifdef IMAGE
__asm(".section .rodata.linked\n.balign 16\n.global linked\nlinked:\n.incbin \"" IMAGE
      "\"\n.global linked_end\nlinked_end:\n.previous\n");
extern const uint8_t linked[], linked_end[];
#else
static const uint8_t linked[NOOK_IMAGE_ALIGN] NOOK_ALIGNED(16);
#define linked_end (linked + sizeof linked)
#endif

/* The table of `nook image kernels`; without it, images with their own kernels run. */
#ifdef KERNELS
extern const nook_image_kernel nook_image_kernels[];
extern const uint32_t nook_image_kernel_count;
#else
static const nook_image_kernel nook_image_kernels[1];
static const uint32_t nook_image_kernel_count = 0;
#endif

static uint8_t slots[2][kSlot] NOOK_ALIGNED(16);
static uint8_t arena[kArena] NOOK_ALIGNED(16);
static size_t taken;
static int wrong;

static void fail(const char* what) {
  port_print(what);
  port_print("\n");
  ++wrong;
}

/* Memory of exactly this size, with a guard after it. */
static void* take(int32_t bytes) {
  uint8_t* const at = arena + taken;
  const size_t all = ((size_t)bytes + 16 + 15) / 16 * 16;
  if (all > sizeof arena - taken) {
    fail("the arena is too small");
    port_exit(9);
  }
  taken += all;
  memset(at, kGuard, all);
  return bytes > 0 ? at : NULL;
}

static void check_guard(const void* memory, int32_t bytes) {
  const uint8_t* const at = memory;
  for (int i = 0; memory && i < 16; ++i)
    if (at[bytes + i] != kGuard) {
      fail("wrote after a buffer");
      return;
    }
}

/* "run1_input0.bin" */
static const char* file(char name[40], const char* first, int run, const char* what, int i) {
  strcpy(name, first);
  char* at = name + strlen(name);
  if (run >= 10) *at++ = (char)('0' + run / 10);
  if (run >= 0) *at++ = (char)('0' + run % 10);
  strcpy(at, what);
  at += strlen(at);
  *at++ = (char)('0' + i);
  strcpy(at, ".bin");
  return name;
}

/* An open image and the memory that an application lends to it. */
typedef struct Lent {
  nook_image image;
  nook_model_memory memory;
  void *scratch[kMost], *persistent[kMost], *outputs[kMost];
  void* inputs[kMost];
  nook_image_code kernels[kKernels];
} Lent;

static void lend(Lent* l) {
  int scratch = 0, persistent = 0;
  const nook_image_pool* p;
  for (uint32_t i = 0; (p = nook_image_pool_at(&l->image, i)) != NULL; ++i) {
    if (p->role == NOOK_IMAGE_SCRATCH) l->scratch[scratch++] = take(p->bytes);
    if (p->role == NOOK_IMAGE_PERSISTENT && p->bytes > 0) l->persistent[persistent++] = take(p->bytes);
  }
  const nook_image_tensor* t;
  for (uint32_t i = 0; (t = nook_image_input(&l->image, i)) != NULL; ++i)
    if (t->scratch_pool < 0) l->inputs[i] = take(t->bytes);
  for (uint32_t i = 0; (t = nook_image_output(&l->image, i)) != NULL; ++i)
    if (t->scratch_pool < 0) l->outputs[i] = take(t->bytes);
  l->memory.scratch = l->scratch;
  l->memory.persistent = l->persistent;
}

static void check_guards(const Lent* l) {
  int scratch = 0, persistent = 0;
  const nook_image_pool* p;
  for (uint32_t i = 0; (p = nook_image_pool_at(&l->image, i)) != NULL; ++i) {
    if (p->role == NOOK_IMAGE_SCRATCH) check_guard(l->scratch[scratch++], p->bytes);
    if (p->role == NOOK_IMAGE_PERSISTENT && p->bytes > 0) check_guard(l->persistent[persistent++], p->bytes);
  }
  const nook_image_tensor* t;
  for (uint32_t i = 0; (t = nook_image_output(&l->image, i)) != NULL; ++i)
    check_guard(l->outputs[i], t->bytes);
}

/* Each misuse of nook_image_bind(), then its use. */
static int bind(Lent* l) {
  const char* missing = NULL;
  const nook_image* const i = &l->image;
  const uint32_t count = nook_image_kernel_count, needs = i->header->need_count;
  if (nook_image_bind(NULL, nook_image_kernels, count, l->kernels, kKernels, NULL) != NOOK_IMAGE_NULL)
    fail("binds nothing");
  if (needs > 0) {
    if (nook_image_bind(i, NULL, count, l->kernels, kKernels, NULL) != NOOK_IMAGE_NULL ||
        nook_image_bind(i, nook_image_kernels, count, NULL, kKernels, NULL) != NOOK_IMAGE_NULL)
      fail("binds without a table or room");
    if (nook_image_bind(i, nook_image_kernels, count, l->kernels, needs - 1, NULL) != NOOK_IMAGE_NO_ROOM)
      fail("binds without enough room");
    if (nook_image_bind(i, nook_image_kernels, 0, l->kernels, kKernels, NULL) != NOOK_IMAGE_NO_KERNEL)
      fail("binds to an empty table");
  }
  const nook_image_status status =
      nook_image_bind(i, nook_image_kernels, count, l->kernels, kKernels, &missing);
  if (status == NOOK_IMAGE_OK) {
    l->memory.kernels = l->kernels;
    return 1;
  }
  fail(status == NOOK_IMAGE_NO_KERNEL && missing ? missing : "not bound");
  return 0;
}

static int open(Lent* l, const void* bytes, size_t size) {
  memset(l, 0, sizeof *l);
  const void* const from = port_stack_repaint();
  const nook_image_status status = nook_image_open(bytes, size, &l->image);
  if (port_stack_used(from) > 1024 - sizeof(nook_image)) fail("the loader uses more than 1 KiB");
  if (status == NOOK_IMAGE_OK) {
    lend(l);
    return bind(l);
  }
  char text[] = "refused: 0";
  text[9] = (char)('0' + status);
  fail(text);
  return 0;
}

static void write_outputs(const Lent* l, const char* first, int run) {
  char name[40];
  const nook_image_tensor* t;
  for (uint32_t i = 0; (t = nook_image_output(&l->image, i)) != NULL; ++i)
    if (port_file_write(file(name, first, run, "_out", (int)i), l->outputs[i], (size_t)t->bytes) != t->bytes)
      fail("an output can't be written");
}

static void run(Lent* l, int runs) {
  char name[40];
  const nook_model* const m = &l->image.model;
  nook_fault fault = {NOOK_OK, NULL, NULL, NULL, 0, 0};
  if (m->check(&l->memory, (const void* const*)l->inputs, l->outputs, &fault) != NOOK_OK)
    fail("memory is refused");
  /* Some models need no memory but their buffers. */
  if (l->scratch[0] &&
      (m->check(NULL, (const void* const*)l->inputs, l->outputs, &fault) != NOOK_NULL || !fault.name))
    fail("no memory is accepted");
  if (l->scratch[0] && m->run(NULL, (const void* const*)l->inputs, l->outputs) != NOOK_NULL)
    fail("runs without memory");
  if (m->run(&l->memory, NULL, l->outputs) != NOOK_NULL) fail("runs without inputs");
  if (l->image.header->need_count > 0) {
    nook_model_memory without = l->memory;
    without.kernels = NULL;
    if (m->run(&without, (const void* const*)l->inputs, l->outputs) != NOOK_NULL ||
        m->reset(&without) != NOOK_NULL)
      fail("runs without kernels");
  }
  if (m->reset(&l->memory) != NOOK_OK) fail("no reset");
  for (int k = 0; k < runs; ++k) {
    const nook_image_tensor* t;
    for (uint32_t i = 0; (t = nook_image_input(&l->image, i)) != NULL; ++i)
      if (port_file_read(file(name, "run", k, "_input", (int)i), l->inputs[i], (size_t)t->bytes) != t->bytes)
        fail("an input has another size");
    const void* const from = port_stack_repaint();
    const nook_status status = m->run(&l->memory, (const void* const*)l->inputs, l->outputs);
    if (status != NOOK_OK && status != NOOK_NOT_READY) fail("a run fails");
    const int32_t used = (int32_t)port_stack_used(from);
    if (l->image.header->stack_bytes >= 0 && used > l->image.header->stack_bytes)
      fail("a run uses more stack than the header says");
    check_guards(l);
    if (status == NOOK_OK) write_outputs(l, "run", k);
  }
}

static size_t load(const char* name, uint8_t* to, size_t most) {
  const int32_t bytes = port_file_read(name, to, most);
  if (bytes < 0 || (size_t)bytes > most) fail("an image can't be read");
  return bytes < 0 ? 0 : (size_t)bytes;
}

static int number(const char* text) {
  int value = 0;
  for (; *text >= '0' && *text <= '9'; ++text) value = 10 * value + (*text - '0');
  return value;
}

/* The second image comes into the other slot, is opened and runs, while the first one has half of its rows.
 */
static void swap(const char* first, const char* second) {
  static Lent old, young;
  if (!open(&old, slots[0], load(first, slots[0], kSlot))) return;
  const nook_model* const m = &old.image.model;
  const int32_t half = m->rows / 2;
  uint8_t* const rows = old.inputs[0];
  port_file_read("stream_input0.bin", rows, (size_t)(m->rows * m->row_bytes));
  if (m->begin(&old.memory) != NOOK_OK || m->push_rows(&old.memory, rows, half) != NOOK_OK) fail("no stream");
  if (!open(&young, slots[1], load(second, slots[1], kSlot))) return;
  run(&young, 1);
  if (m->push_rows(&old.memory, rows + half * m->row_bytes, m->rows - half) != NOOK_OK ||
      m->finish(&old.memory, old.outputs) != NOOK_OK)
    fail("the stream ends early");
  write_outputs(&old, "stream", -1);
  check_guards(&old);
  check_guards(&young);
}

int main(int argc, char** argv) {
  static Lent lent;
  port_init();
  if (argc >= 5 && strcmp(argv[1], "run") == 0) {
    const size_t offset = (size_t)number(argv[3]);
    uint8_t* const at = slots[0] + offset;
    if (open(&lent, at, load(argv[2], at, sizeof slots - offset))) run(&lent, number(argv[4]));
  } else if (argc >= 3 && strcmp(argv[1], "flash") == 0) {
    if (open(&lent, linked, (size_t)(linked_end - linked))) run(&lent, number(argv[2]));
  } else if (argc >= 4 && strcmp(argv[1], "swap") == 0) {
    swap(argv[2], argv[3]);
  } else {
    fail("no such test");
  }
  return wrong;
}
