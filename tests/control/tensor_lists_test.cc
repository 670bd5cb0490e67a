// Lists of tensors, which TensorFlow's converter writes for recurrent layers if it may use TensorFlow's own
// operators. Each test has them with and without the prefix of such operators.
#include <algorithm>

#include "tests/control/check_runs.h"
#include "tests/sanitized.h"

namespace {

using namespace control;
using control::fb::BuiltinOperator_SHAPE;
using control::fb::BuiltinOperator_STRIDED_SLICE;

const Tensor kScalar = {control::fb::TensorType_INT32, {}};
const Tensor kList = {control::fb::TensorType_VARIANT, {}};

Tensor whole(std::vector<int32_t> shape) { return {control::fb::TensorType_INT32, std::move(shape)}; }

// The operators, by their names in the file.
struct Lists {
  std::string prefix;

  int32_t reserve(Subgraph& g, int32_t count) const {
    return g.custom(prefix + "TensorListReserve", {g.constant({-1, 2}), count}, kList);
  }
  int32_t from(Subgraph& g, int32_t x) const {
    return g.custom(prefix + "TensorListFromTensor", {x, g.constant({-1, 2})}, kList);
  }
  int32_t set(Subgraph& g, int32_t list, int32_t i, int32_t item) const {
    return g.custom(prefix + "TensorListSetItem", {list, i, item}, kList);
  }
  int32_t get(Subgraph& g, int32_t list, int32_t i, std::vector<int32_t> shape = {1, 2}) const {
    return g.custom(prefix + "TensorListGetItem", {list, i, g.constant({-1, 2})}, whole(std::move(shape)));
  }
  int32_t length(Subgraph& g, int32_t list) const {
    return g.custom(prefix + "TensorListLength", {list}, kScalar);
  }
  // TensorFlow records 1 for a number of elements that it does not know.
  int32_t stack(Subgraph& g, int32_t list) const {
    return g.custom(prefix + "TensorListStack", {list, g.constant({-1, 2})}, whole({1, 1, 2}));
  }
};
const Lists kBoth[] = {{""}, {"Flex"}};

// main(n, x): list[i] = x[i] + i for each i below n; `count` elements, or as many as x has rows.
std::vector<Subgraph> filling(const Lists& lists, int32_t count) {
  const Tensor x = whole({5, 1, 2});
  Subgraph main, body = next_turn({kList, kList});
  const int32_t n = main.input(), rows = main.input(x);
  int32_t elements = main.constant({count});
  if (count < 0)
    elements =
        main.op(BuiltinOperator_STRIDED_SLICE, {main.op(BuiltinOperator_SHAPE, {rows}, whole({3})),
                                                main.constant({0}), main.constant({1}), main.constant({1})});
  const std::vector<int32_t> carried = {main.constant({0}), n, lists.reserve(main, elements),
                                        lists.from(main, rows)};
  const std::vector<int32_t> made = main.loop(carried, 1, 2);
  main.out = {lists.stack(main, made[2]), lists.length(main, made[2])};
  const int32_t item = body.plus(lists.get(body, 3, 0), 0, whole({1, 2}));
  body.out.push_back(lists.set(body, 2, 0, item));
  body.out.push_back(3);
  return {main, until_n({kList, kList}), body};
}

// Elements that were not written are zeros.
TEST(a_loop_fills_a_list_of_tensors) {
  const std::vector<int32_t> x = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  for (const Lists& lists : kBoth)
    for (const int32_t count : {5, 7, -1}) {
      const std::string file = restated(filling(lists, count));
      const int32_t elements = count < 0 ? 5 : count;
      for (const int32_t n : {0, 1, 3, 5}) {
        std::vector<int32_t> want(static_cast<size_t>(elements) * 2);
        for (int32_t i = 0; i < 2 * n; ++i) want[static_cast<size_t>(i)] = x[static_cast<size_t>(i)] + i / 2;
        check_file(file, {{{n}, x}}, {{want, {elements}}});
      }
    }
}

// main(x, at, items): writes and reads elements at places that are constant or computed.
TEST(elements_are_written_and_read_in_any_order) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    test::Rng rng(seed);
    const Lists& lists = kBoth[seed % 2];
    const int32_t count = rng.in(1, 6), writes = rng.in(1, 5);
    Subgraph g;
    const bool given = rng.in(0, 1) == 1;
    const int32_t x = g.input(whole({count, 1, 2}));
    std::vector<int32_t> now(static_cast<size_t>(count) * 2), inputs_x = now;
    for (int32_t& each : inputs_x) each = rng.in(-9, 9);
    if (given) now = inputs_x;
    int32_t list = given ? lists.from(g, x) : lists.reserve(g, g.constant({count}));
    Numbers inputs = {inputs_x}, want;
    for (int32_t k = 0; k < writes; ++k) {
      const int32_t place = rng.in(0, count - 1), item = g.input(whole({1, 2}));
      inputs.push_back({rng.in(-99, 99), rng.in(-99, 99)});
      const std::vector<int32_t> values = inputs.back();
      const bool computed = rng.in(0, 1) == 1;
      const int32_t at = computed ? g.input() : g.constant({place});
      if (computed) inputs.push_back({place});
      list = lists.set(g, list, at, item);
      std::ranges::copy(values, now.begin() + place * 2);
      const int32_t other = rng.in(0, count - 1);
      g.out.push_back(lists.get(g, list, g.constant({other})));
      want.push_back({now[static_cast<size_t>(other) * 2], now[static_cast<size_t>(other) * 2 + 1]});
    }
    g.out.push_back(lists.stack(g, list));
    want.push_back(now);
    if (!given) inputs.front() = inputs_x;
    check_file(restated({g}), {inputs}, {want});
  }
}

