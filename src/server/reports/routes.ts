import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { Field, ReportParam, StoredReport } from '#runtime/schema/types.ts'
import { designRead } from '../documents/check/constants.ts'
import { splitHeadId } from '../documents/head-id.ts'
import type { RegistryEntry } from '../documents/library/registry.ts'
import { readableScope } from '../documents/readable-scope.ts'
import { ok, page } from '../platform/http/envelope.ts'
import { attachment } from '../records/excel/export/export-route.ts'
import { WORKBOOK_TYPE } from '../records/excel/workbook/workbook.ts'
import { buildCan } from '../records/list/list-route.ts'
import { splitList } from '../records/query/grammar.ts'
import { badParameter } from '../records/refuse.ts'
import { retryOnNewTables } from '../records/write/retry.ts'
import { requireDataSource, runReport } from './databases.ts'
import { draftReport } from './draft.ts'
import { buildCsv, exportColumns, reportWorkbook } from './export.ts'
import { buildItem, buildParamRow } from './items.ts'
import { type OpenedReport, openReport } from './opened-report.ts'
import {
  buildShownCheck,
  isPickedScreen,
  type PickedScreen,
  pickerAsReport,
  popupSource,
  readPicked,
} from './picker-report.ts'
import { MAX_ROWS, type ReportRequest, type ReportRow, readReport } from './read.ts'
import { readReportRequest, translateRows } from './report-request.ts'
import { buildJson, textBody } from './report-stream.ts'
import type { ReportServices } from './services.ts'
import { buildQueryInfo, listColumns, listParamsInfo, readDictOptions } from './view.ts'

const place = '/online/cgreport/api'

/** Rows of a report that a browser shows in one scroll. */
const MAX_REPORT_PAGE = 1000

