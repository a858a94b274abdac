"""Wars: strength, how they end, conquest, and the resolution at the end of the game (rulebook 3.5 to 3.9, 3.17)."""

import numpy as np

from simcore.games.mythotopia.bits import bit, has, lowest
from simcore.games.mythotopia.cards import all_owned, draw_card, in_reserve, owner_of, take_province_card, up
from simcore.games.mythotopia.state import (
    B_CAVALRY,
    B_LIMES,
    B_RANGER,
    B_RESERVE_ARMY,
    CITADEL_DESTROYED,
    MAX_SEAS,
    N_DEFENDED,
    N_LOST,
    N_MARGIN,
    N_NEUTRAL,
    N_NO_VILLAGE,
    N_RIVAL,
    NEUTRAL,
    SEATS,
    STATE,
    VP_CITADEL,
    VP_DEFENDER,
    VP_DRAGONS,
    VP_LORD,
    VP_RUNESTONES,
    VP_SPOILS,
    W_ATTACKER,
    W_DEFENDER,
    W_DIPLOMAT,
    W_FINAL,
    W_SHARED,
    W_TURNS,
    W_VANISHED,
)
from simcore.games.mythotopia.tokens import earn, settle_tokens, victory_points
from simcore.kernels.jit import INTERPRETED, compiled, rule

BY_PLAYER, BY_DIPLOMAT, BY_END_OF_GAME = 0, 1, 2


# --- pieces --------------------------------------------------------------------------------------------------------
@rule
def put_armies(s, seat, p, number):
    """MYT-03: from the personal stock to the board."""
    s.armies[seat, p] += number
    s.army_stock[seat] -= number
    s.force[seat] |= bit(p)


@rule
def take_armies(s, seat, p, number):
    s.armies[seat, p] -= number
    s.army_stock[seat] += number
    _note_force(s, seat, p)


@rule
def put_mercenaries(s, seat, p, number):
    s.mercs[seat, p] += number
    s.merc_supply -= number
    s.force[seat] |= bit(p)


@rule
def take_mercenaries(s, seat, p, number):
    s.mercs[seat, p] -= number
    s.merc_supply += number
    _note_force(s, seat, p)


@rule
def _note_force(s, seat, p):
    if s.armies[seat, p] == 0 and s.mercs[seat, p] == 0:
        s.force[seat] &= ~bit(p)


# --- wars ----------------------------------------------------------------------------------------------------------
@rule
def attacked_by(s, seat):
    """MYT-05: provinces in which the seat is an attacker."""
    return s.force[seat] & ~s.own[seat]


@rule
def wars(s):
    """MYT-05: provinces at war."""
    return attacked_by(s, 0) | attacked_by(s, 1) | attacked_by(s, 2) | attacked_by(s, 3)


@rule
def wars_of(s, seat):
    """Provinces in which the seat takes part in a war, as attacker or as controller."""
    return attacked_by(s, seat) | (wars(s) & s.own[seat])


@rule
def in_war_with_player(s, seat):
    """MYT-193: participant in a war with another player; wars over neutral provinces do not count."""
    return (wars(s) & s.own[seat]) | (attacked_by(s, seat) & all_owned(s)) != 0


@rule
def held_back(s, seat):
    """MYT-193: Reserve Army forbids attacks on the seat's provinces, and its own on other players."""
    return in_reserve(s, seat, B_RESERVE_ARMY) and in_war_with_player(s, seat)


@compiled
def strength(s, t, seat, p):
    """MYT-93 to MYT-97: the strength of a player in a province."""
    power = t.army_strength * s.armies[seat, p] + t.mercenary_strength * s.mercs[seat, p]
    for sea in range(MAX_SEAS):
        if t.seas[p] >> sea & 1:
            power += t.ship_strength * s.ships[seat, sea]
    rough = has(t.rough, p)
    if has(s.own[seat], p):
        power += t.settlement_strength
        if has(s.castle, p):
            power += t.castle_strength
        if has(s.citadel, p):
            power += t.citadel_strength
        if rough:
            power += t.rough_strength
        if in_reserve(s, seat, B_LIMES):
            power += t.limes_strength
    elif in_reserve(s, seat, B_CAVALRY):
        power += t.cavalry_strength
    if rough and in_reserve(s, seat, B_RANGER):
        power += t.ranger_strength
    return np.int64(power)


