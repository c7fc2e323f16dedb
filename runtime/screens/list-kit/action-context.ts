import type { ReactNode } from 'react'
import type { RowOwner } from '#runtime/compile/panel/panes.ts'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { Http } from '#runtime/data/http.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { IndexEntry, ScreenDocument } from '#runtime/schema/types.ts'
import type { Extensions } from '#runtime/services/extensions.ts'
import type { User } from '#runtime/services/services.tsx'
import type { List } from './useList.ts'

/** The part of a list that an action may use. */
export interface ActionContext {
  /** Absent if the rows are no records (reports). */
  screen?: ScreenDocument
  list: List
  /** The values of the record that a new one belongs to, by field. */
  defaults?: Values
  /** The record to which the rows belong. */
  master?: RowOwner
  /** The keys of the visible columns in order; absent where the columns of the list are visible. */
  columns?: readonly string[]
  http: Http
  user: User
  navigate(to: string): void
  warn(text: string): void
  /** Draws the registered views. */
  ActionView: Extensions['ActionView']
  /** The index entry of a document that the user may open. */
  find(id: string): Promise<IndexEntry | undefined>
  /** Draws a dialog over the list; null removes it. */
  show(node: ReactNode | null): void
  /** Called when rows changed. */
  renew(): void
  /** Runs another action, with its message. */
  perform(action: ActionPlan, rows: readonly ListRow[]): Promise<void>
}
