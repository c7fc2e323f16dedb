// The threads of the server: the built server has a file for each, and so have the tests, which start hundreds of threads.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../run.mjs'
import { threadEntries } from './server-entries.mjs'
import { shapeCheckModule } from './shape-check-module.mjs'

/** Builds an entry of the server into one file of a folder; `config` has more settings of Vite. */
export const buildServerEntry = (name, ssr, outDir, config = {}) =>
  build({
    root,
    logLevel: 'warn',
    ...config,
    plugins: [shapeCheckModule],
    // They come in a thousand files, each of which takes time at every start.
    ssr: { noExternal: ['kysely', 'typebox'] },
    build: {
      ssr,
      outDir,
      emptyOutDir: false,
      manifest: false,
      target: 'node20',
      rolldownOptions: {
        // Modules find the files of threads beside themselves.
        output: { entryFileNames: name, chunkFileNames: '[name]-[hash].js' },
        // The plugin that compiles shapes takes seconds.
        checks: { pluginTimings: false },
      },
    },
  })

/** Builds the threads into a folder of the project, where they find its packages. */
export async function buildThreads(folder) {
  const { NODE_ENV } = process.env
  for (const [name, entry] of Object.entries(threadEntries))
    await buildServerEntry(name, entry, join(root, folder), { configFile: false })
  // Vite sets it to "production" for the whole process, and for the children that it starts later.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}
