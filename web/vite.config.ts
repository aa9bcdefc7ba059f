import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./build/licences.js";
import { sources } from "./build/sources.js";
import { serviceWorker } from "./worker/plugin.js";

const server = process.env.ECHAPPEE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), licences(), sources(), serviceWorker()],
  build: {
    outDir: "../src/echappee/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/docs": server } },
});
