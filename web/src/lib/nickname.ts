/** A name for whoever gives none: it fits in a sentence in both languages. */
const NAMES = ["Camille", "Sacha", "Alex", "Charlie", "Dominique", "Lou", "Claude", "Maxime", "Andrea", "Noa", "Robin", "Morgan"];

export const nickname = (): string => NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Lou";
