#include "nookc/core/text.h"

#include <cstdio>
#include <numeric>

#include "nookc/core/columns.h"
#include "nookc/core/dtype.h"
#include "nookc/emit/memory_table.h"
#include "nookc/lower/row_stage.h"
#include "nookc/lower/unit_calls.h"
#include "nookc/report/report.h"

namespace nookc {
namespace {

// "int8 1x49x10x1"
std::string type_and_shape(const Tensor& tensor) {
  std::string text = dtype_name(tensor.type);
  for (int i = 0; i < tensor.shape.rank; ++i) text += (i ? "x" : " ") + std::to_string(tensor.shape.dim[i]);
  return text;
}

// Bytes of scratch in use at each step: where in the network the memory goes.
std::vector<int64_t> alive(const Program& program) {
  std::vector<int64_t> bytes(program.calls.size() + 3);
  for (const Planned& b : program.buffers) {
    bytes[static_cast<size_t>(b.buffer.first)] += b.buffer.size;
    bytes[static_cast<size_t>(b.buffer.last) + 1] -= b.buffer.size;
  }
  std::partial_sum(bytes.begin(), bytes.end(), bytes.begin());
  return bytes;
}

// "3 of 48": the rows of its output that are live at once; "sums" instead of any; all of it: "-".
std::string rows(const Program& program, size_t call) {
  const RowStage* const s = row_stage(program, call);
  if (s)
    return s->sum_bytes > 0 ? "sums"
           : s->into >= 0   ? "in place"
                            : std::to_string(s->held) + " of " + std::to_string(s->height);
  return "-";
}

// "28 of 128", or nothing where the model has no others.
std::string channels(const Tensor& output) {
  if (output.narrowed.of == 0) return {};
  return std::to_string(output.narrowed.channels.size()) + " of " + std::to_string(output.narrowed.of);
}

std::string operators(const Program& program, const Interface& face) {
  std::vector<std::vector<std::string>> lines = {
      {"#", "node", "operator", "output", "", "MACs", "rows", "in use", "own", "kernel", ""}};
  const std::vector<int64_t> in_use = alive(program);
  bool narrowed = false;
  for (const Call& call : program.calls) narrowed |= program.graph[call.out_tensors[0]].narrowed.of > 0;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const Node& node = program.graph.nodes[index(call.node)];
    lines.push_back({std::to_string(i), node.source < 0 ? "-" : std::to_string(node.source), op_name(node),
                     operator_short_name(program, call), type_and_shape(program.graph[call.out_tensors[0]]),
                     std::to_string(call.macs), rows(program, i),
                     std::to_string(in_use[static_cast<size_t>(call.step)]), std::to_string(call.op.scratch),
                     call.op.symbol, static_cast<int32_t>(i) == face.peak_call ? "<- peak" : ""});
  }
  if (narrowed) {
    lines[0].insert(lines[0].begin() + 5, "channels");
    for (size_t i = 0; i < program.calls.size(); ++i)
      lines[i + 1].insert(lines[i + 1].begin() + 5, channels(program.graph[program.calls[i].out_tensors[0]]));
  }
  if (!program.units.empty()) {
    lines[0].insert(lines[0].begin() + 2, "unit");
    for (size_t i = 0; i < program.calls.size(); ++i) {
      const std::string& unit = unit_of(program, program.calls[i]);
      lines[i + 1].insert(lines[i + 1].begin() + 2, unit.empty() ? "cpu" : unit);
    }
  }
  return columns(lines, "  ");
}

std::string interface_lines(const Program& program, const Interface& face) {
  std::vector<std::vector<std::string>> lines = {{"", "identifier", "type", "scale", "zero", "in the model"}};
  const auto add = [&](const std::string& role, const InterfaceTensor& t) {
    const Tensor& tensor = program.graph[t.id];
    char scale[32] = "-";
    if (tensor.scales.size() == 1)
      snprintf(scale, sizeof scale, "%.9g", static_cast<double>(tensor.scales[0]));
    lines.push_back({role, t.identifier, type_and_shape(tensor), scale,
                     tensor.scales.size() == 1 ? std::to_string(tensor.zero_point) : "-", printable(t.name)});
  };
  for (const InterfaceTensor& t : face.inputs) add("input", t);
  for (const InterfaceTensor& t : face.outputs) add("output", t);
  return columns(lines, "  ");
}

std::string passes(const Program& program) {
  std::vector<std::vector<std::string>> lines = {
      {"pass", "changes", "MACs", "weights", "constants", "tensors"}};
  const auto add = [&](const std::string& name, const std::string& changes, const Work& work) {
    lines.push_back({name, changes, std::to_string(work.macs), std::to_string(work.weight_bytes),
                     std::to_string(work.constant_bytes), std::to_string(work.peak_bytes)});
  };
  if (!program.passes.empty()) add("(the model)", "-", program.passes.front().before);
  for (const PassReport& pass : program.passes) add(pass.name, std::to_string(pass.changes), pass.after);
  return columns(lines, "  ");
}

// What is known of other plans. Over several pools the lowest is not the best.
std::string proof(const Program& program) {
  int64_t least = 0;
  for (const PoolUse& pool : program.scratch_pools) least += pool.lower_bound;
  const bool several = program.scratch_pools.size() > 1;
  if (several) return program.scratch_optimal ? "; no plan suits these pools better" : "";
  return least == program.scratch_bytes ? "; no plan is lower" : "";
}

std::string bound(const Program& program) {
  if (program.scratch_bytes == 0) return "";
  if (program.scratch_bytes == program.scratch_lower_bound)
    return "The scratch is as small as the busiest operator allows.\n";
  const std::string proved = proof(program);
  if (program.scratch_bytes < program.scratch_lower_bound)
    return "The scratch is " + std::to_string(program.scratch_lower_bound - program.scratch_bytes) +
           " bytes below the busiest operator's whole tensors: " +
           (program.chains.empty() ? "outputs overwrite inputs that were read" : "operators run row by row") +
           proved + ".\n";
  return "The scratch is " + std::to_string(program.scratch_bytes - program.scratch_lower_bound) +
         " bytes above the busiest operator's buffers (" + std::to_string(program.scratch_lower_bound) + ")" +
         proved + ".\n";
}

}  // namespace

std::string report_text(const Program& program, const EmitOptions& options) {
  const Interface face = interface_of(program, options);
  std::string text = face.name + " for " + std::string(program.target->name) + ", from " +
                     printable(face.model_file) + " (" + std::to_string(program.model_bytes) +
                     " bytes)\nsha256 " + program.model_sha256 + "\n";
  if (!face.producer.empty()) text += "producer " + printable(face.producer) + "\n";
  text += "nook " + options.provenance.version;
  if (!options.provenance.commit.empty()) text += " (" + options.provenance.commit + ")";
  text += "\n\nInterface\n" + interface_lines(program, face);
  text += "\nMemory\n" + memory_table(memory_rows(program, face), "  ") + bound(program);
  text += "\nOperators: " + std::to_string(program.calls.size()) + ", " + std::to_string(program.macs()) +
          " multiply-accumulates; rows of the output that are live at once (-: all),\nbytes of scratch in "
          "use and of the kernel's own\n" +
          operators(program, face);
  return text +
         "\nPasses; MACs, bytes of weights, of all constants and of the most tensors alive after each\n" +
         passes(program);
}

}  // namespace nookc
