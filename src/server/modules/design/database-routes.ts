import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { applyAdditive } from '../../documents/apply.ts'
import { designRead } from '../../documents/check/constants.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { inspectDocument } from './inspect.ts'
import { designRelease, designWrite } from './permissions.ts'
import { refuseRelease } from './refusals.ts'
import { removeReleased } from './release/remove-document.ts'
import type { DesignServices } from './services.ts'
import { ConfirmedBody, DesignPath, documentPlace, TablePath } from './shape.ts'
import { readFreeTables, readTableFields, tablesOfOthers } from './tables/existing-tables.ts'
import { forceTables, getTableName } from './tables/force-tables.ts'
import { documentGone, readSources } from './tables/sources.ts'

/** The tables of released documents: their plan, their synchronisation, their end; and tables without a document. */
export const databaseRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, config, reloadDocuments } = services
  const inspected = async (user: SessionUser, id: string) => {
    const sources = await readSources(config, db.app)
    const source = sources.get(id)
    if (!source) throw documentGone()
    const inspection = await inspectDocument(services, user, sources, id, source.current)
    return { source, sources, inspection, table: getTableName(source.current) }
  }

  app.get(
    `${documentPlace}/database`,
    { config: { access: designRead }, schema: { params: DesignPath } },
    async (request) => {
      const { inspection, table } = await inspected(request.user, readDocumentId(request))
      return ok({ table, problems: inspection.problems, steps: inspection.steps })
    },
  )

  app.route({
    method: 'POST',
    url: `${documentPlace}/database`,
    config: { access: designRelease },
    schema: { params: DesignPath, body: ConfirmedBody },
    handler: async (request) => {
      const { inspection, table } = await inspected(request.user, readDocumentId(request))
      const { problems, documents } = inspection
      if (problems.length > 0) throw refuseRelease('DESIGN_PROBLEMS', { result: { problems } })
      if (request.body.table !== undefined) await forceTables(db, documents, table, request.body.table)
      else {
        const { done } = await applyAdditive(db, documents, fieldValues)
        const failed = done.find(({ error }) => error !== null)
        if (failed)
          throw refuseRelease('DESIGN_STEP', {
            values: { step: failed.step.text, reason: failed.error ?? '' },
          })
      }
      await reloadDocuments()
      return ok(null, '同步数据库成功！')
    },
  })

  app.route({
    method: 'POST',
    url: `${documentPlace}/remove`,
    config: { access: designRelease },
    schema: { params: DesignPath, body: ConfirmedBody },
    handler: async (request) => {
      await removeReleased(services, request.user, readDocumentId(request), request.body.table)
      return ok(null, '删除成功!')
    },
  })

  app.get('/design/tables', { config: { access: designWrite } }, async () =>
    ok(await readFreeTables(db.owner, tablesOfOthers(await readSources(config, db.app), ''))),
  )

  app.get(
    '/design/tables/:table',
    { config: { access: designWrite }, schema: { params: TablePath } },
    async ({ params: { table } }) => {
      const owned = tablesOfOthers(await readSources(config, db.app), '')
      const free = await readFreeTables(db.owner, owned)
      const found = free.find(({ name }) => name === table)
      if (!found) throw appError('NO_ENTITY')
      return ok({ ...found, ...(await readTableFields(db.owner, table)) })
    },
  )
}
