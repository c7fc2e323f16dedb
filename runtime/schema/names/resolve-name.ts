/** The keys that exist: of the head, and of the detail whose row the expression belongs to. */
export interface NameHolders {
  head: { has(key: string): boolean }
  /** Absent for expressions of the head. */
  row?: { has(key: string): boolean }
}

/** The owner of a name, and the path inside it. `environment`: the path begins with a name such as `user`. */
export interface ResolvedName {
  holder: 'row' | 'head' | 'environment'
  path: readonly string[]
}

/** The names of the environment that every expression may read. */
export const environmentWords: ReadonlySet<string> = new Set(['user', 'params', 'mode', 'today', 'now'])

/** What expressions and addresses may read of the signed-in user. */
export const userKeys: ReadonlySet<string> = new Set(['id', 'username', 'realname', 'orgCode'])

/** The names that begin with a word of the environment, as far as they are fixed. */
export const listEnvironmentNames = (word: string): string[] =>
  word === 'user' ? [...userKeys].map((key) => `user.${key}`) : [word]

/** Whether a path may be read of the environment; what `params`, `initial` and `master` hold is not known here. */
export function isEnvironmentName(
  [word = '', ...path]: readonly string[],
  words = environmentWords,
): boolean {
  if (!words.has(word)) return false
  const [key = ''] = path
  if (word === 'user') return path.length === 1 && userKeys.has(key)
  return path.length === 0 || word === 'params' || word === 'initial' || word === 'master'
}

/**
 * The one rule by which names of expressions are resolved: `row.x` and the keys of the row first, then `form.x` and the
 * keys of the head, then the environment. Whether the rest of the path exists is for the caller to check.
 */
export function resolveName(path: readonly string[], { head, row }: NameHolders): ResolvedName {
  const first = path[0] ?? ''
  if (row && first === 'row') return { holder: 'row', path: path.slice(1) }
  if (row?.has(first)) return { holder: 'row', path }
  if (first === 'form') return { holder: 'head', path: path.slice(1) }
  return { holder: head.has(first) ? 'head' : 'environment', path }
}

/** The fields that a document declares. System columns such as `id` count as keys of each level. */
export interface DeclaredNames extends NameHolders {
  /** Detail key -> keys of its columns. */
  details: { get(detail: string): { has(key: string): boolean } | undefined }
  isSystemColumn(key: string): boolean
  /** The names of the environment, when they differ from the default. */
  environment?: ReadonlySet<string>
}

/** The target of a name: a field, a detail's list of rows, a column of a detail, or a value that is no field. */
export type NameTarget =
  | { kind: 'row'; key: string }
  | { kind: 'head'; key: string }
  | { kind: 'column'; detail: string; key: string }
  | { kind: 'other' }

/** Resolves a name to a declared field; undefined for a name that nothing declares. */
export function resolveField(path: readonly string[], names: DeclaredNames): NameTarget | undefined {
  const { details, isSystemColumn, environment = environmentWords } = names
  const head = { has: (key: string) => names.head.has(key) || isSystemColumn(key) }
  const resolved = resolveName(path, { head, row: names.row })
  const [key = '', column, ...deeper] = resolved.path
  if (resolved.holder === 'environment')
    return isEnvironmentName(resolved.path, environment) ? { kind: 'other' } : undefined
  const detail = resolved.holder === 'head' ? details.get(key) : undefined
  if (detail && column !== undefined)
    return detail.has(column) && deeper.length === 0
      ? { kind: 'column', detail: key, key: column }
      : undefined
  if (column !== undefined) return undefined
  if (resolved.holder === 'row' ? names.row?.has(key) : names.head.has(key))
    return { kind: resolved.holder, key }
  return isSystemColumn(key) ? { kind: 'other' } : undefined
}
