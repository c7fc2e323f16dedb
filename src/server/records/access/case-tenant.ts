import { sql } from 'kysely'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { caseTables } from '#runtime/schema/report-columns.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Sql } from '../query/condition.ts'
import type { Resource } from '../resource.ts'

type Documents = Pick<DocumentRegistry, 'entries'>
type InTenant = Pick<SessionUser, 'tenantId'>

/**
 * The condition that a user in a tenant may see and act on a case, called `name`: the cases of a screen of tenants belong to
 * the tenant of their record, as do those of a screen that is not served any more; the cases of other screens belong to all.
 */
export function caseTenant(documents: Documents, { tenantId = 0 }: InTenant, name = 'c'): Sql {
  const shared = documents.entries().flatMap(({ document }) => {
    const screen = asDocumentWith(document, 'hasTable')
    return screen?.flow && !screen.table.tenant ? [screen.id] : []
  })
  const column = (key: string) => sql.ref(`${name}.${key}`)
  return sql`(${column('screen')} = any(${shared}::text[]) or ${column('tenant_id')} = ${tenantId})`
}

/** The condition on any case, for what no user does. */
export const anyTenant: Sql = sql`true`

/** `caseTenant` for the records of screens over the cases, or over their tasks; other screens have no such condition. */
export function caseRule({ table }: Pick<Resource, 'table'>, user: InTenant, documents: Documents): Sql[] {
  if (!caseTables.has(table)) return []
  if (table === 'sys_workflow_case') return [caseTenant(documents, user, 't')]
  return [
    sql`exists (select 1 from sys_workflow_case as c where c.id = t.case_id and ${caseTenant(documents, user)})`,
  ]
}
