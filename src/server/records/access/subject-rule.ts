import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../documents/kinds/list.ts'
import type { DocumentRegistry, RegistryEntry } from '../../documents/library/registry.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { and, type Sql } from '../query/condition.ts'
import { getResource, type Resource } from '../resource.ts'

/** The screens whose records others can be about: those that define a table and write it, and are about none themselves. */
const definingScreens = ({ entries }: Pick<DocumentRegistry, 'entries'>): RegistryEntry<StoredScreen>[] =>
  entries().filter((entry): entry is RegistryEntry<StoredScreen> => {
    const screen = asDocumentWith(entry.document, 'hasTable')
    return screen !== undefined && !entry.overlay && !screen.table.derived && !screen.table.about
  })

/**
 * The condition that a row is about a record that the user may see (`table.about`); other screens have none. Rows about
 * removed records are visible where no rule binds the user in their table, and those of tables without a screen to administrators.
 */
export function subjectRule(
  { screen, columns }: Resource,
  user: SessionUser,
  documents: Pick<DocumentRegistry, 'entries'>,
  listRules: (resource: Resource) => Sql[],
): Sql[] {
  const { about } = screen.table
  if (!about) return []
  const [table, id] = [columns.get(about.table)?.ref, columns.get(about.id)?.ref]
  if (!table || !id) return [sql`false`]
  const screens = definingScreens(documents).map(({ document, documentHash }) => ({
    document,
    resource: getResource(document, documentHash, fieldValues),
  }))
  const unbound: string[] = []
  const bound: Sql[] = []
  for (const { document, resource } of screens) {
    if (!holds(user, listCode(document))) continue
    const rules = listRules(resource)
    if (rules.length === 0) unbound.push(resource.table)
    else
      bound.push(sql`(${table} = ${resource.table} and ${id} in (
        select t.id from ${sql.id(resource.table)} as t where ${and(rules)}))`)
  }
  const registered = screens.map(({ resource }) => resource.table)
  const others = user.isAdmin ? [sql`${table} <> all(${registered}::text[])`] : []
  return [sql`(${sql.join([sql`${table} = any(${unbound}::text[])`, ...bound, ...others], sql` or `)})`]
}
