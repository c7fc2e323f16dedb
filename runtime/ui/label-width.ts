/** Minimum column width in pixels for labels beside their fields; narrower columns have labels above. */
export const MIN_WIDTH_BESIDE = 320

/** Width of the longest title that is no sentence: usually four characters, with the mark of required fields. */
export function labelWidth(titles: Iterable<string>): number {
  const longest = Math.max(...[...titles].map((title) => [...title].length))
  return Math.min(118, Math.max(76, longest * 14 + 16))
}
