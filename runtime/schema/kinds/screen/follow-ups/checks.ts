import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
} from '#runtime/kernel/json.ts'
import { isBuiltInAction } from '../../../action-codes.ts'
import { type FieldsContext, type Level, needWord, part, referField } from '../../../checks/context.ts'
import { checkExpression } from '../../../checks/expressions/expressions.ts'
import type { Path } from '../../../checks/report.ts'
import { isStoredField, needAllStored } from '../../../checks/stored-fields.ts'
import { valueHalf } from '../../../field-value.ts'
import { checkWrittenValues, findWritten, lockedBy, type WrittenScreen } from '../then/written-values.ts'

/** Checks what may follow from the records. The roll-ups that follow-ups make report wrong names of the other screen themselves. */
export function checkFollowUps(context: FieldsContext): void {
  const { document, report } = context
  const moves = listObjects(part(document, 'flow').moves).map(({ code }) => code)
  const codes = new Set<unknown>()
  for (const [at, followUp] of listObjectEntries(document.followUps)) {
    const path = ['followUps', at]
    const { code } = followUp
    if (codes.has(code) || moves.includes(code) || code === 'list' || isBuiltInAction(asText(code) ?? ''))
      report([...path, 'code'], {
        code: 'DUPLICATE_NAME',
        text: `按钮「${String(code)}」已有，请换一个编码`,
      })
    codes.add(code)
    checkFollowUp(context, path, followUp)
  }
}

function checkFollowUp(context: FieldsContext, path: Path, followUp: JsonObject): void {
  const { head } = context
  checkExpression(context, head, [...path, 'when'], followUp.when, 'bare')
  needAllStored(context, [...path, 'sameValues'], followUp.sameValues, '不能按它合并')
  const level = checkSource(context, path, part(followUp, 'rows'))
  const written = findWritten(context, [...path, 'screen'], followUp.screen)
  if (!written) return
  const values = part(followUp, 'values')
  checkWrittenValues(context, [...path, 'values'], values, written, { level: head, place: 'bare' })
  if (level) checkTarget(context, path, followUp, written, level)
}

/** The rows from which the follow-up takes, whose quantity is a stored number. */
function checkSource(context: FieldsContext, path: Path, rows: JsonObject): Level | undefined {
  const { details, detailsByKey, report, types } = context
  const at = [...path, 'rows', 'from']
  const names = new Map(details.map((level) => [level.detail ?? '', level]))
  if (rows.from !== undefined) {
    report.refer?.(at, {
      kind: 'field',
      screen: asText(context.document.id) ?? '',
      key: asText(rows.from) ?? '',
    })
    if (!context.isFaulty(['fields'])) needWord(report, at, rows.from, names, 'UNKNOWN_FIELD', '明细')
  }
  const level = detailsByKey.get(asText(rows.from) ?? '')
  const { from } = part(rows, 'quantity')
  if (!level || typeof from !== 'string') return level
  const place = [...path, 'rows', 'quantity', 'from']
  report.refer?.(place, referField(context, level, from))
  if (!context.isFaulty(['fields'])) needWord(report, place, from, level.byKey, 'UNKNOWN_FIELD', '明细的字段')
  const field = level.byKey.get(from)
  const half = field && valueHalf(types, field)
  if (field && half && (half.dataType !== 'number' || !isStoredField(context, field)))
    report(place, { code: 'BAD_VALUE', text: `字段「${from}」不是存库的数，不能作数量，请换一个数字字段` })
  return level
}

/** Checks the rows of the other screen: what is written into them, and the field that remembers the row that they are taken from. */
function checkTarget(
  context: FieldsContext,
  path: Path,
  followUp: JsonObject,
  { document, fields, id }: WrittenScreen,
  level: Level,
): void {
  const { report, types } = context
  const rows = part(followUp, 'rows')
  const { to, link, quantity } = rows
  const detail = fields.get(asText(to) ?? '')
  if (!isJsonObject(detail) || detail.type !== 'table') return
  const columns = new Map(listObjects(detail.fields).map((field) => [asText(field.key) ?? '', field]))
  const written = { id, document, fields: columns }
  const values = part(rows, 'values')
  checkWrittenValues(context, [...path, 'rows', 'values'], values, written, { level, place: 'bare' })
  const place = [...path, 'rows', 'link']
  const refuse = (at: Path, text: string) => report(at, { code: 'BAD_VALUE', text })
  const field = columns.get(asText(link) ?? '')
  const column = field && valueHalf(types, field)?.column(field as never)
  const fault =
    field && (lockedBy(context, document, field) ?? (field.multi === true ? '存几个值' : undefined))
  if (field && fault !== undefined)
    refuse(place, `字段「${String(link)}」${fault}，不能记着来源行，请换一个 hidden 字段`)
  else if (column && !(column.type === 'text' || (column.type === 'varchar' && column.length >= 36)))
    refuse(
      place,
      `字段「${String(link)}」存不下来源行的主键，请换一个 hidden 字段，或一个不短于 36 字的文字字段`,
    )
  const { to: quantityKey } = part(rows, 'quantity')
  for (const [key, purpose] of [
    [link, '由服务器写来源行'],
    [quantityKey, '自动带去还没有执行的数量'],
  ])
    if (Object.hasOwn(values, String(key)))
      refuse(
        [...path, 'rows', 'values', String(key)],
        `字段「${String(key)}」${String(purpose)}，请从 values 里删去`,
      )
  const amount = columns.get(asText(quantityKey) ?? '')
  const locked = amount && isJsonObject(quantity) ? lockedBy(context, document, amount) : undefined
  if (locked !== undefined)
    refuse(
      [...path, 'rows', 'quantity', 'to'],
      `字段「${String(quantityKey)}」${locked}，不能填数量，请换一个字段`,
    )
  for (const other of listLinks(context))
    if (other.owner !== followUp && other.screen === id && other.to === to && other.link === link) {
      const text = `字段「${String(link)}」已记着「${other.title}」的来源行，请在「${id}」的明细里另加一个 hidden 字段`
      report(place, { code: 'DUPLICATE_NAME', text })
      return
    }
}

/** The fields that remember rows, by all follow-ups of all documents. */
function listLinks({ document, knownNames }: FieldsContext) {
  // A document under a new id, or without one, would be another one than itself.
  const isKnown = knownNames.documents.has(asText(document.id) ?? '')
  const others = [...knownNames.documents.values()].filter(({ id }) => isKnown && id !== document.id)
  return [document, ...others].flatMap((owner) =>
    listObjects(owner.followUps).map((followUp) => {
      const { to, link } = part(followUp, 'rows')
      return { owner: followUp, title: String(owner.title), screen: followUp.screen, to, link }
    }),
  )
}
