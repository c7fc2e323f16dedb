/** Labels stand beside their fields where a column has this much room at least, above them elsewhere. In pixels. */
export const MIN_WIDTH_BESIDE = 320

/** Room for the longest title that is no sentence: four characters as a rule, the mark of what is required beside it. */
export function labelWidth(titles: Iterable<string>): number {
  const longest = Math.max(...[...titles].map((title) => [...title].length))
  return Math.min(118, Math.max(76, longest * 14 + 16))
}
