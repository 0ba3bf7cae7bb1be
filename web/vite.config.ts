import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Every page of Hall is an HTML file here; `vite build web` writes it to the same place below `dist`, and what they share to `dist/assets`. */
const pages = {
  room: 'room/index.html',
  recording: 'recording/index.html',
  egress: 'recording/egress.html',
  dashboard: 'dashboard/index.html',
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Everything is a file of its own: an inlined asset would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size of livekit-client, which is loaded while people look at their camera.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(pages).map(([page, file]) => [page, join(import.meta.dirname, file)])),
    },
  },
});

/** Writes a .br and a .gz beside each text asset, so that Hall sends compressed files without compressing on each request. */
function compressed(): Plugin {
  return {
    name: 'hall:compressed',
    apply: 'build',
    writeBundle({ dir }) {
      const assets = join(dir ?? 'dist', 'assets');
      for (const file of readdirSync(assets)) {
        if (!/\.(js|css|svg)$/.test(file)) continue;
        const content = readFileSync(join(assets, file));
        writeFileSync(join(assets, `${file}.br`), brotliCompressSync(content));
        writeFileSync(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
