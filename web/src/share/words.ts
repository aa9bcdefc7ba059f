/** What sharing says, in both languages. */
import { typeset } from "../lib/typeset";

const en = {
  share: "Share",
  title: "Share",
  drawing: "Drawing the picture …",
  failed: "The picture could not be drawn here. The link works all the same.",
  send: "Share the picture",
  save: "Save the picture",
  copy: "Copy the picture",
  copied: "The picture is copied.",
  saved: "The picture is saved.",
  linkCopied: "The link is copied.",
  link: "Copy the link",
  linkLabel: "The link",
  linkHelp: "Where it is pasted it shows a preview of its own.",
  turningPoint: "Turning point",
};

type Sentences = typeof en;

const fr: Sentences = {
  share: "Partager",
  title: "Partager",
  drawing: "L'image se dessine…",
  failed: "L'image n'a pas pu être dessinée ici. Le lien marche quand même.",
  send: "Partager l'image",
  save: "Enregistrer l'image",
  copy: "Copier l'image",
  copied: "L'image est copiée.",
  saved: "L'image est enregistrée.",
  linkCopied: "Le lien est copié.",
  link: "Copier le lien",
  linkLabel: "Le lien",
  linkHelp: "Là où on le colle, il montre son propre aperçu.",
  turningPoint: "Tournant",
};

export const shareWords = { en, fr: typeset(fr) };
