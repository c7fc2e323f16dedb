import { describe, expect, it } from 'vitest'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { compileActions } from '#runtime/compile/actions.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { handlerProblems } from '#runtime/record/checks/handlers.ts'
import { validateRecord } from '#runtime/record/checks/validate.ts'
import { newRow } from '#runtime/record/formulas/defaults.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import { requestValues } from '#runtime/record/request-values.ts'
import { envScope, keySet, listRowScope } from '#runtime/record/scope.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { env, lookup } from './bill.ts'

/** A day after a blank one; a blank day as a number would give 7. */
const later = 'fdate + 7'
const column = (settings: object): Field => ({ key: 'fnote', title: '备注', type: 'input', ...settings })
const buildScreen = (cell: object, head: readonly Field[] = []): ScreenDocument => ({
  version: 2,
  kind: 'screen',
  id: 'test/loan',
  title: '借阅',
  fields: [
    { key: 'fdate', title: '借出', type: 'date' },
    ...head,
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [{ key: 'fday', title: '归还', type: 'date' }, column(cell)],
    },
  ],
})
const options = { types: fieldValues, lookup, env: env('add') }
const record = { fdate: null, items: [{ fday: null, fnote: '甲' }] }
const value = (text: string, scope: Scope) => {
  const read = parseExpression(text)
  if (!read.ok) throw new Error(read.text)
  return evaluate(read.value, scope)
}

describe('a day after a blank date is blank', () => {
  it('in the default of a new row', () => {
    const screen = buildScreen({ defaultValue: `=form.${later}` })
    const detail = screen.fields.find(isDetail) as DetailField
    expect(newRow(screen, detail, env('add'), { head: { fdate: null }, types: fieldValues })).toEqual({})
    const model = new RecordModel(screen, { fdate: null, items: [] }, options)
    const store = model.rows('items')
    const [id = ''] = store?.insert(0) ?? []
    expect(store?.row(id)?.fnote ?? null).toBeNull()
    model.setHead('fdate', '2025-01-01')
    expect(store?.row(id)?.fnote).toBe('2025-01-08')
  })

  it('in a formula over a column', () => {
    const screen = buildScreen({}, [
      { key: 'fdue', title: '到期', type: 'date', compute: 'max(items.fday) + 7' },
    ])
    const model = new RecordModel(screen, { items: [] }, options)
    const [id = ''] = model.rows('items')?.insert(0, [{ fnote: '甲' }]) ?? []
    expect(model.head.fdue ?? null).toBeNull()
    model.rows('items')?.setCell(id, 'fday', '2025-01-01')
    expect(model.head.fdue).toBe('2025-01-08')
  })

  it.each(['form.fdate', 'fdate', 'fday', 'row.fday'])('in the check of a row (%s)', (name) => {
    const screen = buildScreen({ validateRules: [{ check: `${name} + 7 == null`, message: '不空' }] })
    expect(validateRecord(screen, record, options)).toEqual([])
    const model = new RecordModel(screen, record, { ...options, env: env('edit') })
    expect(model.rowProblems('items')).toEqual([])
  })

  it('in the condition of a handler', async () => {
    const rules = [{ handler: 'never' }]
    const screen = buildScreen({ showIf: 'form.fdate + 7 > 0 or fday + 7 > 0', validateRules: rules }, [
      { key: 'fhead', title: '头', type: 'input', showIf: `${later} > 0`, validateRules: rules },
    ])
    const handlers = { handlers: { never: async () => '不行' }, checkByCode: async () => null }
    expect(await handlerProblems(screen, record, { ...options, handlers } as never)).toEqual([])
  })

  it('in a printed table', () => {
    const screen = buildScreen({ showIf: 'fday + 7 > 0' })
    const template = {
      id: 'print/loan',
      title: '借阅',
      screen: screen.id,
      blocks: [{ type: 'table', detail: 'items', columns: ['fday', 'fnote'] }],
    }
    const env = { types: fieldTypes, can: () => true, lookup, record: options.env }
    expect(printRecord(screen, template as never, record, env as never)).toMatchObject([
      { rows: [{ cells: ['', ''] }] },
    ])
  })

  it('in the condition of a button and in what it sends', () => {
    const send = { due: '=row.fdate + 7', day: `=${later}` }
    const { row } = compileActions(
      buildScreen({}),
      {
        row: [
          {
            code: 'remind',
            title: '催还',
            when: 'row.fdate + 7 > 0',
            call: { method: 'POST', url: '/x', send },
          },
        ],
      },
      { types: fieldTypes, can: () => true },
    )
    const [action] = row
    if (!action) throw new Error('no action')
    const { user } = options.env
    expect(isActionAvailable(action, { fdate: null }, { user })).toBe(false)
    expect(requestValues(send, listRowScope({ fdate: null }, options.env, action.keys))).toEqual({
      due: null,
      day: null,
    })
  })

  it('of a parameter whose field is declared, and of a named record', () => {
    const keys = keySet([{ key: 'fdate', type: 'date' }], fieldValues)
    const scope = envScope({ ...options.env, params: { fdate: '' }, paramKeys: keys })
    expect(value('params.fdate + 7', scope)).toBeNull()
    expect(value('master.fdate + 7', addNames(scope, { master: { value: {}, keys } }))).toBeNull()
    expect(value('params.fother + 7', scope)?.toString()).toBe('7')
  })
})
