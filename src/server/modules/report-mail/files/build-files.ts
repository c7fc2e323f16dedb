import { Readable } from 'node:stream'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { MailFile } from '../../../platform/sender.ts'
import { WORKBOOK_TYPE } from '../../../records/excel/workbook/workbook.ts'
import { drawPdf, drawPictures } from '../../../records/print/draw-pdf.ts'
import { exportColumns, reportWorkbook } from '../../../reports/export.ts'
import { translateRows } from '../../../reports/report-request.ts'
import type { ReportServices } from '../../../reports/services.ts'
import type { Part } from '../content/part.ts'
import { type PanelServices, readPanelParts } from '../content/read-panel.ts'
import { askWholeReport, readReportPart } from '../content/read-report.ts'
import { panelWorkbook } from './panel-workbook.ts'
import { buildSheet, type SheetHead } from './sheet.ts'

/** Megabytes of the files of one mail; more is refused by many mail servers. */
const MAX_MAIL_MB = 10

/** What is sent. */
export type Sent = { report: StoredReport } | { panel: PanelDocument }

export const formats = { pdf: 'PDF', picture: '图片', workbook: '工作簿' } as const
export type Format = keyof typeof formats

export interface Order {
  sent: Sent
  user: SessionUser
  format: Format
  head: SheetHead
  signal: AbortSignal
}

/** The file name of a title. */
const clean = (title: string): string =>
  title
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ')
    .slice(0, 100)
    .trim()

async function collect(chunks: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk)
    size += part.length
    if (size > MAX_MAIL_MB * 1024 * 1024) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = () => new Error(`附件超过 ${MAX_MAIL_MB} MB，请给报表加条件，或改用 PDF`)

/** All rows of a report as its export has them. */
async function buildReportWorkbook(services: ReportServices, document: StoredReport, user: SessionUser) {
  const { opened, request } = askWholeReport(services, document, user)
  const stream = await services.wholeReports.stream(request, (slices) => {
    const translated = async function* () {
      for await (const rows of slices) yield await translateRows(services.dictionaries, rows, request)
    }
    return reportWorkbook(document, exportColumns(document, opened.isShown), translated())
  })
  return await collect(stream)
}

const readParts = async (services: PanelServices, { sent, user, signal }: Order): Promise<Part[]> =>
  'report' in sent
    ? [await readReportPart(services, sent.report, user)]
    : await readPanelParts(services, sent.panel, user, signal)

async function buildContents(services: PanelServices, order: Order): Promise<Buffer[]> {
  const { sent, user, format, head } = order
  if (format === 'workbook' && 'report' in sent)
    return [await buildReportWorkbook(services, sent.report, user)]
  const parts = await readParts(services, order)
  if (format === 'workbook') return [await collect(Readable.from(panelWorkbook(parts)))]
  const sheet = await buildSheet(parts, head)
  const files = format === 'pdf' ? [await drawPdf(sheet)] : await drawPictures(sheet)
  return files.map((file) => Buffer.from(file))
}

const types: Readonly<Record<Format, { ending: string; type: string }>> = {
  pdf: { ending: 'pdf', type: 'application/pdf' },
  picture: { ending: 'png', type: 'image/png' },
  workbook: { ending: 'xlsx', type: WORKBOOK_TYPE },
}

/** The files of a mail to one person: with the rows and the columns that the person may see. */
export async function buildFiles(services: PanelServices, order: Order): Promise<MailFile[]> {
  const contents = await buildContents(services, order)
  if (contents.reduce((sum, { length }) => sum + length, 0) > MAX_MAIL_MB * 1024 * 1024) throw tooLarge()
  const { ending, type } = types[order.format]
  const name = clean(order.head.title)
  return contents.map((content, at) => ({
    name: contents.length === 1 ? `${name}.${ending}` : `${name} ${at + 1}.${ending}`,
    type,
    content,
  }))
}
