/* Picks one of two models by name and runs it through the table that every model has. The models share one
 * scratch and one pair of buffers, as large as the larger of the two: they never run at the same time. */
#include <stdio.h>
#include <string.h>

#include "digits.h"
#include "sine.h"

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
enum { kAlign = 16 }; /* sufficient for any buffer of these two models; checked by the assertions below */

NOOK_STATIC_ASSERT(DIGITS_SCRATCH_SRAM_ALIGN <= kAlign && SINE_SCRATCH_SRAM_ALIGN <= kAlign,
                   scratch_alignment);
static uint8_t scratch[LARGER(DIGITS_SCRATCH_SRAM_BYTES, SINE_SCRATCH_SRAM_BYTES)] NOOK_ALIGNED(16);
static uint8_t in[LARGER(sizeof(digits_input), sizeof(sine_input))] NOOK_ALIGNED(16);
static uint8_t out[LARGER(sizeof(digits_output), sizeof(sine_output))] NOOK_ALIGNED(16);

static const nook_model* const models[] = {&digits_entry, &sine_entry};

static const nook_model* find_model(const char* name) {
  for (size_t i = 0; i < sizeof models / sizeof *models; ++i)
    if (strcmp(models[i]->info->name, name) == 0) return models[i];
  return NULL;
}

int main(int argc, char** argv) {
  const nook_model* const model = find_model(argc > 1 ? argv[1] : "");
  if (!model) {
    printf("usage: choose_model digits|sine\n");
    return 2;
  }
  void* const pools[] = {scratch};
  const size_t sizes[] = {sizeof scratch};
  const nook_model_memory memory = {.scratch = pools, .scratch_bytes = sizes};
  const void* const inputs[] = {in};
  void* const outputs[] = {out};
  nook_fault fault;
  if (model->check(&memory, inputs, outputs, &fault) != NOOK_OK) {
    printf("%s %s: need %zu, have %zu\n", fault.role, fault.name, fault.need, fault.have);
    return 1;
  }
  /* An empty input; an application would look at info->inputs for shape, type, scale and zero point. */
  memset(in, 0, sizeof in);
  if (model->run(&memory, inputs, outputs) != NOOK_OK) return 1;
  printf("%s: %d bytes of output, the first is %d\n", model->info->name, (int)model->info->outputs[0].bytes,
         (int)(int8_t)out[0]);
  return 0;
}
