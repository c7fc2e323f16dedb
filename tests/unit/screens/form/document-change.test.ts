import { expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { rebase } from '#runtime/record/rows/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import { moveSession, openSession } from '#runtime/screens/form/session.ts'
import { bill, env, lookup } from '../../record/bill.ts'

const edit = env('edit')
const options = { types: fieldTypes, lookup, can: () => true }
const sessionEnv = { types: fieldTypes, can: () => true, options, env: edit }
const published = { ...bill, title: '新入库单' }

const record: Values = {
  id: 'b',
  rev: 1,
  fdate: '2025-09-25',
  items: [{ id: 'p1', fname: '纸', fnum: 1, orderNum: 1 }],
}
const theirs: Values = {
  ...record,
  rev: 2,
  fdate: '2025-09-26',
  items: [
    { id: 'p1', fname: '纸', fnum: 1, orderNum: 1 },
    { id: 'p2', fname: '墨', fnum: 2, orderNum: 2 },
  ],
}

it('a newer document sends no row and no value that another user saved while the form was open', () => {
  const session = openSession(bill, record, sessionEnv)
  session.model.load(theirs)
  const { model } = moveSession(session, published, sessionEnv)
  expect(model.isChanged).toBe(false)
  expect(model.body('edit')).toEqual({ id: 'b', rev: 2 })
})

it('a newer document keeps the input beside what another user saved while the form was open', () => {
  const session = openSession(bill, record, sessionEnv)
  session.model.rows('items')?.setCell('p1', 'fnum', 5)
  session.model.rows('items')?.insert(1, [{ fname: '砚', fnum: 3 }])
  rebase(session.model, theirs)
  const { model } = moveSession(session, published, sessionEnv)
  expect(model.rows('items')?.rows.map(({ fname }) => fname)).toEqual(
    session.model.rows('items')?.rows.map(({ fname }) => fname),
  )
  expect(model.body('edit')).toEqual(session.model.body('edit'))
  expect(model.body('edit')).toMatchObject({
    rev: 2,
    items: {
      added: [{ fname: '砚' }],
      changed: [
        { id: 'p1', fnum: 5 },
        { id: 'p2', orderNum: 3 },
      ],
    },
  })
})
