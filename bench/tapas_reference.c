/* Tapas, base game, hand-written in plain C: the yardstick for the compiled rules.
 *
 * What is measured: complete games of random play. At every turn all legal moves are written into
 * an array, one of them is drawn uniformly, and it is played on a 6x6 board of bytes. No table of
 * line patterns, no bitboard: the rules as one would write them down, written with care.
 *
 * Rules (RULINGS B, no Extras, no Burning Head):
 *   - 6x6 board without corners; the 16 edge squares start with value-1 tapas, Jalapenos where
 *     x + y is odd and Croquetas where it is even; each hand holds four 1s, three 2s, two 3s, a 4;
 *   - a tapas of value v enters one of 16 lines from outside and slides up to the first piece,
 *     which must be an opponent's, then moves v squares and pushes; gaps close one after another;
 *   - the most recent push may not be undone: same line, opposite direction;
 *   - what leaves the board goes to the other colour's player, the entering tapas included;
 *   - no legal move: pass; two passes in a row, or two empty hands, end the game;
 *   - most points win; a tie goes to the most captured 4s, then 3s, 2s, 1s.
 *
 * Library: gcc -O3 -march=native -shared -fPIC -o tapas.so tapas_reference.c
 * Program: gcc -O3 -march=native -DSTANDALONE -o tapas tapas_reference.c && ./tapas [games] [seed]
 */

#include <stdint.h>

enum { SIZE = 6, SQUARES = SIZE * SIZE, ENTRIES = 16, VALUES = 4, MAX_MOVES = ENTRIES * VALUES };
enum { NO_ENTRY = -1 };

/* ---- xoshiro256++ (Blackman and Vigna), seeded by splitmix64 ---- */

typedef struct {
    uint64_t s[4];
} generator;

static inline uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_random(generator *g) {
    uint64_t *s = g->s;
    const uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

static void seed_generator(generator *g, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        g->s[i] = z ^ (z >> 31);
    }
}

/* Uniform in 0 .. n-1 by multiply and shift; the bias, below n / 2^32, is beyond any count here. */
static inline uint32_t draw(generator *g, uint32_t n) {
    return (uint32_t)(((next_random(g) >> 32) * n) >> 32);
}

/* ---- the table ---- */

/* A square is 0 when empty, +v for a tapas of colour 0 (Jalapenos), -v for one of colour 1. */
typedef struct {
    int8_t board[SQUARES];
    int8_t hand[2][VALUES];     /* by colour: how many tapas of value 1..4 are left */
    int8_t captured[2][VALUES]; /* by colour: how many opposing tapas of value 1..4 were taken */
    int8_t left[2];             /* by colour: size of the hand */
    int8_t turn;                /* the colour to move */
    int8_t banned;              /* the entry that would undo the last push */
    int8_t passes;              /* passes in a row */
} table;

/* Entry = side * 4 + (line - 2); sides N E S W, line counted as x (N, S) or y (E, W), both 2..5.
 * The opposite entry on the same line is entry ^ 8. */
#define AT(x, y) (((y) - 1) * SIZE + (x) - 1)
static const int8_t FIRST[ENTRIES] = {
    AT(2, 1), AT(3, 1), AT(4, 1), AT(5, 1), /* N, southward */
    AT(6, 2), AT(6, 3), AT(6, 4), AT(6, 5), /* E, westward */
    AT(2, 6), AT(3, 6), AT(4, 6), AT(5, 6), /* S, northward */
    AT(1, 2), AT(1, 3), AT(1, 4), AT(1, 5), /* W, eastward */
};
static const int8_t STEP[4] = {SIZE, -1, -SIZE, 1};

static const table START = {
    .board = {0,  1,  -1, 1,  -1, 0,
              1,  0,  0,  0,  0,  -1,
              -1, 0,  0,  0,  0,  1,
              1,  0,  0,  0,  0,  -1,
              -1, 0,  0,  0,  0,  1,
              0,  -1, 1,  -1, 1,  0},
    .hand = {{4, 3, 2, 1}, {4, 3, 2, 1}},
    .left = {10, 10},
    .banned = NO_ENTRY,
};

