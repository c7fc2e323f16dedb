/** The pattern of words that name a field. */
const keyPattern = '^[A-Za-z][A-Za-z0-9_]{0,63}$'
/**
 * Words of this pattern that name something else: the field itself, a button, or a field of another screen. The values of a list
 * without words of their own are under `value`.
 */
const otherNames: ReadonlySet<string> = new Set([
  ...['key', 'code', 'renamedFrom', 'by', 'fk', 'ref', 'value', 'orgFields'],
])

/** Whether a word contains the key of a field of the document. */
export const namesField = (word: string, pattern: unknown): boolean =>
  pattern === keyPattern && !otherNames.has(word)
