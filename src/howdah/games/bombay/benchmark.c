/* Bombay by hand in C: the baseline with which our compiled rules are compared.
 *
 * The rules are those of `rules.py` and `scoring.py`, all of them, with the same names in the
 * same order, so that both can be read side by side. The program plays random playouts of one
 * position. A trace has every action and a hash of every position, to verify that this is the
 * same game.
 *
 *     cc -O3 -march=native -std=c11 benchmark.c -o bombay
 *     bombay time SEED PLAYOUTS REPEATS < position
 *
 * The position is the numbers of a board's tables, then those of a state, each in the order of
 * the fields in `state.py`.
 */

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;

#define EACH(one, count) for (int one = 0; one < (count); one++)

enum { SEATS = 5, SITES = 24, CITIES = 4, COLOURS = 4, MARKETS = 3, NONE = -1 };
enum { YELLOW, PURPLE, BLUE, ORANGE };
enum { LEFT, MIDDLE, RIGHT };
enum { NO_TOKEN = NONE, CLIENT, RUPEES, CITY, BALE };
enum { RESTOCK_DUE, TURN, OVER };
enum { TOP, CENTRE, BOTTOM, DEMANDS };

/* The fields in the order of `state.py`, row by row: type, name, lengths, lowest, highest. */
#define BOARD_FIELDS                                                                          \
    FIELD(u8, start, , 0, SITES - 1)              FIELD(u32, reach, [4][SITES], 0, 0xFFFFFF)  \
    FIELD(u8, stars_to_enter, [SITES], 1, 3)      FIELD(i8, city_at, [SITES], NONE, 3)
#define STATE_FIELDS                                                                          \
    FIELD(u8, players, , 2, SEATS)                FIELD(u8, phase, , RESTOCK_DUE, OVER)       \
    FIELD(u8, set_number, , 1, 5)                 FIELD(u8, game_turn, , 1, 5)                \
    FIELD(u8, first_player, , 0, 4)               FIELD(u8, seat, , 0, 4)                     \
    FIELD(u8, stars, , 0, 3)                      FIELD(u8, has_bought, , 0, 1)               \
    FIELD(u8, take_due, , 0, 1)                   FIELD(i16, clients_left, , 0, 1000)         \
    FIELD(u8, bag, [COLOURS], 0, 5)               FIELD(u8, stock, [COLOURS], 0, 5)           \
    FIELD(u8, market_of, [COLOURS], 0, 2)         FIELD(u8, at, [SEATS], 0, SITES - 1)        \
    FIELD(i16, rupees, [SEATS], 0, 1000)          FIELD(i16, clients, [SEATS], 0, 1000)       \
    FIELD(u8, palaces_built, [SEATS], 0, 5)       FIELD(u8, extra_city_tokens, [SEATS], 0, 5) \
    FIELD(u8, city_tokens, [SEATS][CITIES], 0, 1) FIELD(u8, load, [SEATS], 0, 2)              \
    FIELD(u8, baskets, [SEATS][COLOURS], 0, 2)    FIELD(i8, posts, [SITES], NONE, ORANGE)     \
    FIELD(i8, palace_tokens, [SITES], NONE, BALE) FIELD(i8, palaces, [SITES], NONE, 4)        \
    FIELD(u8, demands, [CITIES][DEMANDS], 0, 3)   FIELD(u8, city_tokens_left, [CITIES], 0, 4)

#define FIELD(type, name, lengths, low, high) type name lengths;
typedef struct { BOARD_FIELDS } BoardTables;
typedef struct { STATE_FIELDS } State;
#undef FIELD
_Static_assert(sizeof(State) <= 256, "a state is small");

