#include "nook/ops/table.h"

namespace nook {

Code check_counts(const Signature& signature, const NodeView& node, PrepareContext& context) {
  const size_t in = node.inputs.size(), out = node.outputs.size();
  const size_t least = signature.least(), most = signature.most();
  NOOK_CHECK(context, in >= least, Reason::kOperandCount, 0, least, in);
  NOOK_CHECK(context, in <= most, Reason::kOperandCount, 0, most, in);
  const bool right = signature.many_results() ? out > 0 : out == signature.results;
  const size_t results = signature.many_results() ? 1 : signature.results;
  NOOK_CHECK(context, right, Reason::kOperandCount, kFirstOutput, results, out);
  for (size_t i = 0; i < least; ++i)
    NOOK_CHECK(context, node.inputs[i].present(), Reason::kOperandCount, i, 1, 0);
  return Code::kOk;
}

}  // namespace nook
