#include "network.h"

static int has_interface(const nook_image* image) {
  const nook_image_header* const h = image->header;
  const nook_image_tensor* const in = nook_image_input(image, 0);
  const nook_image_tensor* const out = nook_image_output(image, 0);
  return h->input_count == 1 && h->output_count == 1 && in->bytes == kInputBytes && in->scratch_pool < 0 &&
         out->bytes == kOutputBytes && out->scratch_pool < 0 && image->model.begin && h->rows == kRows &&
         h->row_bytes == kRowBytes && h->stack_bytes >= 0 && h->stack_bytes <= kStackBytes;
}

int network_lend(network* n, uint8_t* arena) {
  if (!has_interface(&n->image)) return 0;
  int scratch = 0, persistent = 0;
  int32_t taken = 0;
  const nook_image_pool* p;
  for (uint32_t i = 0; (p = nook_image_pool_at(&n->image, i)) != NULL; ++i) {
    if (p->role == NOOK_IMAGE_CONSTANT) continue;
    if (p->alignment > 16 || p->bytes > kArenaBytes - taken) return 0;
    void* const at = p->bytes > 0 ? arena + taken : NULL;
    taken += (p->bytes + 15) / 16 * 16;
    if (taken > kArenaBytes) return 0;
    if (p->role == NOOK_IMAGE_SCRATCH) {
      if (scratch == kPoolsMost) return 0;
      n->scratch[scratch++] = at;
    } else if (p->bytes > 0) {
      if (persistent == kPoolsMost) return 0;
      n->persistent[persistent++] = at;
    }
  }
  const nook_model_memory memory = {.scratch = n->scratch, .persistent = n->persistent};
  n->memory = memory;
  return n->image.model.reset(&n->memory) == NOOK_OK;
}

int network_run(network* n, const int8_t input[kInputBytes], int8_t output[kOutputBytes]) {
  const void* const inputs[] = {input};
  void* const outputs[] = {output};
  return n->image.model.run(&n->memory, inputs, outputs) == NOOK_OK;
}
