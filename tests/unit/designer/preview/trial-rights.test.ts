import { describe, expect, it } from 'vitest'
import { listNamedRoles, trialRights } from '#designer/preview/trial-rights.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const bill = {
  version: 2,
  kind: 'screen',
  id: 'stock/bill',
  title: '单据',
  perm: 'stock:bill',
  roles: { clerk: ['stock:bill:list', 'stock:bill:edit'], reader: ['stock:bill:list'] },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    {
      key: 'fprice',
      title: '单价',
      type: 'inputNumber',
      access: {
        rules: [
          { roles: ['reader'], allow: 'hidden' },
          { roles: ['clerk'], states: ['done'], allow: 'read' },
        ],
      },
    },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        {
          key: 'fcost',
          title: '成本',
          type: 'inputNumber',
          access: { rules: [{ roles: ['boss'], allow: 'read' }] },
        },
      ],
    },
  ],
  flow: { field: 'fstate', initial: 'open', editable: ['open'], moves: [{ code: 'finish', to: 'done' }] },
  rowRules: [
    { name: '本部门', where: 'true', roles: ['clerk'] },
    { name: '不看作废', where: 'true', unless: 'stock:bill:all' },
  ],
} as unknown as ScreenDocument
const none: ReadonlySet<string> = new Set()

describe('the trial of a draft as a role', () => {
  it('hides what the rules hide from the role, and its buttons without codes', () => {
    const reader = trialRights(bill, { role: 'reader' }, none)
    expect(reader).toMatchObject({ isOpen: true, hidden: ['单价'], rowRules: ['不看作废'] })
    expect(reader.canEdit({ fstate: 'open' })).toBe(false)
    expect(['add', 'edit', 'finish', 'all'].filter((verb) => reader.can(`stock:bill:${verb}`))).toEqual([])
    expect(reader.can('other:list')).toBe(true)
    const field = reader.screen.fields[1]
    expect(reader.can(field?.access?.read ?? '')).toBe(false)
  })

  it('follows the state of the records: what may be changed at first is only read later', () => {
    const open = trialRights(bill, { role: 'clerk', state: 'open' }, none)
    expect(open).toMatchObject({ hidden: [], readOnly: [], rowRules: ['不看作废', '本部门'] })
    expect(open.canEdit(open.row)).toBe(true)
    const done = trialRights(bill, { role: 'clerk', state: 'done' }, none)
    expect(done).toMatchObject({ hidden: [], readOnly: ['单价'] })
    expect(done.canEdit(done.row)).toBe(false)
  })

  it('takes the columns of detail tables along', () => {
    const boss = trialRights(bill, { role: 'boss' }, new Set(['stock:bill:list']))
    expect(boss).toMatchObject({ hidden: [], readOnly: ['明细的成本'] })
  })

  it('counts what the role was granted besides, and lets everything through without a role', () => {
    const granted = new Set(['stock:bill:list', 'stock:bill:all', 'stock:bill:edit'])
    const reader = trialRights(bill, { role: 'reader' }, granted)
    expect(reader.rowRules).toEqual([])
    expect(reader.canEdit(reader.row)).toBe(true)
    expect(trialRights(bill, { role: 'stranger' }, none).isOpen).toBe(false)
    const all = trialRights(bill, { state: 'open' }, none)
    expect(all).toMatchObject({ isOpen: true, hidden: [], readOnly: [], rowRules: [] })
    expect(all.canEdit(all.row)).toBe(true)
  })

  it('offers the roles that the draft names anywhere', () => {
    expect(listNamedRoles(bill).toSorted()).toEqual(['boss', 'clerk', 'reader'])
  })
})
