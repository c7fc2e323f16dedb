import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import WebSocket from 'ws'
import { type Client, card, shared, until } from '../api.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

let api: Client
test.beforeAll(() => {
  api = shared()
})

test('documents are sent as their public view and cached under their hash', async () => {
  const index = await api.get('clerk', '/schema/index')
  const entry = index.body.result.find(({ id }: { id: string }) => id === 'stock/in-bill')
  expect(entry).toEqual({
    id: 'stock/in-bill',
    title: '入库单',
    kind: 'screen',
    hasFlow: true,
    rev: expect.any(String),
    components: ['stock/in-bill'],
    path: '/stock/in-bill',
    canAdd: true,
  })
  const etag = index.headers.get('etag') ?? ''
  const again = await fetch(`${api.base}/schema/index`, {
    headers: { 'X-Access-Token': await api.token('clerk'), 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  const document = await api.get('clerk', `/schema/documents/stock/in-bill?rev=${entry.rev}`)
  expect(document.headers.get('cache-control')).toContain('immutable')
  expect(document.body.result).toMatchObject({ id: 'stock/in-bill', rev: entry.rev })
  expect(JSON.stringify(document.body)).not.toMatch(/stk_in_bill|rowRules|"table":\{/)
  expect(
    (await api.get('clerk', '/schema/documents/stock/in-bill?rev=old')).headers.get('cache-control'),
  ).toBe('no-store')
  expect((await api.get('clerk', '/schema/documents/stock/nothing')).status).toBe(404)
})

interface Page {
  frames: { cmd: string; id?: string; rev?: string }[]
  socket: WebSocket
}

/** A page's socket, or the HTTP status that refused it. */
function connect(userId: string, token: string | null, headers = {}): Promise<Page | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(
      `${api.base.replace('http', 'ws')}/websocket/${userId}`,
      token === null ? [] : [token],
      { headers },
    )
    const frames: Page['frames'] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    socket.on('open', () => resolve({ socket, frames }))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      // The refused connection must not stay open.
      response.socket.on('close', () => resolve(response.statusCode ?? 0))
    })
  })
}

test('a socket is refused at the handshake without a token, with a wrong token, or for another user', async () => {
  const token = await api.token('clerk')
  const { id } = (await api.login('clerk')).body.result.userInfo
  const other = (await api.login('admin')).body.result.userInfo.id
  expect(await connect(id, null)).toBe(401)
  expect(await connect(id, 'x'.repeat(43))).toBe(401)
  expect(await connect(other, token)).toBe(403)
  expect(await connect(id, token, { origin: 'http://elsewhere.example' })).toBe(403)
  const page = await connect(id, token)
  if (typeof page === 'number') throw new Error(`refused with ${page}`)
  page.socket.send('HeartBeat')
  await until(() => page.frames.some((frame) => frame.cmd === 'heartcheck'), 2000)
  page.socket.close()
})