/* How the moves are listed. Both write the same moves in the same order. PLAIN stops at the first
 * piece of a line and skips illegal lines; BRANCH_FREE, which mispredicts less, always looks at
 * all six squares and always writes four moves, then steps over only as many as are legal. */
enum { PLAIN = 0, BRANCH_FREE = 1 };

/* Write every legal move, entry * 4 + (value - 1), into `moves`; return how many there are.
 * Values held more than once give one move. */
static inline __attribute__((always_inline)) int legal_moves(const table *t, int style,
                                                             uint8_t moves[MAX_MOVES + VALUES]) {
    const int8_t *hand = t->hand[t->turn];
    uint8_t values[VALUES] = {0};
    int held = 0;
    for (int v = 0; v < VALUES; v++)
        if (hand[v]) values[held++] = (uint8_t)v;

    const int opponent = t->turn ? 1 : -1; /* the sign of the opponent's pieces */
    int n = 0;
    for (int entry = 0; entry < ENTRIES; entry++) {
        const int8_t *line = t->board + FIRST[entry];
        const int step = STEP[entry >> 2];
        int piece = 0; /* the first one on the line */
        if (style == PLAIN) {
            for (int i = 0; i < SIZE && piece == 0; i++) piece = line[i * step];
            if (piece * opponent <= 0 || entry == t->banned) continue;
            for (int i = 0; i < held; i++) moves[n++] = (uint8_t)(entry << 2 | values[i]);
        } else {
            for (int i = SIZE - 1; i >= 0; i--) piece = line[i * step] ? line[i * step] : piece;
            for (int i = 0; i < VALUES; i++) moves[n + i] = (uint8_t)(entry << 2 | values[i]);
            n += (piece * opponent > 0) & (entry != t->banned) ? held : 0;
        }
    }
    return n;
}

/* A piece that left the board goes to the player of the other colour. */
static inline void take(table *t, int piece) {
    t->captured[piece > 0][(piece > 0 ? piece : -piece) - 1]++;
}

/* Play a legal move. The pushed pieces are carried along the line in a queue: each lands behind
 * the one before it, or stays where it was if nothing reaches it. */
static inline void play_move(table *t, int move) {
    const int entry = move >> 2;
    const int value = (move & 3) + 1;
    const int step = STEP[entry >> 2];
    int8_t *line = t->board + FIRST[entry];

    t->hand[t->turn][value - 1]--;
    t->left[t->turn]--;

    int at = 0;
    while (line[at * step] == 0) at++;
    const int target = at - 1 + value; /* where the entering tapas stops */
    int8_t queue[SIZE + 1];
    int head = 0, tail = 0;
    queue[tail++] = (int8_t)(t->turn ? -value : value);
    /* From the first piece on: lift what stands on each square, set down whoever lands there. */
    for (; at < SIZE; at++) {
        int8_t *square = line + at * step;
        if (*square) {
            queue[tail++] = *square;
            *square = 0;
        }
        if (at >= target) {
            if (head == tail) break; /* the push has died down */
            *square = queue[head++];
        }
    }
    while (head < tail) take(t, queue[head++]);

    t->banned = (int8_t)(entry ^ 8);
    t->passes = 0;
    if (t->left[t->turn ^ 1]) t->turn ^= 1;
}

static inline int over(const table *t) {
    return (t->left[0] == 0 && t->left[1] == 0) || t->passes == 2;
}

/* 0 or 1 for the winning colour, 2 for a draw. */
static inline int winner(const table *t, const int points[2]) {
    if (points[0] != points[1]) return points[0] < points[1];
    for (int v = VALUES - 1; v >= 0; v--)
        if (t->captured[0][v] != t->captured[1][v])
            return t->captured[0][v] < t->captured[1][v];
    return 2;
}

/* ---- random games ---- */

