/** The race calculator, which works without network. */
import { ownPage } from "../ownpage";
import { cardWords } from "./calculator/card";
import { readPlace } from "./calculator/place";

export default [
  ownPage({
    read: ([first, ...rest], query) => {
      const at = first === "calculator" ? readPlace(rest, query) : null;
      return at && { at };
    },
    load: () => import("./calculator/Calculator.svelte"),
    offline: {
      href: "/calculator",
      label: (lang) => cardWords(lang).goThere,
      help: (lang) => cardWords(lang).works,
    },
  }),
];
