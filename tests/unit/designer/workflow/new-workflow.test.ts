import { expect, it } from 'vitest'
import { flowTemplates } from '#designer/approval/flow-templates.ts'
import { isComplete, suggestMoves } from '#designer/approval/suggest-moves.ts'
import { newScreen, newWorkflow } from '#designer/create/new-documents.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { shippedDocuments } from '../../shipped-documents.ts'

const shipped = shippedDocuments.map((document) => ({ ...document }) as unknown as JsonObject)
const byId = new Map(shipped.map((document) => [document.id, document]))
const workflows = shipped.filter(({ kind }) => kind === 'workflow')

it.each(workflows.map((document) => [String(document.title), document] as const))(
  'the moves of %s are those that its screen suggests',
  (_, { screen, start, pass, back, stop }) => {
    const suggested = suggestMoves(byId.get(screen)?.flow)
    expect(suggested).toMatchObject({ start, pass, back })
    if (stop !== undefined) expect(suggested.stop).toBe(stop)
  },
)

it('a new workflow of a screen with the approval for workflows has no problem', () => {
  const [template] = flowTemplates.filter(({ name }) => name === 'workflow')
  const bill = template?.build(
    newScreen('base/zg', '展柜', [
      { key: 'fbillno', title: '单据编号', type: 'input' },
      { key: 'fname', title: '名称', type: 'input' },
    ]),
  )
  const workflow = newWorkflow('bpm/zgsp', '展柜审批', bill as unknown as ScreenDocument)
  expect(workflow).toMatchObject({
    start: 'submit',
    pass: 'pass',
    back: 'back',
    stop: 'cancel',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: titles name fields so.
    caseTitle: '展柜 ${fbillno}',
  })
  const knownNames = collectKnown([...shipped, bill as JsonObject] as unknown as Document[], registeredNames)
  const check = getDocumentCheck()
  expect(check(bill as JsonObject, { knownNames })).toEqual([])
  expect(check(workflow, { knownNames })).toEqual([])
})

it('a screen without a way back, or whose moves ask for a text, leaves the moves to the designer', () => {
  const moves = [
    { code: 'submit', from: ['草稿'], to: '待审核' },
    { code: 'audit', from: ['待审核'], to: '已审核' },
    { code: 'reject', from: ['待审核'], to: '草稿', ask: { key: 'fwhy', title: '意见', required: true } },
  ]
  const suggested = suggestMoves({ initial: '草稿', editable: ['草稿'], moves })
  expect(suggested).toEqual({ start: 'submit', pass: 'audit' })
  expect(isComplete(suggested)).toBe(false)
  expect(suggestMoves({ initial: '草稿', moves })).toEqual({})
  expect(suggestMoves(undefined)).toEqual({})
})
