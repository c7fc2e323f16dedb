import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renameInArrangements } from '#server/modules/arrangement/interface.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const panel = (id: string, more: object) => ({
  version: 2,
  kind: 'panel',
  id,
  title: id,
  blocks: [{ type: 'text', title: '甲', text: '甲' }],
  ...more,
})
const documents = {
  'trial/mine.json': panel('trial/mine', { personal: true }),
  'trial/shut.json': panel('trial/shut', { personal: true, needs: 'demo:order:secret' }),
  'trial/fixed.json': panel('trial/fixed', {
    blocks: [
      { type: 'text', title: '乙', text: '乙', key: 'second' },
      { type: 'text', title: '密', text: '密', needs: 'demo:order:secret' },
    ],
  }),
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(documents)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql`delete from sys_panel_arrangement`.execute(server.test.db.app)
})

const call = (who: Person, method: 'GET' | 'PUT' | 'DELETE', body?: unknown, id = 'trial/mine') =>
  server.call(who, method, `/jeecg-boot/sys/arrangement/${id}`, body === undefined ? {} : { body })
const mine = { panel: 'trial/mine', block: 'text:甲', span: 6 }
const second = { panel: 'trial/fixed', block: 'second', span: 24, height: 8 }
const secret = { panel: 'trial/fixed', block: 'text:密', span: 6 }
const put = (who: Person, blocks: unknown, id?: string) => call(who, 'PUT', { blocks }, id)
const read = async (who: Person) => (await call(who, 'GET')).body.result

describe('an arrangement of a panel', () => {
  it('is stored with the blocks that the panel itself has, replaced, and removed', async () => {
    expect(await read('nobody')).toBeNull()
    expect((await put('nobody', [second, mine])).body.message).toBe('保存成功')
    expect(await read('nobody')).toEqual({ blocks: [second, mine], defaults: ['text:甲'] })
    await put('nobody', [])
    expect(await read('nobody')).toEqual({ blocks: [], defaults: ['text:甲'] })
    expect((await call('nobody', 'DELETE')).status).toBe(200)
    expect(await read('nobody')).toBeNull()
  })

  it('is that of the user of the request, whatever others do', async () => {
    await put('clerk', [mine])
    await put('reader', [second])
    await call('other', 'DELETE')
    expect((await read('clerk')).blocks).toEqual([mine])
    expect((await read('reader')).blocks).toEqual([second])
    expect(await read('other')).toBeNull()
    const named = await server.call('other', 'GET', '/jeecg-boot/sys/arrangement/trial/mine', {
      query: { userId: 'clerk', user_id: 'clerk' },
    })
    expect(named.body.result).toBeNull()
  })

  it('has only blocks that exist and that the user may see', async () => {
    expect((await put('clerk', [secret])).body.success).toBe(true)
    const shut = { panel: 'trial/shut', block: 'text:甲', span: 1 }
    expect((await put('clerk', [shut])).body.success).toBe(true)
    for (const block of [
      secret,
      shut,
      { ...mine, block: 'text:没有' },
      { ...mine, panel: 'trial/none' },
      { ...mine, panel: 'demo/order' },
      { ...mine, panel: '__proto__' },
    ]) {
      const { headers, body } = await put('reader', [mine, block])
      expect([headers['x-error-code'], body.success]).toEqual(['ARRANGEMENT_BLOCK', false])
    }
    expect(await read('reader')).toBeNull()
  })

  it.each<[string, unknown]>([
    ['no list', { ...mine }],
    ['a width of 0', [{ ...mine, span: 0 }]],
    ['a width of 25 columns', [{ ...mine, span: 25 }]],
    ['half a column', [{ ...mine, span: 1.5 }]],
    ['a height of 9 steps', [{ ...mine, height: 9 }]],
    ['the definition of a block', [{ ...mine, source: { url: '/sys/user/list' } }]],
    ['a name without end', [{ ...mine, block: 'x'.repeat(201) }]],
    ['61 blocks', Array.from({ length: 61 }, () => mine)],
  ])('with %s is refused', async (_, blocks) => {
    expect((await put('clerk', blocks)).body.success).toBe(false)
    expect(await read('clerk')).toBeNull()
  })

  it('exists only of panels that allow it, for the users who may open them', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await call('admin', method, undefined, 'trial/fixed')).status).toBe(404)
      expect((await call('admin', method, undefined, 'demo/order')).status).toBe(404)
      expect((await call('admin', method, undefined, 'trial/none')).status).toBe(404)
      expect((await call('reader', method, undefined, 'trial/shut')).status).toBe(403)
    }
    expect((await put('admin', [mine], 'trial/fixed')).status).toBe(404)
    expect((await put('reader', [mine], 'trial/shut')).status).toBe(403)
    expect((await put('clerk', [mine], 'trial/shut')).status).toBe(200)
    const nobody = await server.app.inject({ url: '/jeecg-boot/sys/arrangement/trial/mine' })
    expect(nobody.statusCode).toBe(401)
  })

  it('follows the new id of a panel', async () => {
    await put('clerk', [mine, second, mine])
    await put('reader', [mine])
    await server.services.db.write((trx) => renameInArrangements(trx, 'trial/fixed', 'trial/renamed'))
    expect((await read('clerk')).blocks).toEqual([mine, { ...second, panel: 'trial/renamed' }, mine])
    expect((await read('reader')).blocks).toEqual([mine])
  })
})
