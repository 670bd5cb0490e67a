// The digits network three times: by hand on managed tensors, as the class written by `nook compile --format
// managed`, and ahead of time in C. All three give the same bytes, and the arenas are as empty after a
// hundred runs as before the first.
#include <string.h>

#include "by_hand.h"
#include "digits_c.h"
#include "digits_model.h"
#include "ports/print_number.h"

using namespace nook::managed;

namespace {

constexpr int kDigits = 40, kRuns = 100;
constexpr int kMarkBegin = 0, kMarkEnd = 1;

// The hand-written graph creates its tensors as it runs and needs a little more of both.
alignas(16) uint8_t objects[2048], elements[4096];
alignas(16) uint8_t model_objects[digits_model::kMetadataBytes], model_elements[digits_model::kRamBytes];
alignas(16) uint8_t scratch[DIGITS_C_SCRATCH_SRAM_BYTES];
const digits_c_memory memory = {scratch, sizeof scratch};
Event history[16], model_history[16];

int8_t image[kPixels], by_hand[kScores];
digits_c_input in;
digits_c_output out;
int8_t from_class[kScores];

// "run7_input0.bin"
void name_of(int k, char* name) {
  strcpy(name, "run");
  name += 3;
  if (k >= 10) *name++ = static_cast<char>('0' + k / 10);
  *name++ = static_cast<char>('0' + k % 10);
  strcpy(name, "_input0.bin");
}

bool load(int k) {
  char name[24];
  name_of(k, name);
  if (port_file_read(name, image, sizeof image) == kPixels) return true;
  port_print(name), port_print(" is missing: start this in models/digits/heldout\n");
  return false;
}

bool went(const EventHistory& errors, const Event& event) {
  for (const Event& e : errors)
    if (e == event) return true;
  return false;
}

}  // namespace

int main(int, char**) {
  BumpArenaAllocator<> metadata{nook::Span<uint8_t>(objects)};
  CircularArenaAllocator<> ram{nook::Span<uint8_t>(elements)};
  EventHistory errors(history, go_on);
  Context context(&metadata, &ram, &errors);

  digits_model::MetadataArena model_metadata{nook::Span<uint8_t>(model_objects)};
  digits_model::RamArena model_ram{nook::Span<uint8_t>(model_elements)};
  EventHistory model_errors(model_history, go_on);
  Context model_context(&model_metadata, &model_ram, &model_errors);

  // The class uses a separate context, whose arenas are exactly as large as it needs.
  Context::set_default_context(&model_context);
  const size_t model_level = model_ram.available(), model_objects_level = model_metadata.available();
  const size_t level = ram.available(), objects_level = metadata.available();
  int differ = 0;
  {
    digits_model net;
    Tensor x = new BufferTensor(digits_model::image_facts::shape(), i8, image);
    Tensor y = new BufferTensor(digits_model::scores_facts::shape(), i8, from_class);
    net.set_inputs({{digits_model::image, x}}).set_outputs({{digits_model::scores, y}});
    for (int k = 0; k < kRuns; ++k) {
      if (!load(k % kDigits)) return 4;
      memcpy(in.image, image, sizeof image);
      memset(by_hand, 0, sizeof by_hand), memset(from_class, 0, sizeof from_class);
      if (digits_c_run(&memory, &in, &out) != NOOK_OK || !net.eval()) return 1;
      Context::set_default_context(&context);
      port_mark(kMarkBegin);
      const bool evaluated = digits_by_hand(image, by_hand);
      port_mark(kMarkEnd);
      Context::set_default_context(&model_context);
      if (!evaluated || memcmp(by_hand, out.scores, kScores) != 0) ++differ;
      if (memcmp(from_class, out.scores, kScores) != 0) ++differ;
    }
  }
  const bool back = ram.available() == level && metadata.available() == objects_level &&
                    model_ram.available() == model_level && model_metadata.available() == model_objects_level;
  const bool moved = went(model_errors, localCircularArenaAllocatorRebalancing());
  port_print("the class needs "), port_print_number(sizeof model_elements);
  port_print(" bytes of elements and "), port_print_number(sizeof model_objects), port_print(" of objects\n");
  port_print_number(kRuns), port_print(" runs, ");
  port_print_number(differ), port_print(" of which differ from the C code\n");
  port_print(back ? "the arenas are as empty as before\n" : "the arenas are NOT as empty as before\n");
  port_print(moved ? "tensors of the class had to MOVE\n" : "no tensor of the class had to move\n");
  return differ != 0 || !back || moved;
}
