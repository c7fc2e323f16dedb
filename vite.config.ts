import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { globeBase, globeFiles } from './scripts/build/globe-files.ts'
import { licenceFiles, licencesPath } from './scripts/build/licence-files.ts'
import { pdfBase, pdfFiles } from './scripts/build/pdf-files.ts'
import { settingsPanelsModule } from './scripts/build/settings-panels-module.ts'
import { testProjects } from './scripts/test-projects.ts'

const meta = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
  releaseDate: string
}
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * src/app/start/early.ts asks for what the address needs before the app's code is there: the page loads it by itself, beside
 * its other module. The app finds the answers in what both import (session/early-reads).
 */
const earlyReads: Plugin = {
  name: 'early-reads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const early = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app/start/early.ts'),
      )
      if (early?.type !== 'chunk') return []
      const preloads = early.imports.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
      }))
      const script = {
        tag: 'script',
        attrs: { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` },
      }
      return [script, ...preloads]
    },
  },
}

/**
 * Packages that carry a ResizeObserver of their own get the browser's. That of Formily's grid lays the page out anew after
 * every change of the document.
 */
const resizeObserver = {
  find: /^(@juggle\/resize-observer|resize-observer-polyfill)$/,
  replacement: fileURLToPath(new URL('./runtime/host/resize-observer.ts', import.meta.url)),
}

/** The browser's half. The server's half is built by scripts/build.mjs with the same define. */
export default defineConfig({
  plugins: [react(), settingsPanelsModule, globeFiles, pdfFiles, licenceFiles, earlyReads],
  define: {
    __APP_VERSION__: JSON.stringify(meta.version),
    __APP_DATE__: JSON.stringify(meta.releaseDate),
    CESIUM_BASE_URL: JSON.stringify(globeBase),
    __PDF_BASE__: JSON.stringify(pdfBase),
    __LICENCES__: JSON.stringify(licencesPath),
  },
  resolve: { alias: [resizeObserver] },
  build: {
    outDir: 'dist/app',
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', early: 'src/app/start/early.ts' },
      // The first list names all lazy files, and a hash cannot be compressed: 42 bits tell two builds of a file apart.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      treeshake: {
        // These packages do nothing on import but do not say so; without it one name drags in all of a package.
        moduleSideEffects: [{ test: /node_modules\/(rc-|@rc-component\/)/, sideEffects: false }],
      },
    },
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
  // Unit and contract tests; the browser ones live in tests/e2e and run under Playwright.
  test: {
    // Node loads antd's CommonJS modules, so a direct import of one may not load a second antd.
    alias: [{ find: /^antd\/es\//, replacement: 'antd/lib/' }],
    projects: process.env.VITEST ? testProjects() : [],
    sequence: process.env.VITEST
      ? { sequencer: (await import('./scripts/contract-first.ts')).ContractFirst }
      : {},
    reporters: ['default', './scripts/slowest-files.ts'],
    environment: 'node',
    env: { TZ: 'Asia/Shanghai' },
    setupFiles: ['tests/unit/setup.ts'],
    // Only what fails waits so long: where several builds share a machine, everything takes a multiple of its time.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Each project has a server of its own, which finds what another one has transformed (scripts/unit-tests.mjs).
    ...(process.env.MODULE_CACHE && {
      experimental: { fsModuleCache: true, fsModuleCachePath: process.env.MODULE_CACHE },
    }),
    // For two cores: a third of the time of a test it waits for a database or a timer.
    maxWorkers: 3,
    execArgv: ['--max-semi-space-size=64'],
  },
})
