import { columnChannel } from '../../documents/access/column-rights.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { applyColumns, type ChangedColumn } from './column-grants.ts'
import { inferredBy, inferringColumns } from './column-inferences.ts'
import { type ColumnRight, getRight, listColumns, listedDocument, wantedColumns } from './columns.ts'
import { grantCode } from './grant-routes.ts'
import { listEffects } from './grants.ts'
import { readGrants } from './role.ts'
import { ColumnsBody, ColumnsQuery } from './shape.ts'

export interface ColumnServices extends Pick<ReadServices, 'db' | 'documents'> {
  /** Reads the documents again; resolves when they are served. */
  reloadDocuments(): Promise<unknown>
}

const rightTitles: Readonly<Record<ColumnRight, string>> = { edit: '可编辑', read: '只读', none: '隐藏' }

/** Ends the transaction of a preview, which stores nothing. */
class PreviewEnd extends Error {}

/** A changed column, with the number of active users whom the change affects. */
type ColumnEffect = Pick<ChangedColumn, 'path' | 'title' | 'before' | 'right'> & { people: number }

async function effectsOn(
  trx: Trx,
  roleId: string,
  changed: readonly ChangedColumn[],
): Promise<ColumnEffect[]> {
  const codes = changed.map(({ code }) => code)
  const { gained } = await listEffects(trx, { roleId, added: codes, removed: [] })
  return changed.map(({ code, ...column }, index) => ({ ...column, people: gained[index]?.people ?? 0 }))
}

const apply = (
  documents: ColumnServices['documents'],
  trx: Trx,
  user: SessionUser,
  { roleId, documentId, columns }: ColumnsBody,
) => {
  const wanted = wantedColumns(documents, listedDocument(documents, documentId), columns)
  return applyColumns(trx, user, { roleId, documentId, wanted })
}

/** Saves the rights of a role to columns, with a line of the log. Returns how many changed. */
export async function saveColumns(
  { db, documents, reloadDocuments }: ColumnServices,
  { user, ip }: { user: SessionUser; ip: string },
  body: ColumnsBody,
): Promise<number> {
  const document = listedDocument(documents, body.documentId)
  const count = await db.write(async (trx) => {
    const { role, changed } = await apply(documents, trx, user, body)
    if (changed.length === 0) return 0
    const parts = changed.map(({ title, right }) => `${title}：${rightTitles[right]}`)
    const content = `角色「${role.name}」在「${document.title}」的列；${parts.join('；')}`
    await writeLog(trx, { type: 2, content, username: user.username, ip, route: '/sys/role/saveColumns' })
    await db.notify(columnChannel, body.documentId, trx)
    return changed.length
  })
  if (count > 0) await reloadDocuments()
  return count
}

/** What a role may do with the columns of a screen or report, beyond what the document declares. */
export const columnRoutes: Plugin<ColumnServices> = (app, services) => {
  const { db, documents } = services
  const preHandler = bindDocument(services, 'system/role').visibleAt('roleId')
  const config = { access: grantCode }

  app.route({
    method: 'GET',
    url: '/sys/role/columns',
    config,
    preHandler,
    schema: { querystring: ColumnsQuery },
    handler: async ({ query: { roleId, documentId } }) => {
      const document = listedDocument(documents, documentId)
      const granted = new Set(await readGrants(db.app, roleId))
      const columns = listColumns(document)
      const inferring = inferringColumns(document)
      return ok(
        columns.map((column) => ({
          path: column.path,
          title: column.title,
          isEditable: column.isEditable,
          right: getRight(column, granted),
          // Columns with a common declared code are read or hidden together.
          together: columns
            .filter(
              ({ path, codes }) =>
                path !== column.path && codes.read !== undefined && codes.read === column.codes.read,
            )
            .map(({ title }) => title),
          inferredBy: inferredBy(column, inferring, columns),
        })),
      )
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/role/previewColumns',
    config: { ...config, reads: true },
    preHandler,
    schema: { body: ColumnsBody },
    handler: async ({ user, body }) => {
      let effects: ColumnEffect[] = []
      await db
        .write(async (trx) => {
          const { changed } = await apply(documents, trx, user, body)
          effects = await effectsOn(trx, body.roleId, changed)
          throw new PreviewEnd()
        })
        .catch((error: unknown) => {
          if (!(error instanceof PreviewEnd)) throw error
        })
      return ok(effects)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/role/saveColumns',
    config,
    preHandler,
    schema: { body: ColumnsBody },
    handler: async ({ user, ip, body }) =>
      ok({ count: await saveColumns(services, { user, ip }, body) }, '保存成功！'),
  })
}
