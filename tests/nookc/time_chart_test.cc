// The time chart: a proportional bar for each operator, a point for each that multiplies, text that cannot
// leave its element.
#include "nookc/study/chart/time_chart.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "nook/ops/relu/relu_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/search/level.h"
#include "nookc/study/fit/estimated_time.h"
#include "nookc/study/fit/fit.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using namespace nookc;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) { return count(text, part) > 0; }

TimeChart chart_of_three() {
  TimeChart chart;
  chart.title = "a <b> & c", chart.subtitle = "Cycles", chart.unit = "cycle";
  chart.operators = {{"0 CONV_2D first", "nook_conv", 3000, 1000, 4000, 1000},
                     {"1 SOFTMAX \"second\"", "nook_softmax", 1000, 0, 0, 0},
                     {"2 FULLY_CONNECTED third", "nook_fully", 1000, 1000, 2000, 2000}};
  chart.roofs = {2, "smlad", 16.0 / 9};
  return chart;
}

TEST(the_length_of_a_bar_is_the_time_of_its_operator) {
  const std::string svg = time_svg(chart_of_three());
  EXPECT(count(svg, "<g class=\"bar\"><title>") == 3);
  EXPECT(has(svg, "width=\"405\""));  // 3,000 out of the longest, 4,000, which is 540 wide
  EXPECT(count(svg, "width=\"135\"") == 4);
  EXPECT(has(svg, ">4,000 (57.1 %)<"));
  EXPECT(has(svg, "waiting for the flash, 2,000"));
}

TEST(a_point_for_each_operator_with_multiplications_and_weights) {
  const std::string svg = time_svg(chart_of_three());
  EXPECT(count(svg, "<circle") == 2);
  EXPECT(has(svg, "1 MACs per cycle, 4 MACs per byte"));
  EXPECT(has(svg, "smlad: 2 MACs per cycle"));
  EXPECT(has(svg, "flash: 1.78 bytes per cycle"));
}

TEST(a_screen_reader_reads_where_the_time_goes) {
  const std::string svg = time_svg(chart_of_three());
  EXPECT(has(svg, "role=\"img\" aria-labelledby=\"time-title time-text\""));
  EXPECT(has(svg, "<title id=\"time-title\">a &lt;b&gt; &amp; c</title>"));
  EXPECT(
      has(svg, "7,000 cycles in 3 operators. Most of it: 0 CONV_2D first, 57.1 %; 2 FULLY_CONNECTED third"));
  EXPECT(!has(svg, "\"second\""));
}

TEST(without_a_roof_there_are_bars_alone) {
  TimeChart chart = chart_of_three();
  chart.roofs = {};
  const std::string svg = time_svg(chart);
  EXPECT(!has(svg, "<circle"));
  EXPECT(!has(svg, "class=\"plot\""));
  EXPECT(has(svg, "height=\"154\""));
}

// Whether a picture equals the file in tests/nookc/expected, ignoring the style. NOOK_WRITE_EXPECTED=1 writes
// the file.
bool as_expected(const std::string& name, std::string svg) {
  if (const size_t style = svg.find("<style>"); style != std::string::npos)
    svg.erase(style, svg.find("</style>") - style);
  const std::string path = std::string(NOOK_MODELS) + "/../tests/nookc/expected/" + name;
  if (std::getenv("NOOK_WRITE_EXPECTED")) std::ofstream(path) << svg;
  std::ifstream file(path);
  return svg == std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(each_character_of_a_chart_is_as_expected) {
  TimeChart chart = chart_of_three();
  // Points that hide each other, so that numbers move; there is no room next to the last point.
  for (const int more : {3, 4, 5, 6, 7})
    chart.operators.push_back(
        {std::to_string(more) + " CONV_2D again", "", 1500, 500.0 * (more % 2), 2000, 500});
  chart.operators.push_back({"8 CONV_2D far", "nook_conv", 90, 10, 100000, 1});
  EXPECT(as_expected("with_flash.svg", time_svg(chart)));
  chart.roofs.flash_bytes = 0;
  EXPECT(as_expected("without_flash.svg", time_svg(chart)));
  chart.roofs = {1, "mul", 0.25}, chart.unit = "microsecond", chart.operators.resize(3);
  EXPECT(as_expected("one_mac.svg", time_svg(chart)));
}

TEST(no_operators_and_no_time_are_drawn_too) {
  TimeChart chart;
  chart.title = "empty", chart.unit = "cycle", chart.roofs = {2, "smlad", 0};
  EXPECT(!has(time_svg(chart), "nan"));
  chart.operators = {{"0 RESHAPE r"}, {"1 CONV_2D c", "", 0, 0, 10, 10}};
  const std::string svg = time_svg(chart);
  EXPECT(!has(svg, "nan") && !has(svg, "inf") && !has(svg, "<circle"));
}

TEST(operators_are_estimated_as_the_model_is) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 32}), w = b.weights("w", {16, 32}), v = b.weights("v", {4, 16});
  const TensorId t = b.tensor("t", {1, 16}), u = b.tensor("u", {1, 4}), y = b.output("y", {1, 4});
  b.node(nookc::fully_connected(), {x, w}, t);
  b.node(nookc::fully_connected(), {t, v}, u);
  b.node(nook::Relu::Attrs{}, {u}, y);
  CompileOptions options;
  options.target = find_target("cortex-m4");
  const Result<Program> program = lower_and_place(b.graph, options);
  EXPECT(program);
  const Part& part = *find_part("nucleo-l476rg");
  const TimeChart chart = estimated_time(*program, part, "test");
  EXPECT(chart.operators.size() == program->calls.size());
  double sum = 0;
  for (const OperatorTime& op : chart.operators) sum += op.core;
  const Needs needs = needs_of(*program);
  EXPECT(std::abs(sum - estimated_ms(part, needs) * 1e3) < 1e-6);
  EXPECT(chart.operators[0].core > chart.operators[1].core);
  EXPECT(chart.operators[0].constant_bytes >= 16 * 32);
}

}  // namespace
