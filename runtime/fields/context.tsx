import { type ComponentType, createContext, useContext } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { TableSync } from '#runtime/data/table-sync.ts'
import type { Handlers } from '#runtime/rules/handlers.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { PanelBlock, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { FieldTypes } from './contract.ts'

export interface User {
  id: string
  username: string
  realname: string
  orgCode: string
}

/** A notice the house shows; the runtime only says what. */
export type Notify = (kind: 'success' | 'info' | 'warning' | 'error', text: string) => void

/** A record shown by the house itself. */
export interface RecordDialogProps {
  id: string
  onClose(): void
}

/** All that a screen may use of the house around it; provided once by `resolve/`. */
export interface Runtime {
  http: Http
  user: User
  can(code: string): boolean
  lookup: Lookup
  notify: Notify
  types: FieldTypes
  /** The checks that documents may name (`handler`); without it none is registered. */
  handlers?: Handlers
  /** What the prefix of a detail table's toolbar (`authPrefix`) hides; without it nothing. */
  hiddenBy?(prefix: string): ReadonlySet<string>
  /** Cells of other pages that have the same record open; without it a table hears of nobody. */
  tableSync?: TableSync
  /** Screens, by id, whose records are looked at in a dialog of the house instead of their form; without it none. */
  recordDialogs?: ReadonlyMap<string, ComponentType<RecordDialogProps>>
  /** Faces of panel blocks, by the names that documents may say (`widget`); without it none is registered. */
  blockWidgets?: ReadonlyMap<string, ComponentType<{ block: PanelBlock }>>
  /** The session's, for addresses of files that a foreign store asks it for; without it none is sent. */
  token?(): string | null
  /** The document that rows come from: a screen, or a report. */
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

/** Composite types (detail table, query builder) take the other types from here, so no type imports another. */
export const useFieldTypes = (): FieldTypes => useRuntime().types
