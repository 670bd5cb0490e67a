// The forms of Fourier transforms. An operator has kInverse and a table of kernels for each type.
#pragma once
#include "nook/ops/custom_options.h"
#include "nook/ops/families/fft.h"
#include "nook/ops/op.h"

namespace nook {

// The options of both; T is the number of the element type in the .tflite format.
template <class Operator>
struct FftOp {
  struct Attrs {
    using Op = Operator;
    int32_t T = 0, fft_length = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("T", a.T), f.value("fft_length", a.fft_length);
  }
  static Result<Attrs> parse(const NodeView& node) {
    Attrs attrs;
    OptionReader reader(node.custom_options);
    options(reader, attrs);
    NOOK_REQUIRE(reader.ok(), Code::kBadModel);
    return attrs;
  }
};

struct FftSizes {
  int32_t rows, length, given;
};
Result<FftSizes> prepare_fft(DType type, int32_t option_type, int32_t length, bool inverse,
                             const NodeView& node, PrepareContext& context);
// Values of `turns`.
constexpr int32_t turn_count(int32_t length) { return length + length / 4 * 2; }
void fill_turns(int32_t length, bool inverse, int16_t* turns);
void fill_turns(int32_t length, bool inverse, int32_t* turns);
void fill_turns(int32_t length, bool inverse, float* turns);

template <class Element>
struct FftOf;
template <>
struct FftOf<int16_t> {
  using Params = nook_fft_s16;
  static constexpr const char* kType = "nook_fft_s16";
  static constexpr DType kElement = DType::kS16;
};
template <>
struct FftOf<int32_t> {
  using Params = nook_fft_s32;
  static constexpr const char* kType = "nook_fft_s32";
  static constexpr DType kElement = DType::kS32;
};
template <>
struct FftOf<float> {
  using Params = nook_fft_f32;
  static constexpr const char* kType = "nook_fft_f32";
  static constexpr DType kElement = DType::kF32;
};

template <class Operator, class Element>
struct FftForm : FormOf<Operator, typename FftOf<Element>::Params> {
  using Op = Operator;
  using Params = typename FftOf<Element>::Params;
  static constexpr const char* kType = FftOf<Element>::kType;

  static Result<Params> prepare(const typename Op::Attrs& attrs, const NodeView& node,
                                PrepareContext& context) {
    const Result<FftSizes> sizes =
        prepare_fft(FftOf<Element>::kElement, attrs.T, attrs.fft_length, Op::kInverse, node, context);
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
  static Span<const Kernel> kernels() { return Op::kernels(Element{}); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("length", p.length), f.value("given", p.given);
    f.table("turns", p.turns, turn_count(p.length));
  }
};

}  // namespace nook
