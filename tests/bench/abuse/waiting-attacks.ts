import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_BODY } from '#server/platform/http/limits/bounds.ts'
import { sharedTexts, workbookWith } from '../../support/shared-texts.ts'
import { faultyDocument } from '../documents/faulty-document.ts'
import { type Attack, enter, post, repeat, SECONDS } from './attack.ts'
import { fileForm, importErrand, pdfErrand, reportErrand, WORKBOOK } from './errands.ts'
import { PARTS, type Target, TEXT_REPORT } from './server.ts'

const ATTACKERS = ['clerk', 'admin'] as const

/** Sends the beginning of a request on a connection that reads nothing of the answer. */
function beginRequest({ url }: Target, lines: readonly string[], body = ''): net.Socket {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write([...lines, 'host: bench', '', body].join('\r\n'))
  return socket
}

const slowUploads: Attack = {
  name: 'two slow upload bodies to imports',
  errands: [importErrand],
  async run(target) {
    const sockets = await Promise.all(
      ATTACKERS.map(async (username) => {
        const { token } = await enter(target, username)
        return beginRequest(
          target,
          [
            `POST ${PARTS}/importExcel HTTP/1.1`,
            `x-access-token: ${token}`,
            'content-type: multipart/form-data; boundary=x',
            'content-length: 100000',
          ],
          '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.xlsx"\r\n\r\nPK',
        )
      }),
    )
    await repeat(200, async () => {
      for (const socket of sockets) socket.write('a')
    })
    for (const socket of sockets) socket.destroy()
  },
}

const slowReaders: Attack = {
  name: 'two readers who take nothing of a report of 18 MB and of a PDF',
  errands: [reportErrand, pdfErrand],
  async prepare({ database }) {
    await database.query(`
      insert into bench_texts (id, rev, create_by, create_time, sys_org_code, ftext)
      select 't' || i, 1, 'admin', localtimestamp, 'A01A01', repeat('方志', 150) || i
      from generate_series(1, 20000) i on conflict do nothing`)
  },
  async run(target) {
    const sockets = await Promise.all(
      ATTACKERS.map(async (username) => {
        const { send, token } = await enter(target, username)
        const { body } = await send('/resource/stock/in-bill/list?pageNo=1&pageSize=5', { token })
        const ids = [...body.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id)
        return [
          `/online/cgreport/api/getData/${TEXT_REPORT}?getAll=true`,
          `/resource/stock/in-bill/printPdf?ids=${ids.join()}`,
        ].map((path) => beginRequest(target, [`GET ${path} HTTP/1.1`, `x-access-token: ${token}`]))
      }),
    )
    await sleep(SECONDS * 1000)
    for (const socket of sockets.flat()) socket.destroy()
  },
}

const buildCheck = (size: string, bytes: number): Attack => {
  const text = faultyDocument(bytes)
  return {
    name: `a faulty document of ${size} to the document check, twice a second`,
    async run(target) {
      const { send, token } = await enter(target, 'admin')
      await repeat(500, () => send('/schema/check', post(text, token)))
    },
  }
}

const TEXTS = 3_000_000
let workbook: Buffer | undefined

const manyTexts: Attack = {
  name: `two imports of a workbook with ${TEXTS} shared texts, one after the other`,
  errands: [importErrand],
  async prepare() {
    workbook ??= await workbookWith(sharedTexts(TEXTS, (at) => `<si><t>${at}</t></si>`))
  },
  async run(target) {
    if (!workbook) throw new Error('the workbook is not prepared')
    const form = fileForm('files[]', '大.xlsx', WORKBOOK, workbook)
    const { send, token } = await enter(target)
    for (let round = 0; round < 2; round++) await send(`${PARTS}/importExcel`, { ...form, token })
  },
}

/**
 * Attacks that aim at what others wait for: turns of imports and reports, memory, the check of documents. The checks are last,
 * because their thread keeps its memory for a minute.
 */
export const waitingAttacks: readonly Attack[] = [
  slowUploads,
  slowReaders,
  manyTexts,
  buildCheck('400 KB', 400 * 1024),
  buildCheck('4 MB', MAX_BODY),
]
