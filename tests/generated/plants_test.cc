// Tests the test itself: planted faults are found, each within a thousand seeds.
#include "tests/generated/plants.h"

#include <unistd.h>

#include "tests/generated/hunt.h"
#include "tests/test.h"

namespace {

constexpr uint64_t kSeeds = 1000;  // the most seeds that finding a fault may take

TEST(every_planted_fault_is_found) {
  for (const generated::Plant& plant : generated::plants()) {
    generated::HuntOptions options;
    options.plant = &plant;
    generated::Counts counts;
    uint64_t seed = 0;
    bool found = false;
    while (!found && seed < kSeeds) found = generated::hunt(++seed, options, counts).found();
    printf("     %s: %s %d, planted %d times\n", plant.name.c_str(), found ? "seed" : "not found in",
           static_cast<int>(seed), static_cast<int>(counts.planted));
    EXPECT(found);
  }
}

TEST(a_finding_is_reduced_as_far_as_possible) {
  const std::vector<generated::Plant> all = generated::plants();
  const generated::Plant& ring = all[6];
  EXPECT(ring.name == "a ring is a row short");
  generated::HuntOptions options;
  options.plant = &ring;
  generated::Counts counts;
  generated::Finding finding;
  for (uint64_t seed = 1; !finding.found() && seed < kSeeds; ++seed)
    finding = generated::hunt(seed, options, counts);
  EXPECT(finding.found());
  const generated::Finding least = smallest(finding, options);
  // The finding is reproducible, and a network of two operators.
  EXPECT(look(least.graph, least.variant, options).found());
  EXPECT(least.graph.size() < finding.graph.size() && least.graph.size() < 80);
  if (least.graph.size() >= 80) printf("%s", describe(least).c_str());
}

TEST(crashes_and_endless_loops_are_findings) {
  const generated::Plant crash{"crash", [](nookc::Program&) -> bool { __builtin_trap(); }, nullptr};
  const generated::Plant endless{"endless",
                                 [](nookc::Program&) -> bool {
                                   for (;;) pause();
                                 },
                                 nullptr};
  for (const generated::Plant* plant : {&crash, &endless}) {
    generated::HuntOptions options;
    options.plant = plant, options.seconds = 1, options.variants = 1;
    generated::Counts counts;
    EXPECT(generated::hunt(1, options, counts).found());
  }
}

}  // namespace
