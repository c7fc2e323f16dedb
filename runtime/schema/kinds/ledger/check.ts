import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { needWord } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import { checkBreakdown } from './check-breakdown.ts'
import { checkIndex, checkKept, checkScreen, type Fields, type LedgerContext } from './kept-screens.ts'

/** The two screens of a ledger, each with the word that names it. */
const places = [
  ['entries', '明细界面'],
  ['balance', '余额界面'],
] as const

/** Checks that both screens exist and are kept by the server alone, and have the dimensions and the measures. */
export function checkLedger(document: JsonObject, context: LedgerContext, report: Report): void {
  const screens = places.flatMap(([word, title]): { id: string; title: string; fields: Fields }[] => {
    const fields = checkScreen(document, [word], title, context, report)
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
      checkKept(context, report, path, title, fields.get(key), isNumber ? 'number' : 'any')
    }
  }
  checkIndex(
    { screen: document.balance, title: '余额界面', path: ['dimensions'] },
    dimensions.map(([, key]) => key),
    context,
    report,
  )
  if (isJsonObject(document.breakdown)) checkBreakdown(document, document.breakdown, context, report)
  checkCost(document, new Set(measures.map(([, { key }]) => asText(key) ?? '')), report)
  for (const [at, { unless }] of measures)
    if (isJsonObject(unless)) checkUnless(document, ['measures', at, 'unless'], unless, context, report)
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
