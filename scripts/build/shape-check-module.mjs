import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const source = fileURLToPath(new URL('shape-check-source.ts', import.meta.url))

let code

/** Compiles once for all entries of a build. */
const compileShapes = () => (code ??= runnerImport(source).then(({ module }) => module.code))

/** Puts the compiled check of shapes in the place of the module that compiles it: a start takes a second less. */
export const shapeCheckModule = {
  name: 'shape-check',
  load: { filter: { id: /\/src\/server\/documents\/check\/shape-check\.ts$/ }, handler: compileShapes },
}
