// Runs random graphs in every way to compile and run them; docs/reliability.md.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>

#include "tests/generated/command_line.h"
#include "tests/generated/hunt.h"
#include "tests/generated/managed.h"
#include "tests/generated/random_graph.h"

namespace {

using generated::Finding;

struct Options : generated::SeedOptions {
  double seconds = 0;
  std::string graph, variant, record, managed;
  int plant = -1;
  generated::FirmwareOptions firmware;
  generated::HuntOptions hunt;
};

void keep_model(const Options& options, const Finding& finding, const std::string& name) {
  if (options.keep.empty()) return;
  const auto written =
      nookc::write_files(options.keep, {{name + ".tflite", generated::model_of(finding.graph)}});
  printf("its model %s %s/%s.tflite\n", written ? "is" : "can't be", options.keep.c_str(), name.c_str());
}

int look_again(const Options& options) {
  const Finding finding = generated::look(generated::choices_of(options.graph),
                                          generated::choices_of(options.variant), options.hunt);
  Finding shown = finding;
  if (!shown.found()) shown.what = "nothing is wrong";
  printf("%s", describe(shown).c_str());
  keep_model(options, finding, "model");
  return finding.found();
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

// date, where, seconds, seeds, graphs, programs, comparisons, findings
void record(const Options& options, uint64_t seeds, const generated::Counts& counts, double seconds,
            int findings) {
  if (options.record.empty()) return;
  std::ofstream file(options.record, std::ios::app);
  file << today() << ",host," << static_cast<int64_t>(seconds) << "," << options.first << "-"
       << options.first + seeds - 1 << "," << counts.graphs << "," << counts.programs << ","
       << counts.comparisons << "," << findings << "\n";
}

int hunt_seeds(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  generated::Counts counts;
  int findings = 0;
  const auto more = [&](uint64_t done) {
    return options.seconds > 0 ? elapsed() < options.seconds : done < options.count;
  };
  uint64_t i = 0;
  for (; more(i) && findings < options.most_findings; ++i) {
    const Finding finding = generated::hunt(options.first + i, options.hunt, counts);
    if (!finding.found()) continue;
    ++findings;
    printf("seed %llu: %s\n", static_cast<unsigned long long>(options.first + i), finding.what.c_str());
    const Finding least = generated::smallest(finding, options.hunt);
    printf("%s\n", describe(least).c_str());
    keep_model(options, least, std::to_string(options.first + i));
  }
  printf(
      "%lld graphs, %lld programs, %lld comparisons in %.0f s: %d findings\n"
      "%lld simplified, %lld chains, %lld that make several rows of one, %lld in strips (%lld with a loop of "
      "equal steps), %lld streams, %lld views, %lld with units, %lld with weights in "
      "storage, %lld for two cores, %lld by the interpreter, %lld did not fit as "
      "asked\n",
      static_cast<long long>(counts.graphs), static_cast<long long>(counts.programs),
      static_cast<long long>(counts.comparisons), elapsed(), findings,
      static_cast<long long>(counts.simplified), static_cast<long long>(counts.chains),
      static_cast<long long>(counts.scaled), static_cast<long long>(counts.strips),
      static_cast<long long>(counts.middles), static_cast<long long>(counts.streams),
      static_cast<long long>(counts.views), static_cast<long long>(counts.units),
      static_cast<long long>(counts.stored), static_cast<long long>(counts.two_cores),
      static_cast<long long>(counts.interpreted), static_cast<long long>(counts.refused));
  record(options, i, counts, elapsed(), findings);
  return findings > 0;
}

int write_program(Options& options) {
  generated::FirmwareOptions& all = options.firmware;
  all.first = options.first, all.count = static_cast<int>(options.count);
  const generated::ModelOfSeed model_of = [](uint64_t seed) {
    generated::Choices choices(seed);
    (void)generated::random_graph(choices);
    return generated::model_of(choices.made());
  };
  if (options.managed.empty()) return write_firmware(all, model_of);
  all.folder = options.managed;
  return write_managed(all, model_of, options.plant);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.count = 1000;
  generated::Arguments arguments("Random graphs, compiled in many ways, against the interpreter");
  generated::add_seed_options(arguments, options);
  arguments.add("--seconds", &options.seconds, "seeds until this time is over, instead");
  arguments.add("--variants", &options.hunt.variants, "ways to compile each graph");
  arguments.add("--trials", &options.hunt.trials, "how long a finding is made smaller; 0: not at all");
  arguments.add("--graph", &options.graph, "this graph, by its choices");
  arguments.add("--variant", &options.variant, "in this way, by its choices");
  arguments.add("--record", &options.record, "add a line to this table");
  generated::add_firmware_options(arguments, options.firmware);
  const int plants = static_cast<int>(generated::managed_plants().size());
  arguments.add("--managed", &options.managed,
                "write the graphs as sources of a program of managed classes into this folder");
  arguments.add("--plant", &options.plant, "with this fault in the classes; -1: none");
  bool list_plants = false;
  arguments.add("--list-plants", &list_plants, "print what these faults are");
  if (const auto status = arguments.parse(argc, argv)) return *status;
  if (options.plant < -1 || options.plant >= plants) {
    fprintf(stderr, "--plant %d: there are %d, from 0 on; -1: none\n", options.plant, plants);
    return 2;
  }
  if (list_plants)
    for (const generated::ManagedPlant& plant : generated::managed_plants()) printf("%s\n", plant.name);
  if (list_plants) return 0;
  if (!options.firmware.folder.empty() || !options.managed.empty()) return write_program(options);
  return options.graph.empty() ? hunt_seeds(options) : look_again(options);
}
