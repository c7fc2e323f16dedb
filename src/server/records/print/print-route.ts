import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { RecordMove } from '#runtime/record/moves.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import { countPlaces } from '#runtime/record/print/label-sheets.ts'
import { MAX_PRINTED_RECORDS } from '#runtime/record/print/print-limits.ts'
import { printNote } from '#runtime/record/print/print-page.ts'
import { printName, printRecord, printRunning, printsMoves } from '#runtime/record/print/print-record.ts'
import { derivedTemplate, type PrintTemplate } from '#runtime/record/print/print-template.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { pageChoices } from '#runtime/schema/kinds/print/page.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { onlyKeys } from '../body.ts'
import { buildCaller, type Caller } from '../caller.ts'
import { attachment } from '../excel/export/export-route.ts'
import { readRecordMoves } from '../move/record-moves.ts'
import type { OpenedRecord } from '../read/open-record.ts'
import { openReadable } from '../read/readable-record.ts'
import type { Values } from '../read/record.ts'
import { namesOfAccounts } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import { badParameter } from '../refuse.ts'
import { getResource, type Resource } from '../resource.ts'
import type { ReadServices, RecordServices } from '../services.ts'
import { idList } from '../write/remove.ts'
import { drawPdf } from './draw-pdf.ts'
import { readPictures } from './read-pictures.ts'

export type PrintServices = ReadServices &
  Pick<RecordServices, 'versions'> &
  Pick<PlatformServices, 'config' | 'files'>

/**
 * `printPdf`: the records `ids` as one PDF file, with the values that its user may read: by the print template `template`,
 * else by the one that follows from the screen, on the paper `page`. Each record starts on a new page, or is a label of a
 * sheet, the first one at the place `start`.
 */
export function printRoute(
  app: FastifyInstance,
  services: PrintServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
): void {
  const access = (request: FastifyRequest) => codeOfAction(readEntry(request).document, 'print')

  app.get(`${place}/printPdf`, { config: { access } }, async (request, reply) => {
    const query = onlyKeys(request.query, ['ids', 'template', 'page', 'start'])
    const { document, documentHash } = readEntry(request)
    const resource = getResource(document, documentHash, fieldValues)
    const caller = buildCaller(request.user, services)
    const ids = idList(query.ids)
    if (ids.length > MAX_PRINTED_RECORDS)
      throw appError('PRINT_TOO_MANY', { values: { max: MAX_PRINTED_RECORDS } })
    const template = requireTemplate(services, resource, caller, query.template, query.page)
    const found: { opened: OpenedRecord; record: Values }[] = []
    for (const id of ids) found.push(await openReadable(services, resource, caller, id))
    const records = found.map(({ record }) => record)
    for (const record of records) await addRecordTexts(services, resource, record)
    const moves = new Map<Values, RecordMove[]>()
    if (printsMoves(template))
      for (const { opened, record } of found)
        moves.set(record, await readRecordMoves(services, opened, caller))
    const env = caller.env('detail')
    const rights = { types: fieldValues, can: caller.can, lookup: noLookup, record: env }
    const title = printName(document, records)
    const note = printNote(caller.user.realname, env.now)
    const printed = records.map((record) => {
      const parts = [document, template, record, { ...rights, moves: moves.get(record) ?? [] }] as const
      return { blocks: printRecord(...parts), running: printRunning(...parts, note) }
    })
    const { page, margins, labels, header, footer } = template
    const pdf = await drawPdf({
      name: title,
      institution: services.config.institution,
      layout: { page, margins, labels, header, footer },
      copies: template.copies ?? 1,
      start: readStart(template, query.start),
      records: printed,
      pictures: await readPictures(
        services.files,
        printed.flatMap(({ blocks }) => blocks),
      ),
    })
    return reply
      .type('application/pdf')
      .header('content-disposition', attachment(`${title}.pdf`))
      .send(Buffer.from(pdf))
  })
}

/** The place of the first label on its sheet, from 1 to the number of places. */
function readStart({ labels }: PrintTemplate, text: unknown): number {
  if (text === undefined) return 1
  const start = Number(text)
  if (!labels || !Number.isInteger(start) || start < 1 || start > countPlaces(labels))
    throw badParameter('start')
  return start
}

/** The named template of the screen, else the derived one on the named paper. */
function requireTemplate(
  { documents }: Pick<ReadServices, 'documents'>,
  { screen, types }: Resource,
  { can }: Caller,
  name: unknown,
  page: unknown,
): PrintTemplate {
  if (name !== undefined) {
    const template =
      typeof name === 'string' ? asDocumentWith(documents.entry(name)?.document, 'printsRecords') : undefined
    if (template?.screen !== screen.id) throw appError('NOT_FOUND')
    return template
  }
  const derived = derivedTemplate(screen, { types, can })
  const choice = pageChoices.find(({ value }) => value === (page ?? derived.page))
  if (!choice) throw badParameter('page')
  return { ...derived, page: choice.value }
}

/** Adds the texts of dictionary values to the record and its rows, and the name of its author. */
async function addRecordTexts(
  { dictionaries }: Pick<ReadServices, 'dictionaries'>,
  { columns, details }: Resource,
  record: Values,
): Promise<void> {
  await addTexts([record], columns.values(), dictionaries)
  const account = record.createBy
  if (typeof account === 'string') {
    const names = await namesOfAccounts(dictionaries, [account])
    record[dictTextKey('createBy')] ??= names.get(account)
  }
  for (const detail of details) {
    const rows = record[detail.key]
    if (Array.isArray(rows)) await addTexts(rows, detail.columns.values(), dictionaries)
  }
}
