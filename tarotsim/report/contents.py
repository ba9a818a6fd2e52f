"""The report of a study, section by section: which tables and plots, with which columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tarotsim.analysis import bonuses, hands, players, results
from tarotsim.analysis.chance import chance_table
from tarotsim.analysis.outcomes import outcome_table
from tarotsim.analysis.results import NEAR, QUANTILES
from tarotsim.analysis.runs import Line, run_table
from tarotsim.report import plots, texts
from tarotsim.report.cells import Column, count, number, percent, points, text
from tarotsim.report.sections import Plot, Report, Section, Table
from tarotsim.rules.tables import CONTRACTS, TARGET

if TYPE_CHECKING:
    import pandas as pd

    from tarotsim.analysis.study import Study

__all__ = ["report_of"]

_CONTRACT = (
    text("contract", "contract"),
    count("deals", "deals"),
    percent("share, %", "share"),
    percent("made, %", "made"),
    points("card points", "points"),
    points("margin", "margin"),
    points("taker's score", "score", 1),
)
_HAND = (count("deals", "deals"), percent("made, %", "made"), points("taker's score", "score", 1))
_STANDING = (
    count("deals", "deals"),
    percent("taker, %", "taker"),
    percent("made, %", "made"),
    points("score as taker", "as_taker", 1),
    points("as defender", "as_defender"),
    points("a deal", "score"),
)
_BIDS = (
    count("bids", "auctions"),
    *(percent(f"{name.replace('_', ' ')}, %", name) for name in CONTRACTS),
)


def _near(points_off: int) -> tuple[Column, Column]:
    """How many deals were decided by less than so many points, and their share."""
    heading = f"by\u00a0<\u00a0{points_off}"
    return count(heading, f"within_{points_off}"), percent(f"{heading}, %", f"near_{points_off}")


def report_of(study: Study, by: str | None = None) -> Report:
    """The report of a study; ``by`` tells the taker's tables apart (one of `sums.GROUPS`)."""
    return _Maker(study, by).report()


def _who(line: Line) -> str:
    """Who sat at a table: ``four basic``, or the four names by seat."""
    return f"four {line.names[0]}" if len(set(line.names)) == 1 else ", ".join(line.names)


def _section(name: str, *parts: Table | Plot, more: Sequence[str] = ()) -> Section:
    title, paragraphs = texts.SECTIONS[name]
    return Section(name, title, (*paragraphs, *more), parts)


def _table(name: str, frame: pd.DataFrame, *columns: Column, under: Sequence[Column] = ()) -> Table:
    return Table(name, *texts.TABLES[name], frame, columns, under)


def _plot(name: str, draw: Callable[..., Any], *data: Any) -> Plot:
    return Plot(name, *texts.PLOTS[name], partial(draw, *data))


