import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { pointerPath } from '#runtime/kernel/pointer.ts'

/**
 * Where a step or a branch stands, as problems name it: `/steps/0/branches/1/steps/2` is a step, `/steps/0/branches/1` a
 * branch, and the empty text the workflow itself.
 */
export type Place = string

/** The workflow itself: its settings, drawn as the starter. */
export const ROOT: Place = ''

/** A position in a list of steps or of branches: before the member that is there. */
export interface Position {
  list: Place
  at: number
}

export const toPlace = ({ list, at }: Position): Place => `${list}/${at}`

export function toPosition(place: Place): Position {
  const end = place.lastIndexOf('/')
  return { list: place.slice(0, end), at: Number(place.slice(end + 1)) }
}

export const isBranchPlace = (place: Place): boolean => /\/branches\/\d+$/.test(place)

/** The step around a branch, or the branch around a step; `ROOT` for the steps of the workflow. */
export const placeAround = (place: Place): Place => place.replace(/\/(steps|branches)\/\d+$/, '')

/** The value at a place; undefined where the document has none. */
export function valueAt(document: JsonObject, place: Place): unknown {
  let value: unknown = document
  for (const key of pointerPath(place)) {
    const holder: unknown = value
    if (Array.isArray(holder)) value = holder[Number(key)]
    else value = isJsonObject(holder) ? holder[key] : undefined
  }
  return value
}

/** The step or the branch at a place. */
export function partAt(document: JsonObject, place: Place): JsonObject | undefined {
  const part = place === ROOT ? undefined : valueAt(document, place)
  return isJsonObject(part) ? part : undefined
}

/** The members of a list of steps or branches, an absent list being empty. */
export const listAt = (document: JsonObject, list: Place): JsonObject[] =>
  listObjects(valueAt(document, list))

/** The step or branch that a pointer of a problem names or is inside of; `ROOT` for other parts of the workflow. */
export function placeOfPointer(pointer: string): Place {
  const [found = ROOT] = /^\/steps\/\d+(?:\/branches\/\d+(?:\/steps\/\d+)?)*(?![^/])/.exec(pointer) ?? []
  return found
}

/** The numbers of the problems of each step and branch. */
export function countFaults(pointers: readonly string[]): ReadonlyMap<Place, number> {
  const counts = new Map<Place, number>()
  for (const pointer of pointers) {
    const place = placeOfPointer(pointer)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return counts
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The step or branch that is drawn next to another one; undefined at the edge. */
export function findNeighbour(document: JsonObject, place: Place, direction: Direction): Place | undefined {
  if (direction === 'left' || direction === 'right') return findBeside(document, place, direction)
  return direction === 'up' ? findAbove(place) : findBelow(document, place)
}

function findAbove(place: Place): Place | undefined {
  if (place === ROOT) return undefined
  const { list, at } = toPosition(place)
  // Branches are side by side, below their step.
  return at > 0 && !isBranchPlace(place) ? toPlace({ list, at: at - 1 }) : placeAround(place)
}

function findBelow(document: JsonObject, place: Place): Place | undefined {
  const inner = [`${place}/branches/0`, `${place}/steps/0`].find((first) => partAt(document, first))
  return inner ?? findBehind(document, place)
}

/** The next step below a step with all that is inside of it; of the last one of a branch, below all of the branches. */
function findBehind(document: JsonObject, place: Place): Place | undefined {
  if (place === ROOT) return undefined
  const { list, at } = toPosition(place)
  const next = toPlace({ list, at: at + 1 })
  if (!isBranchPlace(place) && partAt(document, next)) return next
  return findBehind(document, placeAround(place))
}

function findBeside(document: JsonObject, place: Place, direction: 'left' | 'right'): Place | undefined {
  if (place === ROOT) return undefined
  if (!isBranchPlace(place)) {
    const branch = placeAround(place)
    const beside = branch === ROOT ? undefined : findBeside(document, branch, direction)
    if (beside === undefined) return undefined
    const count = listAt(document, `${beside}/steps`).length
    return count === 0
      ? beside
      : toPlace({ list: `${beside}/steps`, at: Math.min(toPosition(place).at, count - 1) })
  }
  const { list, at } = toPosition(place)
  const beside = toPlace({ list, at: at + (direction === 'left' ? -1 : 1) })
  return partAt(document, beside) ? beside : findBeside(document, placeAround(place), direction)
}