/** The calls (docs/http.md, "Reports"); `configId` is the report's code or the id of its head. */
export function reportRoutes(app: FastifyInstance, services: ReportServices): void {
  const { reportDatabases, dictionaries, documents, wholeReports } = services
  retryOnNewTables(app, documents)

  /** What the address names: a report by its code or the id of its head, or a picker, which clients open as a report. */
  const openSource = (request: FastifyRequest) => {
    const { configId } = request.params as { configId: string }
    const found =
      documents.report(configId) ??
      documents.report(splitHeadId(configId).id) ??
      popupSource(documents, configId)
    if (!found) throw appError('NOT_FOUND')
    return found
  }
  const readEntry = (request: FastifyRequest): RegistryEntry<StoredReport> => {
    const found = openSource(request)
    if (isPickedScreen(found)) throw appError('NOT_FOUND')
    return found
  }
  const findPicked = (request: FastifyRequest): PickedScreen | null => {
    const found = openSource(request)
    return isPickedScreen(found) ? found : null
  }
  const access = (request: FastifyRequest) => {
    const found = openSource(request)
    const { document } = isPickedScreen(found) ? found.entry : found
    return readableScope(documents, document, buildCan(request)).code
  }
  const mayExport = (request: FastifyRequest) => `${getPerm(readEntry(request).document)}:export`
  const load = { config: { access, listLoad: true } }

  const open = (request: FastifyRequest) => openReport(services, readEntry(request).document, request.user)

  const readRequest = (query: Record<string, unknown>, request: FastifyRequest, opened: OpenedReport) =>
    readReportRequest(query, opened, { can: buildCan(request), maxPage: MAX_REPORT_PAGE })

  const translated = (rows: readonly ReportRow[], columns: Pick<ReportRequest, 'columns'>) =>
    translateRows(dictionaries, rows, columns)

  /** Sends a page, or a stream of all rows when the request requires all; `around` wraps the page in the answer. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenedReport,
    around: (data: object) => object,
  ) => {
    const { all, ...reportRequest } = readRequest(request.query as Record<string, unknown>, request, opened)
    if (all) {
      const empty = (total: number) => ok(around(page([], total, 1, MAX_ROWS)))
      const text = buildJson(empty, (rows) => translated(rows, reportRequest))
      return reply
        .type('application/json; charset=utf-8')
        .send(await wholeReports.stream(reportRequest, textBody(text)))
    }
    const { rows, total, estimated, totals, groups } = await runReport(
      reportDatabases,
      reportRequest,
      (over) => readReport(over, reportRequest),
    )
    const { pageNo, pageSize } = reportRequest.request
    const result = page(await translated(rows, reportRequest), total, pageNo, pageSize)
    return ok(
      around({ ...result, totals, ...(groups && { groups }), ...(estimated && { totalEstimated: true }) }),
    )
  }

  /** The part of a report or a picker that its columns and query items show to the user. */
  const openView = (request: FastifyRequest) => {
    const picked = findPicked(request)
    if (!picked) return open(request)
    return { document: pickerAsReport(picked), isShown: buildShownCheck(services, picked, request) }
  }

  for (const verb of ['getRpColumns', 'getColumns'])
    app.get(`${place}/${verb}/:configId`, load, async (request) => {
      const { document, isShown } = openView(request)
      return ok({
        columns: listColumns(document, isShown),
        dictOptions: await readDictOptions(document, isShown, dictionaries),
        cgRpConfigId: document.code,
        cgRpConfigName: document.title,
        cgreportHeadName: document.title,
        fieldHrefSlots: [],
      })
    })

  app.get(`${place}/getQueryInfo/:configId`, load, async (request) => {
    const { document, isShown } = openView(request)
    return ok(buildQueryInfo(document, isShown))
  })

  app.get(`${place}/getParamsInfo/:configId`, load, async (request) => {
    if (findPicked(request)) return ok([])
    const { document, env } = open(request)
    return ok(listParamsInfo(document, env))
  })

  app.get(`${place}/getData/:configId`, load, async (request, reply) => {
    const picked = findPicked(request)
    if (picked) return ok(await readPicked(services, picked, request))
    return await answer(request, reply, open(request), (data) => data)
  })

  app.get(`${place}/getColumnsAndData/:configId`, load, async (request, reply) => {
    const { document, isShown } = openView(request)
    const columns = listColumns(document, isShown)
    const dictOptions = await readDictOptions(document, isShown, dictionaries)
    const around = (data: object) => ({
      data,
      columns,
      cgreportHeadName: document.title,
      dictOptions,
      fieldHrefSlots: columns.flatMap(({ dataIndex, fieldHref }) =>
        fieldHref === undefined ? [] : { slotName: dataIndex, href: fieldHref },
      ),
      isGroupTitle: columns.some(({ groupTitle }) => groupTitle !== undefined),
    })
    const picked = findPicked(request)
    if (picked) return ok(around(await readPicked(services, picked, request)))
    return await answer(request, reply, open(request), around)
  })

  const exportReport = async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = open(request)
    const { document, isShown } = opened
    const { fileFormat, field = '', ...query } = request.query as Record<string, unknown>
    if (fileFormat !== undefined && fileFormat !== 'csv') throw badParameter('fileFormat')
    if (typeof field !== 'string') throw badParameter('field')
    const keys = splitList(field)
    const columns = exportColumns(document, isShown, keys)
    if (keys.length > 0 && columns.length === 0) throw badParameter('field')
    const { all: _, ...reportRequest } = readRequest(query, request, opened)
    if (fileFormat === 'csv') {
      const csv = buildCsv(columns)
      const slice = async (rows: readonly ReportRow[]) => csv.lines(await translated(rows, reportRequest))
      const text = textBody({ head: csv.head, slice, tail: () => '' })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(`${document.title}.csv`))
        .send(await wholeReports.export(reportRequest, text))
    }
    const body = await wholeReports.export(reportRequest, (slices) => {
      const translatedSlices = async function* () {
        for await (const rows of slices) yield await translated(rows, reportRequest)
      }
      return reportWorkbook(document, columns, translatedSlices())
    })
    return reply
      .type(WORKBOOK_TYPE)
      .header('content-disposition', attachment(`${document.title}.xlsx`))
      .send(body)
  }
  for (const verb of ['exportXls', 'exportManySheetXls'])
    app.get(`${place}/${verb}/:configId`, { config: { access: mayExport } }, exportReport)

  app.get(
    '/online/cgreport/head/parseSql',
    {
      config: { access: designRead },
      schema: {
        querystring: Type.Object({
          sql: Type.String({ maxLength: 8000 }),
          dbKey: Type.Optional(Type.String({ maxLength: 100 })),
        }),
      },
    },
    async (request) => {
      const { sql, dbKey } = request.query
      const dataSource = dbKey || undefined
      requireDataSource(request.user, dataSource)
      const { tables, fields, params } = await draftReport(services, sql, dataSource)
      return ok({
        tables,
        fields: fields.map((field, at) => buildItem(field as unknown as Field, at, '')),
        params: params.map((param, at) => buildParamRow(param as unknown as ReportParam, at, '')),
      })
    },
  )
}
