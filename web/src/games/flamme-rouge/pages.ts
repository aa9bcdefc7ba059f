/** The stages to ride, and the builder of one's own. */
import { ownPage } from "../ownpage";

export default [
  ownPage({
    read: ([first, ...rest]) => (first === "stages" && rest.length === 0 ? {} : null),
    load: () => import("./gallery/Gallery.svelte"),
  }),
  ownPage({
    read: ([first, second, ...rest], query) =>
      first === "stages" && second === "build" && rest.length === 0
        ? { tiles: query.get("tiles"), name: query.get("name") }
        : null,
    load: () => import("./gallery/Builder.svelte"),
    key: ({ tiles }) => `${tiles}`,
  }),
];
