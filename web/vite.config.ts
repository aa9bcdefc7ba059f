import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./worker/plugin.js";

const server = process.env.ECHAPPEE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting(), serviceWorker()],
  build: {
    outDir: "../src/echappee/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "jsdom", include: ["test/**/*.test.ts", "src/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
