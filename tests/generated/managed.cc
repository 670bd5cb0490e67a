#include "tests/generated/managed.h"

#include <cstring>
#include <regex>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/managed.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/plan/placing/managed_plan.h"
#include "tests/generated/avx2.h"

namespace generated {
namespace {

std::string number(int64_t n) { return std::to_string(n); }

// Frees a tensor before the last operator that reads it.
bool drop_early(std::string&, std::string& source) {
  static const std::regex last(
      R"(\n(  op\d+_\.set_inputs[^\n]*\n[^\n]*\n[^\n]*return fail\(\);\n)(  t\w+\.reset\(\);\n))");
  const std::string text =
      std::regex_replace(source, last, "\n$2$1", std::regex_constants::format_first_only);
  const bool any = text != source;
  source = text;
  return any;
}

// Lowers the number after `before` by `by`.
bool lower(std::string& text, const std::string& before, int by) {
  const std::regex all(before + R"((\d+))");
  std::smatch found;
  if (!std::regex_search(text, found, all) || std::stoi(found[1]) <= by) return false;
  text.replace(static_cast<size_t>(found.position(1)), static_cast<size_t>(found.length(1)),
               number(std::stoi(found[1]) - by));
  return true;
}

// States the arena smaller than its content.
bool state_less(std::string& header, std::string&) { return lower(header, "kRamBytes = ", 16); }

// Requests less scratch for an operator than its kernel writes.
bool ask_for_less(std::string&, std::string& source) { return lower(source, R"(call_kernel<[^>]*>, )", 48); }

// Swaps the operands of an operator.
bool exchange_operands(std::string&, std::string& source) {
  static const std::regex two(R"(set_inputs\(\{\{0, (t\w+|in_\w+)\}, \{1, (t\w+|in_\w+)\}\}\))");
  const std::string text = std::regex_replace(source, two, "set_inputs({{0, $2}, {1, $1}})");
  const bool any = text != source;
  source = text;
  return any;
}

// An array for each constants file, and the statements that lend it to the class.
std::string lending_text(const std::string& name, const nookc::Files& files) {
  std::string arrays, calls;
  for (const nookc::File& file : files) {
    if (!file.path.ends_with(".bin")) continue;
    const std::string pool = file.path.substr(name.size() + 1, file.path.size() - name.size() - 5),
                      constants = pool + "_constants";
    nookc::Bytes bytes(file.content.size());
    std::memcpy(bytes.data(), file.content.data(), bytes.size());
    arrays += "alignas(Class::" + constants + "::align) const uint8_t " + constants + "[] = {\n" +
              nookc::c_elements(nook::DType::kU8, bytes) + "};\n";
    calls += "  if (!model.set_" + constants + "(" + constants + ", sizeof " + constants +
             ")) return false;\n" + "  if (nook::managed::crc32_of(" + constants + ", sizeof " + constants +
             ") != Class::" + constants + "::crc32) return false;\n";
  }
  return arrays + "bool lend(Class& model) {\n  (void)model;\n" + calls + "  return true;\n}\n";
}

// The function that runs one class, see managed_world.h.
std::string unit_text(const std::string& name, const std::string& header, const nookc::Files& files,
                      const Subject& subject) {
  static const std::regex facts(R"(struct (\w+)_facts \{)");
  std::vector<std::string> borders;  // the names of the inputs, followed by the outputs
  for (std::sregex_iterator i(header.begin(), header.end(), facts), end; i != end; ++i)
    borders.push_back((*i)[1].str());
  std::string given[2], text = "#include \"" + name + "_model.cc\"\nnamespace " + name +
                               "_unit {\nusing Class = " + name + "_model;\n" + lending_text(name, files);
  size_t at = 0;
  for (const int side : {0, 1}) {
    const Values& values = side ? subject.expected() : subject.inputs();
    for (size_t i = 0; i < values.size(); ++i, ++at) {
      const std::string array = (side ? "y" : "x") + number(static_cast<int64_t>(i));
      text += array_text(array, values[i]);
      given[side] += "{" + array + ", " + number(static_cast<int64_t>(values[i].size())) +
                     ", Class::" + borders[at] + "_facts::shape(), Class::" + borders[at] + "_facts::type}, ";
    }
  }
  return text +
         "std::string test(uint32_t turn, generated::Managed& seen) {\n  const generated::Given in[] = {" +
         given[0] + "}, out[] = {" + given[1] +
         "};\n  return generated::run_managed<Class>(in, out, turn, seen, lend);\n}\n}\n";
}

std::string& content(nookc::Files& files, const std::string& path) {
  for (nookc::File& file : files)
    if (file.path == path) return file.content;
  files.push_back({path, {}});
  return files.back().content;
}

// Compiles like `nook compile --format managed`: tensors are whole, and none is part of another.
Variant managed_variant(uint64_t seed, const nookc::Graph& graph, int i) {
  Choices choices(seed * 1000 + 600);
  Variant v = random_variant(choices, graph);
  v.emit.name = "net" + number(i), v.emit.events = false;
  nookc::CompileOptions& o = v.options;
  o.rows = o.stream_input = false, o.staging = {}, o.cores = 1;
  const char* const fast = kRunsVnni && seed % 4 == 1 ? "host-vnni" : "host-avx2";
  if (kRunsAvx2) o.target = nookc::find_target(seed % 2 ? fast : "host");
  o.disabled_passes.emplace("views");
  o.inputs_in_scratch.clear(), o.outputs_in_scratch.clear(), o.kept_inputs.clear();
  o.pools.clear(), o.wishes.clear(), o.units.clear(), o.constants_by_pointer.clear();
  if (seed % 3 == 0) o.constants_by_pointer = {"*"};
  return v;
}

std::optional<Unit> unit_of(const std::string& original, uint64_t seed, int i, const ManagedPlant* plant,
                            std::string& wrong) {
  const std::string tflite = converted(original);
  const auto bytes = std::as_bytes(std::span(tflite.data(), tflite.size()));
  const auto graph = nookc::import_tflite(bytes, "net.tflite");
  if (!graph) return wrong = "the importer: " + to_string(graph.diag()), std::nullopt;
  const Variant v = managed_variant(seed, *graph, i);
  const auto program = compile(bytes, "net.tflite", v.options);
  if (!program) return wrong = "the compiler refuses: " + to_string(program.diag()), std::nullopt;
  if (!program->kept.empty()) return {};  // managed tensors have no persistent state
  const auto layout = plan_managed(*program, v.options.solver, v.options.effort);
  if (!layout) return wrong = "the planner refuses: " + to_string(layout.diag()), std::nullopt;
  auto files = emit_managed(*program, v.emit, *layout);
  if (!files) return wrong = "the emitter refuses: " + to_string(files.diag()), std::nullopt;
  std::string &header = content(*files, v.emit.name + "_model.h"),
              &source = content(*files, v.emit.name + "_model.cc");
  if (plant && !plant->plant(header, source)) return {};
  Counts counts;
  Subject subject(tflite, 1);
  wrong = subject.prepare(counts);
  if (!wrong.empty()) return {};
  const std::string text = unit_text(v.emit.name, header, *files, subject);
  files->push_back({v.emit.name + "_unit.cc", text});
  return Unit{*std::move(files), v.emit.name, program->constant_bytes()};
}

// One C++ file and one C file with all of them, so that their includes are compiled once.
nookc::Files table(const std::vector<Member>& members) {
  std::string units, entries, c;
  for (const Member& m : members) {
    const std::string& name = m.unit.entry;
    units += "#include \"" + name + "_unit.cc\"\n";
    entries += "  {" + name + "_unit::test, " + number(static_cast<int64_t>(m.seed)) + "u},\n";
    for (const char* part : {"_arguments.c", "_constants.c"}) c += "#include \"" + name + part + "\"\n";
  }
  return {{"units.inc", units + "const generated::ManagedModel kModels[] = {\n" + entries + "};\n"},
          {"constants.c", c}};
}

}  // namespace

const std::vector<ManagedPlant>& managed_plants() {
  static const std::vector<ManagedPlant> all = {{"a tensor is dropped before its last reader", drop_early},
                                                {"the arena is stated too small", state_less},
                                                {"a kernel has less scratch than it writes", ask_for_less},
                                                {"operands in the wrong order", exchange_operands}};
  return all;
}

int write_managed(const FirmwareOptions& options, const ModelOfSeed& model_of, int plant) {
  const ManagedPlant* const fault = plant < 0 ? nullptr : &managed_plants()[static_cast<size_t>(plant)];
  const UnitOfModel unit = [fault](const std::string& tflite, uint64_t seed, int i, std::string& wrong) {
    return unit_of(tflite, seed, i, fault, wrong);
  };
  FirmwareOptions all = options;
  if (fault) all.tries = 400;  // most graphs have no place for it
  return write_units(all, model_of, unit, table);
}

}  // namespace generated
