import { utils, write } from '@e965/xlsx'
import type { Person, TestServer } from '../resources/test-server.ts'

/** The rows of each sheet; the first row has the headings. */
export type Sheets = Record<string, unknown[][]>

export const buildWorkbook = (sheets: Sheets): Buffer => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

/** Imports a workbook into a screen and returns the envelope of the answer. */
export async function sendImport(
  { app, tokens }: Pick<TestServer, 'app' | 'tokens'>,
  screen: string,
  sheets: Sheets,
  {
    who = 'clerk' as Person,
    fields = {} as Record<string, string>,
    url = `/resource/${screen}/importExcel`,
  } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('files[]', new Blob([new Uint8Array(buildWorkbook(sheets))]), '单.xlsx')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/jeecg-boot${url}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-access-token': tokens.get(who) ?? '',
    },
  })
  return answer.json()
}
