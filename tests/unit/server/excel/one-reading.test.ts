import { utils, write } from '@e965/xlsx'
import { expect, it, vi } from 'vitest'
import { runAs } from '#server/platform/store/requester.ts'
import { MAX_RATIO, MIN_BOMB_BYTES } from '#server/records/excel/workbook/read-limits.ts'
import { readWorkbook } from '#server/records/excel/workbook/read-workbook.ts'

const threads = vi.hoisted(() => ({ running: 0, most: 0 }))

vi.mock('node:worker_threads', async (original) => {
  const { Worker, ...others } = await original<typeof import('node:worker_threads')>()
  class CountedWorker extends Worker {
    constructor(...parts: ConstructorParameters<typeof Worker>) {
      super(...parts)
      threads.running += 1
      threads.most = Math.max(threads.most, threads.running)
      this.once('exit', () => {
        threads.running -= 1
      })
    }
  }
  return { ...others, Worker: CountedWorker }
})

const people = ['甲', '乙', '丙']

/** A workbook with the name of a person and rows of numbers, about 50 bytes each. */
function workbook(person: string, rows: number): Buffer {
  const book = utils.book_new()
  const numbers = Array.from({ length: rows }, (_row, index) => [index])
  utils.book_append_sheet(book, utils.aoa_to_sheet([[person], ...numbers]), '单')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function readAtOnce(books: readonly Buffer[]) {
  threads.most = 0
  const read = (bytes: Buffer, index: number) =>
    runAs({ key: people[index] ?? '', signal: () => undefined }, () => readWorkbook(bytes, '单.xlsx'))
  const sheets = await Promise.all(books.map(read))
  return { names: sheets.map(([sheet]) => sheet?.rows[0]?.[0]), ...threads }
}

it('reads large workbooks of several people one after another', async () => {
  const books = people.map((person) => workbook(person, 4000))
  expect(Math.min(...books.map(({ length }) => length))).toBeGreaterThan(MIN_BOMB_BYTES / MAX_RATIO)
  expect(await readAtOnce(books)).toEqual({ names: people, running: 0, most: 1 })
})

it('reads small workbooks without a permit', async () => {
  const books = people.map((person) => workbook(person, 20))
  expect(await readAtOnce(books)).toMatchObject({ names: people, most: 3 })
})
