#include "nookc/core/text.h"

#include <cstdio>

#include "nookc/back/emit/memory_table.h"
#include "nookc/core/columns.h"
#include "nookc/middle/lower/in_use.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/study/report/cores.h"
#include "nookc/study/report/hop.h"
#include "nookc/study/report/report.h"
#include "nookc/study/report/stored.h"

namespace nookc {
namespace {

// The bytes of scratch in use at the step of a call, summed over all pools: shows where the network needs its
// memory.
int64_t in_use(const std::vector<BytesInUse>& pools, const Call& call) {
  int64_t bytes = 0;
  for (const BytesInUse& pool : pools) bytes += pool.at(call.step);
  return bytes;
}

// "3 of 48": the live rows of its output; "sums" if it keeps sums instead; "-": the whole output.
std::string rows(const Program& program, size_t call) {
  const RowStage* const s = row_stage(program, call);
  if (s)
    return s->sum_bytes > 0 ? "sums"
           : s->into >= 0 && !row_chain(program, call)->strips
               ? "in place"
               : std::to_string(s->held) + " of " + std::to_string(s->height);
  return "-";
}

// "28 of 128", or nothing if the model has the same number.
std::string channels(const Tensor& output) {
  if (output.narrowed.of == 0) return {};
  return std::to_string(output.narrowed.channels.size()) + " of " + std::to_string(output.narrowed.of);
}

std::string operators(const Program& program, const Interface& face, int width) {
  std::vector<std::vector<std::string>> lines = {
      {"#", "node", "operator", "output", "", "MACs", "rows", "in use", "own", "kernel", ""}};
  std::vector<BytesInUse> pools;
  for (size_t pool = 0; pool < program.scratch_pools.size(); ++pool)
    pools.emplace_back(extents_of(program, pool));
  bool narrowed = false;
  for (const Call& call : program.calls) narrowed |= program.graph[call.out_tensors[0]].narrowed.of > 0;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const Node& node = program.graph.nodes[index(call.node)];
    lines.push_back({std::to_string(i), node.source < 0 ? "-" : std::to_string(node.source), op_name(node),
                     operator_short_name(program, call), type_and_shape(program.graph[call.out_tensors[0]]),
                     std::to_string(call.macs), rows(program, i), std::to_string(in_use(pools, call)),
                     std::to_string(call.op.scratch), call.op.symbol,
                     static_cast<int32_t>(i) == face.peak_call ? "<- peak" : ""});
  }
  if (narrowed) {
    lines[0].insert(lines[0].begin() + 5, "channels");
    for (size_t i = 0; i < program.calls.size(); ++i)
      lines[i + 1].insert(lines[i + 1].begin() + 5, channels(program.graph[program.calls[i].out_tensors[0]]));
  }
  if (std::ranges::any_of(program.calls, [](const Call& call) { return call.estimate.has_value(); })) {
    const auto macs = std::ranges::find(lines[0], "MACs") - lines[0].begin();
    lines[0].insert(lines[0].begin() + macs + 1, "estimated");
    for (size_t i = 0; i < program.calls.size(); ++i) {
      const std::optional<Estimate>& estimate = program.calls[i].estimate;
      lines[i + 1].insert(lines[i + 1].begin() + macs + 1, estimate ? std::to_string(estimate->flash) : "-");
    }
  }
  if (!program.units.empty()) {
    lines[0].insert(lines[0].begin() + 2, "unit");
    for (size_t i = 0; i < program.calls.size(); ++i) {
      const std::string& unit = unit_of(program, program.calls[i]);
      lines[i + 1].insert(lines[i + 1].begin() + 2, unit.empty() ? "cpu" : unit);
    }
  }
  return columns(lines, "  ", {width, {"own", "#", "kernel", "channels", "rows"}});
}

// Explains the columns that a table of operators has.
std::string legend(const std::string& table) {
  const std::string head = table.substr(0, table.find("\n  0"));
  const auto has = [&](const char* column) { return head.find(column) != std::string::npos; };
  std::vector<std::string> said;
  if (has("rows")) said.emplace_back("rows: output rows that are live at once (-: all)");
  const bool used = has("in use"), own = has("own");
  if (used && own)
    said.emplace_back("in use, own: bytes of scratch, in all and of the kernel");
  else if (used || own)
    said.emplace_back(used ? "in use: bytes of scratch, in all" : "own: bytes of scratch of the kernel");
  const std::string all = said.empty() ? "" : join_text(said, "; ") + "\n";
  return all + (has("estimated") ? "estimated: cycles from flash (docs/cycles.md)\n" : "");
}

std::string interface_lines(const Program& program, const EmitOptions& options, const Interface& face,
                            int width) {
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
  std::string text = columns(lines, "  ", {width, {"in the model"}});
  for (const auto& [side, input] : {std::pair(&face.inputs, true), {&face.outputs, false}})
    for (const InterfaceTensor& t : *side)
      if (t.stated) text += "  " + t.identifier + ": " + stated_text(program, t, input) + "\n";
  for (const std::string& note : options.stated.notes) text += "  " + printable(note) + "\n";
  return text;
}

// "3 CONV_2D conv_1" for the call at a step, or only its number; "entry" and "exit" for the first and last
// step.
std::string step_label(const Program& program, int32_t step, Detail detail) {
  if (step <= 0) return "entry";
  if (static_cast<size_t>(step) > program.calls.size()) return "exit";
  const std::string label = operator_label(program, program.calls[static_cast<size_t>(step) - 1]);
  return detail == Detail::kFull ? label : label.substr(0, label.find(' '));
}

std::string buffers(const Program& program, Detail detail, int width) {
  std::vector<std::vector<std::string>> lines = {
      {"pool", "offset", "bytes", "align", "buffer", "from", "to"}};
  for (const Planned& b : program.buffers)
    lines.push_back({program.scratch_pools[static_cast<size_t>(b.pool)].pool.name, std::to_string(b.offset),
                     std::to_string(b.buffer.size), std::to_string(b.buffer.alignment),
                     detail == Detail::kFull ? printable(b.name) : printable(first_name(b.name)),
                     step_label(program, b.buffer.first, detail),
                     step_label(program, b.buffer.last, detail)});
  return columns(lines, "  ", {width, {}});
}

std::string passes(const Program& program, Detail detail) {
  std::vector<std::vector<std::string>> lines = {
      {"pass", "changes", "MACs", "weights", "of the model", "tensors"}};
  const auto add = [&](const std::string& name, const std::string& changes, const Work& work) {
    lines.push_back({name, changes, std::to_string(work.macs), std::to_string(work.weight_bytes),
                     std::to_string(work.constant_bytes), std::to_string(work.peak_bytes)});
  };
  if (!program.passes.empty()) add("(the model)", "-", program.passes.front().before);
  std::string unchanged;
  for (const PassReport& pass : program.passes) {
    if (detail == Detail::kFull || pass.changes > 0)
      add(pass.name, std::to_string(pass.changes), pass.after);
    else
      unchanged += (unchanged.empty() ? "" : ", ") + std::string(pass.name);
  }
  return columns(lines, "  ") + (unchanged.empty() ? "" : "  nothing to change: " + unchanged + "\n");
}

// The known facts about other plans. With several pools, the lowest plan is not always the best.
std::string proof(const Program& program) {
  int64_t least = 0;
  for (const PoolUse& pool : program.scratch_pools) least += pool.lower_bound;
  const bool several = program.scratch_pools.size() > 1;
  if (several) return program.scratch_optimal ? "; no plan is better for these pools" : "";
  return least == program.scratch_bytes ? "; no plan is lower" : "";
}

std::string bound(const Program& program) {
  const StoredWeights& stored = program.stored;
  const int32_t staging = stored.empty() ? 0 : program.scratch_pools[static_cast<size_t>(stored.pool)].bytes;
  const int32_t scratch = program.scratch_bytes - staging;
  if (scratch == 0) return "";
  if (scratch == program.scratch_lower_bound)
    return "The scratch is as small as the busiest operator allows.\n";
  const std::string proved = proof(program);
  if (scratch < program.scratch_lower_bound)
    return "The scratch is " + std::to_string(program.scratch_lower_bound - scratch) +
           " bytes below the busiest operator's whole tensors: " +
           (program.chains.empty() ? "outputs overwrite inputs that were read" : "operators run row by row") +
           proved + ".\n";
  return "The scratch is " + std::to_string(scratch - program.scratch_lower_bound) +
         " bytes above the busiest operator's buffers (" + std::to_string(program.scratch_lower_bound) + ")" +
         proved + ".\n";
}

}  // namespace

