import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { listDetailRows, rowsAccess } from './detail-rows.ts'
import type { CgformServices } from './screens.ts'

const place = '/online/cgform/api'

type OfRow = { Params: { headId: string; dataId: string } }

/** The most rows that a request without pages gets. */
const MAX_ROWS = '200'

/** The rows of detail tables (docs/http.md, "Record routes"): `headId` is the detail's, or the name of its table. */
export const cgformDetailRoutes: Plugin<CgformServices> = (app, services) => {
  const config = { access: rowsAccess(services), listLoad: true }

  app.get<OfRow>(`${place}/subform/list/:headId/:dataId`, { config }, async (request) => {
    const { records } = await listDetailRows(services, request, request.params.dataId, { pageSize: MAX_ROWS })
    return ok(records)
  })

  app.get<OfRow>(`${place}/subform/:headId/:dataId`, { config }, async (request) => {
    const { records } = await listDetailRows(services, request, request.params.dataId, { pageSize: '1' })
    return ok(records[0] ?? null)
  })
}
