"""`tarotsim play` within this process: what the person types, what is refused, what is shown."""

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cli_process import complaint, fine
from table import TAKER, cards_in, dealt, first_deal, lines_of, seated, trumps_of

from tarotsim.cards import NAMES, cards_of, masks_of, parse_card
from tarotsim.engine.steps import BID, CARD, DISCARD, POIGNEE, Steps
from tarotsim.play import catalogues
from tarotsim.play.answers import Refused, choices, offers, parse, written
from tarotsim.play.catalogues import LANGUAGES, catalogue
from tarotsim.play.session import Session
from tarotsim.play.settlement import told
from tarotsim.play.terminal import Console
from tarotsim.play.words import Words
from tarotsim.records.writing import record_of
from tarotsim.rules.tables import GARDE, GARDE_SANS, PLAYED, SEATS
from tarotsim.strategies.registry import built_in

pytest_plugins = ["cli_fixtures"]

SEED = 5
EN = Words("en", ascii=True, person=0)


@pytest.fixture
def sit(ask, monkeypatch):
    """A session: the answers typed, the options; ASCII in 80 columns."""
    monkeypatch.setenv("LC_ALL", "C")

    def session(lines, *options, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return ask("play", *options)

    return session


def taken_deal(is_wanted=lambda steps: True, seat=0, bid=GARDE):
    """A deal in which ``seat`` bids, three others pass, and it is the seat's turn to say what follows."""

    def opened(steps):
        while steps.question is not None and steps.question.kind == BID:
            steps.answer(bid if steps.question.seat == seat else 0)
        return steps

    deal = first_deal(SEED, lambda steps: not steps.petit_sec and is_wanted(opened(steps)))
    return opened(Steps(SEED, deal))


def at_the_cards(steps):
    """Past discard, chelem and poignées, at the first card."""
    while steps.question.kind != CARD:
        steps.have_answered(built_in("random"))
    return steps


def refusal(steps, text, words=EN):
    """What is said to ``text`` in answer to the open question."""
    kind, seat = steps.question
    with pytest.raises(Refused) as refused:
        parse(kind, steps.see(seat), text, words)
    return str(refused.value)


# The same deal as the engine's --------------------------------------------------------------------


def test_whoever_answers_as_expert_plays_the_deal_of_four_experts(sit, ask, tmp_path):
    """In every seat, deal after deal in one session: the records are those of export."""
    fine(ask("run", "--deals", 6, "--seed", 9, "--first", 3, "--strategy", "expert", "--out", "x"))
    exported = fine(ask("export", "x"))
    for seat in range(SEATS):
        lines = []
        for deal in range(3, 9):
            lines += [*lines_of(9, deal, seated(seat, "expert", "expert"), seat)[0], "y"]
        lines[-1] = "n"
        options = ("--seat", seat, "--seed", 9, "--deal", 3, "--record", f"{seat}.jsonl")
        out = fine(sit(lines, *options))
        assert (tmp_path / f"{seat}.jsonl").read_text() == exported
        assert out.count("Another deal?") == 6


def test_end_tells_the_scores_the_total_and_what_experts_make_of_it(sit):
    players = seated(0, "random", "basic")
    lines, scores = [], []
    for deal in range(4):
        typed, steps = lines_of(SEED, deal, players)
        scores.append(steps.result()["scores"] / 2 if steps.status == PLAYED else [0] * 4)
        lines += [*typed, "y"]
    out = fine(sit(lines, "--seed", SEED, "--against", "basic"))
    rows = {name: re.findall(rf"^{name} +(.*)$", out, re.M) for name in ("this deal", "total", "four expert")}
    shown = [[float(number) for number in row.split()] for row in rows["this deal"]]
    assert shown == [list(map(float, row)) for row in scores]
    assert [float(n) for n in rows["total"][3].split()] == [
        sum(column) for column in zip(*scores, strict=True)
    ]
    for deal in range(4):
        _, experts = lines_of(SEED, deal, seated(0, "expert", "expert"))
        if experts.status == PLAYED:
            assert [float(n) for n in rows["four expert"].pop(0).split()] == list(
                experts.result()["scores"] / 2
            )
    assert not rows["four expert"]


def announce(view):
    """A chelem, whatever the hand."""
    return 1


CHELEM_TAKER = replace(TAKER, chelem=announce)


@pytest.mark.parametrize(
    ("others", "person", "bonus"),
    [("random", "random", "petit au bout"), ("pass", CHELEM_TAKER, "chelem"), ("pass", TAKER, "poignee")],
)
def test_settlement_is_a_sum_that_can_be_followed(others, person, bonus):
    """Every line of it, added up, is what each defender pays; chelems, poignées, the Petit and all."""
    told_of = set()
    for deal in range(60):
        _, steps = lines_of(SEED, deal, seated(0, person, others))
        if steps.status != PLAYED:
            continue
        text = "\n".join(told(steps, EN))
        parts, total = re.search(r"needed\.\n((?:  .*\n)+)  -+\n  .* ([\d.]+)$", text).groups()
        figures = [float(line.split()[-1]) for line in parts.splitlines()]
        assert 3 * sum(figures) == steps.result()["scores"][steps.table["taker"]] / 2
        assert abs(sum(figures)) == float(total)
        base, margin, multiplier = map(float, re.search(r"\((\d+) \+ ([\d.]+)\) x (\d)", parts).groups())
        assert abs(figures[0]) == (base + margin) * multiplier
        told_of |= {words for words in ("petit au bout", "poignee", "chelem") if words in parts}
    assert bonus in told_of


# What is shown -------------------------------------------------------------------------------------


class Watcher(Console):
    """A console that looks at all that was said whenever it is asked."""

    def __init__(self, lines, watch):
        super().__init__(io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO())
        self._watch = watch

    def _read(self, prompt, menu, is_shown):
        self._watch(self._sink.getvalue())
        return super()._read(prompt, menu, is_shown)


@pytest.mark.parametrize("seat", range(SEATS))
def test_no_hidden_card_is_shown_before_the_end(seat):
    """With hints asked for and whatever can be looked at, until the last card is played."""
    looked = 0
    for deal in range(6):
        typed, _ = lines_of(SEED, deal, seated(seat, "random", "expert"), seat)
        lines = [line for answer in typed for line in ("h", "t", "l", "?", answer)]
        looks = []  # the session, then what was said each time it asked

        def watch(said, looks=looks, seat=seat):
            steps = looks[0]._steps
            view, dealt = steps.see(seat), steps.transcript()
            if steps.question is None:
                return
            known = set(cards_of(dealt["plain"][seat], dealt["trumps"][seat]))
            known |= set(cards_of(view["chien_plain"], view["chien_trumps"]))
            known |= {int(card) for card in view["plays"] if card >= 0}
            known |= set(cards_of(0, view["discard_trumps"]))
            known |= {card for shown in view["shown"] for card in cards_of(0, shown)}
            examples = cards_in(Words("en", ascii=True, person=seat)("help_card")) | cards_in("S2 C10 DJ")
            assert cards_in(said) <= known | examples
            looks.append(said)

        players = {place: built_in("expert") for place in range(SEATS) if place != seat}
        words = Words("en", ascii=True, person=seat)
        looks.append(Session(Watcher(lines, watch), words, players, built_in("expert"), lambda steps: None))
        with pytest.raises(EOFError):
            looks[0].play(SEED, deal)
        looked += len(looks)
    assert looked > 300


def test_hidden_cards_are_told_at_the_end(sit):
    typed, _ = lines_of(SEED, 0, seated(0, TAKER, "expert"))
    out = fine(sit(typed, "--seed", SEED))
    assert cards_in(out.partition("The cards as dealt")[2].partition("Four expert")[0]) == set(range(78))


def test_public_cards_stay_in_sight(sit):
    """A poignée is on the table at every question after it."""
    deal = taken_deal(lambda steps: trumps_of(steps, 0) >= 10).deal
    typed, steps = lines_of(SEED, deal, seated(0, TAKER, "pass"))
    shown = EN("poignee_shown", level="single", who="you", cards=EN.cards(0, steps.table["shown"][0]))
    out = fine(sit(typed, "--seed", SEED, "--deal", deal, "--against", "pass"))
    *boards, _ = out.split("Your card:")
    assert len(boards) == 18
    assert all(shown in " ".join(board.rpartition("\n\n")[2].split()) for board in boards)


def test_card_may_be_taken_back_until_the_trick_is_gathered(sit, tmp_path):
    typed, _ = lines_of(SEED, 0, seated(0, TAKER, "expert"))
    before, cards = typed[:-18], typed[-18:]
    plain = fine(sit(typed, "--seed", SEED, "--record", "plain"))
    out = fine(
        sit(
            [*before, *(line for card in cards for line in (card, "u", card))],
            "--record",
            "undone",
            "--seed",
            SEED,
        )
    )
    assert (tmp_path / "plain").read_text() == (tmp_path / "undone").read_text()
    assert out.count("Your card:") == 36 and plain.count("Your card:") == 18
    gathered = [line for card in cards for line in (card, "")]
    assert fine(sit([*before, *gathered], "--seed", SEED)).count("Your card:") == 18
    late = fine(sit([*before, cards[0], "", "u", *cards[1:]], "--seed", SEED))
    assert late.count("That trick is over") == 1


def test_bid_stands_and_what_comes_before_the_first_card_may_be_taken_back(sit):
    steps = taken_deal()
    discard = written(DISCARD, steps.decide(built_in("basic")), steps.see(0), EN)
    out = fine(
        sit(
            ["u", "garde", "u", discard, "u", discard],
            "--seed",
            SEED,
            "--deal",
            steps.deal,
            "--against",
            "pass",
        )
    )
    assert "nothing to take back" in out and out.count("A bid stands.") == 1
    assert out.count("Your discard: ") >= 3 and out.count("Your chelem:") == 2


def test_last_trick_on_request(sit):
    typed, steps = lines_of(SEED, 0, seated(0, TAKER, "expert"))
    out = fine(sit([*typed[:-18], "l", typed[-18], "", "l"], "--seed", SEED))
    first = EN.cards(*masks_of(steps.table["plays"][:4].tolist())).split()
    assert "No trick has been played yet." in out
    assert all(card in re.search(r"Last trick: (.*)", out)[1] for card in first)


# Answers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_typed(language):
    """What `written` writes is read as the same answer; cards also by number and in other spellings."""
    words = Words(language, person=0)
    for deal in range(8):
        _, whole = lines_of(SEED, deal, seated(0, "random", "basic"))
        steps = Steps(SEED, deal)
        for answer in whole.answers:
            kind, seat = steps.question
            view = steps.see(seat)
            assert parse(kind, view, written(kind, answer, view, words), words) == answer
            if kind == CARD:
                number = choices(CARD, view).index(answer) + 1
                code = NAMES[answer]
                for text in (str(number), code, code.lower(), f" {code[0]} {code[1:]} ".lower()):
                    assert parse(kind, view, text if answer < 77 else "ex", words) == answer
            steps.answer(answer)


def test_french_ranks_are_read():
    steps = at_the_cards(taken_deal())
    view = steps.see(steps.question.seat)
    for card in (card for card in choices(CARD, view) if card < 56):
        french = NAMES[card].translate(str.maketrans("JNQK", "VCDR"))
        assert parse(CARD, view, french, EN) == card


@pytest.mark.parametrize("text", ["", "5", "double", "garde contre sans", "\x1b[A", "œuf", "q" * 500])
def test_what_is_no_bid_is_refused(text):
    assert "that is no bid" in refusal(Steps(SEED, 0), text)


def test_bid_must_be_above_the_last():
    steps = Steps(SEED, 0)
    steps.answer(GARDE)
    for text in ("prise", "1", "garde", "2"):
        assert "is not above the current bid, garde" in refusal(steps, text)
    assert parse(BID, steps.see(2), "Garde_Sans", EN) == GARDE_SANS


def test_discard_is_refused_with_the_rule():
    kings = masks_of(parse_card(code) for code in ("SK", "CK", "DK", "BK"))[0]
    steps = taken_deal(lambda steps: steps.table["plain"] & kings and steps.table["legal_plain"])
    view = steps.see(0)
    codes = [NAMES[card] for card in choices(DISCARD, view)]
    king = NAMES[cards_of(view["plain"] & kings, 0)[0]]
    trump = NAMES[cards_of(0, view["trumps"] & ~0x300001)[0]]
    elsewhere = NAMES[cards_of(steps.hidden["plain"][1], 0)[0]]
    for cards, words in (
        (codes[:5], "not 5"),
        (codes[:7], "not 7"),
        ([*codes[:5], codes[0]], "not 5"),
        ([*codes[:5], king], "Kings and bouts"),
        ([*codes[:5], elsewhere], "do not hold"),
        ([*codes[:5], trump], "Trumps are discarded only"),
        (["X9"], "that is no card"),
        (["99"], "no card with that number"),
    ):
        assert words in refusal(steps, " ".join(cards)), cards
    assert parse(DISCARD, view, "1,2, 3 4;5+6", EN) == masks_of(choices(DISCARD, view)[:6])[0]


def test_trumps_fill_the_discard_where_plain_cards_are_missing():
    """A taker with four plain cards."""
    hand = ["S1", "S2", "C1", "SK", "CK", "DK", "BK", *(f"T{n}" for n in range(1, 12))]
    steps = dealt(hand, ["C2", *(f"T{n}" for n in range(12, 17))])
    for bid in (GARDE, 0, 0, 0):
        steps.answer(bid)
    view = steps.see(0)
    assert view["need"] == 2
    for text in ("T2 T3", "S1 S2 C1 C2 T3 T2"):
        assert cards_of(0, parse(DISCARD, view, text, EN)) == [57, 58]
    assert "Kings and bouts" in refusal(steps, "T1 T2")
    assert "not 5" in refusal(steps, "T2")
    steps.answer(parse(DISCARD, view, "T2 T3", EN))
    assert written(DISCARD, 6, view, EN) == "S2 S1 C2 C1 T3 T2"
    assert steps.table["discard_trumps"] == 6


def test_poignee_is_offered_at_each_level_or_chosen():
    hand = [*(f"T{n}" for n in range(2, 16)), "EX", "S1", "C1", "D1"]
    steps = dealt(hand, ["T1", "S2", "C2", "D2", "B2", "SK"])
    for answer in (GARDE_SANS, 0, 0, 0, 0):
        steps.answer(answer)
    assert steps.question == (POIGNEE, 0)
    view = steps.see(0)
    assert [len(cards_of(0, shown)) for shown in offers(view).values()] == [10, 13, 15]
    held = cards_of(0, view["trumps"] & 0x1FFFFF)
    few = [NAMES[card] for card in held[: len(held) - 10]]
    assert parse(POIGNEE, view, "hide " + " ".join(few), EN) == masks_of(held[len(held) - 10 :])[1]
    assert parse(POIGNEE, view, " ".join(NAMES[card] for card in held[:10]), EN) == masks_of(held[:10])[1]
    assert parse(POIGNEE, view, "2", EN) == offers(view)[2]
    for text in ("", "n", "no", "0"):
        assert parse(POIGNEE, view, text, EN) == 0
    for text, words in (
        ("4", "does not allow"),
        ("T1 T2", "10, 13 or 15 cards, not 2"),
        (" ".join(["T21", *(NAMES[card] for card in held[:9])]), "Only trumps that you hold"),
        ("SK", "Only trumps that you hold"),
        ("nonsense", "that is no card"),
    ):
        assert words in refusal(steps, text), text
    shown = " ".join(["EX", *(NAMES[card] for card in held[:9])])
    assert "together with every trump" in refusal(steps, shown)


def test_cards_are_refused_with_the_rule_that_forbids_them():
    """Over many random deals: each refusal names the rule, and every rule is met."""
    met = set()
    rules = ("follow suit", "must play a trump", "must trump", "must beat", "not in your hand")
    for deal in range(16):
        steps = Steps(SEED, deal)
        while steps.question is not None:
            kind, seat = steps.question
            if kind == CARD and seat == 0:
                view = steps.see(0)
                legal = choices(CARD, view)
                for card in range(78):
                    if card not in legal:
                        said = refusal(steps, NAMES[card])
                        (rule,) = (rule for rule in rules if rule in said)
                        assert (rule == "not in your hand") == (
                            card not in cards_of(view["plain"], view["trumps"])
                        )
                        met.add(rule)
            steps.have_answered(built_in("random"))
    assert met == set(rules)
    steps = at_the_cards(taken_deal())
    for text, words in (("", "not 0"), ("S1 S2", "not 2"), ("99", "no card with"), ("T22", "no card")):
        assert words in refusal(steps, text)
    assert len(refusal(steps, "z" * 1000)) < 200


def test_chelem_is_asked_and_announced(sit):
    steps = taken_deal()
    discard = written(DISCARD, steps.decide(built_in("basic")), steps.see(0), EN)
    out = fine(
        sit(["garde", discard, "perhaps", "y"], "--seed", SEED, "--deal", steps.deal, "--against", "pass")
    )
    assert '"perhaps": y or n, please.' in out and "You: chelem announced" in out
    assert re.search(r"Trick 1: You \?", out)


def test_hint_is_what_expert_would_do(sit):
    for deal in range(3):
        typed, _ = lines_of(SEED, deal, seated(0, "expert", "expert"))
        out = fine(sit([line for answer in typed for line in ("h", answer)], "--seed", SEED, "--deal", deal))
        assert re.findall(r"Hint: (.*) \(what the player", out.replace("\n  ", " ")) == typed


# Leaving, and the record ----------------------------------------------------------------------------


@pytest.mark.parametrize("leave", [["q"], ["quit"], []])
def test_leaving_keeps_an_unfinished_record_that_score_reads(sit, ask, tmp_path, leave):
    """At every question of a deal, by q or at the end of input."""
    typed, _ = lines_of(SEED, 0, seated(0, TAKER, "expert"))
    options = ("--seed", SEED, "--record", "kept.jsonl")
    counts = [0, 1, 2, 3, 10, len(typed) - 1]
    for count in counts:
        out = fine(sit([*typed[:count], *leave], *options))
        assert "The record is in kept.jsonl." in out
    answers = [json.loads(line) for line in fine(ask("score", "kept.jsonl")).splitlines()]
    assert [answer["status"] for answer in answers] == ["in_progress"] * len(counts)
    assert answers[-1]["trick"] == 18


def test_records_are_added_to_what_is_there(sit, tmp_path):
    file = tmp_path / "kept.jsonl"
    file.write_text('{"mine": 1}')
    fine(sit(["q"], "--seed", SEED, "--record", file))
    fine(sit(["q"], "--seed", SEED, "--deal", 1, "--record", file))
    first, *others = file.read_text().splitlines()
    assert first == '{"mine": 1}'
    assert [json.loads(line)["dealer"] for line in others] == [0, 1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seat", "4"], ["4"]),
        (["--against", "nobody"], ["'nobody'"]),
        (["--against", "basic,basic"], ["three by seat", "2"]),
        (["--seed", "-1"], ["-1"]),
        (["--deal", "x"], ["'x'"]),
        (["--deal", str(2**62)], ["2**62"]),
        (["--lang", "klingon"], ["klingon"]),
        (["--record", "no/such/folder"], ["no/such/folder"]),
        (["--record", "."], ["directory"]),
    ],
)
def test_wrong_usage_is_one_line(sit, options, words):
    answer = sit(["q"], *options)
    complaint(answer, 2, *words)
    assert answer.out == ""