typedef struct {
    int64_t games, moves, passes;
    int64_t choices;    /* legal moves, over all turns */
    int64_t lines;      /* legal lines (entries), over all turns */
    int64_t flown;      /* turns in which the entering tapas itself flew off */
    int64_t points;     /* captured, both players together */
    int64_t results[3]; /* games won by Jalapenos, by Croquetas, drawn */
} tally;

/* `style` and `counted` are constants at each call: the timed games carry no such tests. */
static inline __attribute__((always_inline)) void play_games(int64_t games, uint64_t seed,
                                                             int style, int counted, tally *out) {
    generator g;
    seed_generator(&g, seed);
    tally sum = {.games = games};
    for (int64_t game = 0; game < games; game++) {
        table t = START;
        t.turn = (int8_t)draw(&g, 2);
        while (!over(&t)) {
            uint8_t moves[MAX_MOVES + VALUES];
            const int n = legal_moves(&t, style, moves);
            if (n == 0) {
                sum.passes++;
                t.passes++;
                if (t.left[t.turn ^ 1]) t.turn ^= 1;
                continue;
            }
            const int move = moves[draw(&g, (uint32_t)n)];
            if (counted) {
                const int8_t *hand = t.hand[t.turn];
                const int held = (hand[0] > 0) + (hand[1] > 0) + (hand[2] > 0) + (hand[3] > 0);
                const int8_t *line = t.board + FIRST[move >> 2];
                int first = 0;
                while (line[first * STEP[move >> 4]] == 0) first++;
                sum.choices += n;
                sum.lines += n / held;
                sum.flown += first + (move & 3) >= SIZE;
            }
            play_move(&t, move);
            sum.moves++;
        }
        int points[2] = {0, 0};
        for (int v = 0; v < VALUES; v++) {
            points[0] += t.captured[0][v] * (v + 1);
            points[1] += t.captured[1][v] * (v + 1);
        }
        sum.points += points[0] + points[1];
        sum.results[winner(&t, points)]++;
    }
    *out = sum;
}

/* The timed games: as fast as possible, without `choices`, `lines` and `flown`. */
void tapas_race(int64_t games, uint64_t seed, int style, tally *out) {
    if (style == PLAIN)
        play_games(games, seed, PLAIN, 0, out);
    else
        play_games(games, seed, BRANCH_FREE, 0, out);
}

/* The same games with every count. */
void tapas_play(int64_t games, uint64_t seed, int style, tally *out) {
    if (style == PLAIN)
        play_games(games, seed, PLAIN, 1, out);
    else
        play_games(games, seed, BRANCH_FREE, 1, out);
}

/* Play one push on a bare line, for checking: `line` holds six squares from the entry side, the
 * mover is colour 0; `left` receives how many of each colour's tapas of value 1..4 leave. */
void tapas_push(int8_t line[SIZE], int value, int8_t left[2][VALUES]) {
    table t = {.hand = {{1, 1, 1, 1}, {1, 1, 1, 1}}, .left = {4, 4}, .banned = NO_ENTRY};
    const int entry = 13; /* W3 */
    for (int i = 0; i < SIZE; i++) t.board[FIRST[entry] + i] = line[i];
    play_move(&t, entry << 2 | (value - 1));
    for (int i = 0; i < SIZE; i++) line[i] = t.board[FIRST[entry] + i];
    for (int v = 0; v < VALUES; v++) {
        left[0][v] = t.captured[1][v];
        left[1][v] = t.captured[0][v];
    }
}

#ifdef STANDALONE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **words) {
    const int64_t games = count > 1 ? atoll(words[1]) : 200000;
    const uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    for (int style = PLAIN; style <= BRANCH_FREE; style++) {
        tally sum;
        const double start = now();
        tapas_race(games, seed, style, &sum);
        const double seconds = now() - start;
        tapas_play(games, seed, style, &sum);
        printf("%-12s %.0f moves/s; %.2f turns, %.2f points a game; %.2f legal lines a turn\n",
               style == PLAIN ? "plain" : "branch_free", (double)sum.moves / seconds,
               (double)sum.moves / (double)games, (double)sum.points / (double)games,
               (double)sum.lines / (double)sum.moves);
    }
    return 0;
}
#endif