test.describe
  .serial('a document dropped into the folder', () => {
    const cards = '/resource/base/e2e-card'
    const write = (document: unknown) =>
      writeWhole(
        join(getProduct().schemas, 'base/e2e-card.json'),
        typeof document === 'string' ? document : JSON.stringify(document, null, 2),
      )
    const remove = () => rmSync(join(getProduct().schemas, 'base'), { recursive: true, force: true })
    const onMenu = async (as: string) =>
      JSON.stringify(
        (await api.get(as, '/sys/permission/getUserPermissionByToken')).body.result.menu,
      ).includes('/base/e2e-card')
    let page: Page
    const told = (cmd: string) => page.frames.filter((frame) => frame.cmd === cmd)
    test.beforeAll(async () => {
      const { id } = (await api.login('admin')).body.result.userInfo
      page = (await connect(id, await api.token('admin'))) as Page
    })
    test.afterAll(() => {
      page.socket.close()
      remove()
    })

    test('is in the menu, the index and the database within two seconds', async () => {
      expect(await onMenu('admin')).toBe(false)
      write(card())
      await until(() => onMenu('admin'), 2000)
      await until(() => told('menu').length > 0 && told('document').length > 0, 1000)
      expect(told('document')[0]).toEqual({ cmd: 'document', id: 'base/e2e-card', rev: expect.any(String) })
      // It belongs to no role until an administrator confirms its proposals.
      expect((await api.get('reader', `${cards}/list`)).body.code).toBe(510)
      for (const roleId of ['clerk', 'reader'])
        await api.post('admin', '/sys/role/decideProposals', { roleId, state: 'granted' })
      await until(async () => (await api.get('reader', `${cards}/list`)).body.code === 200, 2000)
      const index = (await api.get('clerk', '/schema/index')).body.result
      expect(index.find(({ id }: { id: string }) => id === 'base/e2e-card')).toMatchObject({
        path: '/base/e2e-card',
        components: ['base/e2e-card'],
      })
    })

    test('hides a column without its right, and a save by that user keeps the column’s values', async () => {
      const saved = (
        await api.post('admin', `${cards}/add`, {
          fname: '甲',
          fdeposit: 100,
          loans: [{ ftitle: '县志', ffine: 3 }],
        })
      ).body.result
      const seen = (await api.get('clerk', `${cards}/queryById?id=${saved.id}`)).body.result
      expect(seen).not.toHaveProperty('fdeposit')
      expect(seen.loans[0]).not.toHaveProperty('ffine')
      expect((await api.get('clerk', `${cards}/list`)).body.result.records[0]).not.toHaveProperty('fdeposit')
      const twice = encodeURIComponent(encodeURI(JSON.stringify([{ field: 'fdeposit', rule: 'ge', val: 1 }])))
      for (const query of [
        'fdeposit=100',
        'fdeposit_begin=1',
        'column=fdeposit&order=asc',
        `superQueryParams=${twice}`,
      ])
        expect((await api.get('clerk', `${cards}/list?${query}`)).status, query).toBe(400)
      const loans = { changed: [{ id: saved.loans[0].id, ftitle: '府志' }] }
      expect(
        (await api.put('clerk', `${cards}/edit`, { id: saved.id, rev: 1, fname: '乙', loans })).body.message,
      ).toBe('修改成功！')
      const kept = (await api.get('admin', `${cards}/queryById?id=${saved.id}`)).body.result
      expect(kept).toMatchObject({ fname: '乙', fdeposit: 100, loans: [{ ftitle: '府志', ffine: 3 }] })
      const tried = await api.put('clerk', `${cards}/edit`, { id: saved.id, fdeposit: 1 })
      expect(tried.status).toBe(400)
      expect(tried.body.result.problems[0].path).toBe('/fdeposit')
    })

    test('gains columns in its table when it changes, and open pages are notified', async () => {
      page.frames.length = 0
      write(
        card({
          title: '读者证',
          fields: [...card().fields, { key: 'flevel', title: '级别', type: 'input' }],
        }),
      )
      await until(() => told('document').length > 0, 2000)
      const saved = await api.post('admin', `${cards}/add`, { fname: '丙', flevel: 'A' })
      expect(saved.body.result).toMatchObject({ flevel: 'A' })
      expect((await api.get('admin', `${cards}/list?fname=*乙*`)).body.result.total).toBe(1)
    })

    test('serves its last good version when it breaks, and shows the reason to users who may edit documents', async () => {
      const broken: [string, unknown, string][] = [
        ['BROKEN_JSON', '{"kind": "screen",', ''],
        [
          'UNKNOWN_KEY',
          card({ fields: [{ key: 'fname', titel: '姓名', type: 'input' }] }),
          '/fields/0/titel',
        ],
        ['WRONG_ID', card({ id: 'base/e2e-other' }), '/id'],
      ]
      for (const [code, document, path] of broken) {
        page.frames.length = 0
        write(document)
        const problem = async () =>
          (await api.get('admin', '/schema/documents/base/e2e-card')).body.result.problems?.[0]
        await until(async () => told('document').length > 0 && (await problem())?.path === path, 2000)
        expect((await problem()).file, code).toContain('e2e-card.json')
        expect((await api.get('clerk', '/schema/documents/base/e2e-card')).body.result).not.toHaveProperty(
          'problems',
        )
        expect((await api.get('clerk', `${cards}/list`)).body.result.total).toBeGreaterThan(0)
        expect(await onMenu('clerk')).toBe(true)
      }
    })

    test('answers a list without the right with code 510, and an action with 403', async () => {
      page.frames.length = 0
      write(card({ perm: 'e2e:card', roles: undefined }))
      await until(() => told('document').length > 0, 2000)
      const list = await api.get('clerk', `${cards}/list`)
      expect(list.status).toBe(200)
      expect(list.body).toMatchObject({ success: false, code: 510, message: '没有权限，请联系管理员授权' })
      expect((await api.get('clerk', `${cards}/queryById?id=1`)).status).toBe(403)
      expect((await api.get('clerk', '/schema/documents/base/e2e-card')).status).toBe(403)
    })

    test('is removed from the menu with its file', async () => {
      remove()
      await until(async () => !(await onMenu('admin')), 2000)
      expect((await api.get('admin', `${cards}/list`)).status).toBe(404)
    })
  })
