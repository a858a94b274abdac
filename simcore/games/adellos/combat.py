"""Combat and elimination (ADE-501 to ADE-521, ADE-934, ADE-935, ADE-937, ADE-951 to ADE-957)."""

from simcore.games.adellos.board import bit, first, holds, lift, put, type_of
from simcore.games.adellos.material import capture, discard, draw_cards, take_gold
from simcore.games.adellos.movement import note_broken_streak
from simcore.games.adellos.nobles import active_pieces, family_amount, noble_kind, noble_works
from simcore.games.adellos.pieces import (
    AURA_ATT,
    AURA_DEF,
    CARD_KINDS,
    FAMILY_ATT,
    FAMILY_DEF,
    FIRST_AID,
    FIRST_NOBLE,
    GHOUL,
    PARTY,
    PIERCE,
    PLUNDER,
    QUICK_ATTACK,
    RAISE,
    SLOTS,
    UNIT_KINDS,
    ZOMBIE_FAMILY,
)
from simcore.games.adellos.state import COMBAT, FIRST_AID_WINDOW, LAST_NOBLE, LYING, SEATS, SUDDEN_DEATH
from simcore.games.adellos.turn import end_game, to_main
from simcore.kernels.jit import compiled, rule

ATTACKER, DEFENDER = 0, 1

# --- totals --------------------------------------------------------------------------------------


@rule
def auras(s, t, seat, near, ability):
    """ADE-506, ADE-508: amounts of all active units of `seat` with this aura among the fields `near`."""
    total = 0
    givers = near & s.pieces[seat]
    if givers:
        givers &= active_pieces(s, t, seat)
        while givers:
            kind = s.kind[first(givers)]
            givers &= givers - 1
            if t.ability[kind] == ability:
                total += t.amount[kind]
    return total


@rule
def zombie_squad(s, t, seat, kind, near):
    """Knob `zombie_squad_keyword` (ADE-913): with the Zombie-Lord, +1 attack next to another own Zombie."""
    lord = s.noble[seat]
    leads = t.nobles_effect[lord] == FAMILY_DEF and t.nobles_family[lord] == ZOMBIE_FAMILY and noble_works(s, seat)
    bonus = 0
    if leads and (t.family[kind] == ZOMBIE_FAMILY or kind == noble_kind(lord)):
        others = near & s.pieces[seat]
        while others:
            other = s.kind[first(others)]
            others &= others - 1
            if t.family[other] == ZOMBIE_FAMILY or other == noble_kind(lord):
                bonus = 1
    return bonus


@rule
def attack_from(s, t, seat, kind, f, without):
    """ADE-504: attack total before cards of a piece that would stand on f, coming from the field `without`."""
    near = t.adjacent[f] & ~bit(without)
    total = t.attack[kind] + family_amount(s, t, seat, FAMILY_ATT, t.family[kind])
    total += auras(s, t, seat, near, AURA_ATT)
    if t.zombie_squad_keyword:
        total += zombie_squad(s, t, seat, kind, near)
    return total


@rule
def defence_against(s, t, f, attacker_kind, attacker_field):
    """ADE-505, ADE-937: defence total before cards of the piece on f."""
    seat = s.owner[f]
    kind = s.kind[f]
    total = t.defence[kind] + family_amount(s, t, seat, FAMILY_DEF, t.family[kind])
    if t.ability[attacker_kind] != PIERCE:
        total += auras(s, t, seat, t.adjacent[f], AURA_DEF)
    if t.castle_wall_def and holds(s.home[seat], f) and not holds(s.home[seat], attacker_field):
        total += t.castle_wall_def
    return total


@rule
def beats(t, attack, defence):
    """ADE-512, ADE-513."""
    return attack > defence or (t.attack_tie == 1 and attack == defence)


# --- the fight -----------------------------------------------------------------------------------


@rule
def attack(s, t, start, f):
    """ADE-501, ADE-519: declare the attack and open the card window."""
    seat = s.cur
    s.ap -= t.attack_ap
    s.ap_attacks[seat] += t.attack_ap
    s.attacks_made[seat] += 1
    s.att_field = start
    s.def_field = f
    s.att_total = attack_from(s, t, seat, s.kind[start], start, start)
    s.def_total = defence_against(s, t, f, s.kind[start], start)
    if not beats(t, s.att_total, s.def_total):
        s.attacks_behind[seat] += 1
    s.att_cards = 0
    s.def_cards = 0
    s.passes = 0
    s.side = t.combat_first
    seek_combat_decision(s, t)


@rule
def combat_card(side):
    """ADE-509: the kind of card that a side can play."""
    return QUICK_ATTACK if side == ATTACKER else PARTY


@compiled
def seek_combat_decision(s, t):
    """ADE-510: sides alternate, a side without a suitable card passes; two passes in a row close the window."""
    while s.passes < 2:
        seat = s.cur if s.side == ATTACKER else s.owner[s.def_field]
        if s.hand[seat, combat_card(s.side)] > 0:
            s.seat = seat
            s.phase = COMBAT
            return
        s.passes += 1
        s.side = 1 - s.side
    resolve(s, t)


@rule
def play_combat_card(s, t):
    """ADE-511, ADE-760, ADE-762."""
    kind = combat_card(s.side)
    discard(s, s.seat, kind)
    s.cards_played[s.seat] += 1
    s.played[s.seat, kind] += 1
    s.effective[s.seat, kind] += 1
    if s.side == ATTACKER:
        s.att_cards += 1
    else:
        s.def_cards += 1
    s.passes = 0
    s.side = 1 - s.side
    seek_combat_decision(s, t)


