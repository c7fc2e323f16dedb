import { isJsonObject } from '#runtime/kernel/json.ts'

/** The keys that name an object of a list: the first that the object has is its name. */
const nameKeys = ['key', 'code', 'id', 'name', 'value', 'tab', 'title', 'text', 'type']

/** The name of a member among the members of its list; undefined for a member that nothing names. */
function findName(member: unknown): string | undefined {
  if (typeof member === 'string') return member
  if (!isJsonObject(member)) return undefined
  for (const key of nameKeys) {
    const name = member[key]
    if (typeof name === 'string' || typeof name === 'number') return String(name)
  }
  return undefined
}

/** The members of a list by their names, in order; null for a list in which a member has no name or shares it. */
export function indexMembers(list: readonly unknown[]): Map<string, unknown> | null {
  const members = new Map<string, unknown>()
  for (const member of list) {
    const name = findName(member)
    if (name === undefined || members.has(name)) return null
    members.set(name, member)
  }
  return members
}
