/* Fully connected layers with one scale for all outputs, on cores with Helium: the kernel
 * nook_fully_connected_s8_mve_one_scale.
 *
 * The stream: the multiplier and the power 2^(31 + shift) of all outputs. Then for each eight outputs, and
 * each four or fewer behind the last eight: their biases, with the zero point of the input folded in, and the
 * weights of sixteen inputs at a time, 16 bytes an output, with zeros behind the last. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_MVE_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_MVE_H_

#include "nook/ops/fully_connected/fully_connected.h"

#endif
