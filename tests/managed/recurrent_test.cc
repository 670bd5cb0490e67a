// Recurrent layers on managed tensors against the reference kernels: random layers in float, int8, and float
// with int8 matrices.
#include "nook/managed/ops/recurrent.h"

#include "tests/managed/recorder.h"
#include "tests/recurrent_case.h"

using namespace managed_test;
using nook::DType;
using nook::TensorInfo;

namespace {

template <class Form>
using Lstm = optimized::OptLstm<Form>;
template <class Form>
using Gru = optimized::OptGru<Form>;
template <class Form>
using Rnn = optimized::OptRnn<Form>;

struct LstmCells {
  using Op = nook::LstmLayer;
  static constexpr int kGates = 4;
  static constexpr test::RecurrentPlaces kPlaces = {
      Lstm<nook::LstmLayerF32>::b_input, 4, Lstm<nook::LstmLayerF32>::hidden, Lstm<nook::LstmLayerF32>::cell,
      Lstm<nook::LstmLayerF32>::lengths};
  static int biases(const Op::Attrs&) { return 4; }
  static void set_cell(Op::Attrs& attrs, bool) { attrs.cell_power = -12; }
};
struct GruCells {
  using Op = nook::GruLayer;
  static constexpr int kGates = 3;
  static constexpr test::RecurrentPlaces kPlaces = {Gru<nook::GruLayerF32>::b_update, 4,
                                                    Gru<nook::GruLayerF32>::hidden, 0,
                                                    Gru<nook::GruLayerF32>::lengths};
  static int biases(const Op::Attrs& attrs) { return attrs.reset_after ? 4 : 3; }
  static void set_cell(Op::Attrs&, bool) {}
};
struct RnnCells {
  using Op = nook::RnnLayer;
  static constexpr int kGates = 1;
  static constexpr test::RecurrentPlaces kPlaces = {
      Rnn<nook::RnnLayerF32>::bias, 1, Rnn<nook::RnnLayerF32>::hidden, 0, Rnn<nook::RnnLayerF32>::lengths};
  static int biases(const Op::Attrs&) { return 1; }
  static void set_cell(Op::Attrs&, bool) {}
};

TensorShape dims_of(const nook::Shape& s) {
  uint32_t dims[4] = {};
  for (int i = 0; i < s.rank; ++i) dims[i] = static_cast<uint32_t>(s.dim[i]);
  return {dims, s.rank};
}

ttype type_for(DType type) {
  return type == DType::kF32 ? flt : type == DType::kS8 ? i8 : type == DType::kS16 ? i16 : i32;
}

Tensor managed(const TensorInfo& info, const void* data) {
  Tensor t = new BufferTensor(dims_of(info.shape), type_for(info.type), const_cast<void*>(data));
  if (info.scales.size() == 1)
    t->set_quantization_params(PerTensorQuantizationParams(info.zero_point, info.scale()));
  return t;
}

// The memory of operand `i`.
template <class Layer, class Type>
const void* bytes_of_operand(const test::RecurrentMemory<Layer, Type>& m,
                             const test::RecurrentNumbers<Layer>& n, int i) {
  constexpr test::RecurrentPlaces kAt = Layer::kPlaces;
  if (i == 0) return m.x;
  if (i <= 2 * Layer::kGates) return m.w[i - 1];
  if (i == kAt.hidden) return m.hidden;
  if (kAt.cell && i == kAt.cell) return m.cell;
  return i == kAt.lengths ? static_cast<const void*>(n.lengths) : m.bias[i - kAt.bias];
}

// An operator whose inputs are known at run time only.
template <class Op>
class Given : public Op {
 public:
  static constexpr size_t kMost = 19;
  using Op::Op;
  void add(uint32_t name, Tensor& tensor) { new (Placed{list_[count_++]}) SimpleNamedTensor(name, tensor); }
  void set() { EXPECT(this->inputs.set(reinterpret_cast<const SimpleNamedTensor*>(list_), count_)); }

