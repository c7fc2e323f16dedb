import { applyFixes } from '#runtime/kernel/patch.ts'
import type { Problem } from '#runtime/kernel/problem.ts'

/** A fix may show further problems, which have fixes of their own. */
const MAX_ROUNDS = 20

/** The document after all fixes of its problems, and of those that appear then, and their number. */
export function fixDocument(
  json: unknown,
  check: (document: unknown) => readonly Problem[],
): { document: unknown; count: number } {
  let document = json
  let total = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { document: fixed, count } = applyFixes(document, check(document))
    if (count === 0) break
    document = fixed
    total += count
  }
  return { document, count: total }
}
