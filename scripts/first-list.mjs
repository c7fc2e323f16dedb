// What everybody loads after signing in, as one file: eighty small ones weigh a tenth more and are eighty requests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8'))

/** The chunks that the entries load before they run, of a build that was not written. */
function closure(chunks, entries) {
  const seen = new Set()
  const add = (file) => {
    if (seen.has(file) || !chunks.has(file)) return
    seen.add(file)
    for (const next of chunks.get(file).imports) add(next)
  }
  for (const chunk of chunks.values())
    if (entries.some((entry) => chunk.facadeModuleId === join(root, entry))) add(chunk.fileName)
  return seen
}

/** A group for the bundler, worked out from a build without it: the modules of a first list that the sign-in page does without. */
export function firstList(output) {
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const signIn = closure(chunks, budgets.signIn.entries)
  const files = [...closure(chunks, budgets.firstList.entries)].filter((file) => !signIn.has(file))
  const ids = new Set(
    files
      .map((file) => chunks.get(file))
      .flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId)),
  )
  return { name: 'first-list', test: (id) => ids.has(id) }
}
