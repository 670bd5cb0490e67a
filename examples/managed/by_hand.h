// The digits network, written by hand.
#pragma once
#include <stdint.h>

constexpr int kPixels = 64, kScores = 10;

// Runs the hand-written network on managed tensors of the current context.
bool digits_by_hand(int8_t* image, int8_t* scores);
