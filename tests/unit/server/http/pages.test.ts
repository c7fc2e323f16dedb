import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { addFiles } from '#server/platform/http/files.ts'
import { keepAssets, keptFolder } from '#server/platform/http/kept-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'office-pages-'))
const dataDir = join(root, 'data')
const app = Fastify()
beforeAll(async () => {
  mkdirSync(join(root, 'dist/app/assets'), { recursive: true })
  const names = ['institution', 'product-title', 'short-title'].map(
    (name) => `<meta name="${name}" content="" />`,
  )
  writeFileSync(join(root, 'dist/app/index.html'), `<!doctype html>${names.join('')}<title>x</title>`)
  const variables = { INSTITUTION: '市档案馆', PRODUCT_TITLE: '档案系统', SHORT_TITLE: '档案"<b>' }
  addFiles(app, { ...readConfig(variables), root, dataDir })
  app.register(async (routes) => {
    routes.post('/system/order/close', async () => ({}))
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = async (url: string, accept?: string) => {
  const { statusCode, headers } = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
  return [statusCode, String(headers['content-type']).split(';')[0]]
}
const page = [200, 'text/html']

describe('a page of the app', () => {
  it.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', undefined])(
    'is answered at any address when %s is accepted',
    async (accept) => {
      for (const path of ['/', '/stock/in-bill?id=1', '/system/user'])
        expect(await get(path, accept)).toEqual(page)
    },
  )

  it.each([
    ['/', 'application/json, text/plain, */*'],
    ['/assets/list-1a2b.js', '*/*'],
    ['/old-chunk.js', '*/*'],
    ['/sys/unknown', '*/*'],
    ['/jeecg-boot/sys/unknown', 'text/html'],
    ['/resource/unknown', undefined],
  ])('is not the answer to %s when %s is accepted', async (path, accept) => {
    expect((await get(path, accept))[0]).toBe(404)
  })

  it('carries the names of the installation as text', async () => {
    const { body } = await app.inject({ url: '/' })
    expect([...body.matchAll(/content="([^"]*)"/g)].map(([, content]) => content)).toEqual([
      '市档案馆',
      '档案系统',
      '档案&quot;&lt;b&gt;',
    ])
  })

  it('is not the answer to a program at an address of another method', async () => {
    expect((await get('/system/order/close', '*/*'))[1]).toBe('application/json')
  })
})

describe('the files of the pages of another version', () => {
  const instance = (name: string) => {
    const other = join(root, name)
    mkdirSync(join(other, 'dist/app/assets'), { recursive: true })
    writeFileSync(join(other, `dist/app/assets/${name}-1a2b3c4.js`), name)
    return { root: other, dataDir }
  }

  it('are answered by every instance of the data folder, for a month after the last start of that version', async () => {
    await keepAssets(instance('later'))
    await keepAssets(instance('former'))
    const answer = await app.inject({ url: '/assets/former-1a2b3c4.js' })
    expect([answer.statusCode, answer.body]).toEqual([200, 'former'])
    expect(answer.headers['cache-control']).toContain('immutable')
    expect((await app.inject({ url: '/assets/later-1a2b3c4.js' })).body).toBe('later')
    for (const path of ['/assets/other-1a2b3c4.js', '/assets/..%2Fsecret.key', '/assets/.part'])
      expect((await app.inject({ url: path })).statusCode).toBe(404)

    const monthAgo = new Date(Date.now() - 31 * 86_400_000)
    for (const name of ['later', 'former'])
      utimesSync(join(keptFolder({ dataDir }), `${name}-1a2b3c4.js`), monthAgo, monthAgo)
    await keepAssets(instance('later'))
    expect((await app.inject({ url: '/assets/former-1a2b3c4.js' })).statusCode).toBe(404)
    expect(existsSync(join(keptFolder({ dataDir }), 'later-1a2b3c4.js'))).toBe(true)
  })
})
