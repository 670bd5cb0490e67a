// Functions of a few lines, at the edges of their domains.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "nook/core/isa.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/back/emit/c_text.h"
#include "nookc/back/interpreter_export/elsewhere.h"
#include "nookc/back/run/host_tool.h"
#include "nookc/back/run/marks.h"
#include "nookc/core/frequency.h"
#include "nookc/core/json.h"
#include "nookc/core/size.h"
#include "nookc/core/text.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/import/graph_def.h"
#include "nookc/front/import/operand_counts.h"
#include "nookc/graph/form_types.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/passes/eliminate_channels.h"
#include "nookc/middle/plan/placing/managed_plan.h"
#include "nookc/study/judge/pairs.h"
#include "nookc/study/markup/box.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/over_samples.h"
#include "nookc/study/quantize/report.h"
#include "nookc/target/processor.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using namespace nookc;

TEST(clocks_are_read_from_1_hz_to_1_thz) {
  EXPECT(parse_clock("480MHz") == 480000000 && parse_clock("32.768kHz") == 32768 && parse_clock("7") == 7);
  EXPECT(parse_clock("1") == 1 && parse_clock("1000GHz") == 1000000000000);
  for (const char* wrong : {"", "0", "0.9", "1001GHz", "-5", "fast", "5m", "Hz", "1e13"})
    EXPECT(!parse_clock(wrong));
}

TEST(sizes_are_read_from_1_byte_to_2_gib) {
  EXPECT(parse_size("1") == 1 && parse_size("64K") == 65536 && parse_size("64KiB") == 65536);
  EXPECT(parse_size("1M") == 1 << 20 && parse_size("2147483647") == INT32_MAX);
  for (const char* wrong : {"", "0", "2147483648", "2048M", "-1", "1.5", "K", "64KB"})
    EXPECT(!parse_size(wrong));
}

TEST(whole_numbers_include_their_bounds) {
  const auto read = [](const char* text) { return whole_number(nlohmann::json::parse(text), 5, 7); };
  EXPECT(read("5") == 5 && read("6") == 6 && read("7") == 7);
  for (const char* wrong : {"4", "8", "5.0", "\"5\"", "18446744073709551615", "null", "[5]"})
    EXPECT(!read(wrong));
}

