"""Random words from (seed, deal, purpose), and from nothing else.

Each deal has a SplitMix64 stream of its own for each purpose, keyed by state *and* by an odd
increment (gamma): with one gamma for all, 10**9 streams of one sequence would overlap. Steele, Lea
and Flood, "Fast splittable pseudorandom number generators" (2014), give the mixing functions.
"""

from __future__ import annotations

import numpy as np

from tarotsim.bits import multiply_high, popcount
from tarotsim.jit import kernel

DEALING, DECIDING = np.uint64(1), np.uint64(2)
"""The purposes: dealing is apart, so that a seed deals the same hands whoever plays."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLY_1, _MULTIPLY_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_GAMMA_1, _GAMMA_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_ALTERNATE = np.uint64(0xAAAAAAAAAAAAAAAA)
_27, _30, _31, _33, _1 = (np.uint64(n) for n in (27, 30, 31, 33, 1))
_ZERO = np.uint64(0)


@kernel
def mix(word):
    """Scramble 64 bits (SplitMix64's finaliser, a bijection)."""
    word = (word ^ (word >> _30)) * _MULTIPLY_1
    word = (word ^ (word >> _27)) * _MULTIPLY_2
    return word ^ (word >> _31)


@kernel
def mix_gamma(word):
    """An odd increment from 64 bits, with enough bit changes in it."""
    word = (word ^ (word >> _33)) * _GAMMA_1
    word = (word ^ (word >> _33)) * _GAMMA_2
    word = (word ^ (word >> _33)) | _1
    if popcount(np.int64(word ^ (word >> _1))) < 24:
        word ^= _ALTERNATE
    return word


@kernel
def stream(seed, deal, purpose):
    """The stream of (``seed``, ``deal``, ``purpose``) as (state, gamma); see `word_at`."""
    key = mix(mix(seed + _GOLDEN) ^ deal) + purpose * _GOLDEN
    return mix(key), mix_gamma(key + _GAMMA_2)


@kernel
def word_at(state, gamma, index):
    """The random word number ``index`` (uint64, from 1) of a stream."""
    return mix(state + gamma * index)


@kernel
def below(word, bound):
    """A number from 0 to ``bound`` - 1 out of a whole random word (its bias is below bound / 2**64)."""
    return np.int64(multiply_high(word, np.uint64(bound)))


@kernel
def another(word):
    """A further random word, for a decision that needs more than the one it was given."""
    return mix(word + _GOLDEN)