@rule
def neutral_strength(s, t, p):
    """MYT-98: printed strength, and the dragon; castle and rough terrain do not count."""
    return np.int64(t.neutral[p] + (t.dragon_strength if has(s.dragon, p) else 0))


@rule
def takes_part(s, seat, p):
    """MYT-05: attacker or controlling player."""
    return (s.force[seat] | s.own[seat]) & bit(p) != 0


@compiled
def strongest(s, t, p):
    """MYT-89, MYT-92: the parties with the highest strength, as a set of seats and NEUTRAL."""
    best = neutral_strength(s, t, p) if owner_of(s, p) < 0 else np.int64(-1)
    found = bit(NEUTRAL) if best >= 0 else np.int64(0)
    for seat in range(s.players):
        if takes_part(s, seat, p):
            power = strength(s, t, seat, p)
            if power > best:
                best = power
                found = bit(seat)
            elif power == best:
                found |= bit(seat)
    return found


@compiled
def strongest_other(s, t, p, seat):
    """The strength of the strongest party except `seat`."""
    best = neutral_strength(s, t, p) if owner_of(s, p) < 0 else np.int64(0)
    for other in range(s.players):
        if other != seat and takes_part(s, other, p):
            best = max(best, strength(s, t, other, p))
    return best


@rule
def defender(s, p):
    """The controlling player, or NEUTRAL."""
    seat = owner_of(s, p)
    return seat if seat >= 0 else NEUTRAL


@rule
def clear_winner(parties):
    """The only member of a set of parties, or -1 when they are tied (MYT-89)."""
    return lowest(parties) if parties & (parties - 1) == 0 else -1


@rule
def _return_forces(s, p):
    """MYT-99: all armies to their owners, all mercenaries to the supply; ships stay."""
    attackers = 0
    for seat in range(s.players):
        if has(s.force[seat], p):
            attackers += has(s.own[seat], p) == 0
            s.army_stock[seat] += s.armies[seat, p]
            s.merc_supply += s.mercs[seat, p]
            s.armies[seat, p] = 0
            s.mercs[seat, p] = 0
            s.force[seat] &= ~bit(p)
    return attackers


@compiled
def end_war(s, t, p, winner, how):
    """MYT-99, MYT-100: forces return; a winning attacker conquers, a winning defender may earn a token."""
    keeper = owner_of(s, p)
    attacker_wins = winner != keeper and winner != NEUTRAL
    if attacker_wins:
        s.stat[winner, N_MARGIN] += strength(s, t, winner, p) - strongest_other(s, t, p, winner)
    attackers = _return_forces(s, p)
    s.war_stat[W_SHARED] += attackers > 1
    s.war_stat[W_TURNS] += s.turns - s.war_since[p]
    if how == BY_DIPLOMAT:
        s.war_stat[W_DIPLOMAT] += 1
    elif how == BY_END_OF_GAME:
        s.war_stat[W_FINAL] += 1
    else:
        s.war_stat[W_ATTACKER if attacker_wins else W_DEFENDER] += 1
    if attacker_wins:
        _conquer(s, t, p, winner, keeper, how)
    elif keeper >= 0:
        s.stat[keeper, N_DEFENDED] += 1
        if how != BY_DIPLOMAT:
            earn(s, keeper, VP_DEFENDER, 0)  # MYT-158


@rule
def war_vanished(s, p):
    """MYT-110: the last attacking piece has left."""
    s.war_stat[W_VANISHED] += 1
    s.war_stat[W_TURNS] += s.turns - s.war_since[p]