// The first problem that the compiler names; nothing: it accepts the model.
std::string refusal(const Subgraph& g) {
  const auto program = nookc::compile(view(write({g})), "control.tflite", generated::plain().options);
  return program ? "" : to_string(program.diag());
}

void refused(const Subgraph& g, const char* words) {
  const std::string said = refusal(g);
  EXPECT(said.find(words) != std::string::npos);
  if (said.find(words) == std::string::npos) printf("     said %s\n", said.c_str());
}

TEST(lists_that_have_no_form_are_refused) {
  const Lists lists;
  const auto with = [&](const auto& change) {
    Subgraph g;
    const int32_t item = g.input(whole({1, 2})), at = g.input();
    change(g, item, at);
    return g;
  };
  refused(with([&](Subgraph& g, int32_t, int32_t at) { g.out = {lists.length(g, lists.reserve(g, at))}; }),
          "is computed when the model runs");
  refused(with([&](Subgraph& g, int32_t, int32_t) {
            g.out = {lists.stack(g, lists.reserve(g, g.constant({2})))};
          }),
          "no operator writes or reads an element");
  for (const int32_t count : {0, -1, INT32_MIN, INT32_MAX, 1 << 24})
    refused(with([&](Subgraph& g, int32_t item, int32_t at) {
              g.out = {lists.stack(g, lists.set(g, lists.reserve(g, g.constant({count})), at, item))};
            }),
            "elements of 8 bytes; need 1 to");
  for (const int32_t place : {-1, 2, INT32_MAX})
    refused(with([&](Subgraph& g, int32_t item, int32_t) {
              g.out = {
                  lists.stack(g, lists.set(g, lists.reserve(g, g.constant({2})), g.constant({place}), item))};
            }),
            "is outside of the list of 2");
  refused(with([&](Subgraph& g, int32_t item, int32_t at) {
            const int32_t list = lists.set(g, lists.reserve(g, g.constant({2})), at, item);
            g.out = {lists.stack(g, lists.set(g, list, at, g.input(whole({1, 3}))))};
          }),
          "must have 2 numbers of int32");
  refused(with([&](Subgraph& g, int32_t item, int32_t at) {
            g.out = {lists.set(g, lists.from(g, g.input(whole({2, 1, 2}))), at, item)};
            g.out.push_back(g.plus(item, g.add(kList)));
          }),
          "variant");
}

// A damaged file may have any operands.
TEST(operands_that_are_missing_are_refused) {
  for (const size_t missing : {0, 1, 2}) {
    const Lists lists;
    Subgraph g;
    const int32_t item = g.input(whole({1, 2})), at = g.input();
    const int32_t list = lists.from(g, g.input(whole({2, 1, 2})));
    g.out = {lists.stack(g, lists.set(g, list, at, item))};
    g.ops[1].in[missing] = -1;
    EXPECT(!refusal(g).empty());
    g.ops[1].in.erase(g.ops[1].in.begin() + static_cast<ptrdiff_t>(missing));
    EXPECT(refusal(g).find("need 3 operands") != std::string::npos);
  }
}

TEST(damaged_lists_are_refused_or_compiled) {
  const std::string sound = write(filling(kBoth[1], 5));
  nookc::CompileOptions options = generated::plain().options;
  options.scratch_limit = 1 << 22;
  int tried = 0, compiled = 0;
  for (size_t at = 0; at < sound.size(); at += test::byte_step(1, 4))
    for (const int mask : {1, 3, 0x80, 0xFF}) {
      std::string bytes = sound;
      ++tried;
      bytes[at] = static_cast<char>(bytes[at] ^ mask);
      const auto program = nookc::compile(view(bytes), "damaged.tflite", options);
      compiled += static_cast<bool>(program);
      if (!program) EXPECT(program.diag().code != "N1002" && program.diag().code != "N3001");
    }
  printf("     %d of %d compiled\n", compiled, tried);
  EXPECT(compiled > 0 && compiled < tried);
}

}  // namespace
