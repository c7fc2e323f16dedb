import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { actionCodes } from '#runtime/schema/action-codes.ts'
import { listFields, queryItems } from '#runtime/schema/derive.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { wantedTables } from '#server/documents/plan/tables.ts'
import { renameIn } from './rename/shipped.ts'
import { checkDocument } from './world.ts'

const moves = [
  {
    code: 'audit',
    title: '审核',
    from: ['待审核'],
    to: '已审核',
    set: { fauditor: '=user.realname', fday: '= now()' },
  },
  {
    code: 'reject',
    title: '驳回',
    from: ['待审核'],
    to: '已驳回',
    ask: { key: 'freason', title: '理由' },
    set: { fday: null },
  },
]
const flow = { field: 'fstate', initial: '待审核', moves }
const visit = {
  version: 2,
  kind: 'screen',
  id: 'fw/visit',
  title: '来访',
  table: { name: 'fw_visit' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  flow,
  list: { fields: ['fname', 'fstate', 'fauditor', 'fday'], sort: '-fday' },
  form: { groups: [{ title: '全部', fields: ['fname', 'freason'] }] },
  rowRules: [{ name: '已审核的', where: "fstate == '已审核'" }],
}

const problems = (document: JsonObject, ...others: JsonObject[]) =>
  checkDocument(document, { knownNames: collectKnown([...others, document], registeredNames) })
const places = (...documents: [JsonObject, ...JsonObject[]]) =>
  problems(...documents).map(({ path, code }) => `${path} ${code}`)
function serve(document: JsonObject, ...others: JsonObject[]): StoredScreen {
  const resolved = resolveDocument(document, (id) => others.find((other) => other.id === id))
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.problems))
  return resolved.document as unknown as StoredScreen
}
const readColumns = (screen: StoredScreen) =>
  wantedTables(screen, fieldValues).flatMap(({ columns }) => columns.map(({ name }) => name))

describe('the fields that a flow makes', () => {
  it('are the state and what the moves write, in the table, the list, the query and other parts', () => {
    expect(problems(visit)).toEqual([])
    const screen = serve(visit)
    expect(screen.fields.slice(1)).toEqual([
      {
        key: 'fstate',
        title: '状态',
        type: 'select',
        width: 100,
        options: [{ value: '待审核' }, { value: '已审核' }, { value: '已驳回' }],
        query: 'eq',
        form: false,
      },
      { key: 'fauditor', title: '审核人', type: 'input', width: 100, form: false },
      { key: 'fday', title: '审核时间', type: 'datetime', list: false, form: false },
      expect.objectContaining({ key: 'freason', title: '理由', showIf: 'freason != null', disabled: true }),
    ])
    expect(readColumns(screen)).toEqual(expect.arrayContaining(['fstate', 'fauditor', 'fday', 'freason']))
    expect(listFields(screen, fieldValues).map(({ key }) => key)).toEqual(visit.list.fields)
    expect(queryItems(screen, fieldValues).map(({ key, rule }) => [key, rule])).toEqual([['fstate', 'eq']])
    expect(actionCodes(screen)).toEqual(actionCodes({ ...screen, fields: [] }))
  })

  it('have the states that the flow lists, with their colours', () => {
    const states = [{ value: '已驳回' }, { value: '待审核', color: 'orange' }, { value: '已审核' }]
    const screen = serve({ ...visit, flow: { ...flow, states } })
    const [, state] = screen.fields
    expect(state).toMatchObject({
      options: [{ value: '已驳回' }, { value: '待审核' }, { value: '已审核' }],
      tag: { 待审核: 'orange' },
    })
    expect(screen.flow).not.toHaveProperty('states')
    expect(places({ ...visit, flow: { ...flow, states: states.slice(0, 2) } })).toEqual([
      '/flow/moves/0/to BAD_VALUE',
    ])
  })

  it('give way to those that the document declares', () => {
    const own = {
      key: 'fstate',
      title: '进度',
      type: 'radio',
      options: moves.map(({ to }) => ({ value: to })),
    }
    const document = { ...visit, fields: [...visit.fields, own], flow: { ...flow, initial: '已审核' } }
    expect(serve(document).fields.filter(({ key }) => key === 'fstate')).toEqual([own])
    const states = [{ value: '已审核' }]
    const [problem] = problems({ ...document, flow: { ...document.flow, states } })
    expect(problem).toMatchObject({ path: '/flow/states', fix: [{ op: 'remove', path: '/flow/states' }] })
  })

  it('are never a misspelt or a former name, nor a value whose type is unknown', () => {
    const declared = { key: 'fauditors', title: '审核人', type: 'input' }
    expect(places({ ...visit, fields: [...visit.fields, declared] })).toEqual([
      '/list/fields/2 UNKNOWN_FIELD',
    ])
    const renamed = { key: 'fboss', renamedFrom: 'fauditor', title: '审核人', type: 'input' }
    expect(problems({ ...visit, fields: [...visit.fields, renamed] })[0]?.text).toContain('请改成 fboss')
    const set = { fauditor: '=user.realname', fday: '=now()', fcount: '=1 + 1' }
    expect(
      places({ ...visit, flow: { ...flow, moves: [{ ...moves[0], set }, moves[1]] } as JsonObject }),
    ).toEqual(['/flow/moves/0/set/fcount UNKNOWN_FIELD'])
  })

  it('are changed and added by an overlay, which cannot remove what its flow writes', () => {
    const late = {
      code: 'close',
      title: '结案',
      from: ['已审核'],
      to: '已结案',
      set: { fcloser: '=user.realname' },
    }
    const overlay = {
      version: 2,
      kind: 'screen',
      id: 'fw/late',
      title: '结案',
      extends: 'fw/visit',
      perm: 'fw:late',
      fields: [{ key: 'fauditor', width: 140 }],
      flow: { moves: [...moves, late] },
    }
    expect(problems(overlay, visit)).toEqual([])
    const screen = serve(overlay, visit)
    expect(screen.fields.map(({ key }) => key)).toEqual([
      ...['fname', 'fstate', 'fauditor', 'fday', 'freason', 'fcloser'],
    ])
    expect(screen.fields[1]?.options).toContainEqual({ value: '已结案' })
    expect(screen.fields[2]?.width).toBe(140)
    expect(places({ ...overlay, fields: [{ key: 'fauditor', remove: true }] }, visit)).toEqual([
      '/fields/0 UNKNOWN_FIELD',
    ])
  })

  it('are declared by a rename, which keeps their columns and follows every use', () => {
    const result = renameIn([visit], { kind: 'field', screen: 'fw/visit', from: 'freason', to: 'fcause' })
    if (!result.ok) throw new Error(result.faults.join())
    const [{ after = {} } = {}] = result.documents
    expect(after).toMatchObject({
      fields: [{ key: 'fname' }, { key: 'fcause', renamedFrom: 'freason', showIf: 'fcause != null' }],
      flow: { moves: [{}, { ask: { key: 'fcause' } }] },
      form: { groups: [{ fields: ['fname', 'fcause'] }] },
    })
    expect(problems(after)).toEqual([])
    const state = renameIn([visit], { kind: 'field', screen: 'fw/visit', from: 'fstate', to: 'fphase' })
    if (!state.ok) throw new Error(state.faults.join())
    expect(problems(state.documents[0]?.after ?? {})).toEqual([])
  })
})
