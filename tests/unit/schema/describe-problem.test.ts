import { expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { describeProblem } from '#runtime/schema/changes/describe-problem.ts'
import { checkDocument, known } from './world.ts'

const screen = {
  version: 2,
  kind: 'screen',
  id: 'base/x',
  title: '测试',
  table: { name: 'x' },
}
const number = { key: 'fnum', title: '数量', type: 'inputNumber' }

const listTexts = (document: JsonObject): string[] =>
  checkDocument(document, { knownNames: known }).map((problem) => describeProblem(document, problem))

it.each<[JsonObject, string]>([
  [{ ...screen, fields: [] }, '字段（fields）：还是空的，请至少添加 1 项'],
  [{ ...screen, fields: [{ ...number, width: 'a' }] }, '字段「数量」的列宽（width）：应为整数'],
  [{ ...screen, fields: [{ ...number, query: 'near' }] }, '字段「数量」的查询（query）：'],
  [{ ...screen, list: { pageSize: 0 }, fields: [number] }, '列表的每页条数（pageSize）：不能小于 1'],
  [
    { ...screen, fields: [{ ...number, access: {}, colors: [{ color: 'error' }] }] },
    '字段「数量」的按条件上色第 1 项：缺少 条件 when，请补上',
  ],
])('says the place and the words of a problem by their titles: %#', (document, text) => {
  expect(listTexts(document).join('\n')).toContain(text)
})

it('leaves offered values and names of fields as they are', () => {
  const texts = listTexts({ ...screen, fields: [{ ...number, type: 'nmber', compute: 'title + 1' }] })
  expect(texts.join('\n')).not.toMatch(/名称 title|最多几个 number/)
})
