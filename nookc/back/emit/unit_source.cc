#include "nookc/back/emit/unit_source.h"

#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/core/identifier.h"
#include "nookc/graph/ethos_u.h"

namespace nookc {
namespace {

std::string number_text(size_t n) { return std::to_string(n); }
std::string number_text(int32_t n) { return std::to_string(n); }

// The model's operators that the unit's calls execute, including folded ones.
std::vector<int32_t> operators_of(const Program& program, const UnitCall& unit) {
  std::vector<int32_t> all;
  for (size_t i = unit.first; i <= unit.last; ++i) {
    const Node& node = program.graph.nodes[index(program.calls[i].node)];
    std::vector<int32_t> own = node.folded;
    own.push_back(node.source);
    std::ranges::sort(own);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

// "{1, 2}", wrapped if it is long.
std::string list(const std::vector<int32_t>& numbers) {
  Wrapped lines;
  for (int32_t n : numbers) lines.add(number_text(n));
  const std::string text = lines.str();
  return numbers.size() > 8 ? "{\n" + text + "  }" : "{" + text.substr(2, text.size() - 3) + "}";
}

// The array of inputs or outputs, and its count and name as arguments of the call.
struct Side {
  std::string array, arguments;
};

Side side(const Program& program, const std::vector<TensorId>& tensors, const std::string& type,
          const std::string& name, const std::function<std::string(TensorId)>& place) {
  if (tensors.empty()) return {"", "0"};
  std::string rows;
  for (TensorId t : tensors)
    rows += "      {" + number_text(program.graph[t].source) + ", " + number_text(program.graph[t].bytes()) +
            ", " + place(t) + "},\n";
  return {"  const " + type + " " + name + "[] = {\n" + rows + "  };\n", number_text(tensors.size())};
}

// "KWS_UNIT_NPU_ON_CPU"
std::string on_cpu(const Interface& face, const std::string& unit) {
  return face.prefix + "UNIT_" + upper(unit) + "_ON_CPU";
}

// The arrays of a call of the device, `more` local variables, and the call itself.
std::string device_call(const Program& program, const UnitCall& unit,
                        const std::function<std::string(const Location&)>& at, const std::string& more,
                        const std::string& run, const std::string& commands) {
  const std::vector<int32_t> operators = operators_of(program, unit);
  const auto place = [&](TensorId t) { return at(program.location[index(t)]); };
  const Side in = side(program, unit.in, "nook_device_input", "in", place),
             out = side(program, unit.out, "nook_device_output", "out", place);
  return "  static const int32_t operators[] = " + list(operators) + ";\n" + in.array + out.array + more +
         "  const nook_device_call call = {" + number_text(unit.index) + ", " +
         number_text(operators.size()) + ", operators, " + in.arguments + ", " + out.arguments + ", " +
         (unit.in.empty() ? "NULL" : "in") + ", " + (unit.out.empty() ? "NULL" : "out") +
         ",\n                                 " + run + ", {memory, inputs, outputs}, " + commands +
         "};\n  return nook_run_on(device, &call);\n}\n";
}

std::string comment_of(const Program& program, const UnitCall& unit) {
  const std::string first = c_comment(operator_label(program, program.calls[unit.first])),
                    last = c_comment(operator_label(program, program.calls[unit.last]));
  return "\n/* Call " + number_text(unit.index) + " of " + unit.unit + ": " + first +
         (unit.first == unit.last ? "" : " to " + last) + ". */";
}

// The base addresses of commands, in the order of the driver's.
struct Bases {
  std::string addresses, bytes;  // the elements of two arrays
  size_t count = 0;
};

Bases bases_of(const Program& program, const Call& call,
               const std::function<std::string(const Location&)>& at) {
  Bases all;
  const auto add = [&](const std::string& address, int64_t bytes, const std::string& what) {
    if (all.count == EthosU::kMostBases) return;
    all.addresses +=
        "      " + (address == "0" ? address : "(uintptr_t)" + address) + ", /* " + what + " */\n";
    all.bytes += (all.count++ ? ", " : "") + number_text(static_cast<size_t>(bytes));
  };
  const auto add_tensor = [&](TensorId t, const Location& where) {
    add(at(where), program.graph[t].bytes(), c_comment(program.graph[t].name));
  };
  const auto& attrs = *Graph::attrs<EthosU>(program.graph.nodes[index(call.node)]);
  const TensorId constants = call.in_tensors[EthosU::kConstants];
  if (constants == TensorId::kNone)
    add("0", 0, "no constants");
  else
    add_tensor(constants, call.in[EthosU::kConstants]);
  const Location scratch{Location::Kind::kScratch, call.scratch_pool, call.scratch_offset};
  add(at(scratch), attrs.scratch_bytes, "scratch");
  if (attrs.fast_bytes > 0)
    add(at(call.state), attrs.fast_bytes, "fast scratch");
  else
    add(at(scratch), 0, "no fast scratch");
  for (size_t k = EthosU::kFirstInput; k < call.in.size(); ++k) add_tensor(call.in_tensors[k], call.in[k]);
  for (size_t k = 0; k < call.out.size(); ++k) add_tensor(call.out_tensors[k], call.out[k]);
  return all;
}

// The arguments of the driver, as local variables.
std::string command_locals(const Program& program, const Call& call,
                           const std::function<std::string(const Location&)>& at) {
  const Bases bases = bases_of(program, call, at);
  const Location& commands = call.in[EthosU::kCommands];
  const std::string count = number_text(bases.count),
                    bytes = number_text(program.constants[static_cast<size_t>(commands.index)].bytes->size());
  return "  uint64_t bases[] = {\n" + bases.addresses + "  };\n  static const size_t base_bytes[] = {" +
         bases.bytes + "};\n  const nook_device_commands commands = {" + at(commands) + ", " + bytes +
         ", bases, base_bytes, " + count + "};\n";
}

constexpr std::string_view kArguments =
    "(const $_memory* memory, const $_inputs_ref* inputs,\n"
    "                      const $_outputs_ref* outputs, ";

}  // namespace

std::string unit_macros(const Interface& face, const std::vector<UnitCall>& calls) {
  std::string text;
  for (const InterfaceUnit& unit : face.units) {
    if (std::ranges::none_of(calls, [&](const UnitCall& c) { return c.unit == unit.name && !c.commands; }))
      continue;
    const std::string macro = on_cpu(face, unit.name);
    text += "\n/* -D" + macro + "=0: the cpu never substitutes for " + unit.name +
            ". call->run is NULL; kernels and constants of its operators are not linked. */\n#ifndef " +
            macro + "\n#define " + macro + " 1\n#endif\n";
  }
  return text;
}

std::string of_cpu_code(const Interface& face, const std::string& unit, const std::string& text) {
  return unit.empty() ? text : "\n#if " + on_cpu(face, unit) + text + "#endif\n";
}

std::string call_on_unit(const Interface& face, const UnitCall& unit, size_t number) {
  const std::string n = number_text(number);
  return named(face, "  const nook_status status" + n + " = $_on_unit" + n) +
         "(memory, inputs, outputs, devices->" + unit.unit + ");\n  if (status" + n +
         " != NOOK_OK) return status" + n + ";\n";
}

std::string unit_on_cpu(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                        const std::string& body) {
  if (unit.commands) return comment_of(program, unit);
  const std::string text = comment_of(program, unit) +
                           named(face, "\nstatic void $_unit" + number_text(number) +
                                           "(const nook_device_call* call) {\n"
                                           "  const $_memory* const memory = call->of_run[0];\n"
                                           "  const $_inputs_ref* const inputs = call->of_run[1];\n"
                                           "  const $_outputs_ref* const outputs = call->of_run[2];\n") +
                           body + "}\n";
  return of_cpu_code(face, unit.unit, text);
}

std::string unit_head(const Interface& face, size_t number) {
  return named(face, "\nstatic nook_status $_on_unit" + number_text(number)) + named(face, kArguments) +
         "const nook_device* device) {\n";
}

std::string unit_arguments(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                           const std::function<std::string(const Location&)>& at) {
  if (unit.commands)
    return device_call(program, unit, at, command_locals(program, program.calls[unit.first], at), "NULL",
                       "&commands");
  const std::string run = "#if " + on_cpu(face, unit.unit) +
                          named(face, "\n  void (*const run)(const nook_device_call*) = $_unit") +
                          number_text(number) +
                          ";\n#else\n  void (*const run)(const nook_device_call*) = NULL;\n#endif\n";
  return device_call(program, unit, at, run, "run", "NULL");
}

std::string calls_with_devices(const Interface& face, const std::string& body) {
  return named(face, "\nstatic nook_status $_calls") + named(face, kArguments) +
         named(face, "const $_devices* devices) {\n") + body;
}

std::string run_with_devices(const Interface& face) {
  std::string all;
  for (const InterfaceUnit& unit : face.units) all += (all.empty() ? "" : ", ") + ("devices->" + unit.name);
  const std::string count = number_text(face.units.size());
  return "  if (!devices) return NOOK_NULL;\n  const nook_device* const all[] = {" + all +
         "};\n  const nook_status active = nook_activate(all, " + count +
         ");\n  if (active != NOOK_OK) return active;\n  return nook_deactivate(all, " + count +
         named(face, ", $_calls(memory, inputs, outputs, devices));\n}\n");
}

}  // namespace nookc
