/* A camera that delivers lines in order, and stores none of them. */
#ifndef CAMERA_SENSOR_H_
#define CAMERA_SENSOR_H_

#include <stdint.h>

/* Opens picture `k` in the folder from which the board was started; 0 if it does not exist. */
int sensor_start(int k);

/* The next line of the picture, `bytes` long. */
void sensor_line(int8_t* line, int32_t bytes);

#endif
