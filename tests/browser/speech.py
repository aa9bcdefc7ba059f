"""What things on the page are called, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from re import Pattern


@dataclass(frozen=True)
class Words:
    """Names as a person reads or hears them."""

    locale: str
    slogan: str
    code: str
    join: str
    invite: str
    one_screen: str
    my_games: str
    play_now: Pattern[str]
    how_strong: str
    your_name: str
    player: Pattern[str]
    set_table: str
    begin: str
    share: str
    sit: str
    add_bot: str
    start_bots: str
    your_turn: str
    menu: str
    home: str
    undo: Pattern[str]
    hint: str
    hint_says: Pattern[str]
    log: str
    score: str
    rules: str
    chat: Pattern[str]
    say: str
    send: str
    only_seated: str
    close: str
    agree: str
    lost: Pattern[str]
    i_am: Pattern[str]
    rematch: str
    download: str
    to_end: str
    timeline: str
    what_if: str
    play_on: str
    keep: str
    share_moment: str
    copy_position: str
    copy_record: str
    analysis: str
    turning: str
    no_turning: str
    judged: Pattern[str]
    looked_into: Pattern[str]
    seen_by: str
    go_to: str
    taken_back: Pattern[str]
    lets_go: str
    go_on: str
    show_me: str
    play_lesson: str
    whole_rules: str
    to_table: str
    look_up: str
    my_numbers: str
    practise: Pattern[str]


EN = Words(
    locale="en-GB",
    slogan="A link, and the race is on.",
    code="Table code",
    join="Join",
    invite="Invite",
    one_screen="One screen",
    my_games="My games",
    play_now=re.compile(r"^Play (.+) now against bots$"),
    how_strong="How strong?",
    your_name="Your name",
    player=re.compile(r"^Player \d$"),
    set_table="Set the table",
    begin="Begin",
    share="Share",
    sit="Sit down",
    add_bot="Add a bot",
    start_bots="Start, bots in the free seats",
    your_turn="Your turn",
    menu="Menu",
    home="Home",
    undo=re.compile(r"^(Undo|Ask to undo)$"),
    hint="Hint",
    hint_says=re.compile(r"Try: "),
    log="Log",
    score="Score",
    rules="Rules",
    chat=re.compile(r"^Chat"),
    say="Say something",
    send="Send",
    only_seated="Only those at the table can write.",
    close="Close",
    agree="Agree",
    lost=re.compile(r"Reconnecting|You are offline"),
    i_am=re.compile(r"^I am "),
    rematch="Rematch",
    download="Download the record",
    to_end="To the end",
    timeline="Timeline",
    what_if="Play on from here",
    play_on="Play on",
    keep="Share and keep",
    share_moment="Share this moment",
    copy_position="Copy the position",
    copy_record="Copy the record",
    analysis="Analysis",
    turning="Turning points",
    no_turning="No move changed the chances",
    judged=re.compile(r"\d+ games at each point"),
    looked_into=re.compile(r"\d+ possible futures looked into at each point"),
    seen_by="Seen by",
    go_to="Go to",
    taken_back=re.compile(r"takes a move back"),
    lets_go="Let's go",
    go_on="Go on",
    show_me="Show me",
    play_lesson="Play now",
    whole_rules="The whole rulebook",
    to_table="Back to the table",
    look_up="Search the rules",
    my_numbers="My numbers",
    practise=re.compile(r"worst moments?$"),
)

FR = Words(
    locale="fr-FR",
    slogan="Un lien, et la course part.",
    code="Code de table",
    join="Rejoindre",
    invite="Inviter",
    one_screen="Un écran",
    my_games="Mes parties",
    play_now=re.compile(r"^Jouer (?:à|au) (.+) contre des robots$"),
    how_strong="De quel niveau ?",
    your_name="Votre nom",
    player=re.compile(r"^Joueur \d$"),
    set_table="Dresser la table",
    begin="Commencer",
    share="Partager",
    sit="S’asseoir",
    add_bot="Ajouter un robot",
    start_bots="Commencer, des robots aux places libres",
    your_turn="À vous",
    menu="Menu",
    home="Accueil",
    undo=re.compile(r"^Annuler(\s\?)?$"),
    hint="Conseil",
    hint_says=re.compile(r"Essayez\s: "),
    log="Journal",
    score="Score",
    rules="Règles",
    chat=re.compile(r"^Discussion"),
    say="Dites quelque chose",
    send="Envoyer",
    only_seated="Seuls les joueurs assis peuvent écrire.",
    close="Fermer",
    agree="D’accord",
    lost=re.compile(r"Reconnexion|Vous êtes hors ligne"),
    i_am=re.compile(r"^Je suis "),
    rematch="Revanche",
    download="Télécharger la partie",
    to_end="À la fin",
    timeline="Déroulement",
    what_if="Jouer à partir d’ici",
    play_on="Jouer la suite",
    keep="Partager et garder",
    share_moment="Partager ce moment",
    copy_position="Copier la position",
    copy_record="Copier la partie",
    analysis="Analyse",
    turning="Tournants",
    no_turning="Aucun coup n’a changé",
    judged=re.compile(r"\d+ parties en chaque point"),
    looked_into=re.compile(r"\d+ suites possibles examinées en chaque point"),
    seen_by="Vue par",
    go_to="Aller à",
    taken_back=re.compile(r"reprend un coup"),
    lets_go="C’est parti",
    go_on="Continuer",
    show_me="Montrez-moi",
    play_lesson="Jouer maintenant",
    whole_rules="Tout le livret de règles",
    to_table="Retour à la table",
    look_up="Chercher dans les règles",
    my_numbers="Mes chiffres",
    practise=re.compile(r"pires? moments?$"),
)

WORDS = {"en": EN, "fr": FR}
OTHER = {"en": "fr", "fr": "en"}
