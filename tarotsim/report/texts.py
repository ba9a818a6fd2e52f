"""What a report says in words: titles, and a sentence or two on what a section, table or plot shows."""

from __future__ import annotations

from tarotsim.rules.tables import BASE, PETIT_AU_BOUT, TARGET

__all__ = ["FEW", "PLOTS", "SECTIONS", "TABLES"]

FEW = 30
"""A figure of fewer deals is pale in a plot."""

_TARGETS = ", ".join(f"{target} points with {bouts}" for bouts, target in enumerate(TARGET))

SECTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "overview": (
        "Overview",
        (
            "A deal is passed when nobody bids. It is a petit sec, and cancelled, when somebody holds the"
            " Petit as the only trump and not the Excuse. All others are played to the end.",
            "Every figure stands with the number of deals behind it and its 95 % interval: Wilson's for"
            " shares, the normal one for means over deals. A dash stands for a figure that no deal tells.",
        ),
    ),
    "contracts": (
        "Contracts",
        ("Who takes, at what level, and how it goes. The margin is card points less target.",),
    ),
    "bouts": (
        "Bouts and targets",
        (
            "The fewer bouts the taker's side has captured at the end, the more card points it needs:"
            f" {_TARGETS}. Bouts lie in the hand, come with the chien, and are won or lost in play.",
        ),
    ),
    "bonuses": ("Bonuses", ("Petit au bout, poignées and chelems, with the side that got them.",)),
    "scores": (
        "Scores",
        ("All scores here are the taker's: three times what each defender pays, or gets.",),
    ),
    "hand": (
        "The hand",
        (
            "The taker's eighteen cards as dealt; trumps are counted without the Excuse.",
            "These are the hands that were bid on, with the contracts that were chosen for them. Whether"
            " a level higher or lower would have paid cannot be read from them; that is for `tarotsim"
            " compare`, which plays the same deals both ways.",
        ),
    ),
    "position": (
        "Position",
        (
            "The player right of the dealer speaks first, and leads to the first trick unless a chelem is"
            " announced. The dealer speaks last.",
        ),
    ),
    "strategies": (
        "Strategies side by side",
        (
            "Over all the tables at which a strategy sat. Where it holds several seats, a deal counts"
            " with the mean of their scores; where it holds all four, that is 0.",
            "Means over different tables are no match between two strategies: `tarotsim compare` plays one.",
        ),
    ),
    "soundness": (
        "Is the log sound?",
        (
            "What the cards must give can be computed exactly. z is the distance of the observed from the"
            " exact value in standard errors. By chance alone, one row in twenty lies beyond ±2, and one"
            " in four hundred beyond ±3. Things too rare to be judged have a dash.",
        ),
    ),
}
"""By name: title, paragraphs."""

TABLES: dict[str, tuple[str, str]] = {
    "runs": ("What was played", ""),
    "outcomes": ("How the deals ended", ""),
    "contracts": ("By contract", "Shares are of the deals played."),
    "contracts_by_strategy": (
        "By the taker's strategy",
        "Shares are of the deals in which that strategy was the taker.",
    ),
    "bouts": ("By bouts captured", "Shares are of the deals played."),
    "movement": (
        "How bouts move",
        "What became of so many bouts at the next stage, in % of the row. A chien that goes to the"
        " defence (garde contre) adds nothing to the hand.",
    ),
    "margins": (
        "Near the target",
        "Deals lost, and made, by less than so many points; shares are of all deals with those bouts.",
    ),
    "margin_histogram": (
        "Margins in classes of five points",
        "From so many points above the target (below it, if negative) up to the next class.",
    ),
    "petit_au_bout": (
        "Petit au bout",
        "For the side that wins the last trick with the Petit in it. It “decided” a deal whose score"
        f" would have had another sign without it: its {PETIT_AU_BOUT} points stand against a base of"
        f" {BASE} or more, both multiplied alike, so that only beside a lost chelem can it turn the score.",
    ),
    "poignees": (
        "Poignées",
        "A poignée is paid to the side that wins the contract, whoever showed it. Shares are of all seats"
        " of that side: one taker a deal, three defenders.",
    ),
    "chelems": (
        "Chelems",
        "All eighteen tricks to one side. Shares are of the deals played. An announced chelem in which"
        " the defence won every trick stands in two rows.",
    ),
    "scores": ("By contract", ""),
    "quantiles": (
        "Quantiles",
        "So much or less in that share of the deals; the median is the column of 50 %. The intervals go"
        " from one order statistic to another.",
    ),
    "bonuses_add": (
        "What the bonuses add",
        "Means over all deals of the contract. Base and margin, multiplied, and all bonuses together make"
        " the score.",
    ),
    "score_histogram": (
        "Scores in classes of fifty points",
        "Deals in which the taker's score lies from so much up to the next class.",
    ),
    "hand": ("By trumps and bouts", ""),
    "hand_points": ("By card points", "From so many points in hand up to the next class."),
    "kings": ("By kings", ""),
    "positions": (
        "By position",
        "Scores are means of a seat: in the deals in which it was the taker, a defender, and in all deals.",
    ),
    "bids": ("What is bid", "Of all bids spoken in that position; a higher one may follow."),
    "leads": ("Who leads to the first trick", "Shares are of the deals played."),
    "strategies": (
        "By strategy",
        "Scores are means of a seat: in the deals in which it was the taker, a defender, and in all deals.",
    ),
    "bids_by_strategy": ("What is bid", "Of all bids spoken by that strategy; a higher one may follow."),
    "chances": (
        "Exact and observed shares",
        "The chien of every deal. The hand is that of the first to speak, dealt again from the seed,"
        " because the log holds only hands of takers, who chose to bid on them.",
    ),
    "mean_points": ("Exact and observed card points", "Means of the same chiens and hands."),
    "checks": (
        "What holds of every row",
        "Rows that fail a check are left out of all the other tables. `tarotsim verify` makes these"
        " checks, and plays deals again.",
    ),
}
"""By name: title, note."""

PLOTS: dict[str, tuple[str, str]] = {
    "contracts": ("Contracts made", "The share of each contract that was made."),
    "movement": (
        "What becomes of the bouts in hand",
        "For takers with 0 to 3 bouts in hand: the shares that had 0 to 3 after the chien, and at the end.",
    ),
    "margins": (
        "Margins around each target",
        "Shares of the deals with so many bouts, in %, by their margin. Left of the line the contract is"
        " lost.",
    ),
    "scores": (
        "The spread of the taker's score",
        "Nine deals in ten lie on the thin line, half of them on the thick one; the mark is the median.",
    ),
    "bonuses_add": (
        "What the bonuses add",
        "The mean that petit au bout, poignées and chelems add to the taker's score.",
    ),
    "hand": (
        "Contracts made and mean score, by trumps and bouts in hand",
        "The yellower, the more contracts made; violet where the taker gains, orange where he loses."
        f" Pale where there are fewer than {FEW} deals.",
    ),
    "hand_points": (
        "Contracts made and mean score, by card points in hand",
        f"With 95 % intervals, where there are {FEW} deals or more.",
    ),
    "positions": (
        "Mean score a deal, by position",
        "Over all deals, cancelled ones included, from the first to speak to the dealer.",
    ),
    "strategies": ("Mean score a deal, by strategy", "The mean of a seat over all its deals."),
    "chances": (
        "Distance of observed from exact values",
        "z of every row of the two tables; the band is ±2.",
    ),
}
"""By name: title, note."""
