import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { createClient, signIn } from './abuse/client.ts'
import { PASSWORD, startTarget, type Target } from './abuse/server.ts'
import { LOOP_DELAY, watchServer } from './excel/watch.ts'
import type { Budget } from './measure/budget.ts'

const MEGABYTE = 1024 * 1024
const PART_BYTES = 8 * MEGABYTE
const PARTS = 128
/** The line is cut in the middle of this part. */
const CUT_PART = 64
const place = '/jeecg-boot/sys/common/resumable'

/** Text, because its content is checked; each part begins with its number. */
const filler = Buffer.from(randomBytes(PART_BYTES / 2).toString('hex'))
const buildPart = (number: number): Buffer => {
  const part = Buffer.from(filler)
  part.write(String(number).padStart(10, '0'))
  return part
}

interface Sent {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Sends a request; `cutAt` destroys its connection after so many bytes of the body. */
function send(
  { url }: Target,
  token: string,
  {
    method,
    path,
    headers = {},
    body,
    cutAt,
  }: {
    method: string
    path: string
    headers?: Record<string, string>
    body?: Buffer
    cutAt?: number
  },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, url), {
      method,
      headers: {
        'x-access-token': token,
        'tus-resumable': '1.0.0',
        ...(body && { 'content-length': String(body.length) }),
        ...headers,
      },
    })
    sending.on('error', reject)
    sending.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    if (cutAt === undefined) sending.end(body)
    else sending.write(body?.subarray(0, cutAt), () => setTimeout(() => sending.destroy(), 200))
  })
}

/** Sends the parts, one of which breaks off and goes on where the server is; returns the path of the stored file. */
async function uploadParts(target: Target, token: string): Promise<string> {
  const metadata = `filename ${Buffer.from('长编.txt').toString('base64')}`
  const headers = { 'upload-length': String(PARTS * PART_BYTES), 'upload-metadata': metadata }
  const begun = await send(target, token, { method: 'POST', path: place, headers })
  const path = String(begun.headers.location)
  const type = 'application/offset+octet-stream'
  for (let number = 0; number < PARTS; number++) {
    const part = buildPart(number)
    let offset = number * PART_BYTES
    const patch = (cutAt?: number) =>
      send(target, token, {
        method: 'PATCH',
        path,
        headers: { 'upload-offset': String(offset), 'content-type': type },
        body: part.subarray(offset - number * PART_BYTES),
        ...(cutAt !== undefined && { cutAt }),
      })
    if (number === CUT_PART) {
      await patch(3 * MEGABYTE).catch(() => undefined)
      const head = await send(target, token, { method: 'HEAD', path })
      offset = Number(head.headers['upload-offset'])
      if (!(offset > number * PART_BYTES)) throw new Error(`the cut part left nothing: ${offset}`)
    }
    const { status, body } = await patch()
    if (status !== 204) throw new Error(`${status} ${body}`)
  }
  const body = Buffer.from(JSON.stringify({ biz: 'bench' }))
  const finish = {
    method: 'POST',
    path: `${path}/finish`,
    headers: { 'content-type': 'application/json' },
    body,
  }
  const { message } = JSON.parse((await send(target, token, finish)).body) as { message: string }
  return message
}

async function hashStored({ url }: Target, path: string): Promise<string> {
  const hash = createHash('sha256')
  const answer = await fetch(`${url}/jeecg-boot/sys/common/static/${path}`)
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

/** An upload of 1 GB in parts over a line that is cut once, against the built server. */
export async function benchFiles(): Promise<Budget[]> {
  const target = await startTarget({
    documents: [],
    preloaded: [LOOP_DELAY],
    env: { MAX_LOOP_DELAY: '0', RATE_LIMIT: '0' },
  })
  try {
    const token = await signIn(createClient(target.url), 'admin', PASSWORD)
    const { value: path, seconds, memory } = await watchServer(target, () => uploadParts(target, token))
    const hash = createHash('sha256')
    for (let number = 0; number < PARTS; number++) hash.update(buildPart(number))
    const isSame = (await hashStored(target, path)) === hash.digest('hex')
    return [
      {
        name: `upload of 1 GB: resident memory above idle (${seconds.toFixed(0)} s)`,
        value: memory,
        limit: 50,
        unit: 'MB',
      },
      {
        name: 'upload of 1 GB across a cut line: files that differ',
        value: isSame ? 0 : 1,
        limit: 0,
        unit: '',
      },
    ]
  } finally {
    await target.stop()
  }
}
