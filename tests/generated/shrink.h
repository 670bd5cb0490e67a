// The least record of choices for which something still holds.
#pragma once
#include <functional>

#include "tests/generated/choices.h"

namespace generated {

// What a generator makes of a record: the choices that it really made, and which go together.
struct Made {
  std::vector<uint32_t> choices;
  std::vector<Choices::Group> groups;
};

// `holds` says whether a record still shows what is looked for and, if so, gives what was made of it.
// Groups are left out, then choices, then choices are lowered, until nothing helps or `most_trials` were
// made.
Made shrink(Made from, const std::function<bool(const std::vector<uint32_t>&, Made&)>& holds,
            int most_trials);

}  // namespace generated
