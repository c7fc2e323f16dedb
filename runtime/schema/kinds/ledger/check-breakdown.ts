import { asText, type JsonObject, listObjects, listTextEntries } from '#runtime/kernel/json.ts'
import { needWord } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import { checkIndex, checkKept, checkScreen, type LedgerContext } from './kept-screens.ts'

const title = '细分界面'

/** Checks that the balance is broken down by texts of the entries, in a screen that the server alone writes. */
export function checkBreakdown(
  document: JsonObject,
  breakdown: JsonObject,
  context: LedgerContext,
  report: Report,
): void {
  const { knownNames } = context
  const fields = checkScreen(document, ['breakdown', 'screen'], title, context, report)
  if (fields && breakdown.screen === document.balance)
    report(['breakdown', 'screen'], { code: 'BAD_VALUE', text: '细分和余额是两个界面，请换一个' })
  if (!fields || breakdown.screen === document.balance) return
  const screens = [
    { id: breakdown.screen, name: title, fields },
    {
      id: document.entries,
      name: '明细界面',
      fields: knownNames.screens.get(asText(document.entries) ?? ''),
    },
  ]
  const need = (path: Path, key: string, want: 'text' | 'number' | 'any', places = screens) => {
    for (const { id, name, fields: found } of places) {
      needKey(knownNames, report, path, id, key)
      checkKept(context, report, path, name, found?.get(key), want)
    }
  }
  const [finerScreen] = screens
  const dimensions = listTextEntries(document.dimensions)
  const measures = listObjects(document.measures).flatMap(({ key }) => asText(key) ?? [])
  const finer = listTextEntries(breakdown.dimensions)
  const keys = dimensions.map(([, key]) => key)
  for (const [at, key] of dimensions) if (finerScreen) need(['dimensions', at], key, 'any', [finerScreen])
  for (const [at, key] of finer) {
    const path = ['breakdown', 'dimensions', at]
    need(path, key, 'text')
    if (keys.includes(key) || measures.includes(key))
      report(path, { code: 'DUPLICATE_KEY', text: `「${key}」已是维度或计量，请删去一处` })
  }
  for (const [at, key] of listTextEntries(breakdown.measures)) {
    const path = ['breakdown', 'measures', at]
    needWord(report, path, key, new Map(measures.map((word) => [word, word])), 'UNKNOWN_FIELD', '计量')
    if (finerScreen) need(path, key, 'number', [finerScreen])
  }
  for (const [word, want] of [
    ['balance', 'text'],
    ['lastIn', 'date'],
    ['lastOut', 'date'],
  ] as const) {
    needKey(knownNames, report, ['breakdown', word], breakdown.screen, breakdown[word])
    checkKept(context, report, ['breakdown', word], title, fields.get(asText(breakdown[word]) ?? ''), want)
  }
  if (finer.length === 0) return
  checkIndex(
    { screen: breakdown.screen, title, path: ['breakdown', 'dimensions'] },
    [...new Set([...keys, ...finer.map(([, key]) => key)])],
    context,
    report,
  )
}
