import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { needWord, part } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import { valueHalf } from '../../field-value.ts'
import { hasCapability } from '../plans.ts'

export type Fields = ReadonlyMap<string, JsonObject>
export type LedgerContext = Pick<CheckContext, 'knownNames' | 'types' | 'isFaulty'>

const readAt = (document: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, word) => (isJsonObject(value) ? value[word] : undefined), document)

/** The fields of a screen of the ledger that the server alone writes; `path` leads to its name in the document. */
export function checkScreen(
  document: JsonObject,
  path: readonly [string, ...string[]],
  title: string,
  { knownNames }: LedgerContext,
  report: Report,
): Fields | undefined {
  const id = asText(readAt(document, path))
  needWord(report, path, id, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  const fields = knownNames.screens.get(id ?? '')
  if (!fields) return undefined
  const table = part(knownNames.documents.get(id ?? '') ?? {}, 'table')
  const needed = path[0] === 'entries' ? 'entries' : 'derived'
  if (table[needed] !== true) {
    const text = `「${id}」不能作${title}，请在那里写 "table": { "${needed}": true }，或换一个界面`
    report(path, { code: 'BAD_VALUE', text })
    return undefined
  }
  // Of two ledgers with the same screens the entries are the problem.
  const other = [...knownNames.documents.values()].find(
    (entry) =>
      hasCapability(entry, 'keepsBalances') &&
      entry.id !== document.id &&
      readAt(entry, path) === id &&
      (needed === 'entries' || entry.entries !== document.entries),
  )
  if (other && typeof document.id === 'string')
    report(path, {
      code: 'BAD_VALUE',
      text: `「${id}」已是「${String(other.title)}」的${title}，请换一个界面`,
    })
  return fields
}

/** What the values of a field of a ledger must be, with the words that refuse another field. */
const wanted = {
  number: { dataTypes: ['number'], fault: '不是数字，不能计量' },
  date: { dataTypes: ['date'], fault: '不是日期' },
  text: { dataTypes: ['text', 'code', 'choice', 'any'], fault: '不是文字，不能留空' },
  any: null,
} as const

/** A field of a screen of the ledger: a column of the wanted values, which nothing else writes. */
export function checkKept(
  { types }: LedgerContext,
  report: Report,
  path: Path,
  title: string,
  field: JsonObject | undefined,
  want: keyof typeof wanted,
): void {
  if (!field) return
  const refuse = (text: string) => report(path, { code: 'BAD_VALUE', text })
  const key = String(field.key)
  const written = ['compute', 'auto', 'rollup', 'follow'].find((word) => field[word] !== undefined)
  if (!isStoredField({ types }, field)) refuse(`${title}的字段「${key}」不存库，请换一个字段`)
  else if (written !== undefined) refuse(`${title}的字段「${key}」写了 ${written}，由别处写入，请换一个字段`)
  const { dataTypes, fault } = wanted[want] ?? {}
  const dataType = valueHalf(types, field)?.dataType
  if (fault !== undefined && !dataTypes?.some((entry) => entry === dataType))
    refuse(`${title}的字段「${key}」${fault}，请换一个字段`)
}

/** A screen of balances has one row for each set of dimensions, which an index holds; `path` has the dimensions. */
export function checkIndex(
  { screen: id, title, path }: { screen: unknown; title: string; path: Path },
  dimensions: readonly string[],
  { knownNames, isFaulty }: LedgerContext,
  report: Report,
): void {
  const screen = knownNames.documents.get(asText(id) ?? '')
  const fields = knownNames.screens.get(asText(id) ?? '')
  if (!screen || part(screen, 'table').derived !== true || dimensions.length === 0) return
  if (isFaulty(path) || dimensions.some((key) => !fields?.has(key))) return
  const isWhole = ({ fields, unique }: JsonObject) =>
    unique === true && Array.isArray(fields) && [...fields].sort().join() === [...dimensions].sort().join()
  if (listObjectEntries(part(screen, 'table').indexes).some(([, index]) => isWhole(index))) return
  const index = JSON.stringify({ fields: dimensions, unique: true })
  report(path, {
    code: 'BAD_VALUE',
    text: `${title}没有这些字段的不重复索引，请在「${String(id)}」的 table.indexes 里加上 ${index}`,
  })
}
