/** A letter for each name, none twice: the first, or where that is taken, another of the name. */
export function letters(names: readonly string[]): string[] {
  const given: string[] = [];
  for (const name of names) {
    const own = [...name.normalize("NFC").toUpperCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
    const rest = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    given.push([...own, ...rest].find((one) => !given.includes(one)) ?? "");
  }
  return given;
}
