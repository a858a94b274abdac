from simcore.games.loewenherz.state import DRAW_CODE, MAIN, REFILL
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.loewenherz.judgement import card_of, decide, is_sale, symbol_of, symbol_value, weights


@compiled
def _lead_in_ducats(s, seat):
    """Ducats ahead of the richest other player."""
    richest = 0
    for other in range(s.players):
        if other != seat:
            richest = max(richest, s.ducats[other])
    return s.ducats[seat] - richest


@compiled
def _bargain(s, t, legal, seat, w, margin):
    """The play whose points exceed its price by the largest margin, or -1 when none is a bargain."""
    best = margin
    pick = -1
    for code in legal:
        if not is_sale(code):
            card = card_of(s, seat, code)
            symbol = symbol_of(code)
            value = symbol_value(s, t, seat, t.symbol_kind[card, symbol], t.symbol_amount[card, symbol], w)
            value -= w.money * t.price[card]
            if value > best:
                best = value
                pick = int(code)
    return pick


@compiled
def _dearest_sale(s, t, legal, seat, w):
    """The card that sells best; among equals the one of least use."""
    best = -1e9
    pick = int(legal[0])
    for code in legal:
        if is_sale(code):
            card = card_of(s, seat, code)
            use = 0.0
            for symbol in range(2):
                kind = t.symbol_kind[card, symbol]
                if kind != 0:
                    use = max(use, symbol_value(s, t, seat, kind, t.symbol_amount[card, symbol], w))
            value = t.sale[card] - 0.8 * use
            if value > best:
                best = value
                pick = int(code)
    return pick


@strategy
def banker(s, t, legal, seat, money=0.45, knight=0.9, expansion=1.0, mine=2.0, reserve=6, margin=0.0):
    """Sells by habit, plays only what is clearly worth its price, and keeps the purse for the ducat bonus (LOW-115).

    With more than `reserve` ducats ahead of everybody else it spends more freely. It draws from the deck rather than
    from the market, to bring the end near.
    """
    w = weights(money=money, knight=knight, expansion=expansion, mine=mine)
    if s.phase == MAIN:
        ahead = _lead_in_ducats(s, seat)
        if s.final_phase:
            needed = 1.5 if ahead > 0 else 0.5
        else:
            needed = margin if ahead > reserve else margin + 0.6
        code = _bargain(s, t, legal, seat, w, needed)
        return code if code >= 0 else _dearest_sale(s, t, legal, seat, w)
    if s.phase == REFILL and s.deck_n - s.deck_next <= 20:
        return DRAW_CODE
    return decide(s, t, legal, seat, w)
