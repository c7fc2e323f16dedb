import fc from 'fast-check'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

/** Dictionaries that the designer samples name. */
export const dicts: Record<string, DictItem[]> = {
  unit: [
    { value: '1', text: '册' },
    { value: '2', text: '套' },
  ],
}

const day = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom('{{1+1}}', '=1+1', '<img onerror=alert(1)>', '馆藏 A-01', ' 前后有空格 ', '*', 'a,b'),
)
const path = fc.stringMatching(/^[a-z]{1,8}\/[0-9a-f]{8}\.(png|pdf)$/)
const paths = fc.array(path, { minLength: 1, maxLength: 3 }).map((all) => all.join(','))

const several = ({ options }: Field) =>
  fc
    .subarray(
      (options as { value: string }[]).map(({ value }) => value),
      { minLength: 1 },
    )
    .map((all) => all.join(','))

type Sampled = (field: Field) => fc.Arbitrary<unknown>

/** Values of the types that hold no plain text. */
const samples: Record<string, Sampled> = {
  cat_tree: () => fc.stringMatching(/^B0[12](A0[1-9]){0,3}$/),
  sel_tree: () => fc.stringMatching(/^A01(A0[1-9]){0,2}$/),
  sel_depart: () => fc.stringMatching(/^A01(A0[1-9]){0,2}$/),
  sel_user: () => fc.stringMatching(/^[a-z]{2,12}(\.[a-z]{1,8})?$/),
  sel_role: () => fc.stringMatching(/^[a-z]{2,12}$/),
  sel_position: () => fc.stringMatching(/^[a-z]{2,12}$/),
  sel_search: () => fc.stringMatching(/^A\d{2}$/),
  pca: () => fc.constantFrom('330000', '330100', '330106', '110101'),
  inputNumber: ({ scale = 0 }) => fc.integer({ min: -1e9, max: 1e9 }).map((number) => number / 10 ** scale),
  date: () => day.map((iso) => iso.slice(0, 10)),
  datetime: () => day.map((iso) => iso.slice(0, 19).replace('T', ' ')),
  time: () => day.map((iso) => iso.slice(11, 19)),
  month: () => day.map((iso) => iso.slice(0, 7)),
  year: () => day.map((iso) => iso.slice(0, 4)),
  slider: () => fc.integer({ min: 0, max: 100 }),
  progress: () => fc.integer({ min: 0, max: 100 }),
  list_multi: several,
  checkbox_group: several,
  link_table: () => fc.stringMatching(/^[1-9]\d{17,18}$/),
  link_down: () => fc.constantFrom('1', '5'),
  umeditor: () =>
    fc
      .stringMatching(/^[a-z馆藏 ]{0,20}[a-z馆藏]$/)
      .map((words) => `<h2>提要</h2><p><strong>${words}</strong> &amp; 目录</p>`),
  tags: () =>
    fc
      .array(fc.constantFrom('重要', '急件', 'A1', '=1'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(';')),
  link: () => fc.oneof(fc.webUrl(), fc.constantFrom('/stock/goods?id=1', 'mailto:clerk@example.org')),
  slide_verify: () => fc.constant('Y'),
  super_query: () =>
    fc.constantFrom('{"matchType":"or","params":[{"field":"fname","rule":"like","val":"志"}]}'),
  cron: () => fc.constantFrom('0 0 2 * * ? *', '0 30 9 ? * MON-FRI *', '0 0/5 8-18 L * ?'),
  select: ({ options }) => fc.constantFrom(...(options as { value: unknown }[]).map(({ value }) => value)),
  radio: ({ options }) => fc.constantFrom(...(options as { value: unknown }[]).map(({ value }) => value)),
  switch: () => fc.constantFrom('Y', 'N'),
  checkbox: ({ customValue }) => fc.constantFrom(...((customValue as unknown[]) ?? [true, false])),
  image: () => paths,
  file: () => paths,
  upload: () => paths,
}

const isText = (type: AnyFieldType): boolean =>
  ['varchar', 'text'].includes(type.column(type.designer.sample)?.type ?? '')

/** Values that a field of the type may hold; a type whose column is text needs no entry, a type that holds rows has none. */
export function findSamples(type: AnyFieldType): Sampled | undefined {
  if (type.dataType === 'rows') return undefined
  const own = samples[type.type] ?? (isText(type) ? () => text : undefined)
  if (!own) throw new Error(`field-samples.ts: ${type.type} needs values`)
  return own
}

/** Raw values of a wrong kind, or out of a hostile hand. */
export const strange: unknown[] = [
  null,
  undefined,
  '',
  'x'.repeat(10_000),
  '{{1+1}}',
  '=1+1',
  '<img onerror=alert(1)>',
  '__proto__',
  '\u0000',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e308,
  '1e999999',
  true,
  [],
  [1, 'two'],
  {},
  { toString: 'no function' },
  new Date(Number.NaN),
  () => 0,
  Symbol('x'),
]

/** Of those, what a record may really come with: each is drawn by every type, in a cell and in a control. */
export const hostile: unknown[] = [
  null,
  undefined,
  'x'.repeat(10_000),
  '{{1+1}}',
  '=1+1',
  '<img onerror=alert(1)>',
  true,
  7,
  [1, 'two'],
  { a: 1 },
]
