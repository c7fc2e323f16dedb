/** The properties of a tree node that a condition may name; `name` and `pid` are their names in the database. */
const propertyByName = new Map([
  ['key', 'key'],
  ['value', 'value'],
  ['title', 'title'],
  ['name', 'title'],
  ['code', 'code'],
  ['parentId', 'parentId'],
  ['pid', 'parentId'],
  ['leaf', 'leaf'],
])

const isSame = (stored: unknown, wanted: unknown): boolean =>
  typeof stored === 'boolean'
    ? stored === (wanted === true || Number(wanted) === 1)
    : String(stored ?? '') === String(wanted ?? '')

/**
 * Parses the condition of a tree, a JSON object of properties and values (`{"leaf":1}`); all must be equal. Null for
 * any other text and for unknown properties.
 */
export function parseNodeCondition(text: string): ((node: object) => boolean) | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const wanted = Object.entries(read).map(([name, value]) => [propertyByName.get(name), value] as const)
    if (wanted.some(([property, value]) => property === undefined || typeof value === 'object')) return null
    return (node) => {
      const stored = new Map(Object.entries(node))
      return wanted.every(([property, value]) => isSame(stored.get(property ?? ''), value))
    }
  } catch {
    return null
  }
}