 private:
  alignas(SimpleNamedTensor) uint8_t list_[kMost][sizeof(SimpleNamedTensor)];
  size_t count_ = 0;
};

template <class Layer, class Form, template <class> class Managed, class Type>
void layers_equal_the_kernels(const Type& type) {
  static test::RecurrentCase<Layer> c;
  static test::RecurrentNumbers<Layer> n;
  static test::RecurrentMemory<Layer, Type> m;
  static typename Type::X have[test::kMostResult];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 60 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    c = test::RecurrentCase<Layer>();
    c.draw_shape(rng);
    c.attrs.last = !c.attrs.sequence, c.cell_result = false;
    if constexpr (Layer::kGates == 3) c.attrs.reset_after = rng.in(0, 1) == 1;
    c.set(type, rng.in(0, 1) == 1, rng.in(0, 2) == 0);
    test::draw_numbers(rng, c, type, &m, &n);
    const auto* const p = c.template params<Form>();
    if (!p) return;
    const auto rows = Form::kernels();
    test::run_recurrent(rows[rows.size() - 1], p, c, n, &m);
    World<4096, 1024> world;
    Given<Managed<Form>> op(c.attrs);
    Tensor in[Given<Managed<Form>>::kMost], y = managed(c.out[0], have);
    for (uint32_t i = 0; i < test::RecurrentCase<Layer>::kOperands; ++i)
      if (c.in[i].present()) op.add(i, in[i] = managed(c.in[i], bytes_of_operand(m, n, static_cast<int>(i))));
    op.set();
    memset(have, 0x5A, sizeof have);
    const bool evaluated = op.set_outputs({{Managed<Form>::out, y}}).eval() && op.eval();
    const void* const want = c.attrs.sequence ? m.sequence : m.last;
    if (!evaluated || memcmp(have, want, static_cast<size_t>(c.out[0].bytes())) != 0) {
      ++test::failures;
      printf("layer with %d gates differs (evaluated: %d), seed %u\n", Layer::kGates, evaluated,
             static_cast<unsigned>(seed));
    }
    EXPECT(world.errors.size() == 0);
  }
}

}  // namespace

TEST(managed_lstms_equal_the_kernels) {
  layers_equal_the_kernels<LstmCells, nook::LstmLayerF32, Lstm>(test::kFloatLayer);
  layers_equal_the_kernels<LstmCells, nook::LstmLayerS8, Lstm>(test::kInt8Layer);
  layers_equal_the_kernels<LstmCells, nook::LstmLayerHybrid, Lstm>(test::kHybridLayer);
}
TEST(managed_grus_equal_the_kernels) {
  layers_equal_the_kernels<GruCells, nook::GruLayerF32, Gru>(test::kFloatLayer);
  layers_equal_the_kernels<GruCells, nook::GruLayerS8, Gru>(test::kInt8Layer);
  layers_equal_the_kernels<GruCells, nook::GruLayerHybrid, Gru>(test::kHybridLayer);
}
TEST(managed_rnns_equal_the_kernels) {
  layers_equal_the_kernels<RnnCells, nook::RnnLayerF32, Rnn>(test::kFloatLayer);
  layers_equal_the_kernels<RnnCells, nook::RnnLayerS8, Rnn>(test::kInt8Layer);
  layers_equal_the_kernels<RnnCells, nook::RnnLayerHybrid, Rnn>(test::kHybridLayer);
}

// Written by hand, names as text, step by step: `out` of one step is `hidden` of the next.
TEST(a_managed_rnn_runs_step_by_step) {
  World<> world;
  static const float w[] = {0.5f}, r[] = {-1}, bias[] = {0.25f}, numbers[] = {1, -2, 0.5f};
  static float x[1], state[2][1];
  optimized::OptRnn<nook::RnnLayerF32> step;
  Tensor in = new BufferTensor({1, 1, 1}, flt, x), of_x = new RomTensor({1, 1}, flt, w),
         of_hidden = new RomTensor({1, 1}, flt, r), b = new RomTensor({1}, flt, bias);
  Tensor before = new BufferTensor({1, 1}, flt, state[0]), after = new BufferTensor({1, 1, 1}, flt, state[1]);
  step.set_inputs({{"in", in}, {"w", of_x}, {"r", of_hidden}, {"bias", b}, {"hidden", before}});
  step.set_outputs({{"out", after}});
  float want = 0;
  for (const float number : numbers) {
    x[0] = number;
    EXPECT(step.eval());
    want = tanhf(0.5f * number - want + 0.25f);
    EXPECT(fabsf(state[1][0] - want) < 1e-6f);
    state[0][0] = state[1][0];
  }
  EXPECT(world.errors.size() == 0);
}
