import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isRequired } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { openDemoProduct } from '../../support/demo-product.ts'
import { rowsOfWorkbook } from '../../unit/server/excel/workbook-rows.ts'

// The complete product with its demo records, whose goods and suppliers the bills name. It starts before the tests are
// collected, because each document has tests of its own.
const { services, app, token, close } = await openDemoProduct()
afterAll(close)

const get = (url: string, query: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: `/jeecg-boot${url}`, query, headers: { 'x-access-token': token } })

type Sheets = Record<string, unknown[][]>

async function importSheets(id: string, sheets: Sheets) {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  const form = new FormData()
  form.append('files[]', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' })]), '单.xlsx')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/jeecg-boot/resource/${id}/importExcel`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'x-access-token': token },
  })
  return answer.json()
}

/** Records of a picker that the rows name in turn. */
const PICKED = 3

/** The texts by which a picker's first records are found in cells. */
async function pickedTexts({ popupCode, orgFields, destFields, key }: Field): Promise<string[]> {
  const picker = services.documents.picker(String(popupCode))?.document
  const display = (orgFields as string[])[(destFields as string[]).indexOf(key)] ?? 'id'
  if (!picker) return []
  const { source } = picker
  const rows =
    'screen' in source
      ? `/resource/${source.screen}/list`
      : `/online/cgreport/api/getData/${services.documents.report(source.report)?.document.code}`
  const answer = await get(rows, { pageSize: String(PICKED) })
  return answer.json().result.records.map((record: Record<string, unknown>) => String(record[display]))
}

const phones = fc.stringMatching(/^1[3-9]\d{9}$/)

/** A valid text of a field; `at` makes it unique. */
async function buildText(field: Field, at: number): Promise<unknown> {
  const { validateRules = [], length, type } = field
  const pattern = validateRules.find((rule) => typeof rule.pattern === 'string')?.pattern
  const sample = (texts: fc.Arbitrary<string>) => fc.sample(texts, { numRuns: 1, seed: at + 1 })[0]
  if (field.key === 'ruleJson') return '[{"digits":"*","pattern":"^[0-9]+$","message":"只能填写数字"}]'
  // What may be picked depends on the other cells of the row.
  if (type === 'popup' && JSON.stringify(field.pickWhere ?? '').includes('$row.') && !isRequired(field))
    return ''
  if (type === 'popup') return (await pickedTexts(field))[at % PICKED] ?? ''
  if (pattern === 'm') return sample(phones)
  if (pattern === 'e') return `a${at}@example.org`
  if (pattern !== undefined) return sample(fc.stringMatching(new RegExp(String(pattern))))
  return type === 'input' || type === 'textarea' ? `例${at}${field.key}`.slice(0, length ?? 20) : ''
}

const readHeading = (cell: unknown): string => String(cell).replace(/^\*/, '')

/** Whether a field that may be blank makes others required by its value. */
const requiresOthers = (field: Field, fields: readonly Field[]): boolean =>
  !isRequired(field) && fields.some(({ requireIf }) => requireIf?.includes(field.key))

/** Whether a picker of the row fills the field, which a rule compares with what was picked. */
const isPicked = (field: Field | undefined, fields: readonly Field[]): boolean =>
  field?.validateRules?.some(({ check }) => check !== undefined) === true &&
  fields.some(
    ({ key, destFields }) => key !== field.key && JSON.stringify(destFields ?? []).includes(`"${field.key}"`),
  )

/** Rows of a template's sheet: the example without its mark, with texts where it has none. */
async function filledRows(
  [headings = [], example = []]: unknown[][],
  fields: readonly Field[],
  named: readonly unknown[],
  count: number,
  identifying = readHeading(headings[0]),
): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for (let at = 0; at < count; at += 1) {
    const row: unknown[] = []
    for (const [column, heading] of headings.entries()) {
      const field = fields.find(({ title }) => title === readHeading(heading))
      if (readHeading(heading) === identifying && named.length > 0) row.push(named[at % named.length])
      // A field that is shown on a condition keeps no value without it; one that would require others stays blank.
      else if (isPicked(field, fields)) row.push('')
      else if (column === headings.length - 1 || !field || field.showIf || requiresOthers(field, fields))
        row.push('')
      else row.push(example[column] || (await buildText(field, at)))
    }
    rows.push(row)
  }
  return rows
}

