"""The summary of the rules, bullet by bullet, in its order."""

from __future__ import annotations

from collections import Counter

from echappee.games.flamme_rouge import material
from tests.games.flamme_rouge.helpers import (
    assert_refused,
    finish_round,
    of_kind,
    place_all,
    race,
    ride,
    standing,
    start,
    tired_riders,
)

APART = {"0S": "20R", "0R": "30R", "1S": "40R", "1R": "50R"}


# --------------------------------------------------------------------- objectif, mise en place


def test_objectif_le_premier_de_ses_deux_coureurs_apres_la_ligne() -> None:
    match = race({"0S": "70R", "0R": "20R", "1S": "69R", "1R": "68R"}, {"0S": "5", "1S": "5"})
    finish_round(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.standing.scores == (2, 1)


def test_mise_en_place_deux_coureurs_et_deux_pioches_par_joueur() -> None:
    match = start(4)
    for team in match.typed_view(0).table.teams:
        assert [rider.rider for rider in team.riders] == ["S", "R"]
        assert [rider.deck for rider in team.riders] == [15, 15]
        assert [rider.recycled for rider in team.riders] == [0, 0]
        assert all(rider.square is None for rider in team.riders)


def test_mise_en_place_piste_suivant_la_carte_majuscules_au_verso() -> None:
    table = start(2, stage="firenze-milano").typed_view().table
    assert "".join(table.tiles) == "abcgiDHqntmKOLrepJsfu"
    assert table.squares[22].terrain == "ascent"  # the first square of D
    assert start(2, stage="abcd" + "u").typed_view().table.squares[22].terrain == "flat"


def test_mise_en_place_pioches_fatigue_par_type() -> None:
    match = race(APART)
    finish_round(match)
    for team in match.typed_view().table.teams:
        assert [rider.exhaustion for rider in team.riders] == [1, 1]


# -------------------------------------------------------------------- positionnement des coureurs


def test_positionnement_a_tour_de_role_ses_deux_coureurs() -> None:
    match = start(3)
    order = []
    while match.typed_view().table.phase == "placing":
        (seat,) = match.awaited
        order.append(seat)
        match.play(seat, match.moves(seat)[0])
    assert order == [0, 0, 1, 1, 2, 2]
    assert match.awaited == (0, 1, 2)


def test_positionnement_sur_la_case_souhaitee_avant_la_ligne() -> None:
    match = start(2)
    assert set(match.moves(0)) == {f"{r}@{x}R" for r in "SR" for x in range(1, 6)}
    assert_refused(match, 0, "S@6R", "outside-start", "3")
    assert_refused(match, 1, "S@5R", "not-your-turn", "3")
    match.play(0, "S@2R")
    assert_refused(match, 0, "S@3R", "already-placed", "3")
    match.play(0, "R@5R")
    assert standing(match)["0R"] == "5R"


def test_positionnement_pas_a_gauche_si_la_droite_est_libre() -> None:
    match = start(2)
    assert_refused(match, 0, "S@5L", "keep-right", "3")
    match.play(0, "S@5R")
    assert_refused(match, 0, "R@5R", "lane-taken", "3")
    assert_refused(match, 0, "R@5M", "no-such-lane", "3")
    match.play(0, "R@5L")
    assert standing(match)["0R"] == "5L"
    assert "S@5L" not in match.moves(1)


# ---------------------------------------------------------------------------------- phase d'énergie


def test_energie_simultanement_pour_tous_les_joueurs() -> None:
    match = place_all(start(3))
    match.play(2, "R")
    match.play(0, "S")
    assert match.awaited == (0, 1, 2)
    for seat in (2, 0, 1):
        while seat in match.awaited and match.typed_view().table.round == 1:
            match.play(seat, match.moves(seat)[0])
    assert match.typed_view().table.round == 2


def test_energie_choisir_un_de_ses_coureurs() -> None:
    match = place_all(start(2))
    assert set(match.moves(0)) == set(match.moves(1)) == {"S", "R"}
    assert_refused(match, 0, "S5", "draw-first", "4")
    match.play(0, "R")
    assert match.typed_view().table.teams[0].holding == "R"
    assert_refused(match, 0, "S", "already-drawn", "4")
    assert_refused(match, 0, "S5", "other-hand", "4")


def test_energie_piocher_quatre_cartes() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    team = match.typed_view(0).table.teams[0]
    assert team.hand is not None
    assert len(team.hand) == 4
    assert team.riders[0].deck == 11


def test_energie_pioche_vide_melanger_la_defausse() -> None:
    match = place_all(start(2))
    shuffled = 0
    for _ in range(5):
        table = match.typed_view().table
        for seat in range(2):
            events = match.play(seat, "S")
            shuffled += len(of_kind(list(events), "shuffled"))
            if table.round <= 3:
                assert not shuffled
            match.play(seat, match.moves(seat)[0])
            match.play(seat, match.moves(seat)[0])
    assert shuffled == 2  # in the fourth round: 15 cards are three hands and three cards
    # since then each drew 1 + 4 cards of the nine recycled ones and whatever exhaustion came


def test_energie_choisir_une_carte_face_cachee() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    card = match.moves(0)[0]
    match.play(0, card)
    own, other = match.typed_view(0).table.teams[0], match.typed_view(1).table.teams[0]
    assert own.riders[0].card == card[1:]
    assert other.riders[0].card is None
    assert own.riders[0].chosen
    assert other.riders[0].chosen
    assert_refused(match, 0, "S5", "rider-done", "4")


def test_energie_defausser_les_trois_autres_face_visible() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    hand = match.typed_view(0).table.teams[0].hand
    assert hand is not None
    card = match.moves(0)[0]
    match.play(0, card)
    recycled = match.typed_view(0).table.teams[0].riders[0].recycled_cards
    left = Counter(held.card for held in hand) - Counter([card[1:]])
    assert recycled is not None
    assert Counter(recycled) == left
    assert len(recycled) == 3


def test_energie_reiterer_pour_le_second_coureur() -> None:
    match = place_all(start(2))
    match.play(0, "R")
    match.play(0, match.moves(0)[0])
    assert match.typed_view(0).table.teams[0].holding == "S"
    match.play(0, match.moves(0)[0])
    assert match.awaited == (1,)
    assert_refused(match, 0, "S", "sealed", "4")


def test_energie_consulter_ses_cartes_defaussees_a_tout_moment() -> None:
    match = place_all(start(2))
    for seat in (0, 1):
        assert match.typed_view(seat).table.teams[seat].riders[0].recycled_cards == []
        assert match.typed_view(seat).table.teams[1 - seat].riders[0].recycled_cards is None


# ------------------------------------------------------------------------------- phase de mouvement


def test_mouvement_reveler_simultanement() -> None:
    match = race(APART, {"0S": "9", "1R": "7"})
    (shown,) = of_kind(finish_round(match), "reveal")
    assert sorted(shown.facts["cards"]) == [
        [0, "R", "3"], [0, "S", "9"], [1, "R", "7"], [1, "S", "3"],
    ]  # fmt: skip


def test_mouvement_dans_l_ordre_de_la_course_droite_avant_gauche() -> None:
    places = {"0S": "20L", "0R": "22R", "1S": "20R", "1R": "21R"}
    rides = [e for e in finish_round(race(places)) if e.kind.startswith("ride")]
    assert [f"{e.seat}{e.facts['rider']}" for e in rides] == ["0R", "1R", "1S", "0S"]


def test_mouvement_traverser_mais_ne_pas_s_arreter_sur_une_case_pleine() -> None:
    """Two riders on square 25, who do not get away: stop behind them, or ride through."""
    places = {"0S": "23R", "0R": "23L", "1S": "21R", "1R": "20R"}
    after = ride(places, {"0S": "2", "0R": "3", "1S": "4", "1R": "7"})
    assert after["0S"] == "25R"
    assert after["0R"] == "26R"
    assert after["1S"] == "25L"
    assert after["1R"] == "27R"
    after = ride(places, {"0S": "3", "0R": "3", "1S": "5", "1R": "6"})
    assert (after["0S"], after["0R"]) == ("26R", "26L")
    assert after["1S"] == "25R"
    assert after["1R"] == "25L"


def test_mouvement_pas_a_gauche_si_la_droite_est_libre() -> None:
    """Whoever comes first onto a square takes the right lane, from whichever lane he started."""
    after = ride({"0S": "20L", "0R": "22R", "1S": "20R", "1R": "10R"}, {"0S": "4", "1S": "9"})
    assert after["0S"] == "24R"


# ------------------------------------------------------------------------------------ phase finale


def test_finale_les_cartes_jouees_sortent_du_jeu() -> None:
    match = race(APART, {"0S": "9"})
    finish_round(match)
    rider = match.typed_view(0).table.teams[0].riders[0]
    assert rider.played == ["9"]
    assert rider.deck + rider.recycled == 14 + 1  # the exhaustion card he took
    assert sum(material.SPRINTEUR_DECK) == 15


def test_finale_aspiration_depuis_l_arriere_un_seul_vide() -> None:
    """Packs at 20, 22 and 25: the rear one joins the next, the two empty squares stay."""
    before = {"0S": "17R", "0R": "19R", "1S": "22R", "1R": "22L"}
    assert ride(before) == {"0S": "21R", "0R": "22R", "1S": "25R", "1R": "25L"}


def test_finale_aspiration_reiteree_un_coureur_en_profite_plusieurs_fois() -> None:
    after = ride({"0S": "20R", "0R": "22R", "1S": "24R", "1R": "26R"})
    assert after == {"0S": "26R", "0R": "27R", "1S": "28R", "1R": "29R"}


def test_finale_fatigue_case_totalement_vide_devant() -> None:
    events = finish_round(race({"0S": "20R", "0R": "21R", "1S": "40R", "1R": "40L"}))
    assert tired_riders(events) == ["0R", "1S", "1R"]


def test_finale_fatigue_dans_la_defausse_de_ce_coureur() -> None:
    match = race(APART)
    finish_round(match)
    assert match.typed_view(0).table.teams[0].riders[0].recycled_cards == ["2x"]


def test_finale_une_fatigue_vaut_deux() -> None:
    after = ride(APART, {"0S": "2x"}, tired={"0S": "1"})
    assert after["0S"] == "22R"


# ------------------------------------------------------------------------------------ fin de partie


def test_fin_a_la_fin_du_tour_ou_un_joueur_franchit_la_ligne() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "70R"}, {"1R": "7"})
    finish_round(match)
    assert match.over
    assert match.outcome is not None
    assert match.outcome.ending == "line-crossed"
    assert match.outcome.winners == (1,)  # he moved last, in the same round