def test_seed_is_picked_and_told(sit):
    """So that the deal can be had again."""
    out = fine(sit(["q"]))
    seed = re.match(r"Deal 0 of seed (\d+)\.", out)[1]
    again = fine(sit(["q"], "--seed", seed))
    assert again == out
    assert re.match(r"Deal 0 of seed (\d+)\.", fine(sit(["q"])))[1] != seed


def test_players_of_the_other_seats(sit, tmp_path):
    """By seat, the person's left out: the second of the three plays seat 2 when the person sits at 1."""
    players = [built_in(name) for name in ("basic", "random", "pass", "expert")]
    typed, steps = lines_of(SEED, 0, players, seat=1)
    fine(sit([*typed, "n"], "--seed", SEED, "--seat", 1, "--against", "basic,pass,expert", "--record", "r"))
    assert json.loads((tmp_path / "r").read_text()) == record_of(steps.transcript())


# Languages ------------------------------------------------------------------------------------------

PLACE = re.compile(r"\{\w+\}")
SAME_IN_FRENCH = {
    *("garde", "prise", "garde sans", "garde contre", "double", "triple", "1 bout", "2 bouts", "3 bouts"),
    *("sum_contract",),
}


def test_catalogues_have_the_same_keys_and_places():
    english = catalogue("en")
    for language in LANGUAGES:
        other = catalogue(language)
        for table in english:
            assert other[table].keys() == english[table].keys()
        for key, text in english["text"].items():
            assert set(PLACE.findall(other["text"][key])) == set(PLACE.findall(text)), key
        for key, names in english["names"].items():
            assert len(other["names"][key]) == len(names), key


