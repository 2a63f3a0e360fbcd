// Serves a folder on a free loopback port, as a static host would: `node scripts/serve.mjs DIR`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, resolve } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

const root = resolve(process.argv[2] ?? "dist");
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const name = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  readFile(join(root, name)).then(
    (content) => {
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" });
      response.end(content);
    },
    () => {
      response.writeHead(404);
      response.end();
    },
  );
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
