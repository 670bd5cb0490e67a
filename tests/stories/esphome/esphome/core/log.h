#pragma once
#include <cstdio>

#define ESP_LOGE(tag, ...) \
  (std::fprintf(stderr, "E %s ", tag), std::fprintf(stderr, __VA_ARGS__), std::fprintf(stderr, "\n"))
#define ESP_LOGW      ESP_LOGE
#define ESP_LOGCONFIG ESP_LOGE
