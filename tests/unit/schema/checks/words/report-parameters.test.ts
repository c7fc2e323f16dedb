import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument, goodFiles, jsonOfFile } from '../../world.ts'

const report = {
  version: 2,
  kind: 'report',
  id: 'report/period',
  title: '期间',
  code: 'rp_period',
  source: { sql: 'select fno as fname from stk_use where fno >= :begin', tables: ['stk_use'] },
  params: [
    { key: 'begin', title: '从', type: 'date' },
    { key: 'end', title: '到', type: 'date' },
    { key: 'org', title: '部门', type: 'hidden', defaultValue: '=user.orgCode' },
    { key: 'kind', title: '种类', type: 'input', required: true, defaultValue: 'a' },
  ],
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fdate', title: '日期', type: 'date', query: 'range' },
  ],
}
const panel = (source: object) => ({
  version: 2,
  kind: 'panel',
  id: 'base/period',
  title: '期间',
  blocks: [{ type: 'table', title: '表', source, fields: ['fname'] }],
})
const listProblems = (document: object) =>
  checkDocument(document, {
    knownNames: collectKnown([...goodFiles.map(jsonOfFile), report, document], registeredNames),
  })
const query = (conditions: object) => panel({ report: 'rp_period', query: conditions })

describe('a report in a panel', () => {
  it.each([
    { self_begin: '2026-01-01', self_end: '=today()' },
    { self_kind: 'b' },
    { fname: '志', fdate_begin: '2026-01-01', fdate_end: '2026-12-31' },
  ])('may be queried by %j', (conditions) => {
    expect(listProblems(query(conditions))).toEqual([])
  })

  it.each([
    ['begin', 'self_begin'],
    ['Self_end', 'self_end'],
    ['selfBegin', 'self_begin'],
    ['self_begin_begin', 'self_begin'],
    ['self_begn', 'self_begin'],
    ['begin_end', 'self_begin'],
    ['self_fname', 'self_'],
    ['self_org', '只取缺省值，请删去'],
    ['org', 'self_org'],
  ])('may not be queried by %s', (name, remedy) => {
    expect(listProblems(query({ [name]: '2026-01-01' }))).toMatchObject([
      { path: `/blocks/0/source/query/${name}`, text: expect.stringContaining(remedy) },
    ])
  })

  it('needs its required parameters', () => {
    expect(
      listProblems(panel({ report: 'rp_use_asked' })).map(({ path, text }) => `${path} ${text}`),
    ).toContainEqual(expect.stringMatching(/^\/blocks\/0\/source\/query .*"self_since"/))
  })
})

describe('a button that opens a report', () => {
  const screen = (send: object) => ({
    version: 2,
    kind: 'screen',
    id: 'stock/trial',
    title: '试验',
    table: { name: 'stk_trial' },
    fields: [{ key: 'fname', title: '名称', type: 'input' }],
    actions: { row: [{ code: 'go', title: '看', open: 'report/period', send }] },
  })
  it('sends parameters by their names', () => {
    expect(listProblems(screen({ self_begin: '2026-01-01' }))).toEqual([])
    expect(listProblems(screen({ begin: '2026-01-01' }))).toMatchObject([
      { path: '/actions/row/0/send/begin', text: expect.stringContaining('self_begin') },
    ])
  })
})
