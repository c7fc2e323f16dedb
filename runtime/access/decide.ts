/** One entry of the permission answer. Type "1" = visible, "2" = enabled; status "0" = the rule is switched off. */
export interface AuthItem {
  action: string
  type: string
  status?: string
  describe?: string
}

/** `auth` holds the permissions of the user, `allAuth` the controlled permissions of the system. */
export interface AuthLists {
  auth: readonly AuthItem[]
  allAuth: readonly AuthItem[]
}

export type AccessKind = 'visible' | 'enabled'

export interface Decision {
  allow: boolean
  /** The reasons, in sentences for the user. */
  because: string[]
}

type Index = Readonly<Record<AccessKind, ReadonlyMap<string, AuthItem>>>
const indexes = new WeakMap<readonly AuthItem[], Index>()

const getKind = (item: AuthItem): AccessKind => (item.type === '2' ? 'enabled' : 'visible')

/** The first entry of each code, by kind; lists are immutable, so each is indexed once. */
function indexByCode(items: readonly AuthItem[]): Index {
  const cached = indexes.get(items)
  if (cached) return cached
  const index = { visible: new Map<string, AuthItem>(), enabled: new Map<string, AuthItem>() }
  for (const item of items) {
    const entries = index[getKind(item)]
    if (!entries.has(item.action)) entries.set(item.action, item)
  }
  indexes.set(items, index)
  return index
}

/**
 * The one permission rule: a code is controlled only if the system list has it with a status other than "0"; a
 * controlled code is allowed only to its holders; any other code is allowed here (the server denies by default). A
 * comma list means any of its codes; without a code access is allowed.
 */
export function decide(code: string, lists: AuthLists, kind: AccessKind): Decision {
  const codes = code.split(',').map((part) => part.trim())
  const decisions = codes.filter((part) => part !== '').map((part) => decideOne(part, lists, kind))
  if (decisions.length === 0) return { allow: true, because: ['没有要求权限'] }
  const allowing = decisions.find((decision) => decision.allow)
  return allowing ?? { allow: false, because: decisions.flatMap((decision) => decision.because) }
}

function decideOne(code: string, lists: AuthLists, kind: AccessKind): Decision {
  const controlled = indexByCode(lists.allAuth)[kind].get(code)
  if (!controlled) return { allow: true, because: [`权限 ${code} 未登记，不受控制`] }
  const name = controlled.describe ? `${code}（${controlled.describe}）` : code
  if (controlled.status === '0') return { allow: true, because: [`权限 ${name} 已停用控制`] }
  const allow = indexByCode(lists.auth)[kind].has(code)
  return { allow, because: [allow ? `已拥有权限 ${name}` : `缺少权限 ${name}`] }
}

/**
 * The codes that a prefix hides: the remainders of all controlled codes under it that the user does not hold. With
 * `stock:in` (or `stock:in:`) and `stock:in:fprice` not held, `fprice`.
 */
export function hiddenByPrefix(prefix: string, lists: AuthLists): Set<string> {
  const start = prefix === '' || prefix.endsWith(':') ? prefix : `${prefix}:`
  const hidden = new Set<string>()
  if (start === '') return hidden
  for (const code of indexByCode(lists.allAuth).visible.keys()) {
    if (code.startsWith(start) && !decideOne(code, lists, 'visible').allow)
      hidden.add(code.slice(start.length))
  }
  return hidden
}
