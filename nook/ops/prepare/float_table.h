#pragma once
#include "nook/ops/prepare/table_of.h"

namespace nook {

// Fills the table of an int8 operator y = f(x), as TensorFlow Lite computes it in single precision: f of -128
// to 127 as real numbers, in the units of y, ties away from 0.
Code fill_float_table(float (*f)(float), const TableOf& of);

}  // namespace nook