TEST(characters_that_are_none_are_not_printed) {
  EXPECT(printable("\u00e9\uFFFD") == "\u00e9\uFFFD");
  for (const char* wrong : {"\xEF\xBF\xBE", "\xEF\xBF\xBF", "\u200E", "\u2028", "\u202E", "\u2066", "\u2069",
                            "\x7F", "\u009F", "\x1B", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
    const std::string text = printable(std::string("a") + wrong + "b");
    EXPECT(text.starts_with("a") && text.ends_with("b") && text.find(wrong) == std::string::npos);
  }
}

TEST(comments_of_c_keep_all_that_is_harmless) {
  for (const char* text : {"what? yes!", "a*b/c", "2 / 3 * 4", "?"}) EXPECT(c_comment(text) == text);
  EXPECT(c_comment("a?"
                   "?/b") == "a?_/b");
  EXPECT(c_comment("a*/b") == "a*_b" && c_comment("a/*b") == "a/_b" && c_comment("a//b") == "a/_b");
  EXPECT(c_comment("a\\b\n") == "a_b_" && c_comment("a*") == "a* ");
}

TEST(numbers_become_elements_that_can_hold_them) {
  struct Row {
    nook::DType type;
    double least, most, finer;  // finer: a number between that it can't hold; 0: it holds all
  };
  for (const Row& row : {Row{nook::DType::kBool, 0, 1, 0.5}, Row{nook::DType::kU8, 0, 255, 0.5},
                         Row{nook::DType::kS8, -128, 127, 0.5}, Row{nook::DType::kS16, -32768, 32767, 1.5},
                         Row{nook::DType::kS32, -2147483648.0, 2147483647.0, 1.25}}) {
    Tensor tensor;
    tensor.type = row.type;
    std::byte at[8];
    EXPECT(put_real(tensor, row.least, at) && put_real(tensor, row.most, at));
    EXPECT(!put_real(tensor, row.least - 1, at) && !put_real(tensor, row.most + 1, at));
    EXPECT(!put_real(tensor, row.finer, at) && !put_real(tensor, 0.0 / 0.0 * row.most, at));
    tensor.scales = {0.5f}, tensor.zero_point = 1;
    if (row.type != nook::DType::kS8) continue;
    EXPECT(put_real(tensor, 3, at) && std::to_integer<int8_t>(at[0]) == 7);
    EXPECT(put_real(tensor, 1000, at) && std::to_integer<int8_t>(at[0]) == 127);
    EXPECT(put_real(tensor, -1000, at) && std::to_integer<int8_t>(at[0]) == -128);
  }
}

// A chain of LOGISTIC, TANH and QUANTIZE with these names of results.
test::GraphBuilder line(const std::vector<std::pair<char, const char*>>& nodes, int32_t channels = 2) {
  test::GraphBuilder b;
  TensorId last = b.input("x", {1, channels});
  for (const auto& [kind, name] : nodes) {
    const TensorId next = b.tensor(name, {1, channels});
    if (kind == 'r') b.node(nook::Logistic::Attrs{}, {last}, next);
    if (kind == 't') b.node(nook::Tanh::Attrs{}, {last}, next);
    if (kind == 'q') b.node(nook::Quantize::Attrs{}, {last}, next);
    last = next;
  }
  b.outputs(last);
  return b;
}

using Pairs = std::vector<std::pair<size_t, size_t>>;

TEST(nodes_that_correspond_are_paired) {
  const auto a = line({{'r', "p"}, {'r', "q"}, {'t', "y"}});
  EXPECT(pair_nodes(a.graph, a.graph) == (Pairs{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT(pair_nodes(a.graph, line({{'r', "p"}, {'t', "y"}}).graph) == (Pairs{{0, 0}, {2, 1}}));
  EXPECT(pair_nodes(a.graph, line({{'r', "q"}, {'t', "y"}}).graph) == (Pairs{{1, 0}, {2, 1}}));
  EXPECT(pair_nodes(a.graph, line({{'q', "f"}, {'r', "q"}, {'q', "g"}, {'t', "z"}}).graph) ==
         (Pairs{{1, 1}, {2, 3}}));
  EXPECT(pair_nodes(a.graph, line({{'t', "y"}, {'r', "p"}, {'r', "q"}}).graph) == (Pairs{{0, 1}, {1, 2}}));
  EXPECT(pair_nodes(a.graph, line({{'r', "p"}, {'t', "y"}}, 3).graph).empty());
  EXPECT(pair_nodes(a.graph, line({}).graph).empty() && pair_nodes(line({}).graph, a.graph).empty());
}

// By definition: the longest sequence of operators in both, found without a table.
size_t longest_common(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return 0;
  const std::string rest_a = a.substr(1), rest_b = b.substr(1);
  if (a[0] == b[0]) return 1 + longest_common(rest_a, rest_b);
  return std::max(longest_common(rest_a, b), longest_common(a, rest_b));
}

TEST(there_are_as_many_pairs_as_possible_and_no_node_is_in_two) {
  test::Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    std::string kinds[2];
    std::vector<std::string> names;
    std::vector<std::pair<char, const char*>> nodes[2];
    names.reserve(20);
    for (const int k : {0, 1})
      for (int32_t i = rng.in(0, 8); i > 0; --i) {
        kinds[k] += "rt"[rng.in(0, 1)];
        names.push_back((k ? "a" : "b") + std::to_string(i));  // no name is in both
        nodes[k].emplace_back(kinds[k].back(), names.back().c_str());
      }
    const auto pairs = pair_nodes(line(nodes[0]).graph, line(nodes[1]).graph);
    EXPECT_EQ(pairs.size(), longest_common(kinds[0], kinds[1]));
    for (size_t i = 0; i < pairs.size(); ++i) {
      EXPECT(kinds[0][pairs[i].first] == kinds[1][pairs[i].second]);
      EXPECT(i == 0 || (pairs[i].first > pairs[i - 1].first && pairs[i].second > pairs[i - 1].second));
    }
  }
}

TEST(workers_are_as_many_as_there_is_work_for) {
  Workers workers;
  workers.threads = 3;
  EXPECT_EQ(workers.count(10), 3);
  EXPECT_EQ(workers.count(2), 2);
  EXPECT_EQ(workers.count(0), 1);
  EXPECT_EQ(workers.lanes(10), 10);
  EXPECT_EQ(workers.lanes(1000), 32);
  workers.most = 5;
  EXPECT_EQ(workers.lanes(1000), 5);
  workers.most = SIZE_MAX, workers.threads = 0;
  EXPECT_EQ(workers.count(1000), std::min(32u, std::max(1u, std::thread::hardware_concurrency())));
  workers.in_order = true;
  EXPECT_EQ(workers.lanes(1000), 1);
}

TEST(the_share_of_clipped_values_is_of_all_values) {
  Fidelity some;
  EXPECT(some.clipped_share() == 0);
  some.values = 8, some.clipped = 2;
  EXPECT(some.clipped_share() == 0.25);
}

// A message of Core ML or of a SavedModel: a version, and fields within fields.
std::string field(int number, const std::string& bytes) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

TEST(messages_of_other_frameworks_are_known_by_version_and_first_fields) {
  for (int version = -128; version <= 127; ++version) {
    const std::string head = {'\x08', static_cast<char>(version)};
    const std::string core_ml = head + field(2, field(1, field(1, "image")));
    const std::string saved = head + field(2, field(1, field(4, "serve")));
    EXPECT(is_core_ml(core_ml) == (version >= 1 && version <= 20));
    EXPECT(is_saved_model(saved) == (version == 1));
    EXPECT(!is_core_ml(saved) && !is_saved_model(core_ml) && !is_frozen_graph(core_ml));
    for (size_t bytes = 0; bytes < core_ml.size(); ++bytes) EXPECT(!is_core_ml(core_ml.substr(0, bytes)));
  }
  const std::string frozen = field(1, field(1, "input") + field(2, "Placeholder"));
  EXPECT(is_frozen_graph(frozen) && !is_core_ml(frozen) && !is_saved_model(frozen));
}

TEST(labels_that_touch_have_room_and_labels_that_overlap_have_none) {
  const Box all = {10, 20, 30, 40};
  EXPECT(all.meets(all) && all.meets({29, 39, 31, 41}) && all.meets({9, 19, 11, 21}) &&
         all.meets({15, 25, 16, 26}));
  for (const Box& beside :
       {Box{30, 20, 50, 40}, Box{-10, 20, 10, 40}, Box{10, 40, 30, 60}, Box{10, 0, 30, 20}})
    EXPECT(!all.meets(beside) && !beside.meets(all));
}

TEST(channels_are_examined_up_to_a_limit_of_weights_and_links) {
  std::vector<ChannelRule> rules(1024);
  for (ChannelRule& rule : rules) rule.out = 512, rule.taps = 1, rule.in = 512;
  EXPECT_EQ(int64_t{1024} * 512 * 512, kMostWeights);
  EXPECT(affordable({}) && affordable(rules));
  rules.emplace_back();
  EXPECT(affordable(rules));
  rules.back().links.resize(1);
  EXPECT(!affordable(rules));
}

TEST(packed_weights_may_take_a_quarter_and_a_kilobyte_more_than_the_constants) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {4, 8}), bias = b.weights("bias", {4});
  const Node& node = b.node(nook::Logistic::Attrs{}, {x}, b.output("y", {1, 8}));
  EXPECT_EQ(most_packed(b.graph, node), 1024);
  b.graph.nodes[0].in = {x, w, TensorId::kNone};
  EXPECT_EQ(most_packed(b.graph, b.graph.nodes[0]), 32 + 8 + 1024);
  b.graph.nodes[0].in = {x, w, bias};
  EXPECT_EQ(most_packed(b.graph, b.graph.nodes[0]), 36 + 9 + 1024);
}

// The block of a kernel's scratch has room to align it, and not one byte more.
TEST(a_managed_model_states_the_least_arena_for_a_scratch) {
  using Arena = ManagedLayout::Arena;
  for (int32_t bytes = 1; bytes <= 64; ++bytes) {
    Program program;
    program.scratch_pools.resize(1);
    program.buffers.resize(1);
    program.buffers[0].buffer = {bytes, 16, 1, 1};
    const auto layout = plan_managed(program, "exact", {});
    EXPECT(layout && layout->bytes == static_cast<int64_t>(Arena::block_bytes(static_cast<size_t>(bytes) +
                                                                              Arena::kGranule - 1)));
  }
}

TEST(the_processor_has_the_instructions_that_the_system_lists) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (!line.starts_with("flags")) return;  // not Linux, or not x86
  const auto listed = [&](const std::string& name) {
    return (line + " ").find(" " + name + " ") != std::string::npos;
  };
  const uint32_t isa = isa_of_this_processor();
  EXPECT_EQ((isa & nook::kAvx2) != 0, listed("avx2"));
  EXPECT_EQ((isa & nook::kVnni) != 0, listed("avx2") && listed("avx_vnni"));
}

