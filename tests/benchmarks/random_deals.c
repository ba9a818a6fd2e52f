/* The `random` policy in C: the yardstick for the engine's speed. Not used by tarotsim itself.
 *
 * Same random words, same rules, same choices as `tarotsim run --strategy random`, so its sums must
 * equal the engine's. Usage: random_deals SEED FIRST COUNT; prints
 * deals, contracts made, sum of the takers' half points, sum of seat 0's half-point scores, seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t u64;
typedef struct { u64 plain, trumps; } cards;

#define GOLDEN 0x9E3779B97F4A7C15ull
#define TRUMPS ((1ull << 21) - 1)
#define EXCUSE (1ull << 21)
#define PETIT 1ull
#define BOUTS (PETIT | 1ull << 20 | EXCUSE)
#define EACH (1ull | 1ull << 14 | 1ull << 28 | 1ull << 42)
#define KINGS (EACH << 13)
#define POPCOUNT(x) __builtin_popcountll(x)

static const int MULTIPLIER[] = {0, 1, 2, 4, 6}, TARGET[] = {56, 51, 41, 36};
static const int SIZE[] = {0, 10, 13, 15}, POIGNEE[] = {0, 20, 30, 40};

static u64 mix(u64 w) {
    w = (w ^ w >> 30) * 0xBF58476D1CE4E5B9ull;
    w = (w ^ w >> 27) * 0x94D049BB133111EBull;
    return w ^ w >> 31;
}

static u64 mix_gamma(u64 w) {
    w = (w ^ w >> 33) * 0xFF51AFD7ED558CCDull;
    w = (w ^ w >> 33) * 0xC4CEB9FE1A85EC53ull;
    w = (w ^ w >> 33) | 1;
    return POPCOUNT(w ^ w >> 1) < 24 ? w ^ 0xAAAAAAAAAAAAAAAAull : w;
}

static void stream(u64 seed, u64 deal, u64 purpose, u64 *state, u64 *gamma) {
    u64 key = mix(mix(seed + GOLDEN) ^ deal) + purpose * GOLDEN;
    *state = mix(key);
    *gamma = mix_gamma(key + 0xC4CEB9FE1A85EC53ull);
}

static u64 below(u64 word, u64 bound) { return (u64)((unsigned __int128)word * bound >> 64); }

static int select_bit(u64 bits, u64 k) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, bits));
#else
    while (k--) bits &= bits - 1;
    return __builtin_ctzll(bits);
#endif
}

static void add(cards *to, int card) {
    if (card < 56) to->plain |= 1ull << card;
    else to->trumps |= 1ull << (card - 56);
}

static void deal_cards(u64 seed, u64 deal, cards hand[4], cards *chien) {
    uint8_t pack[78];
    u64 state, gamma, index = 1;
    for (int i = 0; i < 78; i++) pack[i] = i;
    stream(seed, deal, 1, &state, &gamma);
    for (int left = 78; left > 6; left -= 8) {
        u64 word, product = 1;
        for (int i = 0; i < 8; i++) product *= left - i;
        do {
            word = mix(state + gamma * index++);
            for (int i = 0; i < 8; i++) {
                unsigned __int128 wide = (unsigned __int128)word * (u64)(left - i);
                int drawn = (int)(wide >> 64), top = left - i - 1;
                word = (u64)wide;
                uint8_t card = pack[drawn];
                pack[drawn] = pack[top];
                pack[top] = card;
            }
        } while (word < product && word < -product % product);
    }
    for (int seat = 0; seat < 4; seat++) {
        hand[seat] = (cards){0, 0};
        for (int i = 0; i < 18; i++) add(&hand[seat], pack[78 - 18 * (seat + 1) + i]);
    }
    *chien = (cards){0, 0};
    for (int i = 0; i < 6; i++) add(chien, pack[i]);
}

static u64 subset(u64 bits, int count, u64 word) {
    u64 chosen = 0;
    while (count--) {
        u64 bit = 1ull << select_bit(bits, below(word, POPCOUNT(bits)));
        chosen |= bit;
        bits &= ~bit;
        word = mix(word + GOLDEN);
    }
    return chosen;
}

static int level_offered(int level, cards hand, u64 discarded) {
    int held = POPCOUNT(hand.trumps & TRUMPS);
    if (held >= SIZE[level] || (held + 1 == SIZE[level] && hand.trumps & EXCUSE)) return 1;
    return level == 3 && (hand.plain & KINGS) == KINGS && POPCOUNT((hand.trumps & TRUMPS) | discarded) >= 15;
}

static int halves(cards c) {
    return POPCOUNT(c.plain) + POPCOUNT(c.trumps) + 2 * POPCOUNT(c.plain & EACH << 10) +
           4 * POPCOUNT(c.plain & EACH << 11) + 6 * POPCOUNT(c.plain & EACH << 12) +
           8 * POPCOUNT(c.plain & KINGS) + 8 * POPCOUNT(c.trumps & BOUTS);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    u64 seed = strtoull(argv[1], 0, 10), first = strtoull(argv[2], 0, 10), count = strtoull(argv[3], 0, 10);
    long made = 0, sum_halves = 0, sum_score = 0;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (u64 deal = first; deal < first + count; deal++) {
        cards hand[4], chien, aside, won[2] = {{0, 0}, {0, 0}};
        int dealer = deal & 3, contract = 0, taker = -1;
        u64 state, gamma, discarded = 0;
        deal_cards(seed, deal, hand, &chien);
        if (hand[0].trumps == PETIT || hand[1].trumps == PETIT || hand[2].trumps == PETIT ||
            hand[3].trumps == PETIT)
            continue;
        stream(seed, deal, 2, &state, &gamma);
        for (int turn = 0; turn < 4; turn++) {
            int step = below(mix(state + gamma * (1 + turn)), 4 - contract + 1);
            if (step) contract += step, taker = (dealer + 1 + turn) & 3;
        }
        if (taker < 0) continue;
        aside = chien;
        if (contract <= 2) {
            hand[taker].plain |= chien.plain;
            hand[taker].trumps |= chien.trumps;
            u64 free_plain = hand[taker].plain & ~KINGS, word = mix(state + gamma * 5);
            int held = POPCOUNT(free_plain);
            if (held >= 6) aside = (cards){subset(free_plain, 6, word), 0};
            else aside = (cards){free_plain, subset(hand[taker].trumps & ~BOUTS, 6 - held, word)};
            hand[taker].plain &= ~aside.plain;
            hand[taker].trumps &= ~aside.trumps;
            discarded = aside.trumps;
        }
        int leader = (dealer + 1) & 3, tricks[2] = {0, 0}, shown = 0;
        int excuse_seat = -1, excuse_trick = -1, petit_trick = -1, winners[18], number = 0;
        for (int trick = 0; trick < 18; trick++) {
            int led = -1, best = -1, holder = -1;
            cards four = {0, 0};
            for (int turn = 0; turn < 4; turn++, number++) {
                int seat = (leader + turn) & 3;
                cards in = hand[seat], legal = in;
                if (number < 4) {
                    u64 own = seat == taker ? discarded : 0;
                    int levels = 0;
                    while (levels < 3 && level_offered(levels + 1, in, own)) levels++;
                    shown += POIGNEE[below(mix(state + gamma * (7 + seat)), levels + 1)];
                }
                if (led >= 0) {
                    u64 suit = led < 4 ? in.plain & (((1ull << 14) - 1) << 14 * led) : 0;
                    u64 trumps = in.trumps & TRUMPS;
                    if (suit) legal = (cards){suit, in.trumps & EXCUSE};
                    else if (trumps) {
                        u64 higher = best >= 56 ? trumps & -(2ull << (best - 56)) : trumps;
                        legal = (cards){0, (higher ? higher : trumps) | (in.trumps & EXCUSE)};
                    }
                }
                u64 plain_cards = POPCOUNT(legal.plain);
                u64 k = below(mix(state + gamma * (11 + number)), plain_cards + POPCOUNT(legal.trumps));
                int card = k < plain_cards ? select_bit(legal.plain, k)
                                           : 56 + select_bit(legal.trumps, k - plain_cards);
                if (card < 56) hand[seat].plain &= ~(1ull << card);
                else hand[seat].trumps &= ~(1ull << (card - 56));
                if (card == 77) {
                    excuse_seat = seat;
                    excuse_trick = trick;
                    continue;
                }
                if (card == 56) petit_trick = trick;
                add(&four, card);
                int suit = card < 56 ? card / 14 : 4;
                if (led < 0) led = suit;
                if (card > best && (suit == 4 || suit == led)) best = card, holder = seat;
            }
            if (trick == 17 && excuse_trick == 17 && excuse_seat == leader && tricks[excuse_seat == taker] == 17)
                holder = excuse_seat;
            int side = holder == taker;
            won[side].plain |= four.plain;
            won[side].trumps |= four.trumps;
            tricks[side]++;
            winners[trick] = leader = holder;
        }
        cards mine = won[1];
        if (contract <= 3) mine.plain |= aside.plain, mine.trumps |= aside.trumps;
        int points = halves(mine), last = 17;
        if (excuse_seat >= 0) {
            int keeper = excuse_seat == taker;
            if (excuse_trick == 17 && winners[17] != excuse_seat) keeper = !keeper;
            if (excuse_trick == 17 && winners[17] == excuse_seat) last = 16;
            if (keeper) points += 9, mine.trumps |= EXCUSE;
            if (excuse_trick < 17 && (winners[excuse_trick] == taker) != keeper) points += keeper ? -1 : 1;
        }
        int target = TARGET[POPCOUNT(mine.trumps & BOUTS)], margin = points - 2 * target;
        int side = margin >= 0 ? 1 : -1;
        int amount = side * (50 + abs(margin)) * MULTIPLIER[contract] + side * 2 * shown;
        if (petit_trick == last) amount += (winners[last] == taker ? 20 : -20) * MULTIPLIER[contract];
        if (tricks[1] == 18) amount += 400;
        if (tricks[0] == 18) amount -= 400;
        made += margin >= 0;
        sum_halves += points;
        sum_score += taker == 0 ? 3 * amount : -amount;
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("%llu %ld %ld %ld %.6f\n", (unsigned long long)count, made, sum_halves, sum_score,
           (after.tv_sec - before.tv_sec) + 1e-9 * (after.tv_nsec - before.tv_nsec));
    return 0;
}
