// The forms of Fourier transforms. An operator's .cc defines the kernels() of each form.
#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/fft.h"

namespace nook {

enum class Direction : uint8_t { kToSpectrum, kToSignal };

template <class Operator, DType type>
struct FftForm;

// T is the number of the element type in the .tflite format.
template <class Operator, int16_t number, Direction direction>
struct FftOp : CustomOp<Operator, number, Role::kData> {
  static constexpr bool kInverse = direction == Direction::kToSignal;
  struct Attrs {
    using Op = Operator;
    int32_t T = 0, fft_length = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"T", &Attrs::T}, {"fft_length", &Attrs::fft_length}};
  using Forms =
      List<FftForm<Operator, DType::kS16>, FftForm<Operator, DType::kS32>, FftForm<Operator, DType::kF32>>;
};

struct FftSizes {
  int32_t rows, length, given;
};
Result<FftSizes> prepare_fft(DType type, int32_t option_type, int32_t length, bool inverse,
                             const NodeView& node, PrepareContext& context);
// Number of values in `turns`.
constexpr int32_t turn_count(int32_t length) { return length + length / 4 * 2; }
void fill_turns(int32_t length, bool inverse, int16_t* turns);
void fill_turns(int32_t length, bool inverse, int32_t* turns);
void fill_turns(int32_t length, bool inverse, float* turns);

template <DType type>
struct FftOf;
template <>
struct FftOf<DType::kS16> {
  using Params = nook_fft_s16;
  using Element = int16_t;
  static constexpr const char* kType = "nook_fft_s16";
};
template <>
struct FftOf<DType::kS32> {
  using Params = nook_fft_s32;
  using Element = int32_t;
  static constexpr const char* kType = "nook_fft_s32";
};
template <>
struct FftOf<DType::kF32> {
  using Params = nook_fft_f32;
  using Element = float;
  static constexpr const char* kType = "nook_fft_f32";
};

template <class Operator, DType type>
struct FftForm : FormOf<Operator, typename FftOf<type>::Params> {
  using Op = Operator;
  using Params = typename FftOf<type>::Params;
  using Element = typename FftOf<type>::Element;
  static constexpr const char* kType = FftOf<type>::kType;

  static Result<Params> prepare(const typename Op::Attrs& attrs, const NodeView& node,
                                PrepareContext& context) {
    const Result<FftSizes> sizes = prepare_fft(type, attrs.T, attrs.fft_length, Op::kInverse, node, context);
    NOOK_REQUIRE(sizes, sizes.code());
    return Params{sizes->rows, sizes->length, sizes->given, nullptr};
  }
  static int32_t table_bytes(const Params& p) {
    return turn_count(p.length) * static_cast<int32_t>(sizeof(Element));
  }
  static void fill_tables(Params& p, void* table) {
    fill_turns(p.length, Op::kInverse, static_cast<Element*>(table));
    p.turns = static_cast<const Element*>(table);
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("length", p.length), f.value("given", p.given);
    f.table("turns", p.turns, turn_count(p.length));
  }
};

}  // namespace nook
