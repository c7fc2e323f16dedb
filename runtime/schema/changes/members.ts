import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

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

/**
 * Keys whose values are read by place: the first source of `orgFields` fills the first field of `destFields`. Where an object
 * has several of a group, or the only one, each is compared as a whole, and a change of one needs the others unchanged.
 */
const readByPlace = [['orgFields', 'destFields', 'take', 'next'], ['customValue']]

/** The other keys of the group by whose places the value under a key is read; null for a value of another sort. */
export function listKeysByPlace(key: string, versions: readonly JsonObject[]): string[] | null {
  const group = readByPlace.find((keys) => keys.includes(key))
  const others = group?.filter(
    (other) => other !== key && versions.some((version) => Object.hasOwn(version, other)),
  )
  return group && others && (others.length > 0 || group.length === 1) ? others : null
}
