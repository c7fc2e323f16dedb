/** A line of a text with its number, counted from 1. */
export interface NumberedLine {
  number: number
  text: string
}

/** Lines beside each other: both where they are equal or one took the place of the other, else one of them. */
export interface LinePair {
  isSame: boolean
  before?: NumberedLine
  after?: NumberedLine
}

/** Texts with a larger product of differing lines are compared as a whole: the table of lengths would be too large. */
const MAX_CELLS = 4_000_000

/** The positions of the longest common sequence of lines. */
function commonLines(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1
  if (before.length * after.length > MAX_CELLS) return []
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--)
      lengths[a * width + b] =
        before[a] === after[b]
          ? (lengths[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(lengths[(a + 1) * width + b] ?? 0, lengths[a * width + b + 1] ?? 0)
  const pairs: [number, number][] = []
  for (let [a, b] = [0, 0]; a < before.length && b < after.length; ) {
    if (before[a] === after[b]) pairs.push([a++, b++])
    else if ((lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0)) a++
    else b++
  }
  return pairs
}

/** The lines of two texts beside each other. Removed and added lines at one place stand in one row each. */
export function pairLines(before: string, after: string): LinePair[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++
  let end = 0
  const shorter = Math.min(left.length, right.length) - start
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end++
  const middle = commonLines(left.slice(start, left.length - end), right.slice(start, right.length - end))
  const common: [number, number][] = [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...middle.map(([a, b]): [number, number] => [a + start, b + start]),
    ...Array.from({ length: end }, (_, at): [number, number] => [
      left.length - end + at,
      right.length - end + at,
    ]),
    [left.length, right.length],
  ]
  const pairs: LinePair[] = []
  const line = (list: readonly string[], at: number, limit: number): NumberedLine | undefined =>
    at < limit ? { number: at + 1, text: list[at] ?? '' } : undefined
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of common) {
    while (a < nextA || b < nextB) {
      const [removed, added] = [line(left, a, nextA), line(right, b, nextB)]
      pairs.push({ isSame: false, ...(removed && { before: removed }), ...(added && { after: added }) })
      if (removed) a++
      if (added) b++
    }
    const [same, other] = [line(left, a, left.length), line(right, b, right.length)]
    if (same && other) pairs.push({ isSame: true, before: same, after: other })
    a++
    b++
  }
  return pairs
}

/** A run of rows, or the number of equal lines that are left out in its place. */
export type LineBlock = { pairs: readonly LinePair[] } | { left: number }

/** The changed rows with some equal ones around them; longer runs of equal rows are left out. */
export function foldLines(pairs: readonly LinePair[], around = 3): LineBlock[] {
  const isNear = pairs.map((_, at) =>
    pairs.slice(Math.max(0, at - around), at + around + 1).some(({ isSame }) => !isSame),
  )
  const blocks: LineBlock[] = []
  for (let at = 0; at < pairs.length; ) {
    let end = at
    while (end < pairs.length && isNear[end] === isNear[at]) end++
    blocks.push(isNear[at] ? { pairs: pairs.slice(at, end) } : { left: end - at })
    at = end
  }
  return blocks
}
