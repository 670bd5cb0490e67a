// The options that say how samples become a model's inputs, as a user writes them.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/data/samples.h"

namespace nookc {

struct SampleFlags {
  std::string type;  // --sample-type; empty: the input's type
  std::string mean = "0", scale = "1";
};

// The element types that raw files may have.
std::vector<std::string> raw_type_names();

// Diag N2050: invalid numbers.
Result<SampleOptions> sample_options(const SampleFlags& flags);

}  // namespace nookc
