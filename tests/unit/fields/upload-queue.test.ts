import { describe, expect, it } from 'vitest'
import type { Answer, Http } from '#runtime/data/http.ts'
import { storeFile } from '#runtime/fields/kit/files/store-file.ts'
import { MAX_PARALLEL_UPLOADS } from '#runtime/fields/kit/files/upload-queue.ts'

interface Sent {
  name: string
  end(message: string): void
  fail(error: Error): void
}

function setUp() {
  const sent: Sent[] = []
  const http = {
    upload: (_url: string, form: FormData) =>
      new Promise<Answer<unknown>>((resolve, reject) => {
        const { name } = form.get('file') as File
        sent.push({ name, end: (message) => resolve({ message, result: null }), fail: reject })
      }),
  } as unknown as Http
  const send = (name: string, signal?: AbortSignal) =>
    storeFile(http, new File(['x'], name), {}, signal ? { signal } : {})
  return { sent, send }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('files chosen together', () => {
  it('are uploaded a few at a time in their order, and a failed one lets the next start', async () => {
    const { sent, send } = setUp()
    const all = Array.from({ length: 10 }, (_, n) => send(`${n}.png`).catch((error: Error) => error.message))
    let most = 0
    for (let ended = 0; ended < 10; ended++) {
      await turn()
      most = Math.max(most, sent.length - ended)
      if (ended === 4) sent[ended]?.fail(new Error('refused'))
      else sent[ended]?.end(`temp/${ended}.png`)
    }
    expect(most).toBe(MAX_PARALLEL_UPLOADS)
    expect(sent.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `${n}.png`))
    expect(await Promise.all(all)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n === 4 ? 'refused' : `temp/${n}.png`)),
    )
  })

  it('are not uploaded when they are removed while they wait', async () => {
    const { sent, send } = setUp()
    const first = Array.from({ length: MAX_PARALLEL_UPLOADS }, (_, n) => send(`${n}.png`))
    const way = new AbortController()
    const taken = send('taken.png', way.signal)
    const last = send('last.png')
    way.abort(new Error('taken back'))
    await turn()
    for (const one of sent) one.end('temp/a.png')
    await expect(taken).rejects.toThrow('taken back')
    await turn()
    expect(sent.at(-1)?.name).toBe('last.png')
    sent.at(-1)?.end('temp/last.png')
    expect(await last).toBe('temp/last.png')
    await Promise.all(first)
  })
})