TEST(forms_of_an_operator_have_their_types_in_words) {
  const auto of = [](nook::OpCode code) {
    std::set<std::string> types;
    for (const nook::FormRow& form : op_row(code).forms) types.insert(types_of(form));
    return types;
  };
  using Words = std::set<std::string>;
  EXPECT(of(nook::OpCode::kConv2D) ==
         (Words{"int8", "float32", "int16", "int8 with int4 weights", "float32 with int8 weights",
                "int8 with weights of any zero point", "float32 with narrow weights"}));
  EXPECT(of(nook::OpCode::kBatchMatmul).contains("int8") &&
         of(nook::OpCode::kBatchMatmul).contains("float32"));
  EXPECT(of(nook::OpCode::kTranspose) == Words{"any"});
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms) EXPECT(!types_of(form).empty());
}

// For every operator: nothing is missing, then one required operand, then one result.
TEST(a_missing_operand_or_result_is_counted_and_an_optional_one_is_not) {
  int required = 0, optional = 0;
  for (const nook::OpRowOf of : nook::op_rows()) {
    const nook::OpRow& row = of();
    const nook::Signature& signature = row.signature;
    Node node;
    node.in.assign(std::max(signature.least(), signature.many_inputs() ? size_t{1} : 0), TensorId{0});
    node.out.assign(signature.many_results() ? 1 : signature.results, TensorId{1});
    EXPECT(operand_counts(row.code, node).empty());
    for (size_t i = 0; i < node.in.size(); ++i) {
      Node less = node;
      less.in[i] = TensorId::kNone;
      const bool may = signature.at(i).count == nook::Count::kOptional;
      EXPECT(operand_counts(row.code, less).empty() == may);
      ++(may ? optional : required);
    }
    if (!signature.many_inputs()) {
      Node more = node;
      more.in.assign(signature.most() + 1, TensorId{0});
      EXPECT(operand_counts(row.code, more).find("operands: need ") == 0);
    }
    Node less = node;
    if (less.out.empty()) continue;
    less.out.pop_back();
    EXPECT(operand_counts(row.code, less).find("results: need ") == 0);
  }
  EXPECT(required > 100 && optional > 0);
}

