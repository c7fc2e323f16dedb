import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { type FieldsContext, needWord, part, referField } from '../../../checks/context.ts'
import { checkExpression } from '../../../checks/expressions/expressions.ts'
import type { Path } from '../../../checks/report.ts'
import { isStoredField } from '../../../checks/stored-fields.ts'
import { hasCapability } from '../../plans.ts'
import { checkWritten, needTarget, type Reading } from '../then/written-values.ts'

/** The keys of an entry that the ledger writes itself. */
const writtenByLedger: ReadonlySet<string> = new Set(['source', 'sourceRow', 'reverses', 'adjusts', 'costed'])

/** Checks what a move posts to ledgers and takes back. */
export function checkPostings(context: FieldsContext, path: Path, move: JsonObject): void {
  for (const [at, posting] of listObjectEntries(move.post))
    checkPosting(context, [...path, 'post', at], posting)
  checkReverse(context, path, move)
}

function checkPosting(context: FieldsContext, path: Path, posting: JsonObject): void {
  const { head, details, detailsByKey, knownNames, report } = context
  const ledgers = new Map(
    [...knownNames.documents].filter(([, document]) => hasCapability(document, 'keepsBalances')),
  )
  needWord(report, [...path, 'ledger'], posting.ledger, ledgers, 'UNKNOWN_NAME', '账', 'document')
  const { each } = posting
  const rows = new Map(details.map((level) => [level.detail ?? '', level]))
  needWord(report, [...path, 'each'], each, rows, 'UNKNOWN_FIELD', '明细')
  if (typeof each === 'string') report.refer?.([...path, 'each'], referField(context, head, each))
  const level = each === undefined ? head : detailsByKey.get(asText(each) ?? '')
  if (level) checkExpression(context, level, [...path, 'when'], posting.when, 'bare')
  const ledger = ledgers.get(asText(posting.ledger) ?? '')
  const entries = asText(ledger?.entries) ?? ''
  const fields = knownNames.screens.get(entries)
  if (!ledger || !fields || !level) return
  const values = part(posting, 'values')
  const reading: Reading = { level, place: 'bare' }
  for (const [key, value] of Object.entries(values)) {
    const at = [...path, 'values', key]
    const field = needTarget(context, at, key, entries, fields)
    const isWritable = field && !writtenByLedger.has(key) && isStoredField(context, field)
    if (field && !isWritable)
      report(at, { code: 'BAD_VALUE', text: `「${entries}」的字段「${key}」由账写入，请删去` })
    checkWritten(context, at, value, isWritable ? field : undefined, reading)
  }
  const isRead = isJsonObject(posting.values) && Object.keys(values).every((key) => fields.has(key))
  if (isRead) checkComplete(context, path, posting, ledger, values)
}

/** An entry has every dimension and a measure; the amount of what goes out is computed. */
function checkComplete(
  { report }: FieldsContext,
  path: Path,
  { sign }: JsonObject,
  ledger: JsonObject,
  values: JsonObject,
): void {
  const name = String(ledger.title)
  const finer = listTextEntries(part(ledger, 'breakdown').dimensions)
  for (const [, key] of [...listTextEntries(ledger.dimensions), ...finer])
    if (values[key] === undefined)
      report([...path, 'values'], {
        code: 'MISSING_KEY',
        text: `「${name}」的每一笔都有维度「${key}」，请写 ${key}`,
      })
  const cost = part(ledger, 'cost')
  const measures = listObjects(ledger.measures).flatMap(({ key }) => asText(key) ?? [])
  if (sign === 'minus' && typeof cost.amount === 'string' && values[cost.amount] !== undefined) {
    const text = `减少的金额由「${name}」按成本算出，请删去 ${cost.amount}`
    report([...path, 'values', cost.amount], { code: 'BAD_VALUE', text })
  }
  const needed = cost.quantity === undefined ? [] : [String(cost.quantity)]
  for (const key of needed)
    if (values[key] === undefined)
      report([...path, 'values'], { code: 'MISSING_KEY', text: `「${name}」按数量算成本，请写 ${key}` })
  if (needed.length === 0 && measures.length > 0 && measures.every((key) => values[key] === undefined))
    report([...path, 'values'], { code: 'MISSING_KEY', text: `没有写记多少，请写 ${measures.join(' 或 ')}` })
}

/** A move takes back what others of the flow have posted, and posts nothing itself. */
function checkReverse({ document, report }: FieldsContext, path: Path, move: JsonObject): void {
  if (move.reverse !== true) return
  if (move.post !== undefined)
    report([...path, 'reverse'], {
      code: 'BAD_VALUE',
      text: '一个动作要么记账，要么冲销，请删去 post 或 reverse',
    })
  else if (!listObjects(part(document, 'flow').moves).some(({ post }) => post !== undefined))
    report([...path, 'reverse'], {
      code: 'BAD_VALUE',
      text: '没有记账的动作，不用冲销，请删去，或在审核的动作里写 post',
    })
}
