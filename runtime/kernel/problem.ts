/** One RFC 6902 operation; a fix is a list of them. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace'
  path: string
  value?: unknown
}

/** A fault in an input, described so that its author can fix it. `path` is a JSON pointer (RFC 6901). */
export interface Problem {
  path: string
  code: string
  /** Chinese; names path and remedy. */
  text: string
  fix?: PatchOperation[]
}

/** The result of parsing a text: a value, or the reason why there is none. Parsers return it and do not throw. */
export type Parsed<V> = { ok: true; value: V } | { ok: false; text: string }

export const parsed = <V>(value: V): Parsed<V> => ({ ok: true, value })
export const refused = <V = never>(text: string): Parsed<V> => ({ ok: false, text })

/** Joins keys to a JSON pointer: `pointer('items', 0, 'fnum')` = `/items/0/fnum`. */
export const pointer = (...keys: (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
