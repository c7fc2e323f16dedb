import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument } from './world.ts'

const check = (limit: Record<string, unknown>) => {
  const document = {
    version: 2,
    kind: 'screen',
    id: 'base/booking',
    title: '预约',
    table: { name: 'bas_booking', limits: [limit] },
    fields: [
      { key: 'froom', title: '房间', type: 'input' },
      { key: 'fbegin', title: '开始', type: 'date' },
      { key: 'fend', title: '结束', type: 'date' },
      { key: 'fstop', title: '结束时间', type: 'datetime' },
      { key: 'fshown', title: '不存', type: 'input', persist: false },
    ],
  }
  return checkDocument(document, { knownNames: collectKnown([document], registeredNames) }).map(
    ({ path, code, text }) => [`${path} ${code}`, text],
  )
}
const period = ['fbegin', 'fend']

it.each([
  ['fields and a period', { fields: ['froom'], period, max: 3 }],
  ['a period of the whole table', { period }],
  ['a condition over fields and fixed values', { fields: ['froom'], where: "froom in ['一', '二']" }],
])('a limit by %s is accepted', (_name, limit) => {
  expect(check(limit)).toEqual([])
})

it.each([
  ['neither fields nor a period', { max: 2 }, '/table/limits/0 BAD_VALUE', '请写 fields'],
  ['an unknown field', { fields: ['from'] }, '/table/limits/0/fields/0 UNKNOWN_FIELD', 'froom'],
  [
    'a field that is not stored',
    { fields: ['fshown'] },
    '/table/limits/0/fields/0 BAD_VALUE',
    '请换一个字段',
  ],
  ['an unknown end', { period: ['fbegin', 'fends'] }, '/table/limits/0/period/1 UNKNOWN_FIELD', 'fend'],
  ['a text as an end', { period: ['fbegin', 'froom'] }, '/table/limits/0/period BAD_VALUE', '两个日期'],
  ['a day and a moment', { period: ['fbegin', 'fstop'] }, '/table/limits/0/period BAD_VALUE', '两个日期'],
  ['one end', { period: ['fbegin'] }, '/table/limits/0/period', ''],
  ['no record at all', { fields: ['froom'], max: 0 }, '/table/limits/0/max', ''],
  [
    'the user',
    { fields: ['froom'], where: 'froom == user.orgCode' },
    '/table/limits/0/where BAD_VALUE',
    '不能用 user',
  ],
  ['an unknown name', { fields: ['froom'], where: "from == '一'" }, '/table/limits/0/where', 'froom'],
])('a limit by %s is refused', (_name, limit, place, text) => {
  const [problem, ...others] = check(limit)
  expect(others).toEqual([])
  expect(problem?.[0]).toContain(place)
  expect(problem?.[1] ?? '').toContain(text)
})
