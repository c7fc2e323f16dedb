import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { needWord, part } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import { valueHalf } from '../../field-value.ts'
import { hasCapability } from '../plans.ts'

type Fields = ReadonlyMap<string, JsonObject>
type LedgerContext = Pick<CheckContext, 'knownNames' | 'types' | 'isFaulty'>

/** The two screens of a ledger, each with the word that names it. */
const places = [
  ['entries', '明细界面'],
  ['balance', '余额界面'],
] as const

/** Checks that both screens exist and are kept by the server alone, and have the dimensions and the measures. */
export function checkLedger(document: JsonObject, context: LedgerContext, report: Report): void {
  const screens = places.flatMap(([word, title]): { id: string; title: string; fields: Fields }[] => {
    const fields = checkScreen(document, word, title, context, report)
    return fields ? [{ id: String(document[word]), title, fields }] : []
  })
  if (document.entries !== undefined && document.entries === document.balance)
    report(['balance'], { code: 'BAD_VALUE', text: '明细和余额是两个界面，请换一个' })
  const dimensions = listTextEntries(document.dimensions)
  const measures = listObjectEntries(document.measures)
  const keys: [Path, string, boolean][] = [
    ...dimensions.map(([at, key]): [Path, string, boolean] => [['dimensions', at], key, false]),
    ...measures.flatMap(([at, { key }]): [Path, string, boolean][] =>
      typeof key === 'string' ? [[['measures', at, 'key'], key, true]] : [],
    ),
  ]
  const seen = new Set<string>()
  for (const [path, key, isNumber] of keys) {
    if (seen.has(key)) report(path, { code: 'DUPLICATE_KEY', text: `字段「${key}」写了两次，请删去一处` })
    seen.add(key)
    for (const { id, title, fields } of screens) {
      needKey(context.knownNames, report, path, id, key)
      checkKept(context, report, path, title, fields.get(key), isNumber)
    }
  }
  checkIndex(
    document,
    dimensions.map(([, key]) => key),
    context,
    report,
  )
  checkCost(document, new Set(measures.map(([, { key }]) => asText(key) ?? '')), report)
  for (const [at, { unless }] of measures)
    if (isJsonObject(unless)) checkUnless(document, ['measures', at, 'unless'], unless, context, report)
}

function checkScreen(
  document: JsonObject,
  word: (typeof places)[number][0],
  title: string,
  { knownNames }: LedgerContext,
  report: Report,
): Fields | undefined {
  const id = asText(document[word])
  needWord(report, [word], id, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  const fields = knownNames.screens.get(id ?? '')
  if (!fields) return undefined
  const table = part(knownNames.documents.get(id ?? '') ?? {}, 'table')
  const needed = word === 'entries' ? 'entries' : 'derived'
  if (table[needed] !== true) {
    const text = `「${id}」不能作${title}，请在那里写 "table": { "${needed}": true }，或换一个界面`
    report([word], { code: 'BAD_VALUE', text })
    return undefined
  }
  // Of two ledgers with the same screens the entries are the problem.
  const other = [...knownNames.documents.values()].find(
    (entry) =>
      hasCapability(entry, 'keepsBalances') &&
      entry.id !== document.id &&
      entry[word] === id &&
      (word === 'entries' || entry.entries !== document.entries),
  )
  if (other && typeof document.id === 'string')
    report([word], {
      code: 'BAD_VALUE',
      text: `「${id}」已是「${String(other.title)}」的${title}，请换一个界面`,
    })
  return fields
}

/** A field of a screen of the ledger: a column, of numbers for a measure, which nothing else writes. */
function checkKept(
  { types }: LedgerContext,
  report: Report,
  path: Path,
  title: string,
  field: JsonObject | undefined,
  isNumber: boolean,
): void {
  if (!field) return
  const refuse = (text: string) => report(path, { code: 'BAD_VALUE', text })
  const key = String(field.key)
  const written = ['compute', 'auto', 'rollup', 'follow'].find((word) => field[word] !== undefined)
  if (!isStoredField({ types }, field)) refuse(`${title}的字段「${key}」不存库，请换一个字段`)
  else if (written !== undefined) refuse(`${title}的字段「${key}」写了 ${written}，由别处写入，请换一个字段`)
  else if (isNumber && valueHalf(types, field)?.dataType !== 'number')
    refuse(`${title}的字段「${key}」不是数字，不能计量，请换一个字段`)
}

/** The balance has one row for each set of dimensions, which an index holds. */
function checkIndex(
  { balance }: JsonObject,
  dimensions: readonly string[],
  { knownNames, isFaulty }: LedgerContext,
  report: Report,
): void {
  const screen = knownNames.documents.get(asText(balance) ?? '')
  const fields = knownNames.screens.get(asText(balance) ?? '')
  if (!screen || part(screen, 'table').derived !== true || dimensions.length === 0) return
  if (isFaulty(['dimensions']) || dimensions.some((key) => !fields?.has(key))) return
  const isWhole = ({ fields, unique }: JsonObject) =>
    unique === true && Array.isArray(fields) && [...fields].sort().join() === [...dimensions].sort().join()
  if (listObjectEntries(part(screen, 'table').indexes).some(([, index]) => isWhole(index))) return
  const index = JSON.stringify({ fields: dimensions, unique: true })
  report(['dimensions'], {
    code: 'BAD_VALUE',
    text: `余额界面没有这些字段的不重复索引，请在「${String(balance)}」的 table.indexes 里加上 ${index}`,
  })
}

function checkCost({ cost }: JsonObject, measures: ReadonlySet<string>, report: Report): void {
  if (!isJsonObject(cost)) return
  for (const word of ['quantity', 'amount'])
    needWord(
      report,
      ['cost', word],
      cost[word],
      new Map([...measures].map((key) => [key, key])),
      'UNKNOWN_FIELD',
      '计量',
    )
  if (cost.quantity !== undefined && cost.quantity === cost.amount)
    report(['cost', 'amount'], { code: 'BAD_VALUE', text: '数量和金额是两个计量，请换一个' })
}

/** A switch of the record that a dimension names. */
function checkUnless(
  { dimensions }: JsonObject,
  path: Path,
  { field, screen, value, key }: JsonObject,
  { knownNames, types }: LedgerContext,
  report: Report,
): void {
  const words = new Map(listTextEntries(dimensions).map(([, word]) => [word, word]))
  needWord(report, [...path, 'field'], field, words, 'UNKNOWN_FIELD', '维度')
  needWord(report, [...path, 'screen'], screen, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  needKey(knownNames, report, [...path, 'value'], screen, value)
  needKey(knownNames, report, [...path, 'key'], screen, key)
  const target = knownNames.screens.get(asText(screen) ?? '')?.get(asText(value) ?? '')
  if (target && types.get(asText(target.type) ?? '')?.readsAs?.(target as never)?.is !== 'flag') {
    const text = `字段「${String(value)}」不是开关，请换一个开关字段`
    report([...path, 'value'], { code: 'BAD_VALUE', text })
  }
}
