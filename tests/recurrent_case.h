// Random recurrent layers in float, int8, int16 and with int8 matrices, compared with a computation in double
// precision.
#pragma once
#include <math.h>

#include "nook/ops/families/recurrent.h"
#include "tests/packed_case.h"

namespace test {

// Where a layer has its operands; `Layer` provides such a kPlaces, Op, kGates, and step().
struct RecurrentPlaces {
  int bias, biases, hidden, cell, lengths;  // cell: 0 if there is none
};

constexpr int32_t kMostCells = 14, kMostIn = 11, kMostSteps = 4, kMostBatch = 2;
constexpr int32_t kMostMatrix = kMostCells * kMostCells, kMostResult = kMostBatch * kMostSteps * kMostCells;

// One layer's numbers, as reals; integers are rounded from them.
template <class Layer>
struct RecurrentNumbers {
  static constexpr int kMatrices = 2 * Layer::kGates;
  double x[kMostBatch * kMostSteps * kMostIn], w[kMatrices][kMostMatrix], bias[4][kMostCells];
  double hidden[kMostBatch * kMostCells], cell[kMostBatch * kMostCells];
  int32_t lengths[kMostBatch];
};

// The results of a layer: the sequence, the last hidden state, the last cell.
struct RecurrentResults {
  double sequence[kMostResult], last[kMostBatch * kMostCells], cell[kMostBatch * kMostCells];
};

inline double exact_sigmoid(double x) { return 1 / (1 + exp(-x)); }

// A node with up to three results.
template <class Layer>
struct RecurrentCase : NodeCase<RecurrentCase<Layer>, typename Layer::Op, 2048> {
  using Op = typename Layer::Op;
  static constexpr RecurrentPlaces kAt = Layer::kPlaces;
  static constexpr size_t kOperands = Op::kSignature.count;
  nook::TensorInfo in[kOperands], out[3];
  size_t operands_count = kOperands, results_count = 0;
  int32_t batch = 1, steps = 1, width = 1, cells = 1;
  bool cell_result = false;

  nook::Span<const nook::TensorInfo> operands() const { return {in, operands_count}; }
  nook::Span<const nook::TensorInfo> results() const { return {out, results_count}; }

  int32_t row(int32_t b, int32_t t) const { return this->attrs.time_major ? t * batch + b : b * steps + t; }

  void draw_shape(Rng& rng) {
    batch = rng.in(1, kMostBatch), steps = rng.in(1, kMostSteps), width = rng.in(1, 5);
    cells = rng.in(1, 6);
    this->attrs.time_major = rng.in(0, 1) == 1, this->attrs.reverse = rng.in(0, 1) == 1;
    this->attrs.sequence = rng.in(0, 3) > 0;
    this->attrs.last = !this->attrs.sequence || rng.in(0, 1) == 1;
    cell_result = kAt.cell > 0 && rng.in(0, 1) == 1;
    Layer::set_cell(this->attrs, cell_result);
  }

