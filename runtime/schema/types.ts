import type { ScreenParts } from './kinds/screen/parts.ts'
import type { DetailSettings } from './language/detail.ts'
import type { CommonField } from './language/field.ts'
import type { FormParts } from './language/form.ts'
import type { ReportParam, ReportParts } from './language/report.ts'
import type titles from './names/key-titles.json'

export type { Action } from './language/actions.ts'
export type { DictDocument } from './language/dict.ts'
export type { CommonField, ValidateRule } from './language/field.ts'
export type { Flow, Move } from './language/flow.ts'
export type { PickerDocument } from './language/picker.ts'
export type { ReportParam } from './language/report.ts'
export type { Pane } from './language/tables.ts'

/** A field with the settings `S` of its type. */
export type FieldOf<S = object> = CommonField & S

/** A detail's rows inside its record. */
export type TableRows = readonly Readonly<Record<string, unknown>>[]

/** The settings of a detail table's field (type `table`); the public view has no `table`. */
export type TableSettings = Omit<DetailSettings, 'table'> &
  Partial<Pick<DetailSettings, 'table'>> & { fields: Field[] }

/** The names of the settings of all types, as their shapes declare them. */
type SettingName = keyof (typeof titles)['field']

/** A field whose settings are read by its own type only: their names are fixed, their values unknown. */
export type Field = FieldOf<{ [Name in Exclude<SettingName, keyof CommonField>]?: unknown }>
export type DetailField = FieldOf<TableSettings>

/** A screen after `resolve`: fields are a list. `table`, `rowRules`, `hooks`, `import.match` are absent in the public view. */
export interface ScreenDocument extends Omit<ScreenParts, 'table'> {
  table?: ScreenParts['table']
  fields: Field[]
  /** In the public view: queries of the list that the server adds to those of the document. */
  filters?: Field[]
}

/** A screen as the server stores it. */
export type StoredScreen = ScreenDocument & {
  table: NonNullable<ScreenParts['table']>
  /** The id of the screen whose data rules and column rights bind this overlay, which has the same `perm`. */
  rightsOwner?: string
}

/** A report; `source` is absent in the public view. */
export interface ReportDocument extends Omit<ReportParts, 'source'> {
  source?: ReportParts['source']
  params?: ReportParam[]
  fields: Field[]
}

/** A report as the server stores it. */
export type StoredReport = ReportDocument & { source: NonNullable<ReportParts['source']> }

/** A form without a list: the same on both sides. */
export interface FormDocument extends FormParts {
  fields: Field[]
}

/** A document in the index, for users who may open it. */
export interface IndexEntry {
  id: string
  title: string
  /** A document kind, or `faulty` for a document without a valid version. */
  kind: string
  rev: string
  components: string[]
  /** The address of its page; absent: it has no page of its own. */
  path?: string
  /** The short name of a report, a picker or a dictionary. */
  code?: string
  /** The id of the screen whose records a print template prints, or a workflow leads. */
  screen?: string
  /** Whether the records of a screen have states and moves between them, as a workflow needs. */
  hasFlow?: true
  /** The user may add a record on its page. */
  canAdd?: true
}

export const isDetail = <F extends CommonField>(field: F): field is F & DetailField => field.type === 'table'

/** Columns that every entity's table has besides its fields; on the wire under these names. */
export const auditKeys = [
  'id',
  'rev',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'sysOrgCode',
] as const
export type AuditKey = (typeof auditKeys)[number]

/** The dictionary of users: texts are their names, values their accounts. */
export const userDict = 'sys_user,realname,username'

/** Whether an audit column contains the account name of a user; it is shown as the user's name. */
export const isAccountKey = (key: string): boolean => key === 'createBy' || key === 'updateBy'
