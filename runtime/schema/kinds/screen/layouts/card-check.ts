import { isJsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'
import { fieldAt, fieldsAt } from '../../../checks/groups.ts'
import { valueHalf } from '../../../field-value.ts'
import { cardLayout } from '../../../layouts/card.ts'
import { findField } from './choice-fields.ts'
import { checkOwnProperty } from './layout-check.ts'

/** Checks `list.card`: present exactly with its layout, over fields that can serve it. */
export function checkCardLayout(context: FieldsContext): void {
  checkOwnProperty(context, cardLayout, '请写明卡片的标题，如 "card": { "title": "ftitle" }')
  const { card } = part(context.document, 'list')
  if (!isJsonObject(card)) return
  for (const word of ['title', 'image', 'text']) fieldAt(context, ['list', 'card', word], card[word])
  fieldsAt(context, ['list', 'card', 'subtitle'], card.subtitle, true)
  const image = findField(context, card.image)
  const half = image && valueHalf(context.types, image)
  if (!image || half?.filePaths) return
  const text = `字段「${image.key}」不是图片，请换一个类型是 image 的字段`
  context.report(['list', 'card', 'image'], { code: 'BAD_VALUE', text })
}
