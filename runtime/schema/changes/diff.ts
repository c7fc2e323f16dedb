import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import type { DocumentChange } from './change.ts'
import { indexMembers, listKeysByPlace } from './members.ts'

/**
 * The changes that make `after` out of `before`, without regard to the order of keys. Lists whose members have names are
 * compared member by member, other lists and those that are read by place as a whole. `applyChanges(before, …)` gives `after` again.
 */
export function diffDocuments(before: JsonObject, after: JsonObject): DocumentChange[] {
  return diffObjects(before, after, [])
}

function diffValues(before: unknown, after: unknown, path: readonly string[]): DocumentChange[] {
  if (isSameJson(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [indexMembers(before), indexMembers(after)]
    if (old && now) return diffMembers(old, now, path)
  }
  return [{ type: 'set', path, before, after }]
}

function diffObjects(before: JsonObject, after: JsonObject, path: readonly string[]): DocumentChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): DocumentChange[] => {
    const at = [...path, key]
    const others = listKeysByPlace(key, [before, after])
    if (others && !isSameJson(before[key], after[key])) return [diffWhole(key, others, before, after, at)]
    if (!Object.hasOwn(after, key)) return [{ type: 'set', path: at, before: before[key] }]
    if (!Object.hasOwn(before, key)) return [{ type: 'set', path: at, after: after[key] }]
    return diffValues(before[key], after[key], at)
  })
}

/** The change of a whole value, with the values of the other keys that it needs. */
function diffWhole(
  key: string,
  others: readonly string[],
  before: JsonObject,
  after: JsonObject,
  path: readonly string[],
): DocumentChange {
  const versions = (name: string) => ({
    ...(Object.hasOwn(before, name) && { before: before[name] }),
    ...(Object.hasOwn(after, name) && { after: after[name] }),
  })
  const beside = Object.fromEntries(others.map((name) => [name, versions(name)]))
  return { type: 'set', path, ...versions(key), ...(others.length > 0 && { beside }) }
}

function diffMembers(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  path: readonly string[],
): DocumentChange[] {
  const names = [...after.keys()]
  const removed = [...before].filter(([name]) => !after.has(name))
  const unmoved = longestCommonOrder([...before.keys()], names)
  const changes: DocumentChange[] = removed.map(([name, member]) => ({
    type: 'set',
    path: [...path, name],
    before: member,
  }))
  names.forEach((name, index) => {
    const at = [...path, name]
    const follows = names[index - 1] ?? null
    if (!before.has(name)) {
      changes.push({ type: 'set', path: at, after: after.get(name), follows })
      return
    }
    if (!unmoved.has(name)) changes.push({ type: 'move', path: at, follows })
    changes.push(...diffValues(before.get(name), after.get(name), at))
  })
  return changes
}

/** The names that need not move: the longest series in the same order in both lists. */
function longestCommonOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((name, index) => [name, index]))
  // ends[n]: the last link of the series of n + 1 names that ends at the smallest place.
  interface Link {
    name: string
    place: number
    previous: Link | undefined
  }
  const ends: Link[] = []
  for (const name of after) {
    const place = places.get(name)
    if (place === undefined) continue
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((ends[middle] as Link).place < place) low = middle + 1
      else high = middle
    }
    ends[low] = { name, place, previous: ends[low - 1] }
  }
  const common = new Set<string>()
  for (let link = ends.at(-1); link; link = link.previous) common.add(link.name)
  return common
}