@rule
def pass_combat(s, t):
    s.passes += 1
    s.side = 1 - s.side
    seek_combat_decision(s, t)


@rule
def attack_with_cards(s, t):
    return s.att_total + s.att_cards * t.cards_bonus[QUICK_ATTACK]


@rule
def defence_with_cards(s, t):
    return s.def_total + s.def_cards * t.cards_bonus[PARTY]


@compiled
def resolve(s, t):
    """ADE-512 to ADE-514, ADE-518: compare the totals; the owner of a defeated piece may have First Aid."""
    defender = s.owner[s.def_field]
    won = beats(t, attack_with_cards(s, t), defence_with_cards(s, t))
    if won and not beats(t, s.att_total, defence_with_cards(s, t)):
        s.decisive[s.cur, QUICK_ATTACK] += s.att_cards
    if not won and beats(t, attack_with_cards(s, t), s.def_total):
        s.decisive[defender, PARTY] += s.def_cards
    if not won:
        to_main(s)
    elif s.hand[defender, FIRST_AID] > 0:
        s.seat = defender
        s.phase = FIRST_AID_WINDOW
    else:
        defeat(s, t)


@rule
def give_first_aid(s):
    """ADE-732 to ADE-736: the piece stays, and nobody may attack it again in this turn."""
    discard(s, s.seat, FIRST_AID)
    s.cards_played[s.seat] += 1
    s.played[s.seat, FIRST_AID] += 1
    s.effective[s.seat, FIRST_AID] += 1
    s.decisive[s.seat, FIRST_AID] += 1
    s.safe |= bit(s.def_field)
    to_main(s)


# --- losses --------------------------------------------------------------------------------------


@rule
def lose_unit(s, f):
    """ADE-516, ADE-517, ADE-922: a unit or token goes to the box."""
    seat = s.owner[f]
    kind = s.kind[f]
    s.box[kind] += 1
    s.units_lost[seat] += 1
    s.lost[seat, type_of(kind)] += 1
    lift(s, f)
    if s.first_loss_round == 0:
        s.first_loss_round = s.rounds


@compiled
def defeat(s, t):
    """ADE-512, ADE-515, ADE-521: the attacked piece leaves; rewards and abilities of the attacker follow."""
    killer = s.cur
    f = s.def_field
    victim = s.owner[f]
    kind = s.kind[s.att_field]
    s.attacks_won[killer] += 1
    if kind < FIRST_NOBLE:
        s.kills[killer, type_of(kind)] += 1
    note_broken_streak(s, f)
    if s.kind[f] >= FIRST_NOBLE:
        eliminate(s, t, victim, killer)
    else:
        lose_unit(s, f)
        s.units_killed[killer] += 1
        s.gold_plunder[killer] += take_gold(s, t, killer, t.kill_gold)
    if t.ability[kind] == PLUNDER:  # ADE-934
        s.gold_plunder[killer] += take_gold(s, t, killer, t.amount[kind])
    elif t.ability[kind] == RAISE and s.tokens[GHOUL - UNIT_KINDS] > 0:  # ADE-935
        s.tokens[GHOUL - UNIT_KINDS] -= 1
        put(s, killer, GHOUL, f)
        s.units_placed[killer] += 1
    to_main(s)
    if s.living < s.players and t.sudden_death:
        end_game(s, SUDDEN_DEATH, 1 << killer)
    elif s.living == 1:
        end_game(s, LAST_NOBLE, 1 << killer)  # ADE-956


@rule
def eliminate(s, t, victim, killer):
    """ADE-951 to ADE-954."""
    if s.first_loss_round == 0:
        s.first_loss_round = s.rounds
    lift(s, s.noble_field[victim])
    s.noble_field[victim] = -1
    while s.pieces[victim]:
        lose_unit(s, first(s.pieces[victim]))
    for slot in range(SLOTS):
        s.box[SLOTS * s.faction[victim] + slot] += s.supply[victim, slot]
        s.supply[victim, slot] = 0
    s.alive[victim] = 0
    s.living -= 1
    s.elimination[victim] = s.players - s.living
    s.eliminated_round[victim] = s.rounds
    s.eliminated_by[victim] = killer
    s.home[victim] = 0
    s.hold[victim] = 0
    s.mark_revolt[victim] = 0
    s.mark_censor[victim] = 0
    s.mark_treach[victim] = 0
    for place in range(LYING):
        s.lying[victim, place] = 0
    for seat in range(SEATS):
        s.mark_treach[seat] &= 15 ^ (1 << victim)
    s.ban &= 15 ^ (1 << victim)
    s.nobles_killed[killer] += 1
    take_reward(s, t, victim, killer)


@rule
def take_reward(s, t, victim, killer):
    """ADE-953: gold from the bank, a card, and everything the victim had."""
    s.gold_loot[killer] += take_gold(s, t, killer, t.noble_kill_gold)
    if t.noble_kill_loot:
        s.gold[killer] += s.gold[victim]
        s.gold_loot[killer] += s.gold[victim]
    else:
        s.bank += s.gold[victim]
    s.gold[victim] = 0
    for kind in range(CARD_KINDS):
        n = s.hand[victim, kind]
        if n and t.noble_kill_loot:
            capture(s, victim, killer, kind, n)
        elif n:
            s.boxed_cards[kind] += n
            s.hand[victim, kind] = 0
    draw_cards(s, t, killer, t.noble_kill_cards)
