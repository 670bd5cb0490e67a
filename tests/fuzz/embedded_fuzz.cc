// For any plan or row chains in a model's metadata, the compiler reads it or reports the fault, and the
// interpreter refuses it or stays inside its memory.
//
// The first byte chooses a model of the interpreter's tests, the second the kind of metadata; the rest are
// words.
#include <vector>

#include "nookc/back/interpreter_export/row_chain_metadata.h"
#include "nookc/middle/plan/formats/offline_plan.h"
#include "nookc/middle/plan/formats/plan_file.h"
#include "tests/fuzz/interpret.h"
#include "tests/interp/bench.h"

namespace {

nook::Span<const uint8_t> chosen(size_t number) {
  const auto plain = interp_test::cases(), rows = interp_test::row_cases();
  number %= plain.size() + rows.size();
  return number < plain.size() ? plain[number].model : rows[number - plain.size()].model;
}

// The words of the input; on request with a header that fits the model.
std::vector<int32_t> words_of(const uint8_t* data, size_t size, bool rows, bool sound_head,
                              const nook::SubgraphView& graph) {
  std::vector<int32_t> words(size / sizeof(int32_t));
  if (!words.empty()) memcpy(words.data(), data, words.size() * sizeof(int32_t));
  if (!sound_head) return words;
  words.resize(std::max<size_t>(words.size(), 3));
  words[0] = 1;
  words[1] = static_cast<int32_t>(rows ? graph.operator_count() : 0);
  words[2] = static_cast<int32_t>(rows ? (words.size() - 3) / 2 : words.size() - 3);
  return words;
}

void read_on_the_host(const nook::Model& model) {
  const auto offsets = nookc::read_offline_plan(model, "fuzz.tflite");
  if (!offsets) {
    if (offsets.diag().code.empty()) __builtin_trap();
    return;
  }
  auto task = nookc::model_task(model, "fuzz.tflite");
  bool complete = false;
  if (task && !offsets->empty()) {
    std::vector<int32_t> of_buffers;
    for (const int32_t t : task->tensors)
      of_buffers.push_back(static_cast<size_t>(t) < offsets->size() ? (*offsets)[static_cast<size_t>(t)]
                                                                    : -1);
    (void)nookc::pin_to_offsets(of_buffers, "fuzz.tflite", &task->task, &complete);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const nook::Span<const uint8_t> plain = chosen(data[0]);
  const bool rows = data[1] & 1, sound_head = data[1] & 2;
  const nook::Result<nook::Model> base = nook::Model::open(plain);
  if (!base) __builtin_trap();
  const std::vector<int32_t> words = words_of(data + 2, size - 2, rows, sound_head, base->subgraph(0));
  const auto file =
      nookc::embed_metadata({reinterpret_cast<const std::byte*>(plain.data()), plain.size()}, "fuzz.tflite",
                            rows ? "NookRowChains" : "OfflineMemoryAllocation", words);
  if (!file) __builtin_trap();
  const fuzz::Block copy = fuzz::copy_of(file->data(), file->size());
  const nook::Result<nook::Model> model = nook::Model::open({copy.data.get(), copy.bytes});
  if (!model) __builtin_trap();
  if (!rows) read_on_the_host(*model);
  nook::InterpreterOptions options(rows ? nook_greedy_planner : nook_offline_planner);
  if (rows) options.packer = &nook_pack_weights, options.rows = &nook_row_chains;
  fuzz::interpret(*model, options);
  return 0;
}
