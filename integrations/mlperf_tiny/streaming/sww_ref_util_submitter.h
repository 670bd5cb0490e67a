/* Stands in the place of the reference submission's file of this name, which the harness includes. */
#ifndef NOOK_STREAMING_SWW_REF_UTIL_SUBMITTER_H_
#define NOOK_STREAMING_SWW_REF_UTIL_SUBMITTER_H_

#include <stdint.h>

#include "sww_board.h"

#define TH_VENDOR_NAME_STRING "unspecified"
#define TH_MODEL_VERSION      EE_MODEL_VERSION_SWW01
#define TH_I2S_OK             0

/* The harness's names of pins: a board knows them by number. */
#define TH_GPIO_WRITE(port, pin, level) sww_set_pin(pin, level)
#define timestamp_Pin                   SWW_TIMESTAMP
#define Processing_Pin                  SWW_PROCESSING
#define GPIO_PIN_8                      SWW_DETECTED
#define GPIO_PIN_SET                    1
#define GPIO_PIN_RESET                  0

void th_delay_us(int microseconds);
uint32_t th_dma_receive(uint8_t* buffer, uint16_t samples);
uint32_t th_dma_stop(void);
uint8_t th_dma_state(void);
void th_run_model_on_test_data(char* words[]);
void th_infer_static_wav(char* words[]);
void th_extract_features_on_chunk(char* words[]);
void th_run_extraction(char* words[]);

#endif
