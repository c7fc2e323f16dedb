import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument, goodFiles, jsonOfFile } from '../../world.ts'

const dict = (code: string, value: string) => ({
  version: 2,
  kind: 'dict',
  id: `dict/${code.replace('_', '-')}`,
  title: '字典',
  code,
  items: [{ value, text: '国庆节' }],
})
const dicts = [dict('holiday', '2026-10-01'), dict('holiday_typo', '2026-10-1')]
const screen = (field: object, rest: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
    { key: 'fx', title: '结果', type: 'date', ...field },
  ],
  ...rest,
})
const listProblems = (document: object) => {
  const documents = [...goodFiles.map(jsonOfFile), ...dicts, document]
  return checkDocument(document, { knownNames: collectKnown(documents, registeredNames) })
}
const field = (text: string) => screen({ compute: text })

describe('the working days of an expression', () => {
  it.each([
    [field("addWorkdays(fdate, 3, 'holidai')"), '/fields/2/compute', '您是不是要写 holiday'],
    [field("addWorkdays(fdate, 3, 'holiday_typo')"), '/fields/2/compute', '「2026-10-1」不是日期'],
    [field('addWorkdays(fdate, 3, fdate)'), '/fields/2/compute', '加引号'],
    [field('addWorkdays(fnum, 3)'), '/fields/2/compute', '先写日期'],
    [field("addWorkdays('2026-1-1', 3)"), '/fields/2/compute', "'2026-01-01'"],
    [
      screen({}, { rowRules: [{ name: '近', where: "fdate > addWorkdays(today(), 3, 'holiday')" }] }),
      '/rowRules/0/where',
      '这里读不到节假日字典',
    ],
    [
      screen({}, { rowRules: [{ name: '近', where: 'today() > addWorkdays(fdate, 3)' }] }),
      '/rowRules/0/where',
      '请先存成一个公式字段',
    ],
    [
      screen(
        {},
        {
          actions: {
            row: [
              { code: 'go', open: 'stock/in-bill', when: "addWorkdays(row.fdate, 3, 'holiday') > today()" },
            ],
          },
        },
      ),
      '/actions/row/0/when',
      '这里读不到节假日字典',
    ],
    [
      screen({ query: { rule: 'eq', defaultValue: "=addWorkdays(today(), 3, 'holiday')" } }),
      '/fields/2/query/defaultValue',
      '这里读不到节假日字典',
    ],
  ])('%# is refused where they cannot be computed', (document, path, part) => {
    expect(listProblems(document)).toMatchObject([{ path, text: expect.stringContaining(part) }])
  })

  it.each([
    field("addWorkdays(fdate, fnum, 'holiday')"),
    screen({ defaultValue: "=addWorkdays(today(), 3, 'holiday')" }),
    screen({ query: { rule: 'eq', defaultValue: '=addWorkdays(today(), 3)' } }),
    screen({ colors: [{ when: "fx < addWorkdays(today(), 3, 'holiday')", color: 'warning' }] }),
    screen({}, { rowRules: [{ name: '近', where: 'fdate > addWorkdays(today(), -30)' }] }),
  ])('%# is accepted', (document) => {
    expect(listProblems(document)).toEqual([])
  })
})
