"""Writes, reads and runs small .tflite models: graph, builder, quantize, reference, tflite."""