/* The actions, and the numbers of the rulebook. */
enum { WAIT = 24, BUY = 25, SELL = 26, BUILD = 30, TAKE = 34, END = 38, RESTOCK = 64 };
enum { STARS = 3, BASKETS = 2, PALACES = 5, DRAW = 9 };
static const u64 END_OR_WAIT[] = {0, 1ull << END, 1ull << END, 1ull << END | 1ull << WAIT};
static const u8 BALES[] = {3, 4, 5, 5};
static const u8 BUY_STARS[] = {1, 2, 2}, BUY_RUPEES[] = {1, 1, 2};
static const u8 SALE_RUPEES[] = {4, 3, 1}, SALE_CLIENTS[] = {0, 0, 1};
static const u8 REPUTATION_PRIZES[] = {0, 0, 0, 4, 8};
static const struct {
    u8 sets, game_turns, empire_prizes[SEATS];
} PLANS[] = {{0}, {0}, {4, 4, {4}}, {3, 5, {6, 2}}, {4, 4, {8, 4, 2}}, {5, 3, {8, 6, 4, 2}}};

/* Declared here so that they can follow in the order of `rules.py`. */
static inline u64 legal_sales(const State *, int seat, int city);
static inline u64 legal_builds(const State *, int seat), legal_takes(const State *);
static inline int can_buy(const State *, int seat, int colour), left_neighbour(const State *);
static inline int demand_rank(const State *, int city, int colour);
static inline void move(const BoardTables *, State *, int site), wait_a_turn(State *);
static inline void sell(const BoardTables *, State *, int colour), buy(State *);
static inline void sink_demand(State *, int city, int rank), build(State *, int colour);
static inline void give_clients(State *, int seat, int clients), take(State *, int colour);
static inline void load_bale(State *, int seat, int colour), end_player_turn(State *);
static inline void unload_bale(State *, int seat, int colour), begin_set(State *);
static inline void end_game_turn(State *, int is_over);

static inline int min(int one, int other) { return one < other ? one : other; }

/* Restock */

static inline int bales_drawn(int draw, int colour) { return draw >> 3 * colour & 7; }

static inline void restock(State *state, int draw) {
    unsigned counts = 0;
    EACH(colour, COLOURS) counts |= 1u << bales_drawn(draw, colour);
    EACH(colour, COLOURS) {
        int drawn = bales_drawn(draw, colour);
        state->bag[colour] += state->stock[colour] - drawn;
        state->stock[colour] = drawn;
        state->market_of[colour] = min(__builtin_popcount(counts >> (drawn + 1)), RIGHT);
    }
    state->phase = TURN;
    state->stars = STARS;
}

/* A player's turn */

static inline u64 legal_actions(const BoardTables *board, const State *state) {
    if (state->take_due) return legal_takes(state);
    int seat = state->seat, site = state->at[seat], post = state->posts[site];
    u64 legal = board->reach[state->stars][site] | END_OR_WAIT[state->stars];
    if (post != NONE) return legal | (u64)can_buy(state, seat, post) << BUY;
    if (state->load[seat] == 0) return legal;
    int city = board->city_at[site];
    if (city != NONE) return legal | legal_sales(state, seat, city);
    if (state->palaces[site] == NONE && state->palaces_built[seat] < PALACES)
        return legal | legal_builds(state, seat);
    return legal;
}

__attribute__((always_inline))
static inline void play(const BoardTables *board, State *state, int action) {
    if (action < WAIT) move(board, state, action);
    else if (action == END) state->stars = 0;
    else if (action == WAIT) wait_a_turn(state);
    else if (action == BUY) buy(state);
    else if (action < BUILD) sell(board, state, action - SELL);
    else if (action < TAKE) build(state, action - BUILD);
    else if (action < END) take(state, action - TAKE);
    else restock(state, action - RESTOCK);
    if (state->stars == 0 && !state->take_due) end_player_turn(state);
}

/* `wait` in the rules; the name is taken in C. */
static inline void wait_a_turn(State *state) {
    state->stars = 0;
    state->rupees[state->seat]++;
}

static inline void move(const BoardTables *board, State *state, int site) {
    state->stars -= board->stars_to_enter[site];
    state->at[state->seat] = site;
    int owner = state->palaces[site];
    if (owner != NONE && owner != state->seat) state->rupees[owner]++;
}

static inline int can_buy(const State *state, int seat, int colour) {
    int market = state->market_of[colour];
    return !state->has_bought & (state->stock[colour] > 0) & (state->load[seat] < BASKETS) &
           (state->stars >= BUY_STARS[market]) & (state->rupees[seat] >= BUY_RUPEES[market]);
}

