import type { Http } from '#runtime/data/http.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

/** A table that the user may query. */
export interface ReportTable {
  name: string
  title: string
  columns: ReportColumn[]
  /** Of a detail table: the table of the records that its rows belong to, the column that refers to them, and the one it refers to. */
  owner?: { table: string; column: string; key: string }
}

export interface ReportColumn {
  name: string
  title: string
  /** Absent for texts and choices. */
  kind?: 'number' | 'date'
  /** Type, dictionary and options of its field. */
  field: JsonObject
  /** The table whose records it refers to, with the column whose values it holds. */
  refers?: { table: string; key: string }
}

/** A refused part of a statement; `place` counts characters, null is the whole statement. */
export interface SqlFault {
  text: string
  place: { from: number; to: number } | null
}

/** The parts of a document that follow from a statement. */
export interface SqlDraft {
  tables: string[]
  fields: JsonObject[]
  params: JsonObject[]
}

export interface SqlInspection {
  faults: SqlFault[]
  /** Null for a statement with faults. */
  draft: SqlDraft | null
}

export interface ReportCost {
  weight: 'light' | 'moderate' | 'heavy'
  rows: number
  steps: { text: string; isWarning: boolean }[]
}

export interface RoleChoice {
  id: string
  code: string
  name: string
}

/** A draft with the query of its rows; a role runs it with the permissions of that role. */
export interface Trial {
  body: JsonObject
  query: Readonly<Record<string, string>>
  roleId?: string
}

export interface TrialRows {
  records: JsonObject[]
  total: number
  totalEstimated?: boolean
  /** The keys of the columns that the role may see. */
  columns: string[]
}

/** The requests of the report designer. */
export const reportDesignApi = (http: Http) => ({
  heads: (signal?: AbortSignal) =>
    http.get<{ records: { code: string }[] }>('/online/cgreport/head/list', { pageSize: 200 }, signal),
  tables: (signal?: AbortSignal) => http.get<ReportTable[]>('/design/report/tables', undefined, signal),
  roles: (signal?: AbortSignal) => http.get<RoleChoice[]>('/design/report/roles', undefined, signal),
  /** `dataSource` is the code of another database. */
  parse: async (sql: string, dataSource: string | undefined) =>
    (
      await http.send<SqlInspection>('POST', '/design/report/parse', {
        sql,
        ...(dataSource && { dataSource }),
      })
    ).result,
  dataSources: (signal?: AbortSignal) =>
    http.get<{ value: string; text: string }[]>('/sys/dataSource/options', undefined, signal),
  run: async (trial: Trial) => (await http.send<TrialRows>('POST', '/design/report/run', trial)).result,
  cost: async (trial: Trial) => (await http.send<ReportCost>('POST', '/design/report/cost', trial)).result,
})
