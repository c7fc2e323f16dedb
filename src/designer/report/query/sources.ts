import type { ReportColumn, ReportTable } from '../../report-api.ts'

/** A table of a statement: that of the rows, that of their head, or one that a column of these refers to. */
export interface QuerySource {
  /** `t`, `h`, or the column that refers to it, such as `t.fsupplierid`. */
  path: string
  title: string
  table: ReportTable
  /** How it is joined; absent for the table of the rows. */
  join?: { from: string; column: string; key: string }
}

export const rowsPath = 't'
export const headPath = 'h'
/** In paths of conditions: the totals of the statement. */
export const totalPath = 'total'

/** The name of a column of a source, as conditions have it. */
export const fieldPath = (source: string, column: string): string => `${source}.${column}`

/** The source and the column of a path. */
export function splitPath(path: string): [source: string, column: string] {
  const end = path.lastIndexOf('.')
  return [path.slice(0, end), path.slice(end + 1)]
}

/** The tables that a report of these rows may take columns from. */
export function listSources(name: string, tables: readonly ReportTable[]): QuerySource[] {
  const find = (wanted: string | undefined) => tables.find((table) => table.name === wanted)
  const table = find(name)
  if (!table) return []
  const owner = find(table.owner?.table)
  const rowsAndHead: QuerySource[] = [
    { path: rowsPath, title: table.title, table },
    ...(owner && table.owner
      ? [
          {
            path: headPath,
            title: owner.title,
            table: owner,
            join: { from: rowsPath, column: table.owner.column, key: table.owner.key },
          },
        ]
      : []),
  ]
  const referred = rowsAndHead.flatMap(({ path, table: from }) =>
    from.columns.flatMap((column) => {
      const target = find(column.refers?.table)
      const isOwner = path === rowsPath && column.name === table.owner?.column
      return target && column.refers && !isOwner ? [{ path, column, target, key: column.refers.key }] : []
    }),
  )
  return [
    ...rowsAndHead,
    ...referred.map(({ path, column, target, key }) => ({
      path: fieldPath(path, column.name),
      // Two references to one table are told apart by their columns.
      title:
        referred.filter((other) => other.target === target).length > 1
          ? `${target.title}（${column.title}）`
          : target.title,
      table: target,
      join: { from: path, column: column.name, key },
    })),
  ]
}

export const findColumn = (
  sources: readonly QuerySource[],
  source: string,
  name: string,
): ReportColumn | undefined =>
  sources.find(({ path }) => path === source)?.table.columns.find((column) => column.name === name)

/** The detail tables of a table. */
export const listDetails = (name: string, tables: readonly ReportTable[]): ReportTable[] =>
  tables.filter(({ owner }) => owner?.table === name)
