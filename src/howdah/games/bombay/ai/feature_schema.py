"""The features of Bombay: the inputs of its network for a seat, by their names.

The indices are plain numbers, since the code that writes the inputs is compiled. Trained
networks depend on them: a new feature comes last, and the networks are trained again.
"""

from __future__ import annotations

from typing import Final

from howdah.ai.search.network import Feature, FeatureSchema

# The time left

BIAS: Final = 0
TURNS_LEFT: Final = 1
END_NEARNESS: Final = 2
TURNS_IN_SET: Final = 3
TURNS_IN_SET_ONE_HOT: Final = 4
SEATS_BEFORE: Final = 9
PLAYS_NEXT: Final = 10
NO_TURNS_LEFT: Final = 11

# Rupees and load

NO_RUPEES: Final = 12
ONE_RUPEE: Final = 13
RUPEES: Final = 14
ONE_BALE: Final = 15
TWO_BALES: Final = 16
NO_RUPEES_TURNS: Final = 17
BALES_TOO_MANY: Final = 18

# Empire

EMPIRE: Final = 19
EMPIRE_LEAD: Final = 20
EMPIRE_AHEAD: Final = 21
EMPIRE_LEVEL: Final = 22
EMPIRE_NEAR: Final = 23
EMPIRE_PRIZE: Final = 24
EMPIRE_PRIZE_SOON: Final = 25
PALACES_LEFT: Final = 26
EMPIRE_LEAD_SOON: Final = 27

# Reputation

REPUTATION_ONE_HOT: Final = 28
REPUTATION_PRIZE: Final = 33
REPUTATION_PRIZE_SOON: Final = 34
NEW_CITIES: Final = 35
NEW_CITIES_USEFUL: Final = 36
REPUTATION_TURNS: Final = 37
THREE_TOKENS_TURNS: Final = 38

# Tolls

PALACE_TRAILS: Final = 39
TOLL_TURNS: Final = 40
EMPIRE_TURNS: Final = 41

# Journeys

DELIVERY_VALUE: Final = 42
SALE_VALUE: Final = 43
BETTER_BALE_VALUE: Final = 44
SAME_COLOUR: Final = 45
PURCHASE_VALUE: Final = 46
LATER_PURCHASE_VALUE: Final = 47
PURCHASE_NEARNESS: Final = 48
NO_PURCHASE: Final = 49
PURCHASE_WITH_BALE: Final = 50

# What is around the elephant

CITY_DISTANCE: Final = 51
POST_DISTANCE: Final = 52
RIVALS_NEARBY: Final = 53
PALACE_TOKENS: Final = 54
PALACE_TOKEN_NEARNESS: Final = 58
RIVAL_BALES: Final = 62
ON_HILLTOP: Final = 63

INPUT_COUNT: Final = 64

# Quantities are divided by these, so that inputs are seldom far above 1.

TURN_SCALE: Final = 16.0
SET_TURN_SCALE: Final = 4.0
RIVAL_SCALE: Final = 4.0
RUPEE_SCALE: Final = 8.0
EMPIRE_SCALE: Final = 8.0
LEAD_SCALE: Final = 3.0
PALACE_SCALE: Final = 5.0
CITY_TOKEN_SCALE: Final = 4.0
TRAIL_SCALE: Final = 16.0
VALUE_SCALE: Final = 8.0
STAR_SCALE: Final = 5.0
PALACE_TOKEN_SCALE: Final = 2.0
BALE_SCALE: Final = 8.0
CITY_TOKEN_TURN_SCALE: Final = CITY_TOKEN_SCALE * TURN_SCALE
TRAIL_TURN_SCALE: Final = TRAIL_SCALE * TURN_SCALE
EMPIRE_TURN_SCALE: Final = EMPIRE_SCALE * TURN_SCALE

