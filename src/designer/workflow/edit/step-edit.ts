import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { pointerPath } from '#runtime/kernel/pointer.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import { changePart } from '../../settings/panel-path.ts'
import {
  isBranchPlace,
  listAt,
  type Place,
  type Position,
  partAt,
  placeAround,
  toPlace,
  toPosition,
} from './step-place.ts'

/** The workflow after an edit, and the step or branch that the edit leaves selected. */
export interface Edited {
  document: JsonObject
  selected: Place
}

const write = (document: JsonObject, place: Place, part: unknown): JsonObject =>
  changePart(document, pointerPath(place), part) as JsonObject

const changeList = (
  document: JsonObject,
  list: Place,
  change: (members: JsonObject[]) => JsonObject[],
): JsonObject => write(document, list, change(listAt(document, list)))

/** The workflow with another step or branch in the place of the present one. */
export const replacePart = (document: JsonObject, place: Place, part: JsonObject): JsonObject =>
  write(document, place, part)

const listKeys = (document: JsonObject): Set<string> =>
  new Set(listSteps(document).map(({ step }) => String(step.key)))

/** A key that no step has: the wanted one, or with the next number. */
function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replace(/\d+$/, '').slice(0, 60) || 'step'
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}${number}`
    if (!taken.has(key)) return key
  }
}

/** The step with keys that no step of `taken` has, for itself and the steps inside of it. */
function withFreeKeys(step: JsonObject, taken: Set<string>): JsonObject {
  const key = freeKey(String(step.key ?? step.type), taken)
  taken.add(key)
  if (!Array.isArray(step.branches)) return { ...step, key }
  const branches = listObjects(step.branches).map((branch) =>
    Array.isArray(branch.steps)
      ? { ...branch, steps: listObjects(branch.steps).map((inner) => withFreeKeys(inner, taken)) }
      : branch,
  )
  return { ...step, key, branches }
}

/** Puts a step, with free keys, before a position. */
export function insertStep(document: JsonObject, position: Position, step: JsonObject): Edited {
  const added = withFreeKeys(step, listKeys(document))
  const changed = changeList(document, position.list, (steps) => steps.toSpliced(position.at, 0, added))
  return { document: changed, selected: toPlace(position) }
}

/** Puts a copy of a step behind it. */
export function copyStep(document: JsonObject, place: Place): Edited | undefined {
  const step = isBranchPlace(place) ? undefined : partAt(document, place)
  const { list, at } = toPosition(place)
  return step && insertStep(document, { list, at: at + 1 }, structuredClone(step))
}

/** Whether the last of the branches is taken where the condition of no other holds. */
const hasElse = (step: JsonObject | undefined): boolean => step?.type === 'branch'

/** Whether a branch is the one that is taken where the condition of no other holds. */
export function isElse(document: JsonObject, place: Place): boolean {
  const { list, at } = toPosition(place)
  return hasElse(partAt(document, placeAround(place))) && at === listAt(document, list).length - 1
}

export const canRemove = (document: JsonObject, place: Place): boolean =>
  partAt(document, place) !== undefined && !(isBranchPlace(place) && isElse(document, place))

/** Removes a step, or a branch with its steps. Of two branches the other one's steps take the place of their step. */
export function removePart(document: JsonObject, place: Place): Edited | undefined {
  if (!canRemove(document, place)) return undefined
  const { list, at } = toPosition(place)
  const members = listAt(document, list)
  const around = placeAround(place)
  if (isBranchPlace(place) && members.length <= 2) {
    const remaining = listObjects(members[1 - at]?.steps)
    const outer = toPosition(around)
    const changed = changeList(document, outer.list, (steps) => steps.toSpliced(outer.at, 1, ...remaining))
    return { document: changed, selected: partAt(changed, around) ? around : placeAround(around) }
  }
  const changed = changeList(document, list, (parts) => parts.toSpliced(at, 1))
  const selected = [at, at - 1]
    .map((next) => toPlace({ list, at: next }))
    .find((next) => partAt(changed, next))
  return { document: changed, selected: selected ?? around }
}

/** Adds a branch behind the others, before the last one where that has no condition. */
export function addBranch(document: JsonObject, place: Place, title: (number: number) => string): Edited {
  const step = partAt(document, place)
  const list = `${place}/branches`
  const count = listAt(document, list).length
  const at = hasElse(step) ? Math.max(0, count - 1) : count
  const changed = changeList(document, list, (branches) =>
    branches.toSpliced(at, 0, { title: title(at + 1) }),
  )
  return { document: changed, selected: toPlace({ list, at }) }
}

/** Moves a member of a list to a position of the same or another list, counted without it. */
function moveTo(document: JsonObject, place: Place, to: Position): Edited {
  const from = toPosition(place)
  const part = partAt(document, place)
  const without = changeList(document, from.list, (members) => members.toSpliced(from.at, 1))
  const changed = changeList(without, to.list, (members) => members.toSpliced(to.at, 0, part ?? {}))
  return { document: changed, selected: toPlace(to) }
}

/** Moves a branch to the left or right; the one without a condition stays the last. */
function moveBranch(document: JsonObject, place: Place, by: 1 | -1): Edited | undefined {
  const { list, at } = toPosition(place)
  const last = listAt(document, list).length - (hasElse(partAt(document, placeAround(place))) ? 2 : 1)
  const to = at + by
  return at > last || to < 0 || to > last ? undefined : moveTo(document, place, { list, at: to })
}

/** Moves a step up or down in its list; at an end of a branch out of it, before or behind the step of the branch. */
function moveAlong(document: JsonObject, place: Place, by: 1 | -1): Edited | undefined {
  const { list, at } = toPosition(place)
  const to = at + by
  if (to >= 0 && to < listAt(document, list).length) return moveTo(document, place, { list, at: to })
  const branch = placeAround(place)
  if (!isBranchPlace(branch)) return undefined
  const outer = toPosition(placeAround(branch))
  return moveTo(document, place, { list: outer.list, at: by < 0 ? outer.at : outer.at + 1 })
}

/** Moves a step into the branch beside its own, to the same height. */
function moveAcross(document: JsonObject, place: Place, by: 1 | -1): Edited | undefined {
  const branch = placeAround(place)
  if (!isBranchPlace(branch)) return undefined
  const { list, at } = toPosition(branch)
  const beside = toPlace({ list, at: at + by })
  if (!partAt(document, beside)) return undefined
  const steps = `${beside}/steps`
  const height = Math.min(toPosition(place).at, listAt(document, steps).length)
  return moveTo(document, place, { list: steps, at: height })
}

/** Moves a step or a branch by one place; undefined where there is none. */
export function movePart(
  document: JsonObject,
  place: Place,
  direction: 'up' | 'down' | 'left' | 'right',
): Edited | undefined {
  if (!partAt(document, place)) return undefined
  const by = direction === 'up' || direction === 'left' ? -1 : 1
  if (isBranchPlace(place)) return moveBranch(document, place, by)
  return direction === 'up' || direction === 'down'
    ? moveAlong(document, place, by)
    : moveAcross(document, place, by)
}
