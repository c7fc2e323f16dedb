import { asText, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import {
  declares,
  type FieldsContext,
  fieldsContext,
  type Level,
  needField,
  needWord,
} from '../../checks/context.ts'
import { checkExpression } from '../../checks/expressions/expressions.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import type { CheckContext } from '../contract.ts'
import { isOverlay, resolveOverlay } from '../screen/overlay.ts'

/** Checks the screen of a template, and the fields, detail tables and placeholders that its blocks name. */
export function checkPrint(document: JsonObject, context: CheckContext, report: Report): void {
  const { knownNames } = context
  needWord(report, ['screen'], document.screen, knownNames.screens, 'UNKNOWN_NAME', '文档')
  const id = asText(document.screen) ?? ''
  const screen = screenOf(knownNames.documents, id)
  if (!screen || !knownNames.screens.has(id)) return
  const fields = fieldsContext(screen, context, report, false)
  for (const [index, block] of recordsOf(document.blocks)) {
    const path = ['blocks', index]
    checkText(fields, [...path, 'text'], block.text)
    checkBarcode(report, [...path, 'text'], block)
    checkText(fields, [...path, 'note'], block.note)
    if (block.stamp === true && screen.flow === undefined)
      report([...path, 'stamp'], {
        code: 'BAD_VALUE',
        text: `文档 ${id} 没有审批，盖不了状态章，请删去 stamp`,
      })
    if (block.type === 'moves' && screen.flow === undefined)
      report([...path, 'type'], {
        code: 'BAD_VALUE',
        text: `文档 ${id} 没有审批，没有审批记录可印，请删去这一块`,
      })
    for (const [at, name] of textsOf(block.names)) checkText(fields, [...path, 'names', at], name)
    for (const [at, key] of textsOf(block.fields)) checkField(fields, id, [...path, 'fields', at], key)
    if (block.type === 'table') checkTable(fields, id, path, block)
  }
}

/** The screen as it is served: an overlay is resolved. */
function screenOf(documents: ReadonlyMap<string, JsonObject>, id: string): JsonObject | undefined {
  const written = documents.get(id)
  if (!isOverlay(written)) return written
  const resolved = resolveOverlay(written, (other) => documents.get(other))
  return resolved.ok ? resolved.document : undefined
}

function checkField(
  { head, knownNames, report }: FieldsContext,
  screen: string,
  path: Path,
  key: string,
): void {
  needKey(knownNames, report, path, screen, key)
  const field = head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (field?.type === 'table')
    report(path, {
      code: 'BAD_VALUE',
      text: `「${key}」是明细表，请另写一块 { "type": "table", "detail": "${key}" }`,
    })
}

function checkTable(context: FieldsContext, screen: string, path: Path, block: JsonObject): void {
  const { details, report } = context
  const key = asText(block.detail)
  if (key === undefined) return
  const level = details.find(({ detail }) => detail === key)
  if (!level) {
    const words = details.map(({ detail = '' }) => detail)
    const text = `文档 ${screen} 没有明细「${key}」`
    report([...path, 'detail'], { code: 'UNKNOWN_FIELD', text, word: key, words, fix: 'nearest' })
    return
  }
  const columns = textsOf(block.columns)
  for (const [at, column] of columns) needField(context, level, [...path, 'columns', at], column)
  for (const [at, total] of Array.isArray(block.columns) ? textsOf(block.totals) : []) {
    const place = [...path, 'totals', at]
    if (!columns.some(([, column]) => column === total))
      report(place, { code: 'BAD_VALUE', text: `「${total}」不在 columns 里，请先把它列进 columns` })
    else if (!isNumber(context, level, total))
      report(place, { code: 'BAD_VALUE', text: `「${total}」不是数字，不能合计，请从 totals 删去` })
  }
}

/** Code 128 has no letters but those of ASCII. */
function checkBarcode(report: Report, path: Path, { type, text }: JsonObject): void {
  const written = asText(text)?.replace(/\{[^{}]*\}/g, '') ?? ''
  if (type !== 'barcode' || /^[\x20-\x7e]*$/.test(written)) return
  report(path, { code: 'BAD_VALUE', text: '条码里只能有英文字母、数字和符号，汉字请用 qr' })
}

/** Whether a column has numbers; an unknown column has a problem of its own. */
function isNumber({ types }: FieldsContext, { fields }: Level, key: string): boolean {
  const type = fields.find(([, field]) => field.key === key)?.[1].type
  return type === undefined || types.get(asText(type) ?? '')?.toNumber !== undefined
}

/** Checks the placeholders of a text: a field of the screen, or an expression over its fields. */
function checkText(context: FieldsContext, path: Path, text: unknown): void {
  if (typeof text !== 'string') return
  // The fix of an expression replaces the whole value, of which the placeholder is only a part.
  const report: Report = (at, { fix: _fix, ...finding }) => context.report(at, finding)
  const rest = text.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
    const key = inner.trim()
    const isTable = context.details.some(({ detail }) => detail === key)
    if (isTable)
      context.report(path, {
        code: 'BAD_VALUE',
        text: `「${key}」是明细表，请另写一块 { "type": "table", "detail": "${key}" }`,
      })
    else if (!declares(context.head, key, true))
      checkExpression({ ...context, report }, context.head, path, key)
    return ''
  })
  if (/[{}]/.test(rest))
    context.report(path, { code: 'BAD_VALUE', text: '花括号要成对，里面写字段或表达式，如 {fbillno}' })
}