/** A template with three records; each has two rows in every detail table that may have them. */
async function filledTemplate(screen: StoredScreen): Promise<Sheets> {
  const template = rowsOfWorkbook((await get(`/resource/${screen.id}/importTemplate`)).rawPayload)
  const [[title, head] = ['', []], ...others] = Object.entries(template)
  const isNumbered = screen.fields.some(({ auto, title: name }) => auto && name === readHeading(head[0]?.[0]))
  const names = isNumbered || others.length > 0 ? ['Xa', 'Xb', 'Xc'] : []
  // The first column of a detail sheet is the one of the main sheet that identifies the record.
  const identifying = readHeading(others[0]?.[1][0]?.[0] ?? head[0]?.[0])
  const records = await filledRows(head, screen.fields, names, 3, identifying)
  const sheets: Sheets = { [title]: [head[0] ?? [], ...records] }
  for (const [name, rows] of others) {
    const detail = screen.fields.filter(isDetail).find((field) => field.title === name)
    sheets[name] = [
      rows[0] ?? [],
      ...(await filledRows(rows, detail?.fields ?? [], names, detail?.maxRows === 1 ? 3 : 6)),
    ]
  }
  return sheets
}

const tools = (screen: StoredScreen): unknown[] => [...(screen.actions?.toolbar ?? [])]
/** The parts of a code depend on one another; `unit/server/registers/fill-rule.test.ts` imports them. */
const ofParts = 'system/fill-rule'
const screens = services.documents.entries().flatMap(({ document }) => {
  const screen = asDocumentWith(document, 'hasTable') as StoredScreen | undefined
  return screen &&
    screen.id !== ofParts &&
    (screen.url?.importExcel ?? screen.url?.add) === undefined &&
    tools(screen).includes('import')
    ? [{ id: screen.id, screen }]
    : []
})

it('documents with an import exist, and each of them names the fields that find stored records', () => {
  expect(screens.length).toBeGreaterThan(5)
  expect(screens.filter(({ screen }) => !screen.import?.match?.length).map(({ id }) => id)).toEqual([])
  expect(screens.filter(({ screen }) => !tools(screen).includes('export')).map(({ id }) => id)).toEqual([])
})

it('the buttons for import and export have an address that answers, on every screen', async () => {
  const missing: string[] = []
  for (const { document } of services.documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable') as StoredScreen | undefined
    if (!screen) continue
    const { importExcel, exportXls } = screen.url ?? {}
    const routes = {
      import: (importExcel ?? `/resource/${screen.id}/importExcel`).replace(/importExcel$/, 'importTemplate'),
      export: exportXls ?? `/resource/${screen.id}/exportXls`,
    }
    for (const [code, route] of Object.entries(routes)) {
      if (!tools(screen).includes(code)) continue
      const { statusCode } = await get(route)
      if (statusCode !== 200) missing.push(`${code} of ${screen.id}`)
    }
  }
  expect(missing).toEqual([])
})

describe.each(screens)('workbooks of $id', ({ id, screen }) => {
  const exported = async (selections: string) =>
    rowsOfWorkbook((await get(`/resource/${id}/exportXls`, { selections })).rawPayload)

  it('are imported when its template is filled, and change nothing when an export is imported', async () => {
    const sheets = await filledTemplate(screen)
    const answer = await importSheets(id, sheets)
    expect(answer.result?.faults ?? answer.message).toEqual([])
    expect(answer).toMatchObject({ code: 200, result: { inserted: 3, updated: 0 } })
    const list = await get(`/resource/${id}/list`, { pageSize: '3', column: 'createTime', order: 'desc' })
    const ids = list.json().result.records.map((record: { id: string }) => record.id)
    const before = await exported(ids.join(','))
    // Detail tables whose rows are saved separately are exported, and not imported.
    for (const [name, rows] of Object.entries(sheets)) expect(before[name]).toHaveLength(rows.length)
    const again = await importSheets(id, before)
    expect(again.result?.faults ?? again.message).toEqual([])
    expect(again).toMatchObject({ code: 200, result: { inserted: 0 } })
    // Detail rows without a number of their own are replaced, which changes their record.
    expect(again.result.updated + again.result.unchanged).toBe(3)
    expect(await exported(ids.join(','))).toEqual(before)
    // The exported cells are those of the filled template, in columns that both have.
    for (const [name, [headings = [], ...rows]] of Object.entries(sheets))
      for (const [column, heading] of headings.entries()) {
        const at = before[name]?.[0]?.indexOf(readHeading(heading)) ?? -1
        // The first column identifies the record, the last one marks the example; blank cells get defaults.
        const isBlank = rows.every((row) => String(row[column] ?? '') === '')
        if (at < 0 || column === 0 || column === headings.length - 1 || isBlank) continue
        const listTexts = (table: unknown[][], place: number) => table.map((row) => String(row[place])).sort()
        expect(listTexts(before[name]?.slice(1) ?? [], at)).toEqual(listTexts(rows, column))
      }
  })
})
