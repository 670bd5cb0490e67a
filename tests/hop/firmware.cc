// Hops of random networks as a firmware for an emulated board, which boards.py builds and runs: each push of
// each network is compared with the whole window on this machine.
#include "tests/generated/firmware.h"

#include <cstdio>

#include "nookc/compile/compile.h"
#include "nookc/front/export/export.h"
#include "tests/generated/command_line.h"
#include "tests/hop/random_window.h"
#include "tests/hop/run_graph.h"
#include "tests/hop/stream.h"

namespace {

using generated::Unit;
using nookc::Bytes;

constexpr int kResults = 6;                 // with a result, for each network
constexpr int64_t kMostMemory = 100 << 10;  // for one network while it runs

struct Options : generated::SeedOptions {
  generated::FirmwareOptions firmware;
};

std::string number(int64_t n) { return std::to_string(n); }

// The frames of all pushes, and the outputs of the pushes with a result, in order.
struct Recording {
  std::vector<std::vector<uint8_t>> frames, outputs;
  bool sound = true;
};

void append(const Bytes& bytes, std::vector<uint8_t>& to) {
  const auto* const first = reinterpret_cast<const uint8_t*>(bytes.data());
  to.insert(to.end(), first, first + bytes.size());
}

Recording record(const hop::RandomWindow& net, int32_t hop, int runs, uint64_t seed) {
  Recording all;
  all.frames.resize(net.graph.inputs.size()), all.outputs.resize(net.graph.outputs.size());
  hop::GraphRun whole(net.graph);
  all.sound = whole.sound();
  generated::Choices values(seed);
  std::vector<hop::Stream> streams;
  for (nookc::TensorId t : net.graph.inputs) streams.emplace_back(net.graph[t], net.axis);
  for (int push = 1; all.sound && push < runs + kResults; ++push) {
    std::vector<Bytes> window;
    for (size_t i = 0; i < streams.size(); ++i) {
      streams[i].append(hop, values);
      append(streams[i].newest(hop), all.frames[i]);
      if (push >= runs) window.push_back(streams[i].newest(streams[i].window()));
    }
    if (push < runs) continue;
    const auto outputs = whole.run(window);
    for (size_t i = 0; outputs && i < outputs->size(); ++i) append((*outputs)[i], all.outputs[i]);
  }
  return all;
}

bool has_floats(const nookc::Graph& graph) {
  return std::ranges::any_of(graph.tensors,
                             [](const nookc::Tensor& t) { return t.type == nook::DType::kF32; });
}

// The function that pushes all frames of one network; board.h declares the functions that it calls.
std::string unit_text(const nookc::Program& program, const nookc::EmitOptions& emit, const Recording& all) {
  const nookc::Interface face = interface_of(program, emit);
  const std::string& n = face.name;
  std::string text = "#include \"board.h\"\n#include \"" + n + ".h\"\n", in, out, compare;
  for (const char* end : {"_constants.c", "_check.c", ".c"}) text += "#include \"" + n + end + "\"\n";
  for (size_t i = 0; i < face.inputs.size(); ++i) {
    text += generated::array_text("x" + number(i), all.frames[i]);
    in += "." + face.inputs[i].identifier + " = (const void*)(x" + number(i) + " + push * " +
          number(program.graph[face.inputs[i].id].bytes()) + "), ";
  }
  for (size_t i = 0; i < face.outputs.size(); ++i) {
    const auto& t = face.outputs[i];
    const nook::DType type = program.graph[t.id].type;
    const bool real = type == nook::DType::kF32;
    const std::string bytes = number(program.graph[t.id].bytes());
    text += generated::array_text("y" + number(i), all.outputs[i]);
    out += "." + t.identifier + " = lend(" + t.macro + "_BYTES, " + t.macro + "_ALIGN, turn), ";
    compare += std::string("    if (") +
               (real                        ? "floats"
                : type == nook::DType::kS16 ? "words"
                                            : "bytes") +
               "_differ(outputs." + t.identifier + ", y" + number(i) + " + result * " + bytes + ", " + bytes +
               (real                        ? ""
                : has_floats(program.graph) ? ", 0"
                                            : ", 1") +
               ")) return 2;\n";
  }
  const std::string runs = number(program.hop.runs);
  return text + "\nint " + n + "_test(uint32_t turn) {\n  const " + n + "_memory memory = {" +
         generated::lent_members(face) + "};\n  const " + n + "_outputs_ref outputs = {" + out +
         "};\n  if (" + n + "_reset(&memory) != NOOK_OK) return 5;\n  for (int32_t push = 0; push < " +
         number(program.hop.runs + kResults - 1) + "; ++push) {\n    const int32_t result = push + 1 - " +
         runs + ";\n    const " + n + "_inputs_ref inputs = {" + in +
         "};\n    const nook_status status = " + n + "_run_ref(&memory, &inputs, &outputs);\n" +
         "    if (status != (result < 0 ? NOOK_NOT_READY : NOOK_OK)) return 1;\n" +
         "    if (result < 0) continue;\n" + compare + "  }\n  return damaged() ? 3 : 0;\n}\n";
}

// Options that a hop has, without the application's own pools and places.
generated::Variant variant_of(uint64_t seed, const nookc::Graph& graph, const nookc::Target& target) {
  generated::Choices choices(seed * 1000 + 500);
  generated::Variant v = generated::random_variant(choices, graph);
  nookc::CompileOptions& o = v.options;
  o.target = &target, o.stream_input = false, o.staging = {}, o.cores = 1;
  o.units.clear(), o.wishes.clear(), o.pools.clear(), o.constants_by_pointer.clear();
  o.inputs_in_scratch.clear(), o.outputs_in_scratch.clear(), o.kept_inputs.clear();
  v.emit.events = false;
  return v;
}

std::optional<Unit> unit_of(const nookc::Target& target, const std::string& tflite, uint64_t seed, int i,
                            std::string& wrong) {
  generated::Choices choices(seed);
  const hop::RandomWindow net = hop::random_window(choices);
  generated::Variant v = variant_of(seed, net.graph, target);
  v.emit.name = "net" + number(i);
  v.options.hop = {hop::shortest_hop(net), net.axis, 0};
  if (v.options.hop.frames == 0) return {};
  const auto bytes = std::as_bytes(std::span(tflite.data(), tflite.size()));
  const auto program = nookc::compile(bytes, "net.tflite", v.options);
  if (!program || program->scratch_bytes + program->output_bytes() > kMostMemory) return {};
  auto files = nookc::emit_c(*program, v.emit);
  if (!files) return {};
  const Recording all = record(net, v.options.hop.frames, program->hop.runs, seed);
  if (!all.sound) return wrong = "an operator was refused", std::nullopt;
  Unit unit{*std::move(files), v.emit.name + "_test", program->constant_bytes() + (int64_t{6} << 10)};
  for (const auto* side : {&all.frames, &all.outputs})
    for (const std::vector<uint8_t>& each : *side) unit.constant_bytes += static_cast<int64_t>(each.size());
  unit.files.push_back({v.emit.name + "_unit.c", unit_text(*program, v.emit, all)});
  return unit;
}

std::string model_of(uint64_t seed) {
  generated::Choices choices(seed);
  const auto tflite = nookc::export_tflite(hop::random_window(choices).graph);
  return tflite ? *tflite : std::string();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  generated::Arguments arguments("Hops of random networks as a firmware");
  generated::add_seed_options(arguments, options);
  generated::add_firmware_options(arguments, options.firmware);
  if (const auto status = arguments.parse(argc, argv)) return *status;
  const nookc::Target* const target = nookc::find_target(options.firmware.target);
  if (!target) return printf("there is no target %s\n", options.firmware.target.c_str()), 2;
  options.firmware.first = options.first, options.firmware.count = static_cast<int>(options.count);
  return generated::write_units(
      options.firmware, model_of,
      [&](const std::string& tflite, uint64_t seed, int i, std::string& wrong) {
        return unit_of(*target, tflite, seed, i, wrong);
      },
      generated::table_for_board);
}
