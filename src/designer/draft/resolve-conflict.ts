import type { JsonObject } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'

/** What was made from one document twice; `isOurs` says whose part is used where both changed it differently. */
export function resolveConflict(
  base: JsonObject | null,
  ours: JsonObject,
  theirs: JsonObject | null,
  isOurs: boolean,
): JsonObject {
  const [changed, target] = isOurs ? [theirs ?? {}, ours] : [ours, theirs ?? {}]
  return mergeDocuments(base ?? {}, changed, target).document
}