class _Maker:
    """Makes the sections of one report."""

    def __init__(self, study: Study, by: str | None) -> None:
        self.study, self.by = study, by
        self.sums = study.sums
        self.groups, self.alone = study.groups(by), study.groups()

    def report(self) -> Report:
        """All of it."""
        sections = [
            self.overview(),
            self.contracts(),
            self.bouts(),
            self.bonuses(),
            self.scores(),
            self.hand(),
            self.position(),
            *self.strategies(),
            self.soundness(),
        ]
        return Report(self.title(), self.by, self.facts(), self.faults(), sections)

    def _grouped(
        self, name: str, frame: pd.DataFrame, *columns: Column, under: Sequence[Column] = ()
    ) -> Table:
        """A table whose frame has a column ``group``: called what was asked for, or left out."""
        if self.by is None:
            return _table(name, frame.drop(columns="group"), *columns, under=under)
        frame = frame.rename(columns={"group": self.by})
        return _table(name, frame, *columns, under=(text(self.by, self.by), *under))

    def title(self) -> str:
        """How many deals, of whom."""
        deals = sum(line.deals for line in self.study.lines)
        tables = dict.fromkeys(_who(line) for line in self.study.lines)
        who = next(iter(tables)) if len(tables) == 1 else f"{len(tables)} tables"
        return f"{deals:,} deals of French Tarot: {who}"

    def facts(self) -> list[str]:
        """What was played."""
        facts = []
        for line in self.study.lines:
            spans = ", ".join(f"{start:,} to {stop - 1:,}" for start, stop in line.done) or "none"
            facts.append(f"{_who(line)}, seed {line.seed}: deals {spans}")
        every = results.contract_table(self.sums["results"], self.alone).iloc[-1]
        if every["deals"]:
            played, made, score = (
                number(every["deals"]),
                number(every["made"], 1, 100),
                number(every["score"], 1),
            )
            facts.append(
                f"{played} played, {made} % of the contracts made; the taker's mean score is {score}"
            )
        return facts

    def faults(self) -> list[str]:
        """What is wrong with the log: the checks that failed, and the first faults."""
        verdict = self.study.verdict
        failed = [
            f"{check}: {faulty:,} {'deal' if faulty == 1 else 'deals'}"
            for check, faulty in verdict.faulty.items()
            if faulty
        ]
        return [*failed, *map(str, verdict.findings)]

    def overview(self) -> Section:
        """What was run, and how the deals ended."""
        sums = self.sums["outcomes"]
        lacking = sum(line.asked - line.deals for line in self.study.lines)
        return _section(
            "overview",
            _table(
                "runs",
                run_table(self.study.lines, sums.statuses),
                text("players, by seat", "players"),
                text("versions", "versions"),
                text("seed", "seed"),
                count("from deal", "first"),
                count("to deal", "last"),
                count("deals", "deals"),
                percent("played, %", "played"),
            ),
            _table(
                "outcomes",
                outcome_table(sums),
                text("outcome", "outcome"),
                count("deals", "deals"),
                percent("share, %", "share", 3),
            ),
            more=[f"The run is not finished: {lacking:,} of the deals asked for are still lacking."]
            * (lacking > 0),
        )

    def contracts(self) -> Section:
        """Contracts: share, made, points, margin, score."""
        table = results.contract_table(self.sums["results"], self.groups)
        parts: list[Table | Plot] = [
            self._grouped("contracts", table, *_CONTRACT),
            _plot("contracts", plots.contracts, table),
        ]
        if len(self.study.players) > 1 and self.by != "strategy":
            apart = results.contract_table(self.sums["results"], self.study.groups("strategy"))
            apart = apart[apart["group"] != "all"].rename(columns={"group": "strategy"})
            parts.append(
                _table("contracts_by_strategy", apart, *_CONTRACT, under=[text("strategy", "strategy")])
            )
        return _section("contracts", *parts)

    def bouts(self) -> Section:
        """Bout targets: made by bouts captured, how bouts move, margins."""
        sums, moves = self.sums["results"], self.sums["hands"]
        return _section(
            "bouts",
            self._grouped(
                "bouts",
                results.bout_table(sums, self.groups),
                text("bouts", "bouts"),
                count("target", "target"),
                count("deals", "deals"),
                percent("share, %", "share"),
                percent("made, %", "made"),
                points("card points", "points"),
                points("margin", "margin"),
            ),
            self._grouped(
                "movement",
                hands.movement_table(moves, self.groups),
                text("bouts", "bouts"),
                count("deals", "deals"),
                *(percent(f"to {bouts}, %", f"to_{bouts}") for bouts in range(len(TARGET))),
                under=[text("stage", "stage")],
            ),
            _plot("movement", plots.movement, hands.movement_table(moves, self.alone)),
            self._grouped(
                "margins",
                results.margin_table(sums, self.groups),
                text("bouts", "bouts"),
                text("contract", "result"),
                count("deals", "deals"),
                *(column for near in NEAR for column in _near(near)),
            ),
            _plot("margins", plots.margins, results.margin_histogram(sums, 1)),
            _table(
                "margin_histogram",
                results.margin_histogram(sums),
                count("from", "from"),
                count("below", "below"),
                *(count(f"{bouts} bouts", f"bouts_{bouts}") for bouts in range(len(TARGET))),
                count("deals", "deals"),
            ),
        )

    def bonuses(self) -> Section:
        """Petit au bout, poignées, chelems."""
        sums = self.sums["bonuses"]
        return _section(
            "bonuses",
            self._grouped(
                "petit_au_bout",
                bonuses.petit_table(sums, self.groups),
                text("contract", "contract"),
                count("deals", "deals"),
                percent("share, %", "share"),
                percent("side won the contract, %", "won"),
                count("decided", "decisive"),
                percent("decided, %", "decided", 3),
                under=[text("won by", "side")],
            ),
            self._grouped(
                "poignees",
                bonuses.poignee_table(sums, self.groups),
                text("poignée", "level"),
                count("shown", "shown"),
                percent("share, %", "share", 3),
                percent("paid to that side, %", "paid"),
                under=[text("shown by", "side")],
            ),
            self._grouped(
                "chelems",
                bonuses.chelem_table(sums, self.groups),
                text("chelem", "chelem"),
                count("deals", "deals"),
                percent("share, %", "share", 4),
                percent("contract made, %", "made"),
            ),
        )

    def scores(self) -> Section:
        """The taker's score: mean, quantiles, and what the bonuses add."""
        sums = self.sums["results"]
        quantiles = results.quantile_table(sums, self.groups)
        return _section(
            "scores",
            self._grouped(
                "scores",
                results.score_table(sums, self.groups),
                text("contract", "contract"),
                count("deals", "deals"),
                points("mean", "score", 1),
                percent("positive, %", "positive"),
                Column("least", "least", 1),
                Column("greatest", "greatest", 1),
            ),
            self._grouped(
                "quantiles",
                quantiles,
                text("contract", "contract"),
                count("deals", "deals"),
                *(points(f"{round(100 * q)} %", f"q{round(100 * q):02d}", 1) for q in QUANTILES),
            ),
            _plot("scores", plots.scores, quantiles),
            self._grouped(
                "bonuses_add",
                bonuses.added_table(self.sums["bonuses"], self.groups),
                text("contract", "contract"),
                count("deals", "deals"),
                points("base and margin", "from_contract"),
                points("petit au bout", "from_petit_au_bout"),
                points("poignées", "from_poignees"),
                points("chelem", "from_chelem"),
                points("all bonuses", "from_bonuses"),
                percent("deals with any, %", "any"),
            ),
            _plot("bonuses_add", plots.added, bonuses.added_table(self.sums["bonuses"], self.alone)),
            _table(
                "score_histogram",
                results.score_histogram(sums),
                count("from", "from"),
                count("below", "below"),
                *(count(name.replace("_", " "), name) for name in CONTRACTS[1:]),
            ),
        )

    def hand(self) -> Section:
        """Made and expected score by what the taker's hand held."""
        sums = self.sums["hands"]
        return _section(
            "hand",
            _plot("hand", plots.hand, hands.hand_table(sums, self.alone)),
            self._grouped(
                "hand",
                hands.hand_table(sums, self.groups),
                text("trumps", "trumps"),
                text("bouts", "bouts"),
                *_HAND,
            ),
            _plot("hand_points", plots.hand_points, hands.points_table(sums, self.alone, 1)),
            self._grouped(
                "hand_points",
                hands.points_table(sums, self.groups),
                count("from", "from"),
                count("below", "below"),
                *_HAND,
            ),
            self._grouped("kings", hands.kings_table(sums, self.groups), text("kings", "kings"), *_HAND),
        )

    def _standings(self, name: str, by: str) -> tuple[Table, Plot]:
        """How every strategy or position came out, as a table and a plot."""
        sums, of = self.sums["players"], self.study.players
        frame = players.standing_table(sums, self.sums["results"], by, of)
        return _table(name, frame, text(by, by), *_STANDING), _plot(name, plots.standings, frame, by)

    def position(self) -> Section:
        """From the dealer's right to the dealer; who leads."""
        sums, of = self.sums["players"], self.study.players
        bids = players.bid_table(sums, "position", of)
        return _section(
            "position",
            *self._standings("positions", "position"),
            _table("bids", bids, text("position", "position"), *_BIDS),
            _table(
                "leads",
                players.lead_table(self.sums["bonuses"], of),
                text("leader", "leader"),
                count("deals", "deals"),
                percent("share, %", "share"),
                percent("contract made, %", "made"),
            ),
        )

    def strategies(self) -> Iterator[Section]:
        """Strategies side by side, where there are several."""
        if len(self.study.players) < 2:
            return
        bids = players.bid_table(self.sums["players"], "strategy", self.study.players)
        yield _section(
            "strategies",
            *self._standings("strategies", "strategy"),
            _table("bids_by_strategy", bids, text("strategy", "strategy"), *_BIDS),
        )

    def soundness(self) -> Section:
        """Exact chances beside those observed, and the checks."""
        chances = chance_table(self.sums["chances"])
        is_share = chances["kind"] == "share"
        return _section(
            "soundness",
            _table(
                "chances",
                chances[is_share].drop(columns="kind"),
                text("what", "what"),
                count("deals", "deals"),
                Column("exact, %", "exact", 4, 100),
                percent("observed, %", "observed", 4),
                Column("z", "z", 2),
            ),
            _table(
                "mean_points",
                chances[~is_share].drop(columns="kind"),
                text("what", "what"),
                count("deals", "deals"),
                Column("exact", "exact", 4),
                points("observed", "observed", 4),
                Column("z", "z", 2),
            ),
            _plot("chances", plots.chances, chances),
            _table(
                "checks",
                self.study.verdict.table(),
                text("check", "check"),
                count("deals", "deals"),
                count("faulty", "faulty"),
                text("what holds", "holds"),
            ),
        )
