import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointerPath } from '#runtime/kernel/pointer.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { keySpan, type Path, type Refer } from '../../checks/report.ts'
import { followUpPlace } from '../../names/follow-up-fields.ts'
import type { DocumentProblem } from '../../names/problem-codes.ts'
import { flowPlace } from './flow-fields.ts'
import { isOverlay } from './overlay.ts'
import { placeInTake } from './plain-words.ts'

/** The path in a document as it is written of a value at a path of the document as it is served; `extends` for values of the base. */
export function writtenPath(written: JsonObject, document: JsonObject, path: Path): (string | number)[] {
  return isOverlay(written) ? pathInOverlay(written, document, path) : pathInScreen(written, document, path)
}

/** A field that the flow or a follow-up makes has its place there, one that the ledger makes at the table, a list of a pair in `take`. */
function pathInScreen(screen: JsonObject, document: JsonObject, path: Path): (string | number)[] {
  const [first, at] = path
  const count = Array.isArray(screen.fields) ? screen.fields.length : Number.POSITIVE_INFINITY
  if (first === 'fields' && typeof at === 'number' && at >= count) {
    const field = (document.fields as unknown[])[at]
    const place =
      isJsonObject(field) &&
      (flowPlace(screen.flow, String(field.key)) ?? followUpPlace(screen, field.key, path.slice(2)))
    return [...(place || [screen.flow === undefined ? 'table' : 'flow'])]
  }
  const inRows = placeOfRowField(screen, document, path)
  if (inRows) return [...inRows]
  let holder: unknown = screen
  for (const [index, step] of path.entries()) {
    const inTake = placeInTake(holder, path.slice(index))
    if (inTake) return [...path.slice(0, index), ...inTake]
    holder = typeof holder === 'object' && holder !== null ? (holder as JsonObject)[step] : undefined
  }
  return [...path]
}

/** The place of a field of detail rows that a follow-up makes. */
function placeOfRowField(screen: JsonObject, document: JsonObject, path: Path): Path | undefined {
  const [first, at, second, index, ...rest] = path
  if (first !== 'fields' || second !== 'fields' || typeof at !== 'number' || typeof index !== 'number')
    return undefined
  const readField = (holder: unknown, position: number): unknown =>
    isJsonObject(holder) && Array.isArray(holder.fields) ? holder.fields[position] : undefined
  if (readField(readField(screen, at), index) !== undefined) return undefined
  const field = readField(readField(document, at), index)
  return isJsonObject(field) ? followUpPlace(screen, field.key, rest) : undefined
}

function pathInOverlay(overlay: JsonObject, document: JsonObject, path: Path): (string | number)[] {
  const place: (string | number)[] = []
  let patch: unknown = overlay
  let whole: unknown = document
  for (let at = 0; at < path.length; at++) {
    const step = path[at] as string | number
    const index = path[at + 1]
    const inTake = placeInTake(patch, path.slice(at))
    if (inTake) return [...place, ...inTake]
    if (
      step === 'fields' &&
      typeof index === 'number' &&
      isJsonObject(patch) &&
      Array.isArray(patch.fields)
    ) {
      const field: unknown =
        isJsonObject(whole) && Array.isArray(whole.fields) ? whole.fields[index] : undefined
      const key = isJsonObject(field) ? String(field.key) : ''
      const written = patch.fields.findIndex((entry) => isJsonObject(entry) && entry.key === key)
      if (written < 0) return [...((place.length === 0 && flowPlace(overlay.flow, key)) || ['extends'])]
      place.push('fields', written)
      patch = patch.fields[written]
      whole = field
      at++
    } else if (typeof patch === 'object' && patch !== null && Object.hasOwn(patch, step)) {
      place.push(step)
      patch = (patch as JsonObject)[step]
      whole = typeof whole === 'object' && whole !== null ? (whole as JsonObject)[step] : undefined
    } else return ['extends']
  }
  return place.length === 0 ? ['extends'] : place
}

/** A problem of the document as it is served as a problem of the written one, without a fix that applies to the former only. */
export function writtenProblem(
  written: JsonObject,
  document: JsonObject,
  { fix, ...problem }: DocumentProblem,
): DocumentProblem {
  const path = pointer(...writtenPath(written, document, pointerPath(problem.path)))
  return { ...problem, path, ...(fix && !isOverlay(written) && path === problem.path && { fix }) }
}

/** Learns of the names in a document as it is served under their places in the written one. */
export const writtenRefer =
  (written: JsonObject, document: JsonObject, refer: Refer): Refer =>
  (path, referred, span) => {
    const place = writtenPath(written, document, path)
    const target = path.at(-2) === 'destFields' && place.at(-2) === 'take' ? String(place.at(-1)) : undefined
    refer(place, referred, target === undefined ? span : keySpan(target))
  }
