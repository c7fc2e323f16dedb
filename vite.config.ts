import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const meta = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
  releaseDate: string
}
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** The browser's half. The server's half is built by scripts/build.mjs with the same define. */
export default defineConfig({
  plugins: [react()],
  define: {
    __APP_VERSION__: JSON.stringify(meta.version),
    __APP_DATE__: JSON.stringify(meta.releaseDate),
  },
  build: {
    outDir: 'dist/app',
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    proxy: {
      '/jeecg-boot': { target: server, ws: true },
      '/websocket': { target: server, ws: true },
      '/healthz': server,
    },
  },
})
