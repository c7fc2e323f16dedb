import { asText, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type FieldsContext, isAudit } from '../../checks/context.ts'
import type { Path } from '../../checks/report.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import { numericTypes } from '../../field-value.ts'
import type { NeededField } from '../../names/known-names.ts'
import type { Field } from '../../types.ts'

const valueNames: Record<NeededField['value'], string> = { text: '文字', number: '数字', rows: '明细' }

/** The kind of value that a field stores; null where it stores none. */
function storedKind(field: JsonObject, { types }: FieldsContext): NeededField['value'] | null {
  if (field.type === 'table') return 'rows'
  if (!isStoredField({ types }, field)) return null
  const column = types.get(asText(field.type) ?? '')?.column(field as unknown as Field)
  if (!column) return null
  return numericTypes.has(column.type) ? 'number' : 'text'
}

/** Reports the fields that an effect reads and the screen lacks, or has with another kind of value (EFFECT_FIELD). */
export function checkEffectFields(context: FieldsContext, path: Path, effect: unknown): void {
  const { knownNames, document } = context
  const needed = knownNames.effectFields.get(asText(effect) ?? '') ?? []
  checkFields(context, path, asText(effect) ?? '', needed, document.fields, '')
}

function checkFields(
  context: FieldsContext,
  path: Path,
  effect: string,
  needed: readonly NeededField[],
  declared: unknown,
  detail: string,
): void {
  const fields = listObjects(declared)
  const report = (text: string) => context.report(path, { code: 'EFFECT_FIELD', text })
  const place = detail === '' ? '本文档' : `明细「${detail}」`
  const missing: string[] = []
  for (const { key, isOptional, value, fields: inner = [] } of needed) {
    if (isAudit(key)) continue
    const field = fields.find((entry) => entry.key === key)
    if (!field) {
      if (!isOptional) missing.push(`「${key}」`)
      continue
    }
    const actual = storedKind(field, context)
    if (actual !== value) {
      const found = actual === null ? '不存值' : `是${valueNames[actual]}`
      report(
        `效果「${effect}」要用字段「${key}」的${valueNames[value]}，${place}的「${key}」${found}，请改它的类型`,
      )
    } else if (value === 'rows') checkFields(context, path, effect, inner, field.fields, key)
  }
  if (missing.length > 0)
    report(`效果「${effect}」要用字段${missing.join('')}，${place}没有它，请加上或换一个效果`)
}
