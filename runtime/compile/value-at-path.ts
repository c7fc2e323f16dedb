export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dot-separated path of keys in a response; null if the path does not exist. */
export function valueAtPath(answer: unknown, path = ''): unknown {
  let at = answer
  for (const key of path === '' ? [] : path.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return null
    at = at[key]
  }
  return at
}
