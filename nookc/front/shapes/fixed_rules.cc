#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

// Variables keep their shapes from one inference to the next.
Answer as_recorded(const Question& q) {
  Answer all;
  for (size_t i = 0; i < q.results(); ++i) all.push_back(q.recorded(i));
  return all;
}

constexpr RuleRow kRules[] = {
    {OpCode::kAssignVariable, as_recorded},
    {OpCode::kCallOnce, as_recorded},
    {OpCode::kReadVariable, as_recorded},
    {OpCode::kVarHandle, as_recorded},
};

}  // namespace

std::span<const RuleRow> fixed_rules() { return kRules; }

}  // namespace nookc::shapes
