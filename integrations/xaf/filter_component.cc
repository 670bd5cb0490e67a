#include "integrations/xaf/filter_component.h"

#include <math.h>

#include "integrations/audio/fft.h"
#include "integrations/xaf/component.h"

namespace xaf_filter {
namespace {

using audio::Complex;

// State that lives as long as the component.
struct Kept {
  Complex roots[kPoints / 2];
  Complex response[kPoints];
  float echo[kPoints - kBlock];  // overlap of the previous blocks
};

struct Filter : xaf::Component {
  static constexpr const char* kName = "nook filter";
  const float* coefficients;
  uint32_t taps;

  xaf::Error configure(int32_t parameter, const void* value);
  xaf::Error size();
  xaf::Error prepare();
  void restart();
  xaf::Error frame();

 private:
  Kept& kept() { return *static_cast<Kept*>(pointers[xaf::kPersistTable]); }
};

xaf::Error Filter::configure(int32_t parameter, const void* value) {
  const xaf::Setting settings[] = {{kTaps, taps}, {kCoefficients, coefficients}};
  return xaf::configure(settings, parameter, value);
}

xaf::Error Filter::size() {
  if (!coefficients || taps == 0 || taps > kMostTaps) return xaf::fatal(xaf::Class::kConfig, 0);
  sizes[xaf::kInputTable] = sizes[xaf::kOutputTable] = kBlock * sizeof(int16_t);
  sizes[xaf::kScratchTable] = kPoints * sizeof(Complex), sizes[xaf::kPersistTable] = sizeof(Kept);
  return xaf::kOk;
}

xaf::Error Filter::prepare() {
  Kept& k = kept();
  audio::make_roots(k.roots, kPoints);
  for (uint32_t i = 0; i < kPoints; ++i) k.response[i] = {i < taps ? coefficients[i] : 0.0f, 0.0f};
  audio::transform(k.response, k.roots, kPoints);
  restart();
  return xaf::kOk;
}

void Filter::restart() {
  for (float& sample : kept().echo) sample = 0.0f;
}

int16_t saturate(float x) {
  const float rounded = roundf(x);
  return static_cast<int16_t>(rounded > 32767.0f ? 32767.0f : rounded < -32768.0f ? -32768.0f : rounded);
}

xaf::Error Filter::frame() {
  Kept& k = kept();
  Complex* const work = static_cast<Complex*>(pointers[xaf::kScratchTable]);
  const int16_t* const in = static_cast<const int16_t*>(pointers[xaf::kInputTable]);
  int16_t* const out = static_cast<int16_t*>(pointers[xaf::kOutputTable]);
  for (uint32_t i = 0; i < kPoints; ++i) work[i] = {i < kBlock ? static_cast<float>(in[i]) : 0.0f, 0.0f};
  audio::transform(work, k.roots, kPoints);
  for (uint32_t i = 0; i < kPoints; ++i) work[i] = work[i] * k.response[i];
  audio::transform_back(work, k.roots, kPoints);
  for (uint32_t i = 0; i < kBlock; ++i) out[i] = saturate(work[i].re + k.echo[i]);
  for (uint32_t i = 0; i < kPoints - kBlock; ++i) {
    const float before = i + kBlock < kPoints - kBlock ? k.echo[i + kBlock] : 0.0f;
    k.echo[i] = before + work[i + kBlock].re;
  }
  return xaf::kOk;
}

}  // namespace

xaf::Error component(void* object, int32_t command, int32_t index, void* value) {
  return xaf::serve<Filter>(object, command, index, value);
}

}  // namespace xaf_filter
