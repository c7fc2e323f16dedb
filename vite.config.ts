import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chineseNames } from './scripts/chinese-names.ts'
import { globeBase, globeFiles } from './scripts/globe-files.ts'
import { leftOut } from './scripts/left-out.ts'
import { testProjects } from './scripts/test-projects.ts'

const meta = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
  releaseDate: string
}
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * Some libraries carry a way to make code from text: the old road to the global object, and Formily's expression
 * compiler (replaced at boot in runtime/compile/form/formily.ts). Neither ships; scripts/sizes.mjs fails if one returns.
 */
const noCodeFromText: Plugin = {
  name: 'no-code-from-text',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('node_modules') || !code.includes('Function(')) return null
    return code
      .replaceAll(/\bFunction\((['"])return this\1\)\(\)/g, 'globalThis')
      .replaceAll(
        /return new Function\('\$root'.*\(scope\);/g,
        "throw new Error('expressions are not compiled here: ' + expression);",
      )
  },
}

/**
 * Formily's grid and antd carry a ResizeObserver of their own; Formily's lays the page out anew after every change of the
 * document. Every browser that the product supports has one.
 */
const nativeResizeObserver: Plugin = {
  name: 'native-resize-observer',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    id === '@juggle/resize-observer' || id === 'resize-observer-polyfill' ? '\0native-resize-observer' : null,
  load: (id) =>
    id === '\0native-resize-observer'
      ? 'export const ResizeObserver = globalThis.ResizeObserver\nexport default ResizeObserver'
      : null,
}

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

/** The browser's half. The server's half is built by scripts/build.mjs with the same define. */
export default defineConfig({
  plugins: [react(), noCodeFromText, nativeResizeObserver, leftOut, globeFiles, chineseNames, earlyReads],
  define: {
    __APP_VERSION__: JSON.stringify(meta.version),
    __APP_DATE__: JSON.stringify(meta.releaseDate),
    CESIUM_BASE_URL: JSON.stringify(globeBase),
  },
  build: {
    outDir: 'dist/app',
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', early: 'src/app/start/early.ts' },
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
    environment: 'node',
    env: { TZ: 'Asia/Shanghai' },
    setupFiles: ['tests/unit/setup.ts'],
    // Only what fails waits so long: where several builds share a machine, everything takes a multiple of its time.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