SCHEMA: Final = FeatureSchema(
    (
        Feature(BIAS, "bias", "always 1"),
        Feature(
            TURNS_LEFT, "turns_left", "turns of the seat until the end of the game", TURN_SCALE
        ),
        Feature(END_NEARNESS, "end_nearness", "1 / (1 + turns left)"),
        Feature(
            TURNS_IN_SET, "turns_in_set", "turns of the seat until the next restock", SET_TURN_SCALE
        ),
        Feature(
            TURNS_IN_SET_ONE_HOT,
            "turns_in_set_one_hot",
            "which number of turns in the set: 0 to 3, or more",
            size=5,
        ),
        Feature(SEATS_BEFORE, "seats_before", "how many seats play before this one", RIVAL_SCALE),
        Feature(PLAYS_NEXT, "plays_next", "whether it is the seat's turn"),
        Feature(NO_TURNS_LEFT, "no_turns_left", "whether the seat has no more turn"),
        Feature(NO_RUPEES, "no_rupees", "whether it has no rupees"),
        Feature(ONE_RUPEE, "one_rupee", "whether it has one rupee"),
        Feature(RUPEES, "rupees", "its rupees, 8 at most", RUPEE_SCALE),
        Feature(ONE_BALE, "one_bale", "whether it carries one bale"),
        Feature(TWO_BALES, "two_bales", "whether it carries two bales"),
        Feature(NO_RUPEES_TURNS, "no_rupees_turns", "turns left, if it has no rupees", TURN_SCALE),
        Feature(
            BALES_TOO_MANY, "bales_too_many", "whether it carries more bales than it has turns left"
        ),
        Feature(EMPIRE, "empire", "its palaces and clients", EMPIRE_SCALE),
        Feature(
            EMPIRE_LEAD, "empire_lead", "its empire less the best of the rivals'", EMPIRE_SCALE
        ),
        Feature(EMPIRE_AHEAD, "empire_ahead", "how many rivals have a larger empire", RIVAL_SCALE),
        Feature(
            EMPIRE_LEVEL, "empire_level", "how many rivals have an empire as large", RIVAL_SCALE
        ),
        Feature(
            EMPIRE_NEAR, "empire_near", "how many rivals have an empire within 1 of it", RIVAL_SCALE
        ),
        Feature(
            EMPIRE_PRIZE,
            "empire_prize",
            "the prize of its empire, if the game ended now",
            RUPEE_SCALE,
        ),
        Feature(
            EMPIRE_PRIZE_SOON,
            "empire_prize_soon",
            "the same, divided by 1 + turns left",
            RUPEE_SCALE,
        ),
        Feature(PALACES_LEFT, "palaces_left", "palaces not yet built", PALACE_SCALE),
        Feature(
            EMPIRE_LEAD_SOON,
            "empire_lead_soon",
            "the lead from -3 to 3, divided by 1 + turns left",
            LEAD_SCALE,
        ),
        Feature(
            REPUTATION_ONE_HOT,
            "reputation_one_hot",
            "which number of city tokens: 0 to 3, or more",
            size=5,
        ),
        Feature(
            REPUTATION_PRIZE,
            "reputation_prize",
            "the prize of its reputation, if the game ended now",
            RUPEE_SCALE,
        ),
        Feature(
            REPUTATION_PRIZE_SOON,
            "reputation_prize_soon",
            "the same, divided by 1 + turns left",
            RUPEE_SCALE,
        ),
        Feature(
            NEW_CITIES,
            "new_cities",
            "cities with a token left that it does not have",
            CITY_TOKEN_SCALE,
        ),
        Feature(
            NEW_CITIES_USEFUL,
            "new_cities_useful",
            "the same, as far as tokens still raise the prize",
            CITY_TOKEN_SCALE,
        ),
        Feature(
            REPUTATION_TURNS,
            "reputation_turns",
            "city tokens, 4 at most, times turns left",
            CITY_TOKEN_TURN_SCALE,
        ),
        Feature(
            THREE_TOKENS_TURNS,
            "three_tokens_turns",
            "turns left, if it has three city tokens",
            TURN_SCALE,
        ),
        Feature(PALACE_TRAILS, "palace_trails", "trails that lead to its palaces", TRAIL_SCALE),
        Feature(TOLL_TURNS, "toll_turns", "these trails times turns left", TRAIL_TURN_SCALE),
        Feature(EMPIRE_TURNS, "empire_turns", "its empire times turns left", EMPIRE_TURN_SCALE),
        Feature(
            DELIVERY_VALUE,
            "delivery_value",
            "what its bales bring where they bring most, less the stars",
            VALUE_SCALE,
        ),
        Feature(
            SALE_VALUE,
            "sale_value",
            "what its bales bring if each is sold, less the stars",
            VALUE_SCALE,
        ),
        Feature(
            BETTER_BALE_VALUE,
            "better_bale_value",
            "what the better of two bales brings alone",
            VALUE_SCALE,
        ),
        Feature(SAME_COLOUR, "same_colour", "whether it carries two bales of one colour"),
        Feature(
            PURCHASE_VALUE,
            "purchase_value",
            "what the best bale to buy in this set brings",
            VALUE_SCALE,
        ),
        Feature(
            LATER_PURCHASE_VALUE,
            "later_purchase_value",
            "what the best bale to buy after the restock brings",
            VALUE_SCALE,
        ),
        Feature(
            PURCHASE_NEARNESS,
            "purchase_nearness",
            "1 / (1 + the stars of the quickest purchase in this set)",
        ),
        Feature(NO_PURCHASE, "no_purchase", "whether no bale to buy in this set brings anything"),
        Feature(
            PURCHASE_WITH_BALE,
            "purchase_with_bale",
            "the value of a purchase, if it carries one bale",
            VALUE_SCALE,
        ),
        Feature(CITY_DISTANCE, "city_distance", "stars to the nearest city, 5 at most", STAR_SCALE),
        Feature(
            POST_DISTANCE,
            "post_distance",
            "stars to the nearest open trading post, 5 at most",
            STAR_SCALE,
        ),
        Feature(RIVALS_NEARBY, "rivals_nearby", "rivals within two stars", RIVAL_SCALE),
        Feature(
            PALACE_TOKENS,
            "palace_tokens",
            "palace tokens on the board: client, rupees, city, bale",
            PALACE_TOKEN_SCALE,
            size=4,
        ),
        Feature(
            PALACE_TOKEN_NEARNESS,
            "palace_token_nearness",
            "1 / (1 + the stars to the nearest of each kind)",
            size=4,
        ),
        Feature(RIVAL_BALES, "rival_bales", "bales that rivals carry", BALE_SCALE),
        Feature(ON_HILLTOP, "on_hilltop", "whether its elephant is on a hilltop"),
    )
)