  // Sets all operands and results by `of(kind, shape)`: kinds are x, w, bias, hidden and cell.
  template <class Of>
  void set(const Of& of, bool states, bool lengths) {
    const auto outer = [&](int32_t size) {
      return this->attrs.time_major ? shape(steps, batch, size) : shape(batch, steps, size);
    };
    for (nook::TensorInfo& t : in) t = nook::TensorInfo();
    in[0] = of('x', outer(width));
    for (int i = 0; i < 2 * Layer::kGates; ++i)
      in[1 + i] = of('w', shape(cells, i < Layer::kGates ? width : cells));
    for (int i = 0; i < Layer::biases(this->attrs); ++i) in[kAt.bias + i] = of('b', shape(cells));
    if (states) in[kAt.hidden] = of('h', shape(batch, cells));
    if (states && kAt.cell) in[kAt.cell] = of('c', shape(batch, cells));
    if (lengths) in[kAt.lengths] = tensor(nook::DType::kS32, shape(batch));
    results_count = 0;
    if (this->attrs.sequence) out[results_count++] = of('h', outer(cells));
    if (this->attrs.last) out[results_count++] = of('h', shape(batch, cells));
    if (cell_result) out[results_count++] = of('c', shape(batch, cells));
  }
};

// Computes the layer step by step in double precision.
template <class Layer>
void exact_results(const RecurrentCase<Layer>& c, const RecurrentNumbers<Layer>& n, bool states, bool lengths,
                   RecurrentResults* to) {
  constexpr int kGates = Layer::kGates;
  memset(to, 0, sizeof *to);
  for (int32_t b = 0; b < c.batch; ++b) {
    double hidden[kMostCells] = {}, cell[kMostCells] = {};
    for (int32_t u = 0; u < c.cells && states; ++u)
      hidden[u] = n.hidden[b * c.cells + u], cell[u] = n.cell[b * c.cells + u];
    const int32_t length = lengths ? n.lengths[b] : c.steps;
    for (int32_t i = 0; i < length; ++i) {
      const int32_t t = c.attrs.reverse ? length - 1 - i : i;
      const double* const x = n.x + c.row(b, t) * c.width;
      // sums over x with their biases, and a function for sums over any hidden state
      double of_x[kGates][kMostCells];
      for (int g = 0; g < kGates; ++g)
        for (int32_t u = 0; u < c.cells; ++u) {
          of_x[g][u] = n.bias[g][u];
          for (int32_t k = 0; k < c.width; ++k) of_x[g][u] += n.w[g][u * c.width + k] * x[k];
        }
      const auto of_hidden = [&](int g, int32_t u, const double* from) {
        double sum = 0;
        for (int32_t k = 0; k < c.cells; ++k) sum += n.w[kGates + g][u * c.cells + k] * from[k];
        return sum;
      };
      double next[kMostCells] = {};
      Layer::step(c, n, of_x, of_hidden, hidden, cell, next);
      memcpy(hidden, next, sizeof next);
      for (int32_t u = 0; u < c.cells; ++u) to->sequence[c.row(b, t) * c.cells + u] = next[u];
    }
    for (int32_t u = 0; u < c.cells; ++u)
      to->last[b * c.cells + u] = hidden[u], to->cell[b * c.cells + u] = cell[u];
  }
}

// A type of layers: types and scales of all operands. Scales of floats are 1.
template <class X_, class W_, class Bias_, class Cell_>
struct RecurrentType {
  using X = X_;
  using W = W_;
  using Bias = Bias_;
  using Cell = Cell_;
  nook::DType x_type, w_type, bias_type, cell_type;
  float x = 1, w = 1, hidden = 1, cell = 1;
  int32_t x_zero = 0, hidden_zero = 0;