def test_every_text_is_used():
    folder = Path(catalogues.__file__).parent
    sources = "".join(path.read_text() for path in (*folder.glob("*.py"), *folder.glob("../cli/*.py")))
    for key in catalogue("en")["text"]:
        assert f'"{key}"' in sources or key.startswith(("ask_", "help_", "refuse_discard_")), key


def test_french_has_no_english_left():
    english, french = catalogue("en"), catalogue("fr")
    for key, text in english["text"].items():
        words = re.sub(PLACE, "", text)
        if re.search("[a-z]{2}", words) and key not in SAME_IN_FRENCH:
            assert french["text"][key] != text, key
            shared = set(re.findall(r"\b[a-z]{3,}\b", words)) & set(
                re.findall(r"\b[a-z]{3,}\b", re.sub(PLACE, "", french["text"][key]))
            )
            assert shared <= FIELD_WORDS, (key, shared)
    for key in ("seats", "suits", "contracts", "levels", "bouts"):
        for one, other in zip(english["names"][key], french["names"][key], strict=True):
            assert one != other or one in SAME_IN_FRENCH, one


FIELD_WORDS = {
    *("chelem", "petit", "bout", "bouts", "chien", "garde", "prise", "points", "expert", "record", "code"),
    *("note", "sec", "six", "non", "terminal", "total"),
}


def test_french_session(sit, tmp_path):
    """A whole one: the same deal, asked and told in French."""
    players = seated(0, TAKER, "expert")
    options = ("--seed", SEED, "--record", "r.jsonl")
    out = fine(sit([*lines_of(SEED, 0, players, lang="fr")[0], "n"], *options, "--lang", "fr"))
    for words in ("Votre carte", "preneur", "defense", "chien", "Pli 18", "Merci pour la partie"):
        assert words in out
    english = fine(sit([*lines_of(SEED, 0, players)[0], "n"], *options))
    same = set(out.splitlines()) & set(english.splitlines())
    assert all(not re.search("[a-z]{2}", line) for line in same), same
    one, other = (tmp_path / "r.jsonl").read_text().splitlines()
    assert one == other and len(json.loads(one)["plays"]) == 72


@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_the_terminal(sit, columns, language):
    for seed in range(4):
        typed, _ = lines_of(seed, 0, seated(0, TAKER, "expert"), lang=language)
        lines = [line for answer in typed for line in ("?", "h", "t", answer)]
        out = fine(sit(lines, "--seed", seed, "--lang", language, columns=columns))
        assert max(map(len, out.splitlines())) <= columns
