// Unusual models: mutations of models in the tree, or of given files, that are still valid. If both
// interpreter and compiler accept one, they give the same bytes and write nothing else; they refuse others
// with a code.
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstring>

#include "nookc/core/read_file.h"
#include "nookc/front/import/import.h"
#include "tests/fuzz/mutate_model.h"
#include "tests/generated/command_line.h"
#include "tests/generated/hunt.h"
#include "tests/generated/isolated.h"
#include "tests/generated/random_graph.h"

// The mutator also serves libFuzzer, which changes bytes if it can't change the model.
extern "C" size_t LLVMFuzzerMutate(uint8_t*, size_t, size_t) { return 0; }

namespace {

using generated::Counts;
using generated::Subject;

constexpr size_t kMostBytes = 1 << 20;
constexpr int32_t kMostElements = 1 << 16;  // for one tensor, so that nothing takes long

std::string changed(std::string model, unsigned seed) {
  const size_t size = model.size();
  // Models are read in place, so they must be aligned.
  std::vector<uint64_t> room(kMostBytes / sizeof(uint64_t));
  if (size > kMostBytes) return {};
  auto* const bytes = reinterpret_cast<uint8_t*>(room.data());
  std::memcpy(bytes, model.data(), size);
  const size_t made = fuzz::mutate_model(bytes, size, kMostBytes, seed);
  return {reinterpret_cast<const char*>(bytes), made};
}

// NaNs have many representations, and their conversions depend on the processor.
bool is_finite(const nookc::Graph& graph) {
  for (const nookc::Tensor& t : graph.tensors) {
    if (!t.constant() || t.type != nook::DType::kF32) continue;
    for (size_t at = 0; at + 4 <= t.data->size(); at += 4) {
      float value = 0;
      std::memcpy(&value, t.data->data() + at, 4);
      if (!std::isfinite(value) || std::fabs(value) > 1e6f) return false;
    }
  }
  return true;
}

bool is_refusal(const std::string& said) {
  for (const char* const words : {"interpreter: the interpreter refuses", "the compiler refuses",
                                  "the emitter refuses", "the importer"})
    if (said.starts_with(words)) return true;
  return false;
}

// The fault, or an empty text.
std::string look(const std::string& tflite, unsigned seed, Counts& counts) {
  const auto graph = nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "net");
  if (!graph || !is_finite(*graph)) return {};
  for (const nookc::Tensor& t : graph->tensors)
    if (t.shape.elements() > kMostElements) return {};
  Subject subject(tflite, seed);
  std::string wrong = subject.prepare(counts);
  if (is_refusal(wrong)) return {};
  if (wrong.empty()) wrong = subject.check_interpreter(counts);
  generated::Choices choices(seed);
  for (int i = 0; i < 3 && wrong.empty(); ++i) {
    const generated::Variant v = generated::random_variant(choices, subject.graph());
    wrong = subject.check(v, counts);
    if (is_refusal(wrong)) return {};
    if (!wrong.empty()) wrong += " (" + v.text + ")";
  }
  return wrong;
}

struct Options : generated::SeedOptions {
  std::vector<std::string> models;
};

std::string seed_model(const Options& options, unsigned seed) {
  if (!options.models.empty()) {
    const auto bytes = nookc::read_file(options.models[seed % options.models.size()]);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
  }
  generated::Choices choices(seed);
  (void)generated::random_graph(choices);
  return generated::model_of(choices.made());
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  generated::Arguments arguments("Changed models, compiled and interpreted");
  arguments.add("models", &options.models, "files (default: random graphs)");
  options.most_findings = 20;
  generated::add_seed_options(arguments, options);
  if (const auto status = arguments.parse(argc, argv)) return *status;
  rlimit memory{rlim_t{3} << 30, rlim_t{3} << 30};
  setrlimit(RLIMIT_AS, &memory);
  Counts counts;
  int findings = 0;
  const unsigned first = static_cast<unsigned>(options.first);
  for (unsigned seed = first; seed - first < options.count && findings < options.most_findings; ++seed) {
    const std::string tflite = changed(seed_model(options, seed), seed);
    if (tflite.empty()) continue;
    const std::string wrong =
        generated::isolated([&] { return look(tflite, seed, counts); }, &counts, sizeof counts, 30);
    if (wrong.empty()) continue;
    ++findings;
    printf("seed %u%s%s: %s\n", seed, options.models.empty() ? "" : " ",
           options.models.empty() ? "" : options.models[seed % options.models.size()].c_str(), wrong.c_str());
    std::fflush(stdout);
    if (!options.keep.empty())
      (void)nookc::write_files(options.keep, {{std::to_string(seed) + ".tflite", tflite}});
  }
  printf("%lld models, %lld programs, %lld comparisons: %d findings\n", static_cast<long long>(counts.graphs),
         static_cast<long long>(counts.programs), static_cast<long long>(counts.comparisons), findings);
  return findings > 0;
}
