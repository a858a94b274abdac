from simcore.games.comuni.building import craftsmen_needed, points_sum
from simcore.games.comuni.state import (
    ALLIANCE,
    BUILD_CARD,
    BUILD_TARGET,
    EXTRA_ACTION,
    KINDS,
    NOBODY,
    PAY_ACTION,
    PROJECT_CARD,
    TOP,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    bought_tile,
    carry_out_target,
    craftsmen_to_spend,
    last_gift,
    may_play,
    next_invasion,
    placement_value,
    plan_target,
    steady,
    wall_places,
    would_win_guild,
)

STYLE = Style(guild=3.0, second_building=0.2)
THREAT = 3  # a rival so close behind could take a guild card in one turn


@rule
def _is_threatened(s, t, seat, kind):
    """Whether a rival could overtake the own guild card of this kind soon."""
    if s.guild_owner[kind] != seat:
        return False
    own = points_sum(s, t, seat, kind)
    rival = 0
    for other in range(s.players):
        if other != seat:
            rival = max(rival, points_sum(s, t, other, kind))
    return rival > 0 and own - rival <= THREAT


@compiled
def _guild_move(s, t, legal, seat):
    """The affordable placement that wins a guild card, or secures a threatened one; the best by worth."""
    best = (NOBODY + 0, 0, 0)
    best_worth = 0.0
    for kind in range(KINDS):
        threatened = _is_threatened(s, t, seat, kind)
        for height in range(TOP):
            if height > 0 and s.buildings[seat, kind, height] == 0:
                continue
            if not (would_win_guild(s, t, seat, kind, height) or (threatened and height > 0)):
                continue
            for i in range(s.hand_n[seat]):
                card = s.hand[seat, i]
                if not may_play(s, legal, card):
                    continue
                if t.cards_kinds[card, kind] and craftsmen_needed(t, card, height) <= craftsmen_to_spend(s, t, seat):
                    worth = placement_value(s, t, seat, STYLE, card, kind, height)
                    if worth > best_worth:
                        best, best_worth = (card + 0, kind, height), worth
    return best


@rule
def _commit(s, t, seat):
    """A full share and one army more, or what a hero tile costs, as soon as the walls are manned."""
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    share = t.invasion_field[next_invasion(s, t) - 1] // s.players + 1
    left = max(0, spare - wall_places(s, t, seat))
    gift = max(min(share, left), bought_tile(s, t, seat, left))
    return amount(s, t, seat, max(gift, last_gift(s, t, seat, STYLE)))


@strategy
def guildmaster(s, t, legal, seat):
    """Hunts guild cards: builds where one can be won or is in danger, and pays for a further action to do so.

    Values cards by the guild cards they would bring; everything else as an all-rounder.
    """
    if s.phase == BUILD_CARD:
        card, kind, height = _guild_move(s, t, legal, seat)
        if card != NOBODY:
            plan_target(s, seat, kind, height)
            return PROJECT_CARD + card
    if s.phase == BUILD_TARGET and _guild_move(s, t, legal, seat)[0] == s.chosen_card:
        return carry_out_target(s, legal, seat)
    if s.phase == EXTRA_ACTION and _guild_move(s, t, legal, seat)[0] != NOBODY:
        return PAY_ACTION
    if s.phase == ALLIANCE:
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
