// Random graphs with some of their operators in branches and loops: interpreted and compiled in many ways,
// each byte of each output equals the original graph's.
#include <cstdio>
#include <cstring>

#include "nookc/front/import/import.h"
#include "tests/generated/command_line.h"
#include "tests/generated/hunt.h"
#include "tests/generated/isolated.h"
#include "tests/generated/outline.h"
#include "tests/generated/random_graph.h"

namespace {

using generated::Counts;
using generated::Outlined;
using generated::Subject;
using generated::Values;

struct Options : generated::SeedOptions {
  generated::FirmwareOptions firmware;
};

struct Models {
  std::string flat;
  Outlined outlined;
};

// Nothing: the graph of this seed has no operators that can be moved.
std::optional<Models> models_of(uint64_t seed) {
  generated::Choices choices(seed);
  (void)generated::random_graph(choices);
  std::string flat = generated::converted(generated::model_of(choices.made()));
  auto outlined = flat.empty() ? std::nullopt : generated::outline(flat, seed);
  if (!outlined) return {};
  return Models{std::move(flat), *std::move(outlined)};
}

std::string differs(const generated::Outcome& o, const Subject& plain) {
  if (!o.wrong.empty()) return o.wrong;
  if (o.waits != plain.waits()) return o.waits ? "there is no result yet" : "it does not wait";
  if (o.waits) return {};  // the outputs are unspecified
  const Values& want = plain.expected();
  for (size_t i = 0; i < want.size(); ++i)
    if (o.outputs[i] != want[i])
      return "output " + std::to_string(i) + " differs from the model without branches";
  return {};
}

// The numbers decide how it runs and must not change the results.
std::string look(const std::string& flat, const Outlined& outlined, uint64_t seed, Counts& counts) {
  Subject plain(flat, 1);
  std::string wrong = plain.prepare(counts);
  if (!wrong.empty()) return wrong;
  if (plain.expected().empty()) return {};
  for (int32_t n = 0; n < 3 && wrong.empty(); ++n) {
    Values inputs = plain.inputs();
    for (size_t i = 0; i < outlined.numbers; ++i) {
      const int32_t number = (n + static_cast<int32_t>(i)) % 3;
      inputs.emplace_back(4);
      std::memcpy(inputs.back().data(), &number, 4);
    }
    const auto outcomes = generated::interpret(outlined.tflite, {inputs}, generated::Setup::kPlain,
                                               static_cast<uint32_t>(seed));
    wrong = differs(outcomes[0], plain);
    if (!wrong.empty()) return "interpreter: " + wrong;
  }
  Subject subject(outlined.tflite, 1);
  wrong = subject.prepare(counts);
  if (wrong.empty()) wrong = subject.check_interpreter(counts);
  generated::Choices choices(seed);
  for (int i = 0; i < 3 && wrong.empty(); ++i) {
    const generated::Variant v = generated::random_variant(choices, subject.graph());
    wrong = subject.check(v, counts);
    if (!wrong.empty()) wrong += " (" + v.text + ")";
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  generated::Arguments arguments("Random graphs with branches and loops around their operators");
  generated::add_seed_options(arguments, options);
  generated::add_firmware_options(arguments, options.firmware);
  if (const auto status = arguments.parse(argc, argv)) return *status;
  if (!options.firmware.folder.empty()) {
    options.firmware.first = options.first, options.firmware.count = static_cast<int>(options.count);
    return generated::write_firmware(options.firmware, [](uint64_t seed) {
      const auto models = models_of(seed);
      return models ? models->outlined.tflite : std::string();
    });
  }
  Counts counts;
  int findings = 0, count = 0;
  for (uint64_t seed = options.first;
       seed - options.first < options.count && findings < options.most_findings; ++seed) {
    const auto m = models_of(seed);
    if (!m) continue;
    ++count;
    const std::string wrong = generated::isolated([&] { return look(m->flat, m->outlined, seed, counts); },
                                                  &counts, sizeof counts, 30);
    if (wrong.empty()) continue;
    ++findings;
    printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong.c_str());
    std::fflush(stdout);
    if (!options.keep.empty())
      (void)nookc::write_files(options.keep, {{std::to_string(seed) + ".tflite", m->outlined.tflite},
                                              {std::to_string(seed) + "_flat.tflite", m->flat}});
  }
  printf("%d models, %lld programs, %lld comparisons: %d findings\n", count,
         static_cast<long long>(counts.programs), static_cast<long long>(counts.comparisons), findings);
  return findings > 0 || count == 0;
}
