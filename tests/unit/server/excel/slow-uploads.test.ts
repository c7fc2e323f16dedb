import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { sendImport } from './send-import.ts'

const fields = [{ key: 'fname', title: '名称', type: 'input' }]
const grants = ['list', 'add', 'import'].map((word) => `demo:slow:${word}`)

let server: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  const screen = { id: 'demo/slow', title: '零件', perm: 'demo:slow', table: { name: 'demo_slow' }, fields }
  server = await TestServer.open(
    { 'demo/slow.json': noteScreen(screen) },
    { clerk: grants, reader: grants, admin: [] },
  )
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.close()
})

/** Sends the beginning of an import and no more of it. */
async function beginImport(who: Person): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  const arrived = once(server.app.server, 'request')
  socket.write(
    [
      'POST /jeecg-boot/resource/demo/slow/importExcel HTTP/1.1',
      'host: 127.0.0.1',
      `x-access-token: ${server.tokens.get(who)}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 100000',
      '',
      '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.xlsx"\r\n\r\nPK',
    ].join('\r\n'),
  )
  await arrived
}

it('an import is answered while two other users send theirs slowly', async () => {
  for (const who of ['reader', 'admin', 'reader', 'admin'] as const) await beginImport(who)
  const answer = await sendImport(server, 'demo/slow', { 零件: [['名称'], ['垫圈']] })
  expect(answer).toMatchObject({ success: true })
}, 20_000)