std::string report_text(const Program& program, const EmitOptions& options, const View& view) {
  const Detail detail = view.detail;
  const int width = detail == Detail::kFull ? 0 : view.width;
  const Interface face = interface_of(program, options);
  const std::string memory = memory_table(memory_rows(program, face), "  ", width);
  if (detail == Detail::kQuiet) return memory;
  std::string text = face.name + " for " + std::string(program.target->name) + ", from " +
                     printable(face.model_file) + " (" + std::to_string(program.model_bytes) +
                     " bytes)\nsha256 " + program.model_sha256 + "\n";
  if (!face.producer.empty()) text += "producer " + printable(face.producer) + "\n";
  text += "nook " + options.provenance.version;
  if (!options.provenance.commit.empty()) text += " (" + options.provenance.commit + ")";
  text += "\n\nInterface\n" + interface_lines(program, options, face, width);
  text += "\nMemory\n" + memory + bound(program);
  const std::string table = operators(program, face, width);
  text += "\nOperators: " + std::to_string(program.calls.size()) + ", with " +
          std::to_string(program.macs()) + " multiply-accumulates\n" + legend(table) + table;
  text += hop_text(program, width) + stored_text(program) + cores_text(program);
  text +=
      "\nPasses: after each, MACs and bytes of weights, of all constants in the model, of live tensors at "
      "the "
      "peak\nIn flash, constants are packed for the kernels, and the kernels' arguments are added.\n" +
      passes(program, detail);
  if (!program.buffers.empty())
    text += "\nBuffers in the scratch, from the first to the last operator that uses them\n" +
            buffers(program, detail, width);
  for (const Hint& hint : options.hints) text += "\n" + hint.text + "\n";
  return folded_lines(text, width);
}

}  // namespace nookc
