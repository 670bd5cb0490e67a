/* A camera that gives one line after the other, and keeps none of them. */
#ifndef CAMERA_SENSOR_H_
#define CAMERA_SENSOR_H_

#include <stdint.h>

/* Looks at picture `k` of the folder that the board was started in; 0 when it is not there. */
int sensor_start(int k);

/* The next line of the picture, `bytes` of them. */
void sensor_line(int8_t* line, int32_t bytes);

#endif
