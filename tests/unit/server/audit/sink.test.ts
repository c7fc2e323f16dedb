import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { openCheckpointWriter } from '#server/modules/audit/checkpoint-writer.ts'
import { collectCheckpoints, readLines } from '#server/modules/audit/interface.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { openOutside } from '../account/external-server.ts'

const secrets = openSecrets('', 'ab'.repeat(32))
const link = (seq: number) => ({ seq, hash: String(seq % 10).repeat(64) })
const writerTo = (AUDIT_SINK: string, lines: string[] = []) =>
  openCheckpointWriter({
    config: readConfig({ AUDIT_SINK }),
    secrets,
    log: pino({}, { write: (line) => void lines.push(line) }),
  })
const expectReceived = async (text: string, seq: number) =>
  expect(await collectCheckpoints(secrets, [text])).toEqual(new Map([[seq, link(seq).hash]]))

it('checkpoint is received as a datagram of syslog when AUDIT_SINK is syslog://', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  const received = once(server, 'message')
  const writer = writerTo(`syslog://127.0.0.1:${server.address().port}`)
  writer.note(link(7))
  const [message] = (await received) as [Buffer]
  expect(String(message)).toMatch(/^<109>1 \S+ \S+ gazetteer-office \d+ audit - audit seq=7 /)
  await expectReceived(String(message), 7)
  await writer.close()
  server.close()
})

it('checkpoint is received with its length when AUDIT_SINK is syslog+tcp://', async () => {
  let text = ''
  const server = createServer((socket) => {
    socket.on('data', (part) => {
      text += part
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const writer = writerTo(`syslog+tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  writer.note(link(8))
  await vi.waitFor(() => expect(text).toMatch(/mac=[0-9a-f]{32}$/))
  const [, length, message = ''] = /^(\d+) (.*)$/.exec(text) ?? []
  expect(Number(length)).toBe(Buffer.byteLength(message))
  await expectReceived(message, 8)
  await writer.close()
  server.close()
})

it('checkpoint is posted and read again when AUDIT_SINK is an address', async () => {
  const outside = await openOutside()
  const stored: string[] = []
  outside.answer((_url, response) => response.end(stored.join('\n')))
  const url = `${outside.url}/audit`
  const writer = writerTo(url)
  writer.note(link(9))
  await writer.close()
  stored.push(...outside.asked.map(({ body }) => body))
  const lines = await readLines({ kind: 'url', url })
  expect(await collectCheckpoints(secrets, lines ?? [])).toEqual(new Map([[9, link(9).hash]]))
  await outside.close()
})

it('checkpoints of rotated files are read with those of the file, and other files are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-sink-'))
  const path = join(folder, 'audit.log')
  const write = async (seq: number, name: string, pack = (text: string): string | Buffer => text) => {
    const writer = writerTo(path)
    writer.note(link(seq))
    await writer.close()
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    writeFileSync(join(folder, name), pack(text))
  }
  await write(1, 'audit.log.2.gz', gzipSync)
  await write(2, 'audit.log-20261130')
  await write(3, 'other.log')
  await write(4, 'audit.logs')
  await write(5, 'audit.log')
  const lines = (await readLines({ kind: 'file', path })) ?? []
  expect([...(await collectCheckpoints(secrets, lines)).keys()].sort()).toEqual([1, 2, 5])
  expect(
    (
      await collectCheckpoints(
        secrets,
        (await readLines({ kind: 'file', path: join(folder, 'none', 'a') })) ?? [],
      )
    ).size,
  ).toBe(0)
  rmSync(folder, { recursive: true })
})

it('newest checkpoint is sent at the end and the failure logged once when the sink fails', async () => {
  const outside = await openOutside()
  let status = 503
  outside.answer((_url, response) => response.writeHead(status).end())
  const lines: string[] = []
  const writer = writerTo(outside.url, lines)
  writer.note(link(1))
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  writer.note(link(2))
  writer.note(link(3))
  status = 200
  await writer.close()
  await expectReceived(outside.asked.at(-1)?.body ?? '', 3)
  expect(outside.asked).toHaveLength(2)
  await outside.close()
})

it('AUDIT_SINK is refused with what is expected when it is no path, syslog or web address', () => {
  for (const AUDIT_SINK of ['ftp://10.0.0.1/log', 'syslog://', 'https://'])
    expect(() => readConfig({ AUDIT_SINK })).toThrow(/^AUDIT_SINK 不能识别：应为文件的路径、syslog:/)
})
