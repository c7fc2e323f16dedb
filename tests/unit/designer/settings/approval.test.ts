import { describe, expect, it } from 'vitest'
import { layoutFlow, nodeSize } from '#designer/approval/flow-layout.ts'
import {
  addMove,
  askFor,
  changeMove,
  clearStamps,
  findMove,
  hasButton,
  letMove,
  listMissing,
  listMovers,
  putButton,
  removeMove,
  tellAuthor,
  titleMove,
  writeStamp,
} from '#designer/approval/flow-moves.ts'
import {
  addState,
  colorState,
  letEdit,
  listMoves,
  listStates,
  removeState,
  renameState,
  stateUse,
} from '#designer/approval/flow-states.ts'
import { flowTemplates } from '#designer/approval/flow-templates.ts'
import { newScreen } from '#designer/create/new-documents.ts'
import { type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { requiredPaths } from '#server/modules/design/enhancement-routes.ts'
import { shippedDocuments } from '../../shipped-documents.ts'

const withFlows = shippedDocuments
  .map((document): JsonObject => ({ ...document }))
  .filter(({ flow }) => flow !== undefined)
const fields = [{ key: 'fbillno', title: '单据编号', type: 'input' }]
const bill = newScreen('base/zg', '展柜', fields)
const names = collectKnown(shippedDocuments, registeredNames)
const check = (document: JsonObject) => getDocumentCheck()(document, { knownNames: names })
const build = (name: string): JsonObject =>
  flowTemplates.find((template) => template.name === name)?.build(bill) ?? {}
const audited = build('audit')

describe('a flow that does not say in which states records are editable', () => {
  const flow = {
    field: 'fstates',
    initial: '草稿',
    states: [{ value: '草稿' }, { value: '已审' }, { value: '作废' }],
  }
  const open = { ...bill, flow: { ...flow, moves: [] } }

  it('lets all of them be edited, also after another state is locked', () => {
    expect(listStates(open).map(({ isEditable }) => isEditable)).toEqual([true, true, true])
    const locked = letEdit(open, listStates(open), '已审', false)
    expect(locked.flow).toMatchObject({ editable: ['草稿', '作废'] })
  })

  it('stays so when a state is removed', () => {
    expect(removeState(open, '作废').flow).not.toHaveProperty('editable')
  })
})

describe('the flows of shipped documents', () => {
  it.each(withFlows.map((document) => [String(document.id), document] as const))(
    '%s has all its moves in the diagram, and each edit that is taken back leaves it as it was',
    (_, document) => {
      const states = listStates(document)
      const count = listMoves(document).reduce((sum, { from }) => sum + listTexts(from).length, 0)
      const layout = layoutFlow(states, document)
      expect(layout.arrows.reduce((sum, { moves }) => sum + moves.length, 0)).toBe(count)
      const covering = layout.arrows.filter((label) =>
        layout.states.some(
          ({ x, y }) =>
            label.x > x && label.x < x + nodeSize.width && label.y > y && label.y < y + nodeSize.height,
        ),
      )
      expect(covering.map(({ from, to }) => `${from} ${to}`)).toEqual([])
      for (const { code, done } of listMoves(document)) {
        const name = String(code)
        expect(changeMove(changeMove(document, name, { done: '好了' }), name, { done })).toEqual(document)
        expect(tellAuthor(tellAuthor(document, name, true), name, true)).toEqual(
          tellAuthor(document, name, true),
        )
        const movers = listMovers(document, name)
        expect(letMove(document, name, movers)).toEqual(document)
      }
      for (const { value, color } of states)
        if (color !== undefined)
          expect(colorState(colorState(document, value, 'grey'), value, color)).toEqual(document)
    },
  )
})

describe('the templates', () => {
  it.each(flowTemplates.map((template) => [template.title, template] as const))(
    '%s makes a screen that passes the check of documents',
    (_, template) => {
      const built = template.build(bill)
      expect(check(built)).toEqual([])
      const pressed = listMoves(built).filter(({ code }) => hasButton(built, 'row', String(code)))
      // A workflow makes these moves itself.
      const led = template.name === 'workflow' ? ['通过', '退回'] : []
      expect(pressed).toEqual(listMoves(built).filter(({ title }) => !led.includes(String(title))))
    },
  )

  it('write who moved and when, empty it where it is taken back, and tell the author', () => {
    expect(findMove(audited, 'audit')?.set).toEqual({ fauditor: '=user.realname', fauditTime: '=now()' })
    expect(findMove(audited, 'unaudit')?.set).toEqual({ fauditor: null, fauditTime: null })
    expect(findMove(build('twice'), 'reject')?.from).toEqual(['待初审', '待复审'])
    expect(findMove(build('request'), 'reject')?.ask).toEqual({
      key: 'fopinion',
      title: '驳回理由',
      required: true,
    })
    expect(audited.then).toContainEqual(
      expect.objectContaining({
        on: 'move',
        move: 'audit',
        notify: expect.objectContaining({ to: { users: ['=createBy'] } }),
      }),
    )
  })
})

describe('the edits of a flow', () => {
  it('add a state and a move to it with its button, and remove both', () => {
    const more = addMove(addState(audited, '已作废'), '作废', ['草稿'], '已作废')
    expect(check(more)).toEqual([])
    expect(findMove(more, 'cancel')).toMatchObject({ title: '作废', from: ['草稿'], to: '已作废' })
    expect(stateUse(more, '已作废')).toContain('作废')
    expect(stateUse(more, '草稿')).toContain('初始状态')
    const less = removeState(removeMove(more, 'cancel'), '已作废')
    expect(less).toEqual(audited)
  })

  it('draw a colour that is named by its meaning', () => {
    const meant = colorState(audited, '已审核', 'success')
    expect(listStates(meant).find(({ value }) => value === '已审核')?.color).toBe('green')
  })

  it('rename a state wherever the flow names it', () => {
    const renamed = renameState(audited, '草稿', '起草')
    expect(JSON.stringify(renamed)).not.toContain('草稿')
    expect(renameState(renamed, '起草', '草稿')).toEqual(audited)
  })

  it('let a new code follow the title, with buttons, grants and messages; a released one stays', () => {
    const granted = letMove(audited, 'audit', ['auditor'])
    expect(granted.roles).toEqual({ auditor: ['base:zg:list', 'base:zg:detail', 'base:zg:audit'] })
    const [titled, code] = titleMove(granted, 'audit', '复核', false)
    expect(code).toBe('fh')
    expect(listMovers(titled, 'fh')).toEqual(['auditor'])
    expect(hasButton(titled, 'row', 'fh')).toBe(true)
    expect(hasButton(titled, 'row', 'audit')).toBe(false)
    expect(JSON.stringify(titled.then)).toContain('"fh"')
    expect(titleMove(granted, 'audit', '复核', true)[1]).toBe('audit')
  })

  it('are taken back one by one', () => {
    const [same, put] = [
      letEdit(audited, listStates(audited), '待审核', true),
      putButton(audited, 'toolbar', 'submit', true),
    ]
    expect(letEdit(same, listStates(audited), '待审核', false)).toEqual(audited)
    expect(putButton(put, 'toolbar', 'submit', false)).toEqual(audited)
    expect(writeStamp(writeStamp(audited, 'submit', 'person', true), 'submit', 'person', false)).toEqual(
      audited,
    )
    expect(askFor(askFor(audited, 'submit', '说明', true), 'submit', '', true)).toEqual(audited)
    expect(clearStamps(clearStamps(audited, 'submit', true), 'submit', false)).toEqual(audited)
  })
})

it.each(registeredNames.effects)('the effect %s is offered where the server finds its fields', (effect) => {
  const reads = requiredPaths(registeredNames.effectFields[effect] ?? [])
  const [first] = listMoves(audited)
  const chosen = changeMove(audited, String(first?.code), { effect })
  const isRefused = check(chosen).some(({ code }) => code === 'EFFECT_FIELD')
  expect(listMissing(audited, reads).length > 0).toBe(isRefused)
  const users = withFlows.filter((document) => listMoves(document).some((move) => move.effect === effect))
  for (const document of users) expect(listMissing(document, reads)).toEqual([])
})
