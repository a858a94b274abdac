"""The one playout loop of all games.

The functions below are templates: `bind` gives each game its own copy with the game's compiled functions as globals,
so that the compiler sees through them and the code can be cached on disk (a closure over dispatchers can not).
Bound measured within 10 % of a loop written for one game; function pointers for the rules cost 1.6x to 4x.
"""

import types
from collections.abc import Callable

import numpy as np

from simcore.game import BROKEN_INVARIANT, DECISION_CAP, ILLEGAL_ACTION
from simcore.kernels.jit import rule
from simcore.kernels.rng import deal_key, open_streams, reseed

LEAD_HISTORY = 1024  # leaders remembered per game; longer games keep every second, fourth, ... turn


def _unbound(*_):
    raise RuntimeError("bind() replaces this")


# Replaced by bind(): the game's functions and switches.
game_setup = game_legal = game_apply = game_standing = game_finish = game_redeal = game_invariants = _unbound
game_step_invariants = game_plays_card = game_begin = game_permitted = _unbound
CHECKED = False
FORCED_MOVES = False
TRACK_LEADS = True


@rule
def no_invariants(s, t):
    return 0


@rule
def no_step_invariants(before, s, t, action):
    return 0


@rule
def no_standing(s, t, scores):
    """A game without a running score."""


@rule
def no_card(s, t, action):
    return -1


@rule
def leader_of(scores, players):
    """The seat that leads alone, or -1."""
    best = 0
    shared = False
    for seat in range(1, players):
        if scores[seat] > scores[best]:
            best = seat
            shared = False
        elif scores[seat] == scores[best]:
            shared = True
    return -1 if shared else best


@rule
def _contains(codes, n, action):
    """Without branches, in the width of the codes: measured at half the time of a search that stops early."""
    code = np.int32(action)
    found = False
    for i in range(n):
        found |= codes[i] == code
    return found and code == action


def begin(states, t, seed, block, rotation):
    """Reset states[0] from the blank states[1], open its streams, set the game up."""
    states[0] = states[1]
    s = states[0]
    s.players = t.players
    open_streams(s, deal_key(seed, block), rotation)
    game_setup(s, t)


def permitted(s, t, buf, n, barred):
    """Take the actions that play a barred card out of buf[:n]; if nothing would be left, the bar does not hold."""
    left = 0
    for i in range(n):
        card = game_plays_card(s, t, np.int64(buf[i]))
        left += card < 0 or barred[card] == 0
    if left == 0 or left == n:
        return n
    kept = 0
    for i in range(n):
        action = buf[i]
        card = game_plays_card(s, t, np.int64(action))
        if card < 0 or barred[card] == 0:
            buf[kept] = action
            kept += 1
    return kept


def hide_and_redeal(s, t, seat):
    """Everything that `seat` cannot see or foresee is drawn anew from its own stream."""
    reseed(s, seat)
    game_redeal(s, t, seat)


def play_games(
    t,
    choosers,
    settings,
    seed,
    blocks,
    rotations,
    lineups,
    barred,
    bars,
    states,
    buf,
    scores,
    leaders,
    cap,
    games,
    seats,
):
    """Play len(blocks) games; game i fills games[i] and its seat rows in `seats`.

    choosers   tuple of strategies; lineups[i, seat] is the index of the strategy in that seat
    settings   parameters of each strategy, one row each
    barred     1 for every card that may not be played; bars[i] is the bit mask of the seats that this binds in game i
    states     three records: the game in play, a blank one and, in assertion mode, the position before the action
    """
    players = t.players
    s = states[0]
    before = scores[players:]  # scores as last seen
    deficits = scores[2 * players :]
    for i in range(len(blocks)):
        game_begin(states, t, seed, blocks[i], rotations[i])
        decisions = 0
        choices = 0
        turn = s.turns
        ticks = 0
        kept = 0
        stride = 1
        leader = -1
        lead = -1
        lead_changes = 0
        for seat in range(players):
            before[seat] = 0
            deficits[seat] = 0
        while not s.over:
            n = game_legal(s, t, buf)
            if bars[i] >> s.seat & 1:
                n = game_permitted(s, t, buf, n, barred)
            if FORCED_MOVES and n == 1:
                action = np.int64(buf[0])
            else:
                if decisions >= cap:
                    s.over = 1
                    s.reason = DECISION_CAP
                    s.winners = 0
                    break
                chooser = lineups[i, s.seat]
                action = choosers[chooser](s, t, buf, n, np.int64(s.seat), settings, chooser)
                decisions += 1
                if n > 1:
                    choices += 1
                if not _contains(buf, n, action):
                    s.over = 1
                    s.reason = ILLEGAL_ACTION
                    s.winners = 0
                    break
            if CHECKED:
                states[2] = s
            game_apply(s, t, action)
            if game_invariants(s, t) != 0 or game_step_invariants(states[2], s, t, action) != 0:
                s.over = 1
                s.reason = BROKEN_INVARIANT
                s.winners = 0
                break
            if TRACK_LEADS and (s.turns != turn or s.over):
                turn = s.turns
                game_standing(s, t, scores)
                moved = False
                for seat in range(players):
                    moved |= scores[seat] != before[seat]
                if moved:
                    leader = leader_of(scores, players)
                    if leader >= 0:
                        if lead >= 0 and leader != lead:
                            lead_changes += 1
                        lead = leader
                    top = scores[0]
                    for seat in range(1, players):
                        top = max(top, scores[seat])
                    for seat in range(players):
                        before[seat] = scores[seat]
                        deficits[seat] = max(deficits[seat], top - scores[seat])
                if kept == LEAD_HISTORY:
                    for k in range(LEAD_HISTORY // 2):
                        leaders[k] = leaders[2 * k]
                    kept = LEAD_HISTORY // 2
                    stride *= 2
                if ticks & (stride - 1) == 0:
                    leaders[kept] = leader
                    kept += 1
                ticks += 1
        row = games[i]
        mine = seats[i * players : (i + 1) * players]
        game_finish(s, t, row, mine)
        row.reason = s.reason
        row.starting_seat = s.starting_seat
        row.rounds = s.rounds
        row.turns = s.turns
        row.decisions = decisions
        row.choices = choices
        row.lead_changes = lead_changes
        row.leader_half = leaders[kept // 2] if kept > 0 else -1
        winners = 0
        winner = -1
        comeback = 0
        for seat in range(players):
            if (s.winners >> seat) & 1:
                winners += 1
                winner = seat
                comeback = max(comeback, deficits[seat])
        row.winners = winners
        row.winner = winner if winners == 1 else -1
        row.comeback = comeback
        for seat in range(players):
            mine[seat].win = np.float32(1.0 / winners) if (s.winners >> seat) & 1 else np.float32(0.0)


def bind(template: Callable, name: str, functions: dict) -> Callable:
    """A copy of a template whose globals are this module's with the game's functions put in."""
    bound = types.FunctionType(template.__code__, {**globals(), **functions}, name)
    bound.__qualname__ = name
    bound.__module__ = __name__
    return bound
