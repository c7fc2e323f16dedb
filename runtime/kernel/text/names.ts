const keyShape = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/**
 * A key that may name a field: letters, digits, underscore, and nothing that every object has already, such as `toString`:
 * a record without the key would seem to have it.
 */
export const isSafeKey = (key: string): boolean =>
  keyShape.test(key) && !(key in Object.prototype) && key !== 'prototype'

const ownColumn = /^row[-_]?(number|checkbox|radio|expand|drag[-_]?sort)$/i

/** Names of the columns that a detail table draws itself: no field type and no column of a detail may have such a name. */
export const isOwnColumn = (name: string): boolean => ownColumn.test(name)

/** The column of a key: `sysOrgCode` and `sys_org_code` are both `sys_org_code`. */
export function toSnake(key: string): string {
  const lower = key.toLowerCase()
  if (lower === key) return key
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** Whether two words of the same length differ in their letters, not only in their order. */
const isReplaced = (a: string, b: string): boolean =>
  a.length === b.length && [...a].sort().join('') !== [...b].sort().join('')

/**
 * The known name nearest to a typo: at most a third of its letters differ, two at most. Of one or two letters a replaced
 * one makes another word.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  const lower = word.toLowerCase()
  let best: string | undefined
  let least = Math.min(2, Math.max(1, Math.floor(word.length / 3))) + 1
  for (const candidate of words) {
    if (word.length <= 2 && isReplaced(lower, candidate.toLowerCase())) continue
    const distance = editDistance(lower, candidate.toLowerCase(), least)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Three rows of distances, used in turn. */
type Rows = [Uint8Array, Uint8Array, Uint8Array]

/**
 * The number of insertions, deletions, replacements and swaps of neighbours; stops at `enough`, at most 255, and returns it.
 * Only cells near the diagonal are computed: `enough` insertions lead away from it.
 */
function editDistance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough
  const row = () => new Uint8Array(b.length + 1).fill(enough)
  let [before, previous, current]: Rows = [row(), row(), row()]
  for (let j = 0; j < Math.min(enough, b.length + 1); j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - enough)
    const to = Math.min(b.length, i + enough)
    let least = enough
    current[from - 1] = from === 1 ? Math.min(i, enough) : enough
    if (from === 1) least = Math.min(i, enough)
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      const replaced = (previous[j - 1] ?? 0) + (same ? 0 : 1)
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, replaced, enough)
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current[j] = cost
      least = Math.min(least, cost)
    }
    if (to < b.length) current[to + 1] = enough
    if (least >= enough) return enough
    ;[before, previous, current] = [previous, current, before]
  }
  return Math.min(previous[b.length] ?? enough, enough)
}
