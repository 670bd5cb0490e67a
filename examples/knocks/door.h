/* A door with someone knocking: replaces a piezo element and its driver. */
#ifndef EXAMPLES_KNOCKS_DOOR_H_
#define EXAMPLES_KNOCKS_DOOR_H_

#include <stdint.h>

enum { kHopMs = 32, kQuarterMs = 8, kQuarters = 4 };

/* The times of the knocks, in ms from the start, in order; -1 ends the list. */
typedef const int16_t* door_knocks;

/* The loudest sound in each quarter of hop `hop`: -128 is silence, 127 the element's maximum. */
void door_listen(door_knocks knocks, int32_t hop, int8_t loudness[kQuarters]);

#endif
