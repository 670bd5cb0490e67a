// The conditions in the rows of <type>.inc as data: a compiler says with them why a kernel does not take a
// layer.
#pragma once
#include "nook/core/span.h"
#include "nook/ops/contract/fits.h"

namespace nook {

// The column of layers of one row.
struct KernelFits {
  const char* symbol;
  const char* condition;  // as it is written in the row
  Fits fits;              // all layers if the row has a function of Params
};

// The rows of one form.
struct FormFits {
  Span<const KernelFits> rows;
  Layer (*layer)(const void* params);  // null: the rows have functions of Params
};

// Defined by kernel_tables.inc and function_tables.inc for the form NOOK_TABLE.
// A reference to data that the linker drops: as a value, its bytes would lie among other constants and keep
// the rows of every form in each program.
template <class Form>
const FormFits& kernel_fits();

// All forms whose rows are in a <type>.inc that these files include.
using FormFitsOf = const FormFits& (*)();
Span<const FormFitsOf> kernel_fits_of_forms();

}  // namespace nook