static inline void buy(State *state) {
    int seat = state->seat, colour = state->posts[state->at[seat]];
    state->stars -= BUY_STARS[state->market_of[colour]];
    state->rupees[seat] -= BUY_RUPEES[state->market_of[colour]];
    state->has_bought = 1;
    load_bale(state, seat, colour);
}

static inline u64 legal_sales(const State *state, int seat, int city) {
    u64 legal = 0;
    EACH(rank, DEMANDS) {
        int colour = state->demands[city][rank];
        legal |= (u64)(state->baskets[seat][colour] > 0) << (SELL + colour);
    }
    return legal;
}

static inline void sell(const BoardTables *board, State *state, int colour) {
    int seat = state->seat, city = board->city_at[state->at[seat]];
    int rank = demand_rank(state, city, colour);
    state->stars--;
    unload_bale(state, seat, colour);
    state->rupees[seat] += SALE_RUPEES[rank] + (colour == YELLOW);
    give_clients(state, seat, SALE_CLIENTS[rank] + (colour == PURPLE));
    sink_demand(state, city, rank);
    if (state->city_tokens_left[city] && !state->city_tokens[seat][city]) {
        state->city_tokens_left[city]--;
        state->city_tokens[seat][city] = 1;
    }
}

static inline int demand_rank(const State *state, int city, int colour) {
    const u8 *demands = state->demands[city];
    return demands[TOP] == colour ? TOP : demands[CENTRE] == colour ? CENTRE : BOTTOM;
}

static inline void sink_demand(State *state, int city, int rank) {
    u8 *demands = state->demands[city], served = demands[rank];
    for (int place = rank; place < BOTTOM; place++) demands[place] = demands[place + 1];
    demands[BOTTOM] = served;
}

static inline void give_clients(State *state, int seat, int clients) {
    int paid = min(clients, state->clients_left);
    state->clients_left -= paid;
    state->clients[seat] += paid;
}

static inline u64 legal_builds(const State *state, int seat) {
    u64 legal = 0;
    EACH(colour, COLOURS)
        legal |= (u64)(state->baskets[seat][colour] > 0) << (BUILD + colour);
    return legal;
}

static inline void build(State *state, int colour) {
    int seat = state->seat, site = state->at[seat], token = state->palace_tokens[site];
    state->stars--;
    unload_bale(state, seat, colour);
    state->palaces[site] = seat;
    state->palaces_built[seat]++;
    state->palace_tokens[site] = NO_TOKEN;
    if (token == CLIENT) state->clients[seat]++;
    else if (token == RUPEES) state->rupees[seat] += 2;
    else if (token == CITY) state->extra_city_tokens[seat]++;
    else if (token == BALE) state->take_due = legal_takes(state) != 0;
}

static inline u64 legal_takes(const State *state) {
    u64 legal[MARKETS] = {0};
    EACH(colour, COLOURS)
        legal[state->market_of[colour]] |= (u64)(state->stock[colour] > 0) << (TAKE + colour);
    return legal[LEFT] ? legal[LEFT] : legal[MIDDLE] ? legal[MIDDLE] : legal[RIGHT];
}

static inline void take(State *state, int colour) {
    state->take_due = 0;
    load_bale(state, state->seat, colour);
}

static inline void load_bale(State *state, int seat, int colour) {
    state->stock[colour]--;
    state->baskets[seat][colour]++;
    state->load[seat]++;
}

static inline void unload_bale(State *state, int seat, int colour) {
    state->baskets[seat][colour]--;
    state->load[seat]--;
    state->bag[colour]++;
}

/* Turn order; sums instead of branches that a processor would often guess wrong. */

static inline void end_player_turn(State *state) {
    state->stars = STARS;
    state->has_bought = 0;
    state->seat = left_neighbour(state);
    end_game_turn(state, state->seat == state->first_player);
}

