import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { enhancementVersions } from '#runtime/schema/compose/enhancements.ts'
import type { NeededField } from '#runtime/schema/names/known-names.ts'
import { designRead } from '../../documents/check/constants.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db } from '../../platform/store/database.ts'
import type { DesignServices } from './services.ts'
import { DesignPath, documentPlace } from './shape.ts'
import type { Revision } from './store.ts'

/** The most revisions whose documents are compared for a history. */
const MAX_REVISIONS = 200

async function readRevisionBodies(db: Db, id: string): Promise<{ revision: Revision; body: JsonObject }[]> {
  const { rows } = await sql<Revision & { body: JsonObject }>`
    select r.revision, r.note, coalesce(u.realname, r.create_by) as author, r.create_time as "createTime", r.body
    from sys_design_revision r left join sys_user u on u.username = r.create_by
    where r.document_id = ${id} order by r.revision desc limit ${MAX_REVISIONS}`.execute(db)
  return rows.reverse().map(({ body, ...revision }) => ({ revision, body }))
}

/** The required fields as a designer reads them: `items.spid` is the field of a detail. */
export const requiredPaths = (fields: readonly NeededField[], above = ''): string[] =>
  fields
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ key, fields: columns = [] }) => {
      const inner = requiredPaths(columns, `${above}${key}.`)
      return inner.length > 0 ? inner : [`${above}${key}`]
    })

/**
 * What designers choose instead of scripts: the registered hooks, effects and handlers with their descriptions, and the
 * history of each choice in the revisions of the document.
 */
export const designEnhancementRoutes: Plugin<DesignServices> = (app, { db, registeredNames }) => {
  const { descriptions, effects, effectFields, hooks, handlers } = registeredNames
  const listed = (names: readonly string[]) =>
    names.map((name) => ({ name, description: descriptions[name] ?? name }))

  app.get(
    `${documentPlace}/enhancements`,
    { config: { access: designRead }, schema: { params: DesignPath } },
    async (request) => {
      const versions = enhancementVersions(await readRevisionBodies(db.app, readDocumentId(request)))
      return ok({
        effects: listed(effects).map((effect) => ({
          ...effect,
          reads: requiredPaths(effectFields[effect.name] ?? []),
        })),
        hooks: listed(hooks),
        handlers: listed(handlers),
        versions: Object.fromEntries(versions),
      })
    },
  )
}
