import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument } from './world.ts'

const borrow = {
  version: 2,
  kind: 'screen',
  id: 'reader/trial-borrow',
  title: '借阅',
  table: { name: 'trial_borrow' },
  fields: [
    { key: 'freader', title: '读者', type: 'input', length: 36 },
    { key: 'freaders', title: '几位', type: 'select', multi: true, options: [{ value: '1', text: '一' }] },
    { key: 'fday', title: '借出', type: 'date' },
    { key: 'famount', title: '押金', type: 'inputNumber', scale: 2 },
    { key: 'fshown', title: '不存', type: 'input', persist: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'trial_borrow_item', fk: 'fborrow' },
      fields: [
        { key: 'fbook', title: '书', type: 'input', length: 36 },
        { key: 'fprice', title: '价', type: 'inputNumber', scale: 2 },
      ],
    },
  ],
}
const check = (field: Record<string, unknown>, more: readonly Record<string, unknown>[] = []) => {
  const written = {
    version: 2,
    kind: 'screen',
    id: 'reader/trial-reader',
    title: '读者',
    table: { name: 'trial_reader' },
    fields: [
      { key: 'fname', title: '姓名', type: 'input' },
      { key: 'fheld', title: '汇总', type: 'inputNumber', scale: 2, ...field },
      ...more,
    ],
  }
  // Without the settings that a case takes out.
  const document = JSON.parse(JSON.stringify(written))
  const knownNames = collectKnown([document, borrow], registeredNames)
  return checkDocument(document, { knownNames }).map(({ path, code, text }) => [`${path} ${code}`, text])
}
const count = { screen: 'reader/trial-borrow', field: 'freader', how: 'count' }
const at = '/fields/1/rollup'

it.each([
  ['a count', { rollup: count }],
  [
    'a count by a condition',
    { rollup: { ...count, where: "fday == null or famount >= 10 and createBy != 'x'" } },
  ],
  ['a sum by another key', { rollup: { ...count, how: 'sum', value: 'famount', key: 'fname' } }],
  ['a greatest day', { type: 'date', scale: undefined, rollup: { ...count, how: 'max', value: 'fday' } }],
  [
    'a sum of rows',
    {
      rollup: {
        ...count,
        detail: 'items',
        field: 'fbook',
        how: 'sum',
        value: 'fprice',
        where: 'form.fday != null',
      },
    },
  ],
])('%s is accepted', (_name, field) => {
  expect(check(field)).toEqual([])
})

