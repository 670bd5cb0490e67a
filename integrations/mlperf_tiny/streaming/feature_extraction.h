/* Features of 64 ms of sound: the logarithms of 40 mel bands, as the benchmark's training code computes them.
 * The harness includes this file under its name. */
#ifndef NOOK_STREAMING_FEATURE_EXTRACTION_H_
#define NOOK_STREAMING_FEATURE_EXTRACTION_H_

#include <stdint.h>

/* Call it once, before the others. */
void features_start(void);

/* Forgets the sample before the next window. */
void features_reset(void);

/* From SWW_WINLEN_SAMPLES samples to NUM_MEL_FILTERS features from 0 to 1. Windows follow each other by
 * SWW_WINSTRIDE_SAMPLES. */
void features_of(const int16_t* samples, float* features);

#endif
