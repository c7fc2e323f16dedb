import { type ComponentType, createContext, useContext } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { TableSync } from '#runtime/data/table-sync.ts'
import type { Handlers } from '#runtime/rules/handlers.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import type { PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { FieldTypes } from './contract.ts'

export interface User {
  id: string
  username: string
  realname: string
  orgCode: string
}

/** What a notice offers to do; `run` starts after the user has confirmed the question, if there is one, and reports its own failures. */
export interface NoticeAction {
  title: string
  question?: string
  run(): Promise<void>
}

/** Shows a notice; the application decides how. */
export type Notify = (
  kind: 'success' | 'info' | 'warning' | 'error',
  text: string,
  action?: NoticeAction,
) => void

/** Props of a dialog of the application that shows a record. */
export interface RecordDialogProps {
  id: string
  onClose(): void
}

/** Props of a view that a button of a list opens over it. */
export interface ActionViewProps {
  /** The record of the row; absent for a button of the toolbar. */
  row?: Readonly<Record<string, unknown>> & { id: string }
  /** The selected rows, for a button that needs several; one row for a button of a row. */
  rows?: readonly (Readonly<Record<string, unknown>> & { id: string })[]
  /** Removes the view. */
  onClose(): void
  /** Loads the rows of the list again. */
  onChange(): void
}

/** The view that a button names (`view`), and what it gets. */
export interface NamedViewProps extends ActionViewProps {
  name: string
}

/** The services of the application that a screen may use; provided once by `resolve/`. */
export interface Runtime {
  http: Http
  user: User
  can(code: string): boolean
  lookup: Lookup
  notify: Notify
  types: FieldTypes
  /** The checks that documents may name (`handler`); none by default. */
  handlers?: Handlers
  /** Codes that the prefix of the toolbar of a detail table (`authPrefix`) hides; none by default. */
  hiddenBy?(prefix: string): ReadonlySet<string>
  /** Cells of other pages with the same record open; without it tables are not synchronised. */
  tableSync?: TableSync
  /** The name of the institution, at the head of printed records and lists; none by default. */
  institution?: string
  /** Draws the institution and the department of the user, as reports name their issuer; without it they name the user. */
  Issuer?: ComponentType
  /** By id, the screens whose records open in a dialog of the application instead of their form; none by default. */
  recordDialogs?: ReadonlyMap<string, ComponentType<RecordDialogProps>>
  /** Components of panel blocks, by the names that documents may use (`widget`); none by default. */
  blockWidgets?: ReadonlyMap<string, ComponentType<{ block: PanelBlock }>>
  /** Draws the views that buttons may open; none by default. */
  ActionView?: ComponentType<NamedViewProps>
  /** The session token, for file addresses of a foreign store that requires it; none by default. */
  token?(): string | null
  /** The document of a row source: a screen or a report. */
  loadScreen(id: string): Promise<ScreenDocument | ReportDocument>
  loadPicker(code: string): Promise<PickerDocument>
}

const RuntimeContext = createContext<Runtime | null>(null)
export const RuntimeProvider = RuntimeContext.Provider

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('useRuntime outside RuntimeProvider')
  return runtime
}

/** Composite types (detail table, query builder) get the other types from here, so no type imports another. */
export const useFieldTypes = (): FieldTypes => useRuntime().types
