"""Two words and other sounds, spoken by a synthesizer: voice pulses, or noise, through three moving resonances."""
import numpy as np

RATE = 16000
# Resonances in Hz at the beginning and the end of a sound.
EE, AH, OO = (270, 2290, 3010), (730, 1090, 2440), (300, 870, 2240)
WORDS = {"ya": (EE, AH), "ow": (AH, OO)}
LABELS = ("silence", "unknown", *WORDS)


def uniform(rng, low, high):
    return float(rng.uniform((1,), low, high)[0])


def noise(rng, samples):
    return rng.uniform((samples,))


def resonate(sound, frequencies, bandwidth):
    """A resonance whose frequency varies with each sample."""
    r = np.exp(-np.pi * bandwidth / RATE)
    a = 2 * r * np.cos(2 * np.pi * frequencies / RATE)
    out, before, last = np.empty_like(sound), 0.0, 0.0
    gain = (1 - r) * 2
    for i, x in enumerate(sound):
        before, last = last, gain * x + a[i] * last - r * r * before
        out[i] = last
    return out


def glide(begin, end, samples):
    """Constant at both ends, moving in the middle."""
    t = np.clip((np.linspace(0, 1, samples) - 0.25) / 0.5, 0, 1)
    return begin + (end - begin) * (3 - 2 * t) * t * t


def voice(rng, samples):
    pitch = np.linspace(uniform(rng, 105, 220), uniform(rng, 95, 180), samples)
    phase = np.cumsum(pitch) / RATE
    return np.where(np.diff(np.floor(phase), prepend=0) > 0, 8.0, 0.0) + 0.02 * noise(rng, samples)


def utter(rng, begin, end, source=voice):
    """About half a second, -1 to 1."""
    samples = int(RATE * uniform(rng, 0.35, 0.6))
    size = uniform(rng, 0.9, 1.15)  # size of the head
    sound = source(rng, samples)
    for low, high, bandwidth in zip(begin, end, (80, 110, 160)):
        sound = resonate(sound, glide(low * size, high * size, samples), bandwidth)
    edge = int(0.04 * RATE)
    sound[:edge] *= np.linspace(0, 1, edge)
    sound[-2 * edge:] *= np.linspace(1, 0, 2 * edge)
    return sound / np.abs(sound).max()


def other(rng):
    """None of the words: a steady vowel, another glide, a hiss."""
    kind = uniform(rng, 0, 4)
    if kind < 1:
        return utter(rng, (uniform(rng, 300, 4000),) * 3, (uniform(rng, 300, 4000),) * 3, noise)
    if kind < 2.5:
        vowel = rng.choice((EE, AH, OO))
        return utter(rng, vowel, vowel)
    return utter(rng, *rng.choice(((AH, EE), (OO, EE), (OO, AH), (EE, OO))))


def room(rng, seconds):
    """Steady noise with random loudness and colour."""
    sound = noise(rng, int(RATE * seconds))
    colour = uniform(rng, 0, 0.9)
    for i in range(1, len(sound)):
        sound[i] += colour * (sound[i - 1] - sound[i])
    return sound * 10 ** uniform(rng, -4, -2)


def say(rng, label, seconds, at):
    """A room in which something is said once."""
    sound = room(rng, seconds)
    if label != "silence":
        said = utter(rng, *WORDS[label]) if label in WORDS else other(rng)
        first = int(RATE * at)
        sound[first:first + len(said)] += said * 10 ** uniform(rng, -1.2, -0.1)
    return np.clip(sound * 32767, -32768, 32767).astype(np.int16)