it.each([
  [
    'an unknown screen',
    { rollup: { ...count, screen: 'reader/trial-borow' } },
    `${at}/screen UNKNOWN_NAME`,
    'trial-borrow',
  ],
  ['an unknown reference', { rollup: { ...count, field: 'freder' } }, `${at}/field UNKNOWN_FIELD`, 'freader'],
  [
    'a reference that is not stored',
    { rollup: { ...count, field: 'fshown' } },
    `${at}/field BAD_VALUE`,
    '请换一个字段',
  ],
  [
    'a reference to several records',
    { rollup: { ...count, field: 'freaders' } },
    `${at}/field BAD_VALUE`,
    '只存一条',
  ],
  ['an unknown detail', { rollup: { ...count, detail: 'item' } }, `${at}/detail UNKNOWN_FIELD`, 'items'],
  ['an unknown key', { rollup: { ...count, key: 'fnam' } }, `${at}/key UNKNOWN_FIELD`, 'fname'],
  ['a count of a value', { rollup: { ...count, value: 'famount' } }, `${at}/value BAD_VALUE`, '请删去 value'],
  ['a sum of nothing', { rollup: { ...count, how: 'sum' } }, `${at} BAD_VALUE`, '请写 value'],
  ['a sum of days', { rollup: { ...count, how: 'sum', value: 'fday' } }, `${at}/value BAD_VALUE`, '不是数'],
  [
    'a count in a text',
    { type: 'input', scale: undefined, rollup: count },
    `${at}/how BAD_VALUE`,
    '改为数字',
  ],
  [
    'a greatest day in a number',
    { rollup: { ...count, how: 'max', value: 'fday' } },
    `${at}/value BAD_VALUE`,
    '不是一类',
  ],
  [
    'a condition with an unknown name',
    { rollup: { ...count, where: 'fdy == null' } },
    `${at}/where UNKNOWN_FIELD`,
    'fday',
  ],
  [
    'a condition by the user',
    { rollup: { ...count, where: 'freader == user.id' } },
    `${at}/where BAD_VALUE`,
    '不能用 user',
  ],
  [
    'a condition by the day',
    { rollup: { ...count, where: 'fday < today()' } },
    `${at}/where BAD_VALUE`,
    '不能用 user',
  ],
  [
    'a condition with a sum',
    { rollup: { ...count, where: 'famount + 1 > 2' } },
    `${at}/where BAD_VALUE`,
    '比较的两边',
  ],
  ['a condition without an end', { rollup: { ...count, where: '(fday == null' } }, `${at}/where`, ''],
  ['a default', { defaultValue: 1, rollup: count }, '/fields/1/defaultValue BAD_VALUE', '请删去'],
])('%s is refused', (_name, field, place, text) => {
  const [problem, ...others] = check(field)
  expect(others).toEqual([])
  expect(problem?.[0] ?? '').toContain(place)
  expect(problem?.[1] ?? '').toContain(text)
})

it('a formula that reads it does not read a dictionary of holidays', () => {
  const day = { key: 'fday', title: '到期', type: 'date', compute: "addWorkdays('2026-01-05', fheld)" }
  expect(check({ rollup: count }, [day])).toEqual([])
  const holidays = { ...day, compute: "addWorkdays('2026-01-05', fheld, 'holiday')" }
  expect(check({ rollup: count }, [holidays]).map(([place]) => place)).toContain(
    '/fields/2/compute BAD_VALUE',
  )
})

it('a formula of detail rows reads it, and a row sums up rows that refer to it', () => {
  const items = (more: object) => ({
    key: 'items',
    title: '明细',
    type: 'table',
    table: { name: 'trial_reader_item', fk: 'freader' },
    fields: [
      { key: 'fpart', title: '份', type: 'inputNumber', compute: 'form.fhalf * 2' },
      { key: 'fsum', title: '合计', type: 'inputNumber', scale: 2, ...more },
    ],
  })
  const half = { key: 'fhalf', title: '一半', type: 'inputNumber', compute: 'fheld / 2' }
  const sum = { ...count, detail: 'items', field: 'fbook', how: 'sum', value: 'fprice', key: 'fpart' }
  expect(check({ rollup: count }, [half, items({ rollup: sum })])).toEqual([])
  const places = check({}, [items({ rollup: { ...sum, key: 'fname', field: 'fboook' } })]).map(
    ([place]) => place,
  )
  expect(places).toEqual([
    '/fields/2/fields/0/compute UNKNOWN_NAME',
    '/fields/2/fields/1/rollup/key UNKNOWN_FIELD',
    '/fields/2/fields/1/rollup/field UNKNOWN_FIELD',
  ])
})

it('a formula that reads it, directly or not, does not read the department of the user', () => {
  const through = { key: 'fhalf', title: '半数', type: 'inputNumber', compute: 'fheld / 2' }
  const depart = {
    key: 'fdepart',
    title: '部门',
    type: 'input',
    compute: "concat(user.orgCode, fhalf, '册')",
  }
  const other = { ...depart, compute: "concat(user.orgCode, fname, '册')" }
  expect(check({ rollup: count }, [through, depart])).toEqual([
    ['/fields/3/compute BAD_VALUE', expect.stringContaining('"=user.orgCode"')],
  ])
  expect(check({ rollup: count }, [through, other])).toEqual([])
})