def test_fin_vainqueur_le_plus_loin_jamais_au_dela_de_la_cinquieme_case() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "70R"}, {"0S": "9", "1R": "6"})
    finish_round(match)
    assert standing(match)["0S"] == "78R"
    assert match.standing.scores == (5, 3)


def test_fin_egalite_le_joueur_de_droite() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "50R"}, {"0S": "4", "1S": "5"})
    finish_round(match)
    assert (standing(match)["0S"], standing(match)["1S"]) == ("76R", "76L")
    assert match.standing.scores == (3, 3)
    assert match.standing.places == (1, 2)


# ---------------------------------------------------------------------------------------- montagnes

CLIMB = "abCdeu"  # squares 16 to 18 go up
DOWN = "abFdeu"  # squares 13 to 15 go down


def test_montees_depart_en_montee_cinq_cases_au_plus() -> None:
    after = ride({"0S": "16R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "9"}, tiles=CLIMB)
    assert after["0S"] == "21R"


def test_montees_au_moins_cinq_cases_avant_arret_devant_la_montee() -> None:
    after = ride({"0S": "10R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "9"}, tiles=CLIMB)
    assert after["0S"] == "15R"


def test_montees_ni_beneficier_ni_faire_beneficier_de_l_aspiration() -> None:
    """On 14 behind 16, and on 17 behind 19: neither gap closes."""
    places = {"0S": "11R", "0R": "13R", "1S": "16R", "1R": "14R"}
    after = ride(places, {"1R": "3", "1S": "3"}, tiles=CLIMB)
    assert after == {"0S": "14R", "0R": "16R", "1S": "19R", "1R": "17R"}


def test_descentes_depart_en_descente_cinq_cases_au_moins() -> None:
    after = ride({"0S": "14R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "2"}, tiles=DOWN)
    assert after["0S"] == "19R"


def test_descentes_aspiration_normale() -> None:
    places = {"0S": "10R", "0R": "12R", "1S": "2R", "1R": "1R"}
    after = ride(places, tiles=DOWN)
    assert (after["0S"], after["0R"]) == ("14R", "15R")
