import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { pictureUrl } from './picture.ts'

/** A valid value for each field type; a type without an entry shows its first option, or a text that it can parse. */
const values: Readonly<Record<string, unknown>> = {
  input: '雍正浙江通志',
  textarea: '凡二百八十卷，首三卷。\n记一省之沿革、山川、人物、艺文。',
  password: null,
  input_pop: '存一百二十册，卷三至卷五配抄本',
  normal: '只看不改的文字',
  inputNumber: 12345.6,
  date: '2025-09-18',
  datetime: '2025-09-18 09:30:00',
  time: '09:30:00',
  month: '2025-09',
  year: '2025',
  checkbox: 'Y',
  switch: 'Y',
  slider: 40,
  progress: 72,
  sel_search: 'A01',
  sel_tree: 'A01',
  sel_depart: 'A01',
  sel_user: 'clerk',
  sel_role: 'clerk',
  cat_tree: 'B01A01',
  pca: '330106',
  popup: '杭州古籍修复材料厂',
  upload: pictureUrl,
  file: pictureUrl,
  image: pictureUrl,
  umeditor: '<h2>提要</h2><p>是志<strong>体例谨严</strong>，引书皆注出处。</p>',
  markdown: '## 提要\n\n是志**体例谨严**，引书皆注出处。\n\n- 沿革\n- 艺文',
  code: 'select fname, fnum\nfrom stk_goods\nwhere fnum > 0 -- 有库存',
  link: 'https://example.org/catalog',
  qrcode: 'K296.55/1',
  tags: '善本;浙江;急件',
  hidden: '看不见的值',
  slot: '3',
  slide_verify: 'Y',
  super_query: '{"matchType":"and","params":[{"field":"fbillno","rule":"like","val":"RK"}]}',
  cron: '0 30 2 ? * MON-FRI *',
}

/** Texts that a server sends with values whose dictionary the browser does not load. */
const texts: Readonly<Record<string, string>> = {
  sel_search: '省地方志馆',
  sel_tree: '省地方志馆',
  sel_depart: '省地方志馆',
  sel_user: '采编员',
  sel_role: '采编员',
  cat_tree: '省志',
}

const firstOption = ({ options }: Field): unknown => {
  const [first] = Array.isArray(options) ? (options as { value: unknown }[]) : []
  return first?.value
}

function readable(type: AnyFieldType, field: Field): unknown {
  const parsed = type.fromText('1', field, noLookup)
  return parsed.ok ? type.toWire(parsed.value, field) : null
}

/** A wire value that demonstrates the type; the same at every call for the same row. */
export function sampleValue(field: Field, row = 0): unknown {
  const type = fieldTypes.get(field.type)
  if (!type) return null
  if (isDetail(field)) return sampleRows(field.fields, 3)
  if (field.type === 'inputNumber') return [12345.6, 48, 7.25][row % 3]
  if (field.type === 'input') return `${field.title ?? '文字'} ${row + 1}`
  return values[field.type] ?? firstOption(field) ?? readable(type, field)
}

/** The value of a type's own sample, alone on its page. */
export const shownValue = (field: Field): unknown =>
  field.type === 'input' || field.type === 'inputNumber' ? values[field.type] : sampleValue(field)

export function sampleRecord(fields: readonly Field[], row = 0): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fields) {
    record[field.key] = sampleValue(field, row)
    const text = texts[field.type]
    if (text !== undefined) record[`${field.key}_dictText`] = text
  }
  return record
}

export const sampleRows = (fields: readonly Field[], count: number) =>
  Array.from({ length: count }, (_, row) => ({
    ...sampleRecord(fields, row),
    id: String(row + 1),
    rev: 1,
    orderNum: row + 1,
  }))
