import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { caseTables, listCasesCode, reportColumns } from '#runtime/schema/report-columns.ts'
import type { CommonField, StoredScreen } from '#runtime/schema/types.ts'
import { isColumnCode } from '../documents/access/column-rights.ts'
import type { DocumentRegistry, RegistryEntry } from '../documents/library/registry.ts'
import type { Report } from '../documents/report-sql/report.ts'
import { caseRule } from '../records/access/case-tenant.ts'
import type { Caller } from '../records/caller.ts'
import { and, type Sql } from '../records/query/condition.ts'
import { getResource, type Resource } from '../records/resource.ts'

/** A table of a report, and the screen whose row rules apply to its rows. */
interface Source {
  table: string
  resource: Resource
  /** Columns that reports may read. */
  columns: readonly string[]
}

/** The screens that define tables. A screen with `extends` is a view of another one's table; its rules apply to the view only. */
const definingScreens = ({ entries }: Pick<DocumentRegistry, 'entries'>): RegistryEntry<StoredScreen>[] =>
  entries().filter(
    (entry): entry is RegistryEntry<StoredScreen> =>
      hasCapability(entry.document, 'hasTable') && !entry.overlay,
  )

function listSources(documents: Pick<DocumentRegistry, 'entries'>, tables: ReadonlySet<string>): Source[] {
  return definingScreens(documents).flatMap(({ document, documentHash }) =>
    reportColumns({ ...document }).flatMap(([table, columns]) =>
      tables.has(table)
        ? [
            {
              table,
              resource: getResource(document, documentHash, fieldValues),
              columns: [...columns.keys()],
            },
          ]
        : [],
    ),
  )
}

/** The condition for the visible rows of a table: of a screen's own table by the rules, of a detail table by its visible records. */
function shownRows({ table, resource }: Source, rules: readonly Sql[]): Sql {
  if (table === resource.table) return and(rules)
  const detail = resource.details.find((entry) => entry.table === table)
  if (!detail) return sql`false`
  const column = resource.columns.get(detail.ref)
  if (!column) return sql`false`
  return sql`t.${sql.id(detail.fk)} in (
    select ${column.ref} from ${sql.id(resource.table)} as t where ${and(rules)})`
}

/** The columns of a table that the roles of the user may not read although the document shows them to others. */
function hiddenColumns({ table, resource }: Source, can: Caller['can']): Set<string> {
  const isHidden = (field: CommonField | null): boolean => {
    const code = field?.access?.read
    return code !== undefined && isColumnCode(code) && !can(code)
  }
  const detail = table === resource.table ? null : resource.details.find((entry) => entry.table === table)
  const columns = [...(detail ?? resource).columns.values()]
  const hidden = detail && isHidden(detail.field) ? columns : columns.filter(({ field }) => isHidden(field))
  return new Set(hidden.map(({ name }) => name))
}

/**
 * The report with only the rows and the values that this user may see: each table with row rules or hidden columns is
 * shadowed by a query of its visible part under the same name, so that no SQL of a report reaches the rest. A hidden value is
 * null: what is computed from it is unknown, too.
 */
export function underRowRules(
  report: Report,
  caller: Pick<Caller, 'rules' | 'can' | 'user'>,
  documents: Pick<DocumentRegistry, 'entries'>,
): Report {
  const { source } = report.document
  const bound = listSources(documents, new Set(source.tables)).flatMap((entry) => {
    const seesAll = caseTables.has(entry.table) && caller.can(listCasesCode)
    const rules = seesAll ? caseRule(entry.resource, caller.user, documents) : caller.rules(entry.resource)
    const hidden = hiddenColumns(entry, caller.can)
    return rules.length + hidden.size > 0 ? [{ ...entry, rules, hidden }] : []
  })
  if (bound.length === 0) return report
  // First those that read the table of their record or case itself, not the query of the same name.
  const readsOther = ({ table, resource }: Source) =>
    table !== resource.table || table === 'sys_workflow_task'
  bound.sort((a, b) => Number(readsOther(b)) - Number(readsOther(a)))
  const words = new Set(source.sql.toLowerCase().match(/[a-z_][a-z0-9_]*/g))
  const queries = bound.map((entry) => {
    // A column that the report does not name may not exist yet.
    const namedColumns = entry.columns
      .filter((column) => words.has(column))
      .map((column) =>
        // A constant condition gives a null of the column's type.
        entry.hidden.has(column)
          ? sql`case when false then t.${sql.id(column)} end as ${sql.id(column)}`
          : sql`t.${sql.id(column)}`,
      )
    const columns = namedColumns.length > 0 ? sql.join(namedColumns) : sql`1 as "?"`
    return sql`${sql.id(entry.table)} as not materialized (
      select ${columns} from ${sql.id(entry.table)} as t where ${shownRows(entry, entry.rules)})`
  })
  return {
    ...report,
    rows: (values) => sql`(with ${sql.join(queries)} select * from ${report.rows(values)}) as t`,
  }
}
