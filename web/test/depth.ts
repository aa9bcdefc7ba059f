/** How deep tests look: usually as far as every run can bear, in `make explore` further. */

/** One of several things to look at, another one each time; all of them in `make explore`. */
export function sample<T>(all: readonly T[], at: number): readonly T[] {
  return process.env["ECHAPPEE_SEED"] ? all : [all[at % all.length]!];
}

/** Every sixth of many, always the same; all of them in `make explore`. */
export function few<T>(all: readonly T[]): readonly T[] {
  return process.env["ECHAPPEE_SEED"] ? all : all.filter((_, at) => at % 6 === 0);
}