@rule
def _conquer(s, t, p, winner, loser, how):
    """MYT-101 to MYT-109."""
    place = bit(p)
    fallen_citadel = False
    if loser >= 0:
        fallen_citadel = _remove_settlement(s, p, loser)
        s.stat[loser, N_LOST] += 1
        if take_province_card(s, p, loser) and how != BY_END_OF_GAME:
            draw_card(s, loser)  # MYT-103
        s.province_pile |= place
    if s.village_stock[winner] == 0:  # MYT-108
        s.stat[winner, N_NO_VILLAGE] += 1
        return
    s.village_stock[winner] -= 1
    s.own[winner] |= place
    s.province_pile &= ~place
    s.discard[winner, 0] |= place
    up(s.conquered, winner, p)
    s.stat[winner, N_RIVAL if loser >= 0 else N_NEUTRAL] += 1
    if loser >= 0:
        earn(s, winner, VP_SPOILS, 0)
        if fallen_citadel:
            earn(s, winner, VP_CITADEL, 0)
    if s.dragon & place:
        earn(s, winner, VP_DRAGONS, 0)
        s.dragon &= ~place
    if s.runestone & place:
        earn(s, winner, VP_RUNESTONES, 0)
        s.runestone &= ~place
    completed_islands(s, t, winner, place)


@rule
def _remove_settlement(s, p, loser):
    """MYT-101: village to the stock, city back to the Reserve card, citadel destroyed for good."""
    place = bit(p)
    s.own[loser] &= ~place
    if s.citadel & place:
        s.citadel &= ~place
        s.citadel_state[loser] = CITADEL_DESTROYED
        return True
    if s.city & place:
        s.city &= ~place
        s.city_stock[loser] += 1
    else:
        s.village_stock[loser] += 1
    return False


@rule
def completed_islands(s, t, seat, gained):
    """MYT-161, MYT-212: tokens for islands that are complete with the provinces just gained."""
    for island in range(2):
        whole = t.islands[island]
        if whole & gained and whole & ~s.own[seat] == 0:
            earn(s, seat, VP_LORD, island)


# --- the end of the game -------------------------------------------------------------------------------------------
@compiled
def resolve_all_wars(s, t):
    """MYT-144, MYT-145: in ascending province id; a tie is the defender's. Draws no card."""
    open_wars = wars(s)
    while open_wars != 0:
        p = lowest(open_wars)
        open_wars &= open_wars - 1
        winner = clear_winner(strongest(s, t, p))
        if winner < 0:
            if t.final_tie_rule == 1:
                continue
            winner = defender(s, p)
        end_war(s, t, p, winner, BY_END_OF_GAME)
        settle_tokens(s, t, False)


if INTERPRETED:

    def blank_copy():
        return np.zeros(1, STATE).view(np.recarray)

else:

    @rule
    def blank_copy():
        return np.empty(1, STATE)


@rule
def leads_alone(s, t, seat):
    for other in range(s.players):
        if other != seat and victory_points(s, t, other) >= victory_points(s, t, seat):
            return False
    return True


@compiled
def would_win(s, t, seat):
    """MYT-143, MYT-146: whether the seat has strictly the most victory points after all wars, tested on a copy."""
    if wars(s) == 0:
        return leads_alone(s, t, seat)
    copy = blank_copy()
    copy[0] = s
    resolve_all_wars(copy[0], t)
    return leads_alone(copy[0], t, seat)


@rule
def any_army(s):
    """Provinces that hold an army of any player (not only mercenaries)."""
    found = np.int64(0)
    for seat in range(SEATS):
        found |= army_places(s, seat)
    return found


@rule
def army_places(s, seat):
    """Provinces that hold an army of the seat."""
    found = np.int64(0)
    rest = s.force[seat]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if s.armies[seat, p] > 0:
            found |= bit(p)
    return found
