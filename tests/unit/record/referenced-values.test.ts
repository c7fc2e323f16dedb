import { expect, it, vi } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { followReferences, type LoadReferenced } from '#runtime/record/formulas/referenced-values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { env, lookup } from './bill.ts'

const text = (key: string): Field => ({ key, title: key, type: 'input' })
const shown = (key: string, field: string, value: string): Field => ({
  ...text(key),
  from: { field, screen: 'base/firm', value },
})
const order: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'demo/order',
  title: '订单',
  fields: [
    text('firm'),
    shown('tel', 'firm', 'tel'),
    shown('city', 'firm', 'city'),
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [text('maker'), shown('makerTel', 'maker', 'tel')],
    },
  ],
}
const firms: Record<string, Record<string, string>> = {
  A: { tel: '0571', city: '杭州', makerTel: '0571' },
  B: { tel: '0574', city: '宁波', makerTel: '0574' },
}

function open(mode: 'add' | 'edit', record: object, answer?: LoadReferenced) {
  const model = new RecordModel(order, { ...record }, { types: fieldValues, lookup, env: env(mode) })
  const load = vi.fn<LoadReferenced>(
    answer ??
      (async ({ values }) =>
        new Map(values.flatMap((value) => (firms[value] ? [[value, firms[value]]] : [])))),
  )
  const end = followReferences(model, load)
  const store = model.rows('items')
  if (!store) throw new Error('no rows')
  return { model, store, load, end }
}

it('the head shows the values of the record that is picked, and none when the reference is emptied', async () => {
  const { model, load } = open('edit', { id: '1', firm: 'A', tel: '0571', city: '杭州', items: [] })
  expect(load).not.toHaveBeenCalled()
  model.setHead('firm', 'B')
  expect(model.head).toMatchObject({ tel: null, city: null })
  await vi.waitFor(() => expect(model.head).toMatchObject({ tel: '0574', city: '宁波' }))
  expect(load.mock.calls).toEqual([[{ detail: null, field: 'firm', values: ['B'] }]])
  model.setHead('firm', null)
  expect(model.head).toMatchObject({ tel: null, city: null })
  expect(load).toHaveBeenCalledTimes(1)
})

it('rows show the values of their records with one request for each step, and undo follows', async () => {
  const { store, load } = open('edit', { id: '1', items: [{ id: 'r1', maker: 'A', makerTel: '0571' }] })
  const [added = ''] = store.insert(1, [{ maker: 'B' }])
  await vi.waitFor(() => expect(store.row(added)).toMatchObject({ makerTel: '0574' }))
  store.setCells([
    { id: 'r1', values: { maker: 'B' } },
    { id: added, values: { maker: 'A' } },
  ])
  await vi.waitFor(() => expect(store.row('r1')).toMatchObject({ makerTel: '0574' }))
  expect(store.row(added)).toMatchObject({ makerTel: '0571' })
  expect(load.mock.lastCall?.[0]).toEqual({ detail: 'items', field: 'maker', values: ['B', 'A'] })
  expect(load).toHaveBeenCalledTimes(2)

  store.undo()
  await vi.waitFor(() => expect(store.row('r1')).toMatchObject({ maker: 'A', makerTel: '0571' }))
  store.undo()
  expect(store.row(added)).toBeUndefined()
  store.redo()
  await vi.waitFor(() => expect(store.row(added)).toMatchObject({ makerTel: '0574' }))
})

it('shown values are no changes: a save does not send them', async () => {
  const { model } = open('edit', { id: '1', rev: 1, firm: null, items: [] })
  model.setHead('firm', 'A')
  await vi.waitFor(() => expect(model.head).toMatchObject({ tel: '0571' }))
  expect(model.body('edit')).toEqual({ id: '1', rev: 1, firm: 'A' })
})

it('a new record shows the values of its default reference', async () => {
  const { model } = open('add', { firm: 'A', items: [] })
  await vi.waitFor(() => expect(model.head).toMatchObject({ tel: '0571' }))
})

it('an answer that comes after the next pick is ignored, and a refusal leaves the values empty', async () => {
  const answers = new Map<string, (found: ReadonlyMap<string, Record<string, string>>) => void>()
  const { model } = open('edit', { id: '1', items: [] }, ({ values: [value = ''] }) =>
    value === 'C'
      ? Promise.reject(new Error('refused'))
      : new Promise((resolve) => answers.set(value, resolve)),
  )
  model.setHead('firm', 'A')
  model.setHead('firm', 'B')
  answers.get('B')?.(new Map([['B', firms.B ?? {}]]))
  await vi.waitFor(() => expect(model.head).toMatchObject({ tel: '0574' }))
  answers.get('A')?.(new Map([['A', firms.A ?? {}]]))
  await Promise.resolve()
  expect(model.head).toMatchObject({ tel: '0574' })
  model.setHead('firm', 'C')
  await Promise.resolve()
  expect(model.head).toMatchObject({ tel: null, city: null })
})
