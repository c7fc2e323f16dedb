// npm run build: writes the client to dist/app (with .br and .gz beside each file) and the server to dist/server.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { firstListChunks } from './build/first-list.mjs'
import { buildServer } from './build/server.mjs'
import { commandEntries, threadEntries } from './build/server-entries.mjs'
import { buildMark, listFiles, root, sourceHash } from './run.mjs'

const hash = sourceHash()
rmSync(join(root, 'dist'), { recursive: true, force: true })
const codeSplitting = firstListChunks()
await build({ root, logLevel: 'warn', build: { rolldownOptions: { output: { codeSplitting } } } })
const entries = { 'main.js': 'src/server/main.ts', ...commandEntries, ...threadEntries }
const define = { __BUILD__: JSON.stringify(hash) }
await buildServer(entries, 'dist/server', define)
for (const file of listFiles(join(root, 'dist/app'))) {
  if (!/\.(js|css|html|svg|json)$/.test(file)) continue
  const body = readFileSync(file)
  if (body.length < 1024) continue
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  // Files that every user loads get the slowest compression: they become a twelfth smaller than at 9.
  const quality = /\/(start|sign-in|first-list)-[^/]*$/.test(file) ? 11 : 9
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
}
writeFileSync(buildMark, hash)