TEST(executed_instructions_and_cycles_are_subtracted_down_to_0) {
  const Executed all{100, {250, 30}}, part{40, {50, 31}};
  const Executed rest = all.beyond(part), none = part.beyond(all);
  EXPECT(rest.instructions == 60 && rest.cycles.core == 200 && rest.cycles.flash == 0);
  EXPECT(none.instructions == 0 && none.cycles.core == 0 && none.cycles.flash == 1);
}

// Params hold the address of a table, which has 4 bytes there.
TEST(prepared_arguments_have_the_size_of_their_struct_on_machines_of_32_bits) {
  const auto size = widths_of(*find_target("cortex-m4")).params;
  EXPECT_EQ(size(nook::OpCode::kMaxPool2D, 0), sizeof(nook_pool_s8));
  constexpr size_t kTables = 2, kAfterThem = sizeof(nook_conv2d_s8) - kTables * sizeof(void*);
  EXPECT_EQ(size(nook::OpCode::kConv2D, 0), kAfterThem + kTables * 4);
}

TEST(a_tool_that_does_not_compile_is_refused_with_the_words_of_the_compiler) {
  const auto missing = host_tool({"no_such_tool.c"}, {}, "");
  EXPECT(!missing && missing.diag().code == "N4006" &&
         missing.diag().what.find("no_such_tool.c") != std::string::npos);
}

// The bar of a ratio ends at its mark on the axis, and at the edge of the picture beyond 60 dB.
TEST(bars_are_as_long_as_their_ratio) {
  for (const auto& [signal, noise, width] : {std::tuple(1.0, 1.0, 0),
                                             {1e3, 1.0, 240},
                                             {1e6, 1.0, 480},
                                             {1e9, 1.0, 480},
                                             {1.0, 0.0, 480},
                                             {1.0, 1e3, 0}}) {
    QuantizeReport report;
    report.tensors.push_back({"t", "ADD", nook::DType::kS8, {}, {}, {{signal, noise}, 1, 0}});
    EXPECT(report_svg(report).find(" width=\"" + std::to_string(width) + "\" height=\"13\"/>") !=
           std::string::npos);
  }
}

}  // namespace
