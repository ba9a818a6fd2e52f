"""Dealing: every one of the 78! / (18!**4 6!) deals with the same chance, exactly.

A Fisher-Yates shuffle that stops after 72 cards. Eight bounded numbers come out of one random word
(Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024): multiplying the
word by a bound leaves the number in the upper half and fresh bits in the lower; a word whose last
remainder falls below 2**64 modulo the product of the bounds is thrown away, so nothing is biased.
"""

from __future__ import annotations

import numpy as np

from tarotsim.bits import multiply_high
from tarotsim.engine.streams import DEALING, stream, word_at
from tarotsim.jit import kernel
from tarotsim.rules.tables import HAND_CARDS, PLAIN_BIT, SEATS, TRUMP_BIT

PACK = 78
BATCH = 8
_ONE = np.uint64(1)


def _products() -> np.ndarray:
    """The product of the eight bounds of each batch: 78 x ... x 71, 70 x ... x 63, ... 14 x ... x 7."""
    bounds = np.arange(PACK, PACK - HAND_CARDS * SEATS, -1, dtype=np.uint64)
    return bounds.reshape(-1, BATCH).prod(axis=1)


PRODUCTS = _products()
REJECTED = np.array([(1 << 64) % int(product) for product in PRODUCTS], dtype=np.uint64)


@kernel
def deal_cards(seed, deal, pack, hidden):
    """Deal number ``deal`` of ``seed`` (both uint64) into the HIDDEN record ``hidden``.

    ``pack`` is scratch: 78 uint8. Seat 0 gets the first 18 cards drawn, and so on; the six that are
    left are the chien.
    """
    for card in range(PACK):
        pack[card] = card
    state, gamma = stream(seed, deal, DEALING)
    index = _ONE
    left = PACK
    for batch in range(PRODUCTS.size):
        start = left
        while True:
            word = word_at(state, gamma, index)
            index += _ONE
            left = start
            for _ in range(BATCH):
                bound = np.uint64(left)
                drawn = np.int64(multiply_high(word, bound))
                word *= bound
                left -= 1
                pack[left], pack[drawn] = pack[drawn], pack[left]
            if word >= REJECTED[batch]:
                break
    top = PACK
    for seat in range(SEATS):
        top -= HAND_CARDS
        hidden.plain[seat], hidden.trumps[seat] = gather(pack, top, HAND_CARDS)
    hidden.chien_plain, hidden.chien_trumps = gather(pack, 0, top)


@kernel
def gather(pack, start, count):
    """The set (plain, trumps) of ``count`` cards of ``pack`` from ``start`` on."""
    plain = 0
    trumps = 0
    for place in range(start, start + count):
        card = np.int64(pack[place])
        plain |= PLAIN_BIT[card]
        trumps |= TRUMP_BIT[card]
    return plain, trumps
