import { asText } from '#runtime/kernel/json.ts'
import type { KnownNames } from '../names/known-names.ts'
import { renamedFinding, renamedNow, sourceKeys } from './context.ts'
import type { Path, Report } from './report.ts'

/** Reports a key that the document `source` does not have; unknown documents have a problem of their own. */
export function needKey(
  knownNames: KnownNames,
  report: Report,
  path: Path,
  source: unknown,
  key: unknown,
): void {
  const keys = sourceKeys(knownNames, asText(source) ?? '')
  if (typeof key === 'string') report.refer?.(path, { kind: 'field', screen: asText(source) ?? '', key })
  if (!keys || typeof key !== 'string' || keys.has(key)) return
  const now = renamedNow(knownNames.screens.get(asText(source) ?? '')?.values() ?? [], key)
  if (now !== undefined) {
    report(path, { code: 'UNKNOWN_FIELD', ...renamedFinding(path, key, now) })
    return
  }
  const text = `文档 ${source} 没有字段「${key}」`
  report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: keys, fix: 'nearest' })
}
