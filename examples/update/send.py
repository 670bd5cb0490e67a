#!/usr/bin/env -S /usr/bin/python3
"""Sends networks to the firmware of examples/update, and rows of inputs.

  send.py PORT info
  send.py PORT install IMAGE INPUT OUTPUT      INPUT and OUTPUT: files for the self-test, from `nook run` or `nook golden`
  send.py PORT run INPUT [OUTPUT]              one row after the other; OUTPUT: the file for the scores

PORT is a serial port, 115200 baud: /dev/ttyACM0, or the /dev/pts/N that QEMU names with -serial pty.
"""
import os
import pathlib
import select
import sys
import termios
import time
import tty
import zlib

START, VERSION, ANSWER = 0xA7, 1, ord("A")  # ports/serial/frame.h
PAYLOAD, ATTEMPTS, PATIENCE = 512, 5, 1.0
ROW_BYTES, ROWS = 8, 8
STATUS = ["done", "a stream still uses the slot", "the image is larger than a slot", "out of order", "bytes are missing",
          "the loader refuses the image", "the network has another interface, or needs more memory",
          "the self-test gives another output", "no image is installed", "the slot can't be written", "the board does not know the request"]
LOADER = ["", "an argument is NULL", "misaligned", "too short", "not an image", "another version of the interface", "made for another core",
          "malformed", "damaged: another digest", "not signed", "signed with another key", "a signature of another image",
          "older than the rollback counter allows"]


class Refused(Exception):
    """The board's answer: a status (update.h) and, from the loader, a nook_image_status."""
    def __init__(self, status, second):
        super().__init__(STATUS[status] + (f": {LOADER[second]}" if second else ""))
        self.status, self.second = status, second


class Board:
    def __init__(self, port):
        self.line = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        settings = termios.tcgetattr(self.line)
        settings[4] = settings[5] = termios.B115200
        termios.tcsetattr(self.line, termios.TCSANOW, settings)
        self.number, self.got = 0, b""

    def close(self):
        os.close(self.line)

    def frame(self):
        """The next whole frame as (kind, number, payload); None when the line was silent for a while."""
        end = time.monotonic() + PATIENCE
        while True:
            at = self.got.find(bytes([START]))
            self.got = self.got[at:] if at >= 0 else b""
            if len(self.got) >= 6:
                length = int.from_bytes(self.got[4:6], "little")
                whole = self.got[:10 + length]
                if length > PAYLOAD or len(whole) == 10 + length and zlib.crc32(whole[1:-4]) != int.from_bytes(whole[-4:], "little"):
                    self.got = self.got[1:]  # a changed byte: look for the next beginning
                    continue
                if len(whole) == 10 + length:
                    self.got = self.got[10 + length:]
                    return whole[2], whole[3], whole[6:-4]
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.line], [], [], left)[0]:
                return None
            self.got += os.read(self.line, 4096)

    def ask(self, kind, payload=b""):
        """Asks until an answer comes; returns its data. Raises Refused for another status than 0."""
        self.number = (self.number + 1) % 256
        body = bytes([VERSION, ord(kind), self.number]) + len(payload).to_bytes(2, "little") + payload
        for _ in range(ATTEMPTS):
            self.got = b""
            os.write(self.line, bytes([START]) + body + zlib.crc32(body).to_bytes(4, "little"))
            while (got := self.frame()) is not None:
                if got[:2] == (ANSWER, self.number) and len(got[2]) >= 2:
                    if got[2][0] != 0:
                        raise Refused(got[2][0], got[2][1])
                    return got[2][2:]
        raise TimeoutError("the board does not answer")

    def info(self):
        """(slot, rollback counter, SHA-256 of the model), or None without an image."""
        try:
            data = self.ask("Q")
        except Refused:
            return None
        return data[0], int.from_bytes(data[1:5], "little"), data[5:].hex()

    def send(self, image, size=None):
        """The bytes of an image. `size`: the number that the board is told."""
        self.ask("U", (len(image) if size is None else size).to_bytes(4, "little"))
        for at in range(0, len(image), PAYLOAD - 4):
            self.ask("D", at.to_bytes(4, "little") + image[at:at + PAYLOAD - 4])

    def install(self, image, given, expected):
        self.info()  # a new conversation: the board forgets the last answer
        self.send(image)
        self.ask("V")
        self.ask("T", given + expected)

    def begin(self):
        self.ask("B")

    def push(self, rows):
        return self.ask("P", rows)


def main(words):
    if len(words) < 2 or words[1] not in ("info", "install", "run"):
        sys.exit(__doc__)
    board, files = Board(words[0]), [pathlib.Path(word) for word in words[2:]]
    try:
        found = board.info()
        if words[1] == "install":
            board.install(*(file.read_bytes() for file in files))
            found = board.info()
        elif words[1] == "run":
            rows = files[0].read_bytes()
            board.begin()
            for at in range(0, len(rows), ROW_BYTES):
                scores = board.push(rows[at:at + ROW_BYTES])
            if len(files) > 1:
                files[1].write_bytes(scores)
            print("scores:", *[byte - 256 * (byte > 127) for byte in scores])
    except Refused as refused:
        sys.exit(f"refused: {refused}")
    finally:
        board.close()
    print("slot {}, rollback counter {}, model {}".format(*found) if found else "no image is installed")


if __name__ == "__main__":
    main(sys.argv[1:])