static inline void end_game_turn(State *state, int is_over) {
    int game_turn = state->game_turn + is_over;
    if (game_turn <= PLANS[state->players].game_turns) {
        state->game_turn = game_turn;
    } else if (state->set_number < PLANS[state->players].sets) {
        begin_set(state);
    } else {
        state->phase = OVER;
        state->stars = 0;
    }
}

static inline void begin_set(State *state) {
    state->set_number++;
    state->game_turn = 1;
    state->first_player = state->seat = left_neighbour(state);
    state->phase = RESTOCK_DUE;
    state->stars = 0;
}

static inline int left_neighbour(const State *state) {
    int next = state->seat + 1;
    return next & -(next < state->players);
}

/* Scoring */

static inline int empire(const State *state, int seat) {
    return state->palaces_built[seat] + state->clients[seat];
}

static inline int empire_prize(const State *state, int seat) {
    int ahead = 0, level = 0, shared = 0;
    EACH(other, state->players) {
        ahead += empire(state, other) > empire(state, seat);
        level += empire(state, other) == empire(state, seat);
    }
    EACH(tied, level) shared += PLANS[state->players].empire_prizes[ahead + tied];
    return shared / level;
}

static inline int reputation_prize(const State *state, int seat) {
    int tokens = state->extra_city_tokens[seat];
    EACH(city, CITIES) tokens += state->city_tokens[seat][city];
    return REPUTATION_PRIZES[min(tokens, 4)];
}

static inline int final_rupees(const State *state, int seat) {
    return state->rupees[seat] + empire_prize(state, seat) + reputation_prize(state, seat);
}

static inline int is_winner(const State *state, const int *rupees, int seat) {
    EACH(other, state->players) {
        if (rupees[other] > rupees[seat]) return 0;
        if (rupees[other] == rupees[seat] && state->clients[other] > state->clients[seat]) return 0;
    }
    return 1;
}

/* Chance; a number is mixed before it is asked for, beside the work on the action before. */

#define GOLDEN 0x9E3779B97F4A7C15u

typedef struct { u64 key, number; } Chance;

static inline u64 mixed(u64 key) {
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
    key = (key ^ key >> 27) * 0x94D049BB133111EBu;
    return key ^ key >> 31;
}

static inline unsigned below(Chance *chance, unsigned bound) {
    u64 number = chance->number;
    chance->number = mixed(chance->key += GOLDEN) >> 33;
    return (unsigned)(number * bound >> 31);
}

/* Bale by bale; each byte of `left` counts the bales of a colour and of those before it. */
static inline int random_draw(const State *state, Chance *chance) {
    u32 left = 0;
    EACH(colour, COLOURS)
        left += (state->bag[colour] + state->stock[colour]) * (0x01010101u << 8 * colour);
    int draw = 0, bales = left >> 24, draws = min(bales, DRAW);
    EACH(drawn, draws) {
        u32 places = (0x80 | below(chance, bales - drawn)) * 0x010101u;
        int colour = __builtin_popcount((places - (left & 0xFFFFFF)) & 0x808080);
        left -= 0x01010101u << 8 * colour;
        draw += 1 << 3 * colour;
    }
    return draw;
}

static inline int random_action(const BoardTables *board, const State *state, Chance *chance) {
    if (state->phase == RESTOCK_DUE) return RESTOCK + random_draw(state, chance);
    u64 legal = legal_actions(board, state);
    unsigned place = below(chance, __builtin_popcountll(legal));
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << place, legal));
#else
    while (place--) legal &= legal - 1;
    return __builtin_ctzll(legal);
#endif
}

/* The program */

static _Noreturn void refuse(const char *why) {
    fprintf(stderr, "bombay: %s\n", why);
    exit(2);
}

static int read_number(const char *name, int low, int high) {
    long number;
    if (scanf("%9ld", &number) == 1 && low <= number && number <= high) return number;
    fprintf(stderr, "bombay: %s should be a number from %d to %d\n", name, low, high);
    exit(2);
}

