// The corpus of planted mistakes: one file for each subject exports a list, which `mistakes.test.ts` checks and counts.

import { collectKnown } from '#runtime/schema/known.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { documentWarnings } from '#server/documents/document-checker.ts'
import { checkDocument, goodFiles, jsonOfFile } from '../world.ts'

/** The mistake, the document, its exact pointer, a part of the text that contains the remedy, and documents beside it. */
export type Mistake = readonly [
  name: string,
  document: object,
  path: string,
  remedy: string,
  others?: readonly object[],
]

/** A document without any mistake, and documents beside it. */
export type Right = readonly [name: string, document: object, others?: readonly object[]]

const good = goodFiles.map(jsonOfFile)

/** What the check says of a document among the fixtures: its problems, else its warnings. */
export function listFindings(document: object, others: readonly object[] = []): DocumentProblem[] {
  const knownNames = collectKnown([...good, ...others, document], registeredNames)
  const problems = checkDocument(document, { knownNames })
  return problems.length > 0 ? problems : documentWarnings(document, knownNames)
}

export const screen = (fields: readonly object[], rest: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }, ...fields],
  ...rest,
})
export const form = (fields: readonly object[], rest: object = {}) => ({
  version: 2,
  kind: 'form',
  id: 'stock/ask',
  title: '填写',
  fields: [{ key: 'fname', title: '名称', type: 'input' }, ...fields],
  submit: { method: 'POST', url: '/stock/ask' },
  ...rest,
})
export const report = (columns: readonly object[], rest: object = {}) => ({
  version: 2,
  kind: 'report',
  id: 'stock/sheet',
  title: '报表',
  code: 'rp_sheet',
  source: { sql: 'select fname, fcode from bas_goods', tables: ['bas_goods'] },
  fields: [{ key: 'fname', title: '名称', type: 'input' }, ...columns],
  ...rest,
})
export const panel = (block: object, rest: object = {}) => ({
  version: 2,
  kind: 'panel',
  id: 'stock/figures',
  title: '看板',
  blocks: [{ type: 'statistic', title: '张数', ...('type' in block ? {} : { value: 'total' }), ...block }],
  ...rest,
})
export const dict = (items: readonly object[], code = 'trial_kind') => ({
  version: 2,
  kind: 'dict',
  id: 'dict/trial-kind',
  title: '种类',
  code,
  items,
})
