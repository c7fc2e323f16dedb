export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an answer holds at the end of a way of keys joined by dots; null where the way leads nowhere. */
export function valueAtPath(answer: unknown, path = ''): unknown {
  let at = answer
  for (const key of path === '' ? [] : path.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return null
    at = at[key]
  }
  return at
}
