import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RowBound } from '../platform/http/limits/beyond.ts'
import type { PlatformServices, RefusalExplainer } from '../platform/services.ts'
import type { FieldRules } from './access/field-rules.ts'
import type { Route } from './check/addresses.ts'
import type { DocumentFile } from './library/files.ts'

/** A permission code and the action that it allows, in words. `type` 1 = visible, 2 = enabled. */
export interface Code {
  code: string
  title: string
  type?: '1' | '2'
  /** A document, or another one, decides the title and the place of the code: written only where it is absent. */
  isForeign?: boolean
}

/** A menu entry of a document; its id is the document's. */
export interface MenuEntry {
  id: string
  /** A group of the menu, built-in or added by a document; absent: an entry of the top level. */
  parent?: string
  /** The entry adds its parent to the menu as a new group. */
  group?: { title: string; parent?: string; icon?: string; order?: number }
  title: string
  path: string
  /** The name that the client resolves to a screen. */
  component: string
  icon?: string
  order?: number
  keepAlive?: boolean
  hidden?: boolean
}

export interface Registration {
  /** Absent: the codes have no menu entry (a screen that is only picked from). */
  menu?: MenuEntry
  /** The id of the parent row of the codes when there is no entry. */
  owner: string
  codes: readonly Code[]
  /** Holders of this code see the entry, e.g. `stock:in:list`. */
  listCode: string
  /** Codes by role that the document proposes to grant; nothing is granted until an administrator confirms. */
  roles?: Readonly<Record<string, readonly string[]>>
}

/** The menu entries and permission codes of documents and modules. The permission module implements it. */
export interface PermissionRegistry extends RefusalExplainer {
  /** Writes the entries and the codes of documents, in one transaction; grants of administrators stay. */
  register(...registrations: readonly Registration[]): Promise<void>
  /** Removes the entries of documents from the menu; codes and grants are kept for their return. */
  retire(...menuIds: readonly string[]): Promise<void>
  /** All rows in menu order. */
  rows(): Promise<readonly { id: string; parentId: string; name: string; perms: string | null }[]>
  /** Called on every instance after a change of rights: of one user, or without an id of any user. */
  onChange(listener: (userId?: string) => void): void
}

/** A dictionary over a table: the column names come from documents, never from a request. */
export interface TableSource {
  table: string
  text: string
  value: string
  /** The column with the id of the parent row: the rows are a tree. */
  parent?: string
  softDelete?: boolean
  /** The screen over whose records it is: a user gets the rows that the user's rules on the screen show. */
  screen?: StoredScreen
  /** The columns that a request may compare, by their public names. */
  filters?: Readonly<Record<string, string>>
  /** The columns whose values travel with each item, by their public names. */
  fields?: Readonly<Record<string, { column: string; fromDb(raw: unknown): unknown }>>
}

/** An item of a dictionary with fixed items; `values` are further values by name. */
export interface FixedItem {
  value: string | number
  text: string
  disabled?: boolean
  values?: Readonly<Record<string, unknown>>
}

export interface CategorySeed {
  code: string
  name: string
  children?: readonly CategorySeed[]
}

/** The dictionaries that documents define. The dict module implements it. */
export interface DictionaryRegistry {
  registerItems(code: string, items: readonly FixedItem[]): void
  registerTable(code: string, source: TableSource): void
  /** Writes a shipped tree under the code `category:{root}`; nodes that staff added stay. */
  registerTree(nodes: readonly CategorySeed[]): Promise<void>
  unregister(code: string): void
}

/** A column whose values may be checked for uniqueness by a request. */
export interface UniqueCheck {
  table: string
  column: string
  type: SqlColumn
  softDelete: boolean
  /** The user must hold all of them: the answer reveals which values exist. */
  codes: readonly string[]
}

/** The unique checks by `uniqueKey`; documents fill the map. */
export type UniqueChecks = Map<string, UniqueCheck>

/** The key of a check: the two names as a client sends them. */
export const uniqueKey = (tableName: string, fieldName: string): string => `${tableName} ${fieldName}`

/** The tables whose rows belong to tenants, by name; documents fill the set. */
export type TenantTables = Set<string>

/** The rules on rows that read attributes of users, by the id of their document; documents fill the map. */
export type DocumentBounds = Map<string, readonly RowBound[]>

/** The services that loading and serving documents use. */
export interface DocumentServices extends PlatformServices {
  permissions: PermissionRegistry
  dictionaries: DictionaryRegistry
  uniqueChecks: UniqueChecks
  tenantTables: TenantTables
  rowBounds: DocumentBounds
  /** The rules of fields by role and state; documents fill it. */
  fieldRules: FieldRules
  /** The documents that are served, among all: a trial serves those that it needs. Absent: all of them. */
  selectFiles?(all: readonly DocumentFile[]): readonly DocumentFile[]
  /** The names that documents may use for code of the installed modules. */
  registeredNames: RegisteredNames
  /** The routes of this server; empty until they are registered. */
  routes: Route[]
}
