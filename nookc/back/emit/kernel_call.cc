#include "nookc/back/emit/kernel_call.h"

#include <set>

namespace nookc {
namespace {

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

}  // namespace

std::vector<size_t> handed_operands(const Call& call) {
  const nook::Signature& signature = op_row(call).signature;
  std::vector<size_t> all;
  for (size_t k = 0; k < call.in.size(); ++k)
    if (signature.handed(k)) all.push_back(k);
  return all;
}

std::string include_kernels(const Program& program) {
  std::set<std::string> headers;
  for (const Call& call : program.calls) headers.insert(call.header);
  std::string text;
  for (const std::string& header : headers) text += "#include \"" + header + "\"\n";
  return text;
}

std::string tensor_arguments(const Call& call, const std::function<std::string(size_t)>& in,
                             const std::function<std::string(size_t)>& out) {
  const nook::Signature& signature = op_row(call).signature;
  std::vector<std::string> inputs, outputs;
  for (const size_t k : handed_operands(call)) inputs.push_back(in(k));
  for (size_t k = 0; k < call.out.size(); ++k) outputs.push_back(out(k));
  const std::string x = list(inputs), y = list(outputs);
  return (signature.many_inputs() ? "(const void* const[]){" + x + "}" : x) + ", " +
         (signature.many_results() ? "(void* const[]){" + y + "}" : y);
}

}  // namespace nookc
