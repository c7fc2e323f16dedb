import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({}, { clerk: ['demo:purchase:cost'] })
})
afterAll(() => server?.close())

const headers = (key: string) => ({ 'idempotency-key': key })
const revoke = async (code: string) => {
  const { db, permissions } = server.services
  await db.app
    .deleteFrom('sys_role_permission')
    .where('role_id', '=', 'clerk')
    .where('permission_id', '=', code)
    .execute()
  await permissions.changed()
}
const body = { fname: '订单', items: [{ fspmc: '纸', fnum: 2, fprice: 3 }] }
const saveOrder = () => server.order('clerk', 'add', 'POST', { body, headers: headers('order-attempt-1') })

describe('a save that is repeated with its idempotency key', () => {
  it('returns no value of a row after the right to it is removed', async () => {
    const first = await saveOrder()
    expect(first.body.result.items[0]).toMatchObject({ fspmc: '纸', fprice: 3 })
    expect((await saveOrder()).body.result).toEqual(first.body.result)
    await revoke('demo:order:price')
    const { id } = first.body.result
    const read = async () => (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result
    await expect.poll(read).not.toHaveProperty('items.0.fprice')
    const again = await saveOrder()
    expect(again.body).toMatchObject({ success: true, result: { id, items: [{ fspmc: '纸' }] } })
    expect(again.body.result).not.toHaveProperty('items.0.fprice')
  })

  it('returns no value of a separately saved row after the right to it is removed', async () => {
    const at = '/jeecg-boot/resource/demo/purchase'
    const bill = await server.call('clerk', 'POST', `${at}/add`, { body: { fname: '采购' } })
    const master = bill.body.result.id
    const save = () =>
      server.call('clerk', 'POST', `${at}/items/add?master=${master}`, {
        body: { fspmc: '宣纸' },
        headers: headers('row-attempt-2'),
      })
    expect((await save()).body.result).toMatchObject({ fspmc: '宣纸', fcost: null })
    await revoke('demo:purchase:cost')
    await expect.poll(async () => (await save()).body.result).not.toHaveProperty('fcost')
    expect((await save()).body.result).toMatchObject({ fspmc: '宣纸' })
  })

  it('is refused when the row rules no longer include the record', async () => {
    await server.services.db.app
      .updateTable('sys_user')
      .set({ org_code: 'B01' })
      .where('id', '=', 'clerk')
      .execute()
    await server.services.permissions.changed()
    const total = async () => (await server.order('clerk', 'list', 'GET')).body.result.total
    await expect.poll(total).toBe(0)
    const again = await saveOrder()
    expect([again.body.code, again.body.result]).toEqual([510, null])
  })
})
