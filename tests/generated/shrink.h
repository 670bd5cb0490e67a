// Finds the least record of choices for which a property still holds.
#pragma once
#include <functional>

#include "tests/generated/choices.h"

namespace generated {

// A generator's use of a record: the choices that it really made, and which belong together.
struct Made {
  std::vector<uint32_t> choices;
  std::vector<Choices::Group> groups;
};

// `holds` checks whether a record still has the property and, if so, stores the generator's choices. Removes
// groups, then choices, then lowers choices, until nothing helps or `most_trials` were made.
Made shrink(Made from, const std::function<bool(const std::vector<uint32_t>&, Made&)>& holds,
            int most_trials);

}  // namespace generated
