import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.js";

// Apart from the page's own build, which must do without everything that only tests need.
export default mergeConfig(
  page,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: "jsdom",
      include: ["test/**/*.test.ts", "src/**/*.test.ts"],
      setupFiles: ["test/setup.ts"],
      pool: "vmThreads", // a world of its own for each file, without a start of its own
      testTimeout: 120_000, // a busy machine takes its time
      hookTimeout: 120_000,
      maxWorkers: "100%", // by default a core is left idle: half of a small machine
    },
  }),
);
