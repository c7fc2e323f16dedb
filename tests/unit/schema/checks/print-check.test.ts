import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'

const screen = {
  version: 2,
  kind: 'screen',
  id: 'trial/bill',
  title: '单据',
  table: { name: 'trial_bill' },
  fields: [
    { key: 'fno', title: '编号', type: 'input' },
    { key: 'famount', title: '金额', type: 'inputNumber' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'trial_item', fk: 'fbillid' },
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber' },
      ],
    },
  ],
}
const overlay = {
  version: 2,
  kind: 'screen',
  id: 'trial/bill-view',
  extends: 'trial/bill',
  title: '单据查看',
}

const check = getDocumentCheck()
const listProblems = (block: object, over: object = {}) => {
  const document = {
    version: 2,
    kind: 'print',
    id: 'trial/paper',
    title: '单据',
    screen: 'trial/bill',
    page: 'A4',
    blocks: [block],
    ...over,
  }
  const known = collectKnown([screen, overlay, document], registeredNames)
  return check(document, { knownNames: known, expectedId: 'trial/paper' }).map(
    ({ path, code, text }) => `${path} ${code} ${text}`,
  )
}
const text = (value: string) => ({ type: 'text', text: value })
const table = (over: object) => ({ type: 'table', detail: 'items', columns: ['fname', 'fnum'], ...over })

describe('the check of a print template', () => {
  it.each([
    text('编号 {fno}，{ createBy }，大写 {capitals(famount)}，{sum(items.fnum)}'),
    { type: 'fields', columnCount: 2, fields: ['fno', 'createTime'] },
    table({ totals: ['fnum'], minRows: 5, note: '{fno}' }),
    { type: 'signatures', names: ['制单 {createBy}', '库管'] },
  ])('accepts %j', (block) => {
    expect(listProblems(block)).toEqual([])
    expect(listProblems(block, { screen: 'trial/bill-view' })).toEqual([])
  })

  it.each([
    [{ type: 'fields', fields: ['fnoo'] }, '/blocks/0/fields/0 UNKNOWN_FIELD'],
    [{ type: 'fields', fields: ['items'] }, '/blocks/0/fields/0 BAD_VALUE'],
    [table({ detail: 'item' }), '/blocks/0/detail UNKNOWN_FIELD'],
    [table({ columns: ['fno'] }), '/blocks/0/columns/0 UNKNOWN_FIELD'],
    [table({ totals: ['fname'] }), '/blocks/0/totals/0 BAD_VALUE'],
    [table({ columns: ['fname'], totals: ['fnum'] }), '/blocks/0/totals/0 BAD_VALUE'],
    [table({ note: '{capitals(fsum)}' }), '/blocks/0/note UNKNOWN_NAME'],
    [text('{fsum}'), '/blocks/0/text UNKNOWN_NAME'],
    [text('{capitals(famount}'), '/blocks/0/text BAD_EXPRESSION'],
    [text('{}'), '/blocks/0/text BAD_EXPRESSION'],
    [text('{items}'), '/blocks/0/text BAD_VALUE'],
    [{ type: 'barcode', text: '编号{fno}' }, '/blocks/0/text BAD_VALUE'],
    [text('编号 {fno'), '/blocks/0/text BAD_VALUE'],
    [{ type: 'signatures', names: ['库管', '制单 {fmaker}'] }, '/blocks/0/names/1 UNKNOWN_NAME'],
    [{ type: 'moves' }, '/blocks/0/type BAD_VALUE'],
    [{ type: 'photo', text: 'x' }, '/blocks/0/type UNKNOWN_TYPE'],
  ])('reports %j with its pointer', (block, problem) => {
    const problems = listProblems(block)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it('reports a screen and a page that do not exist', () => {
    expect(listProblems(text('{fno}'), { screen: 'trial/bil' })[0]).toMatch(
      /^\/screen UNKNOWN_NAME .*trial\/bil/,
    )
    expect(listProblems(text('{fno}'), { page: 'A3' })[0]).toMatch(/^\/page BAD_VALUE/)
  })
})