#define FIELD(type, name, lengths, low, high)                     \
    for (size_t i = 0; i < sizeof into->name / sizeof(type); i++) \
        ((type *)&into->name)[i] = (type)read_number(#name, low, high);
static void read_board(BoardTables *into) { BOARD_FIELDS }
static void read_state(State *into) { STATE_FIELDS }
#undef FIELD

static void check(const BoardTables *board, const State *state) {
    EACH(stars, STARS + 1) EACH(site, SITES) EACH(to, SITES)
        if (board->reach[stars][site] >> to & 1 && stars < board->stars_to_enter[to])
            refuse("reach holds a site that the stars cannot pay");
    EACH(colour, COLOURS) {
        int bales = state->bag[colour] + state->stock[colour];
        EACH(seat, SEATS) bales += state->baskets[seat][colour];
        if (bales != BALES[colour]) refuse("some bales are missing, or too many");
    }
    if (state->seat >= state->players || state->first_player >= state->players)
        refuse("nobody has that seat");
    if (state->game_turn > PLANS[state->players].game_turns) refuse("game_turn is too high");
    if (state->phase == TURN ? !legal_actions(board, state) : state->take_due)
        refuse("nothing is legal");
}

static u64 hash(const State *state) {
    u64 hashed = 0xCBF29CE484222325u;
#define FIELD(type, name, lengths, low, high)                                      \
    for (size_t i = 0; i < sizeof state->name / sizeof(type); i++) EACH(byte, 4) { \
            hashed ^= (u32)((const type *)&state->name)[i] >> 8 * byte & 0xFF;     \
            hashed *= 0x100000001B3u;                                              \
        }
    STATE_FIELDS
#undef FIELD
    return hashed;
}

static inline u64 play_out(const BoardTables *board, State *state, u64 key, int is_traced) {
    Chance chance = {key + GOLDEN, mixed(key + GOLDEN) >> 33};
    u64 actions = 0;
    for (; state->phase != OVER; actions++) {
        int action = random_action(board, state, &chance);
        play(board, state, action);
        if (is_traced) printf("%d %016" PRIx64 "\n", action, hash(state));
    }
    return actions;
}

static void trace(const BoardTables *board, const State *start, u64 seed, u64 playouts) {
    for (u64 playout = 0; playout < playouts; playout++) {
        State state = *start;
        int rupees[SEATS];
        play_out(board, &state, mixed(seed + (playout + 1) * GOLDEN), 1);
        printf("over");
        EACH(seat, state.players) printf(" %d", rupees[seat] = final_rupees(&state, seat));
        printf(" /");
        EACH(seat, state.players) if (is_winner(&state, rupees, seat)) printf(" %d", seat);
        printf("\n");
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void time_run(const BoardTables *board, const State *start, u64 seed, u64 playouts) {
    u64 actions = 0, checksum = 0;
    double began = seconds();
    for (u64 playout = 0; playout < playouts; playout++) {
        State state = *start;
        int rupees[SEATS];
        actions += play_out(board, &state, mixed(seed + (playout + 1) * GOLDEN), 0);
        EACH(seat, state.players) rupees[seat] = final_rupees(&state, seat);
        EACH(seat, state.players)
            checksum += rupees[seat] * (seat + 1) + (is_winner(&state, rupees, seat) << seat);
    }
    printf("%" PRIu64 " %.9f %" PRIu64 "\n", actions, seconds() - began, checksum);
}

static u64 number_in(const char *word) {
    char *end;
    u64 number = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end) refuse("SEED, PLAYOUTS and REPEATS are numbers");
    return number;
}

int main(int count, char **words) {
    const char *verb = count > 1 ? words[1] : "";
    int wanted = !strcmp(verb, "trace") ? 2 : !strcmp(verb, "time") ? 3 : 0;
    if (!wanted || count != wanted + 2)
        refuse("usage: trace SEED PLAYOUTS | time SEED PLAYOUTS REPEATS");
    u64 numbers[3];
    EACH(word, wanted) numbers[word] = number_in(words[word + 2]);
    BoardTables board;
    State start;
    read_board(&board);
    read_state(&start);
    check(&board, &start);
    if (wanted == 2) trace(&board, &start, numbers[0], numbers[1]);
    if (wanted == 3)
        while (numbers[2]--) time_run(&board, &start, numbers[0], numbers[1]);
}
