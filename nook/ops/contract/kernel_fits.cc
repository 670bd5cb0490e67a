#include "nook/ops/contract/kernel_fits.h"

namespace nook {

#define NOOK_FORMS_WITH_FITS           \
  NOOK_FITS_OF(AddF32)                 \
  NOOK_FITS_OF(AddS8)                  \
  NOOK_FITS_OF(AveragePool2DF32)       \
  NOOK_FITS_OF(AveragePool2DS8)        \
  NOOK_FITS_OF(Conv2DF32)              \
  NOOK_FITS_OF(Conv2DS16)              \
  NOOK_FITS_OF(Conv2DS16Sum32)         \
  NOOK_FITS_OF(Conv2DS4)               \
  NOOK_FITS_OF(Conv2DS8)               \
  NOOK_FITS_OF(DepthwiseConv2DF32)     \
  NOOK_FITS_OF(DepthwiseConv2DS16)     \
  NOOK_FITS_OF(DepthwiseConv2DS8)      \
  NOOK_FITS_OF(FullyConnectedF32)      \
  NOOK_FITS_OF(FullyConnectedS16)      \
  NOOK_FITS_OF(FullyConnectedS16Sum32) \
  NOOK_FITS_OF(FullyConnectedS4)       \
  NOOK_FITS_OF(FullyConnectedS8)       \
  NOOK_FITS_OF(MaxPool2DF32)           \
  NOOK_FITS_OF(MaxPool2DS8)            \
  NOOK_FITS_OF(MeanS8)                 \
  NOOK_FITS_OF(MulF32)                 \
  NOOK_FITS_OF(MulS8)                  \
  NOOK_FITS_OF(SoftmaxF32)             \
  NOOK_FITS_OF(SoftmaxS8)              \
  NOOK_FITS_OF(SoftmaxS8S16)           \
  NOOK_FITS_OF(SubF32)                 \
  NOOK_FITS_OF(SubS8)

#define NOOK_FITS_OF(Form) \
  struct Form;             \
  template <>              \
  const FormFits& kernel_fits<Form>();
NOOK_FORMS_WITH_FITS
#undef NOOK_FITS_OF

namespace {

#define NOOK_FITS_OF(Form) kernel_fits<Form>,
constexpr FormFitsOf kAll[] = {NOOK_FORMS_WITH_FITS};
#undef NOOK_FITS_OF

}  // namespace

Span<const FormFitsOf> kernel_fits_of_forms() { return kAll; }

}  // namespace nook
