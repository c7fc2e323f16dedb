import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from './test-server.ts'
import { png, upload as send, storedFiles } from './uploading.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await createBaseServer({ uploadMaxMb: 1 })
  token = await server.enter('clerk')
})
afterAll(() => server?.close())

const upload = (name: string, content: Buffer | string, biz?: string, length?: number) =>
  send(server, token, { name, content, biz, length })
const stored = (biz: string) => storedFiles(server, biz)

describe('an upload', () => {
  it('is stored under a generated name and returned under its original name', async () => {
    const { body } = await upload('书影.png', png, 'cover')
    expect(body.code).toBe(200)
    expect(body.message).toMatch(/^cover\/[0-9a-f]{32}\.png$/)
    const reply = await server.app.inject(`/jeecg-boot/sys/common/static/${body.message}`)
    expect(reply.rawPayload.equals(png)).toBe(true)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['content-disposition']).toBe(
      `inline; filename*=UTF-8''${encodeURIComponent('书影.png')}`,
    )
    expect(reply.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  it('is stored completely when it is longer than the part that is read to detect its type', async () => {
    const text = '志'.repeat(200_000)
    const { body } = await upload('提要.txt', text)
    const reply = await server.app.inject(`/sys/common/static/${body.message}`)
    expect(reply.body === text).toBe(true)
    expect(reply.headers['content-disposition']).toMatch(/^attachment; /)
  })

  it.each([10, 200, 100_000])('is refused when its body breaks off after %i bytes', async (length) => {
    const { status, body } = await upload('提要.txt', '志'.repeat(200_000), 'torn', length)
    expect([status, body.message]).toEqual([400, '参数无效：file'])
    expect(stored('torn')).toEqual([])
  })

  it('is refused when it is an active file or its content does not match its name', async () => {
    const bad: [string, Buffer | string][] = [
      ['a.html', '<script>1</script>'],
      ['a.svg', '<svg onload="x"/>'],
      ['a.png', '<svg onload="x"/>'],
      ['a.pdf', png],
      ['a.png.exe', png],
      ['a.txt', Buffer.from([0x4d, 0x5a, 0, 1, 2])],
      ['noextension', png],
    ]
    for (const [name, content] of bad) {
      expect((await upload(name, content)).body, name).toMatchObject({
        success: false,
        code: 500,
        message: '文件类型不允许',
      })
    }
  })

  it('is refused and leaves no file when it is too large', async () => {
    const { body } = await upload('a.txt', 'x'.repeat(1024 * 1024 + 1), 'large')
    expect(body).toMatchObject({ success: false, code: 500 })
    expect(body.message).toContain('1MB')
    expect(stored('large')).toEqual([])
  })

  it('is refused when its folder is not allowed or its path leads outside', async () => {
    for (const biz of ['..', 'a/b', 'A', '']) expect((await upload('a.png', png, biz)).status, biz).toBe(400)
    for (const path of [
      '../lock',
      '..%2flock',
      'cover/..%2f..%2fpg%2fPG_VERSION',
      `cover/${'0'.repeat(32)}.png`,
    ]) {
      expect((await server.app.inject(`/sys/common/static/${path}`)).statusCode, path).toBe(404)
    }
  })
})