  nook::TensorInfo operator()(char kind, const nook::Shape& shape) const {
    const bool is_x = kind == 'x', is_w = kind == 'w', is_cell = kind == 'c';
    nook::TensorInfo t = tensor(is_w          ? w_type
                                : kind == 'b' ? bias_type
                                : is_cell     ? cell_type
                                              : x_type,
                                shape);
    if (t.type == nook::DType::kF32 || kind == 'b') return t;
    t.scales = {is_x ? &x : is_w ? &w : is_cell ? &cell : &hidden, 1};
    t.zero_point = is_x ? x_zero : kind == 'h' ? hidden_zero : 0;
    return t;
  }
};

// Draws a number that the type has exactly, stores it, and returns the real.
template <class T>
double draw_number(Rng& rng, float most, float scale, int32_t zero, T* to) {
  const float real = rng.real(-most, most);
  if (static_cast<T>(0.5f) != 0) return static_cast<double>(*to = static_cast<T>(real));
  const auto q = static_cast<int32_t>(lrintf(real / scale));
  const int32_t least = sizeof(T) == 1 ? -127 : -32767;
  const int32_t kept = sizeof(T) > 2 ? q : naive_clamp(q + zero, least, -least) - zero;
  *to = static_cast<T>(kept + zero);
  return static_cast<double>(kept) * static_cast<double>(scale);
}

// The memory of one layer in a type.
template <class Layer, class Type>
struct RecurrentMemory {
  typename Type::X x[kMostBatch * kMostSteps * kMostIn], hidden[kMostBatch * kMostCells];
  typename Type::W w[2 * Layer::kGates][kMostMatrix];
  typename Type::Bias bias[4][kMostCells];
  typename Type::Cell cell[kMostBatch * kMostCells];
  typename Type::X sequence[kMostResult], last[kMostBatch * kMostCells];
  typename Type::Cell last_cell[kMostBatch * kMostCells];
};

template <class Layer, class Type>
void draw_numbers(Rng& rng, const RecurrentCase<Layer>& c, const Type& type, RecurrentMemory<Layer, Type>* m,
                  RecurrentNumbers<Layer>* n) {
  memset(m, 0, sizeof *m), memset(n, 0, sizeof *n);
  for (int32_t i = 0; i < c.batch * c.steps * c.width; ++i)
    n->x[i] = draw_number(rng, 1, type.x, type.x_zero, &m->x[i]);
  for (int k = 0; k < 2 * Layer::kGates; ++k)
    for (int32_t i = 0; i < c.cells * (k < Layer::kGates ? c.width : c.cells); ++i)
      n->w[k][i] = draw_number(rng, 0.9f, type.w, 0, &m->w[k][i]);
  for (int g = 0; g < Layer::biases(c.attrs); ++g)
    for (int32_t u = 0; u < c.cells; ++u)
      n->bias[g][u] =
          draw_number(rng, 0.5f, (g < Layer::kGates ? type.x : 1.0f / 32768) * type.w, 0, &m->bias[g][u]);
  for (int32_t i = 0; i < c.batch * c.cells; ++i) {
    n->hidden[i] = draw_number(rng, 0.9f, type.hidden, type.hidden_zero, &m->hidden[i]);
    n->cell[i] = draw_number(rng, 1, type.cell, 0, &m->cell[i]);
  }
  for (int32_t b = 0; b < c.batch; ++b) n->lengths[b] = rng.in(0, c.steps);
}

// Runs a row of a form. `in` [kOperands] is set up for it.
template <class Layer, class Type>
void run_recurrent(const nook::KernelEntry& row, const void* params, const RecurrentCase<Layer>& c,
                   const RecurrentNumbers<Layer>& n, RecurrentMemory<Layer, Type>* m,
                   const void* packed = nullptr) {
  constexpr RecurrentPlaces kAt = Layer::kPlaces;
  const void* in[RecurrentCase<Layer>::kOperands] = {m->x};
  void* out[3];
  size_t count = 0;
  for (int k = 0; k < 2 * Layer::kGates && !packed; ++k) in[1 + k] = m->w[k];
  for (int g = 0; g < kAt.biases && !packed; ++g)
    if (c.in[kAt.bias + g].present()) in[kAt.bias + g] = m->bias[g];
  if (packed) in[1] = packed;
  if (c.in[kAt.hidden].present()) in[kAt.hidden] = m->hidden;
  if (kAt.cell && c.in[kAt.cell].present()) in[kAt.cell] = m->cell;
  if (c.in[kAt.lengths].present()) in[kAt.lengths] = n.lengths;
  if (c.attrs.sequence) out[count++] = m->sequence;
  if (c.attrs.last) out[count++] = m->last;
  if (c.cell_result) out[count++] = m->last_cell;
  memset(op_memory.scratch, kGuardByte, sizeof op_memory.scratch);
  row.invoke(params, {in, out, scratch_of(row, params)});
  EXPECT(only_guard(op_memory.scratch + row.scratch(params), kGuard));
}

template <class T>
bool all_near(const T* have, const double* want, int32_t count, float scale, int32_t zero, double most) {
  double worst = 0;
  for (int32_t i = 0; i < count; ++i) {
    const double error = fabs((static_cast<double>(have[i]) - zero) * static_cast<double>(scale) - want[i]);
    worst = error > worst ? error : worst;
  }
  if (worst > most) printf("error %d / 100000\n", static_cast<int>(worst * 100000));
  return worst <= most;
}

// Random layers of a form: the reference kernel's error is at most `most`, of cells `most_cell`.
template <class Layer, class Form, class Type>
void expect_recurrent(uint32_t cases, const Type& type, double most, double most_cell) {
  static RecurrentCase<Layer> c;
  static RecurrentNumbers<Layer> n;
  static RecurrentMemory<Layer, Type> m;
  static RecurrentResults want;
  const int before = failures;
  for (uint32_t seed = 0; seed < cases && failures == before; ++seed) {
    Rng rng(seed);
    c = RecurrentCase<Layer>();
    c.draw_shape(rng), Layer::draw(rng, c.attrs, static_cast<typename Type::W>(0.5f) != 0);
    const bool states = rng.in(0, 1) == 1, lengths = rng.in(0, 2) == 0;
    c.set(type, states, lengths);
    draw_numbers(rng, c, type, &m, &n);
    const auto* const p = c.template params<Form>();
    if (!p) return;
    expect_own_rows<Form>();
    const auto rows = Form::kernels();
    run_recurrent(rows[rows.size() - 1], p, c, n, &m);
    exact_results(c, n, states, lengths, &want);
    const int32_t size = c.batch * c.cells;
    if (c.attrs.sequence)
      EXPECT(all_near(m.sequence, want.sequence, size * c.steps, type.hidden, type.hidden_zero, most));
    if (c.attrs.last) EXPECT(all_near(m.last, want.last, size, type.hidden, type.hidden_zero, most));
    if (c.cell_result) EXPECT(all_near(m.last_cell, want.cell, size, type.cell, 0, most_cell));
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

// Rows that read the model's weights write the reference's bytes, states included: random layers of a form.
template <class Layer, class Form, class Type>
void expect_equal_rows(const Type& type) {
  if (!has_fast_rows<Form>()) return;
  static RecurrentCase<Layer> c;
  static RecurrentNumbers<Layer> n;
  static RecurrentMemory<Layer, Type> drawn, want, have;
  const int before = failures;
  const uint32_t cases = fast_cases() < 300 ? fast_cases() : 300;
  uint32_t compared = 0;
  for (uint32_t seed = 0; seed < cases && failures == before; ++seed) {
    Rng rng(seed);
    c = RecurrentCase<Layer>();
    c.draw_shape(rng), Layer::draw(rng, c.attrs, false);
    c.width = rng.in(1, kMostIn), c.cells = rng.in(1, kMostCells);
    c.set(type, rng.in(0, 1) == 1, rng.in(0, 2) == 0);
    draw_numbers(rng, c, type, &drawn, &n);
    const auto* const p = c.template params<Form>();
    if (!p) return;
    expect_own_rows<Form>();
    const auto rows = Form::kernels();
    want = drawn;
    run_recurrent(rows[rows.size() - 1], p, c, n, &want);
    for (size_t i = 0; i + 1 < rows.size(); ++i) {
      if (rows[i].packing->bytes || !rows[i].invoke || !rows[i].accepts(p, nook::KernelRows::kAll)) continue;
      have = drawn;
      run_recurrent(rows[i], p, c, n, &have);
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
      ++compared, ++fast_runs;
    }
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(compared >= cases);
}

// Rows with packed weights write the reference's bytes, states included: random layers of a form, with up to
// `most_cells` cells and kMostIn inputs unless that is 0.
template <class Layer, class Form, class Type>
void expect_equal_packed_rows(const Type& type, int32_t most_cells) {
  if (!has_fast_rows<Form>()) return;
  static RecurrentCase<Layer> c;
  static RecurrentNumbers<Layer> n;
  static RecurrentMemory<Layer, Type> drawn, want, have;
  constexpr RecurrentPlaces kAt = Layer::kPlaces;
  const int before = failures, runs_before = fast_runs;
  const uint32_t cases = fast_cases() < 200 ? fast_cases() : 200;
  for (uint32_t seed = 0; seed < cases && failures == before; ++seed) {
    Rng rng(seed);
    c = RecurrentCase<Layer>();
    c.draw_shape(rng), Layer::draw(rng, c.attrs, static_cast<typename Type::W>(0.5f) != 0);
    if (most_cells > 0) c.width = rng.in(1, kMostIn), c.cells = rng.in(1, most_cells);
    c.set(type, rng.in(0, 1) == 1, rng.in(0, 2) == 0);
    draw_numbers(rng, c, type, &drawn, &n);
    const auto* const p = c.template params<Form>();
    if (!p) return;
    const void* constants[RecurrentCase<Layer>::kOperands] = {};
    for (int k = 0; k < 2 * Layer::kGates; ++k) constants[1 + k] = drawn.w[k];
    for (int g = 0; g < kAt.biases; ++g)
      if (c.in[kAt.bias + g].present()) constants[kAt.bias + g] = drawn.bias[g];
    expect_own_rows<Form>();
    const auto rows = Form::kernels();
    want = drawn;
    run_recurrent(rows[rows.size() - 1], p, c, n, &want);
    for_each_packed_row<Form>(*p, constants, [&](const nook::KernelEntry& row, const void* packed) {
      have = drawn;
      run_recurrent(row, p, c, n, &have, packed);
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
    });
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(fast_runs - runs_before > static_cast<int>(cases / 3));
}

using FloatLayer = RecurrentType<float, float, float, float>;
using HybridLayer = RecurrentType<float, int8_t, float, float>;
using Int8Layer = RecurrentType<int8_t, int8_t, int32_t, int16_t>;
using Int16Layer = RecurrentType<int16_t, int16_t, int64_t, int16_t>;
inline constexpr FloatLayer kFloatLayer = {nook::DType::kF32, nook::DType::kF32, nook::DType::kF32,
                                           nook::DType::kF32};
inline constexpr HybridLayer kHybridLayer = {
    nook::DType::kF32, nook::DType::kS8, nook::DType::kF32, nook::DType::kF32, 1, 1.0f / 128};
inline constexpr Int8Layer kInt8Layer = {nook::DType::kS8,
                                         nook::DType::kS8,
                                         nook::DType::kS32,
                                         nook::DType::kS16,
                                         1.0f / 100,
                                         1.0f / 128,
                                         1.0f / 120,
                                         1.0f / 4096,
                                         9,
                                         -5};
inline constexpr Int16Layer kInt16Layer = {nook::DType::kS16, nook::DType::kS16, nook::DType::kS64,
                                           nook::DType::kS16, 1.0f / 30000,      1.0f / 32768,
                                           1.0f / 32000,      1.0f / 4096};

// Refusals that all recurrent layers share.
template <class Layer>
void refuses_other_recurrent_layers() {
  using nook::Reason;
  static RecurrentCase<Layer> c;
  constexpr RecurrentPlaces kAt = Layer::kPlaces;
  constexpr int kFirst = nook::kFirstOutput;
  const auto changed = [&]() -> RecurrentCase<Layer>& {
    c = RecurrentCase<Layer>();
    c.batch = 2, c.steps = 3, c.width = 4, c.cells = 5;
    c.attrs.last = true, Layer::set_cell(c.attrs, false);
    c.set(kInt8Layer, true, true);
    return c;
  };
  EXPECT(changed().prepare());
  --changed().operands_count;
  EXPECT(c.refused(Reason::kOperandCount, 0));
  changed().in[0].shape.rank = 2;
  EXPECT(c.refused(Reason::kRank, 0));
  changed().in[0].shape.dim[1] = 0;
  EXPECT(c.refused(Reason::kElements, 0));
  changed().in[1].shape.dim[1] = 3;
  EXPECT(c.refused(Reason::kChannels, 1));
  changed().in[1 + Layer::kGates].shape.dim[0] = 4;
  EXPECT(c.refused(Reason::kChannels, 1 + Layer::kGates));
  changed().in[kAt.bias].shape.dim[0] = 4;
  EXPECT(c.refused(Reason::kBiasShape, kAt.bias));
  changed().in[kAt.hidden].shape.dim[0] = 1;
  EXPECT(c.refused(Reason::kChannels, kAt.hidden));
  changed().in[kAt.hidden].zero_point = 1;
  EXPECT(c.refused(Reason::kQuantization, kAt.hidden));
  changed().in[kAt.lengths].shape.dim[0] = 1;
  EXPECT(c.refused(Reason::kBiasShape, kAt.lengths));
  changed().in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  changed().in[2].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 2));
  changed().out[0].shape.dim[2] = 4;
  EXPECT(c.refused(Reason::kOutputShape, kFirst));
  changed().out[1].shape.dim[0] = 3;
  EXPECT(c.refused(Reason::kOutputShape, kFirst + 1));
  changed().out[1].zero_point = 1;
  EXPECT(c.refused(Reason::kQuantization, kFirst + 1));
  changed().results_count = 1;
  EXPECT(c.refused(Reason::kOperandCount, kFirst));
  changed().attrs.sequence = false;
  c.attrs.last = false;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().attrs.clip = 1;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().in[1].type = nook::DType::kF32;
  EXPECT(c.no_form());
  changed().in[kAt.lengths].type = nook::DType::kS16;
  EXPECT(c.no_form());
}

}  // namespace test
