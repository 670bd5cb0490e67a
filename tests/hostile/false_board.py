#!/usr/bin/python3
"""A board at a serial port that answers in a wrong way.

usage: false_board.py KIND MODEL SCRATCH < the command's bytes > the board's bytes

It greets like the runner of MODEL with SCRATCH bytes of scratch, except as KIND says:
  noise       sends frames that arrive damaged
  version     speaks another version of the protocol
  model       has another model
  fault       reports a fault of a run
  no-clock    reports runs that took no time
"""
import hashlib
import os
import sys
import zlib

KIND, MODEL, SCRATCH = sys.argv[1], sys.argv[2], int(sys.argv[3])


def frame(kind, number, payload, version=1):
    body = bytes([version, ord(kind), number]) + len(payload).to_bytes(2, "little") + payload
    return b"\xa7" + body + zlib.crc32(body).to_bytes(4, "little")


def receive():
    data = b""
    while len(data) < 6 or len(data) < 10 + int.from_bytes(data[4:6], "little"):
        byte = os.read(0, 1)
        if not byte:
            sys.exit(0)
        data += byte
    return data[6:-4]


def send(data):
    os.write(1, data)


def main():
    session = receive()[:4]
    sha = b"0" * 64 if KIND == "model" else hashlib.sha256(open(MODEL, "rb").read()).hexdigest().encode()
    greeting = session + bytes(4) + SCRATCH.to_bytes(4, "little") + b"other\0" + sha + b"\0host\0v\0"
    hello = frame("H", 1, greeting, version=9 if KIND == "version" else 1)
    if KIND == "noise":
        while True:  # one wrong byte in each
            send((hello[:-1] + bytes([hello[-1] ^ 1])) * 30)
            receive()
    send(hello)
    if KIND in ("version", "model"):
        return
    receive()
    text = "fault: run 0: the run call failed" if KIND == "fault" else "\n".join(["hz 0"] + ["ticks 0"] * 15)
    send(frame("T", 2, text.encode() + b"\n"))
    receive()
    send(frame("E", 3, bytes([1 if KIND == "fault" else 0, 0, 0, 0])))
    receive()


main()
