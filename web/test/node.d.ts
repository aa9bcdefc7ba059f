/** What tests use of Node itself; the page knows nothing of it. */
declare module "node:stream/web" {
  export const CompressionStream: unknown;
  export const DecompressionStream: unknown;
  export const ReadableStream: unknown;
}
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
