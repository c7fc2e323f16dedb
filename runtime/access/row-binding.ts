/** Whom a row rule binds: holders of one of its roles, without `roles` everybody; never the holders of `unless`. */
export interface Binding {
  roles?: readonly string[] | undefined
  unless?: string | undefined
}

interface BoundUser {
  isAdmin: boolean
  codes: ReadonlySet<string>
  roles: readonly string[]
  /** By the code of a list, the roles of the user that give it. */
  rolesByList?: ReadonlyMap<string, readonly string[]>
}

/**
 * The rules that bind a user: all of `always`, and all of one list in `oneOf` at least, where that is not empty. Each role of the
 * user has a list there, and the user sees what one of the roles may see. A role without a rule lifts the rules of the others
 * only if it gives the right to the list itself: nobody is freed by a role that everybody has.
 */
export function findBinding<R extends Binding>(
  rules: readonly R[],
  listCode: string,
  { isAdmin, codes, roles, rolesByList }: BoundUser,
): { always: R[]; oneOf: R[][] } {
  const isBound = ({ unless }: R) => unless === undefined || !(isAdmin || codes.has(unless))
  const always = rules.filter((rule) => rule.roles === undefined && isBound(rule))
  const named = roles.filter((role) => rules.some((rule) => rule.roles?.includes(role)))
  const isFree = isAdmin || rolesByList?.get(listCode)?.some((role) => !named.includes(role))
  const oneOf = named.map((role) => rules.filter((rule) => rule.roles?.includes(role) && isBound(rule)))
  return { always, oneOf: isFree || oneOf.some((list) => list.length === 0) ? [] : oneOf }
}
