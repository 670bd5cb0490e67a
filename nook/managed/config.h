// Build options of managed tensors. Use the same values for every file of a program:
//   -DNOOK_EVENT_BYTES=1   bytes of an event's id: 1, 2 (the default) or 4
#pragma once

#ifndef NOOK_EVENT_BYTES
#define NOOK_EVENT_BYTES 2
#endif
