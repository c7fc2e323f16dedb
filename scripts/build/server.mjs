// The programs of the server in one folder, with what they share in files of its own. Tests start hundreds of its threads.
import { basename, join } from 'node:path'
import { build } from 'vite'
import { root } from '../run.mjs'
import { threadEntries } from './server-entries.mjs'
import { shapeCheckModule } from './shape-check-module.mjs'

/** Builds sources by the names of their built files into a folder; `define` has the constants of the sources. */
export const buildServer = (entries, outDir, define = {}) =>
  build({
    root,
    logLevel: 'warn',
    configFile: false,
    define,
    plugins: [shapeCheckModule],
    // They come in a thousand files, each of which takes time at every start.
    ssr: { noExternal: ['kysely', 'typebox'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      manifest: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([file, source]) => [basename(file, '.js'), join(root, source)]),
        ),
        // Modules find the files of threads beside themselves.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // The plugin that compiles shapes takes seconds.
        checks: { pluginTimings: false },
      },
    },
  })

/** Builds the threads into a folder of the project, where they find its packages. */
export async function buildThreads(folder) {
  const { NODE_ENV } = process.env
  await buildServer(threadEntries, join(root, folder))
  // Vite sets it to "production" for the whole process, and for the children that it starts later.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}
