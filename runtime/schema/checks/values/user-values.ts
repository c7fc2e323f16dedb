import { pointer } from '#runtime/kernel/problem.ts'
import { listEnvironmentNames, userKeys } from '../../names/resolve-name.ts'
import type { Path, Report } from '../report.ts'

/** A value of the user as it is written in vain: `user.id`, `${user.id}`, `{{ user.id }}`, `'user.id'`. */
const placeholder = /^(?:[#$]?\{{1,2})?\s*['"]?user\.(\w+)['"]?\s*\}{0,2}$/

/** The value of the user that a text names, such as `orgCode` of `${user.orgCode}`; undefined for any other text. */
export const namedUserKey = (text: unknown): string | undefined =>
  typeof text === 'string' ? placeholder.exec(text)?.[1] : undefined

/** Reports a text that names a value of the user, where `sign` begins an expression: it would stay a text. */
export function checkUserText(report: Report, path: Path, text: unknown, sign: '=' | '' = '='): void {
  const key = namedUserKey(text)
  if (key === undefined) return
  const value = `${sign}user.${key}`
  if (userKeys.has(key)) {
    const fix = sign === '=' ? { fix: [{ op: 'replace' as const, path: pointer(...path), value }] } : {}
    report(path, { code: 'BAD_EXPRESSION', text: `「${String(text)}」在这里只是文字，请写 ${value}`, ...fix })
    return
  }
  const words = listEnvironmentNames('user').map((name) => `${sign}${name}`)
  report(path, { code: 'UNKNOWN_NAME', text: `登录的人没有 user.${key}`, word: value, words })
}
