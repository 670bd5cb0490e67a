// Recognizes the boards and cores that the files of other build systems name.
#pragma once
#include <string>
#include <string_view>

namespace nookc {

// Where firmware runs. The board is one of parts.inc, or empty; the target too if neither is known.
struct Place {
  std::string board, target;
};

// The place that a word names: a board ("nrf52840dk/nrf52840" of Zephyr, "nucleo_h743zi" of PlatformIO,
// "esp32s3" of ESP-IDF, "arduino:mbed_nano:nano33ble" of Arduino), a part ("STM32H743ZITx", "STM32F407xx") or
// a core
// ("cortex-m33+nodsp", "rv32imc").
Place place_of(std::string_view word);

}  // namespace nookc
