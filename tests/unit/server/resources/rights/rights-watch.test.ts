import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type Person, TestServer } from '../test-server.ts'

let server: TestServer
/** A connection of another program to the same database. */
let psql: pg.Client
beforeAll(async () => {
  server = await TestServer.open()
  psql = new pg.Client(server.test.links.owner)
  await psql.connect()
})
afterAll(async () => {
  await psql?.end()
  await server?.close()
})

const open = async (who: Person) => {
  const token = server.tokens.get(who) ?? ''
  const headers = { 'sec-websocket-protocol': token }
  const socket: WebSocket = await server.app.injectWS(`/jeecg-boot/websocket/${who}`, { headers })
  const frames: unknown[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  return { frames, close: () => socket.terminate() }
}

const listCode = async (who: Person): Promise<number> => (await server.order(who, 'list', 'GET')).body.code
const menu = { cmd: 'menu' }

describe('rights that another program changes', () => {
  it('apply to the user who gains or loses a role, and refresh that user’s menu only', async () => {
    const [own, other] = [await open('nobody'), await open('clerk')]
    expect(await listCode('nobody')).toBe(510)
    await psql.query("insert into sys_user_role (user_id, role_id) values ('nobody', 'clerk')")
    await expect.poll(() => listCode('nobody')).toBe(200)
    await expect.poll(() => own.frames).toEqual([menu])
    await psql.query("delete from sys_user_role where user_id = 'nobody' and role_id = 'clerk'")
    await expect.poll(() => listCode('nobody')).toBe(510)
    await expect.poll(() => own.frames).toEqual([menu, menu])
    expect(other.frames).toEqual([])
    for (const { close } of [own, other]) close()
  })

  it('apply to all users when grants change, with one notice for a transaction', async () => {
    const page = await open('reader')
    expect(await listCode('reader')).toBe(200)
    await psql.query('begin')
    await psql.query("delete from sys_role_permission where role_id = 'reader'")
    await psql.query("update sys_permission set name = name || '了' where id = 'demo:order:list'")
    await psql.query(
      "delete from sys_role_permission where role_id = 'other' and permission_id like '%:list'",
    )
    expect(page.frames).toEqual([])
    await psql.query('commit')
    await expect.poll(() => listCode('reader')).toBe(510)
    await expect.poll(() => listCode('other')).toBe(510)
    await expect.poll(() => page.frames).toEqual([menu])
    await psql.query("insert into sys_role_permission values ('reader', 'demo:order:list')")
    await expect.poll(() => listCode('reader')).toBe(200)
    page.close()
  })

  it('apply when a role is deleted, or a user becomes an administrator or is none any more', async () => {
    expect(await listCode('clerk')).toBe(200)
    await psql.query("delete from sys_role where id = 'clerk'")
    await expect.poll(() => listCode('clerk')).toBe(510)
    await psql.query("insert into sys_administrator (user_id, create_by) values ('nobody', 'admin')")
    await expect.poll(() => listCode('nobody')).toBe(200)
    await psql.query("delete from sys_administrator where user_id = 'nobody'")
    await expect.poll(() => listCode('nobody')).toBe(510)
  })

  it('send no notice when a statement changes nothing', async () => {
    const heard: string[] = []
    await server.services.db.listen('permission', (payload) => heard.push(payload))
    await psql.query("delete from sys_role_permission where role_id = 'no such role'")
    await psql.query(
      "insert into sys_role_permission values ('reader', 'demo:order:list') on conflict do nothing",
    )
    await psql.query("delete from sys_user_role where user_id = 'no such user'")
    await psql.query("select pg_notify('permission', 'end')")
    await expect.poll(() => heard).toEqual(['end'])
  })

  it('stay those of administrators whatever code the roles have', async () => {
    await psql.query("update sys_role set role_code = 'former' where id = 'admin'")
    await psql.query("update sys_role set role_code = 'admin' where id = 'nobody'")
    await psql.query("delete from sys_role_permission where role_id = 'reader'")
    await expect.poll(() => listCode('reader')).toBe(510)
    expect([await listCode('admin'), await listCode('nobody')]).toEqual([200, 510])
  })
})
