import type { ComponentType } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { TextLookup } from '#runtime/record/paste/paste.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import type { FieldOf, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/**
 * Draws one stored value as text or a small element. Never fetches; `text` is the translation from the server
 * (`<key>_dictText`).
 */
export interface CellProps<V = unknown, S = object> {
  value: V | null
  field: FieldOf<S>
  row: Readonly<Record<string, unknown>>
  text?: string
}

/** Props of a control, in forms, query bars and detail cells alike. */
export interface ControlProps<V = unknown, S = object> {
  value: V | null
  onChange(value: V | null): void
  field: FieldOf<S>
  /** Ties the control to its label and error text. */
  id?: string
  disabled?: boolean
  /** Shown and copied, not edited (computed, numbered). */
  readOnly?: boolean
  invalid?: boolean
  placeholder?: string
  autoFocus?: boolean
  size?: 'small' | 'middle'
  /** The record (or detail row) of the value. */
  values: Readonly<Record<string, unknown>>
  /** Sets other keys of the same record: pickers use it for their destination fields. */
  patch(values: Record<string, unknown>): void
  /** Detail tables only: adds rows when several records were picked. */
  addRows?(rows: Record<string, unknown>[]): void
  /**
   * Detail tables only: the value after a typed key. It is stored at once, and listeners are notified after the
   * letter is painted; only an editor that displays typed text by itself may use it, others use `onChange`.
   */
  onType?(value: V | null): void
  /** Detail tables only: the cell that the control edits. */
  cell?: EditedCell
  /** Fields of a form only: Enter took a record, and the focus goes to the next place to fill. */
  onEntered?(): void
  onBlur?(): void
}

/** What an editor may do to its cell in a detail table. It may still be called after the editor is closed. */
export interface EditedCell {
  /** The cell was opened for browsing: a picker opens its dialog at once. */
  isBrowsing: boolean
  /** The cell was opened with a scanned code: a picker searches it as if it was typed and entered. */
  scannedCode: string | null
  /** Ends editing and moves the cursor to the next editable cell. */
  next(): void
  /**
   * Ends editing after a record was taken: the cursor moves to the next cell of the row that is empty or counts
   * (`countField`), else to the next editable cell.
   */
  goOn(): void
  /**
   * Starts an undo step of its own, which Esc in the cell does not revert: its changes of the row and added rows. A value
   * that changed otherwise after the step began stays.
   */
  newStep(): CellStep
}

export interface CellStep extends Pick<ControlProps, 'patch' | 'addRows'> {
  /**
   * Detail tables only: if another row has the record of these values, adds one to its count (`countField`) and leaves
   * this blank row out. Returns whether it did.
   */
  addToCount?(values: Readonly<Record<string, unknown>>): boolean
}

/** Picking several records, each for a new row of a detail table. */
export interface RowPickerProps<S = object> {
  field: FieldOf<S>
  /** Receives the columns that each record sets; `isAll`: all that a query finds, also those that are rows already. */
  onRows(rows: Record<string, unknown>[], isAll?: boolean): void
  onClose(): void
}

/** The value of a query item is a set of list-query parameters, e.g. `{fdate_begin: '2025-01-01'}`. */
export interface QueryControlProps<S = object> {
  field: FieldOf<S>
  params: Readonly<Record<string, string>>
  onChange(params: Record<string, string>): void
  id?: string
}

/** The services needed for looking up records. */
export interface RecordSource {
  http: Http
  types: FieldTypes
  can(code: string): boolean
  loadScreen(id: string): Promise<ScreenDocument | ReportDocument>
  loadPicker(code: string): Promise<PickerDocument>
}

/** The views of a type. Every view may be `React.lazy`. */
export interface FieldViews<V = unknown, S = object> {
  /** For types whose cell is more than text. Default: the text of `toText`, as exports and prints have it. */
  Cell?: ComponentType<CellProps<V, S>>
  /** Characters of a text that a cell shows where the document sets no `ellipsis`. Default: all. */
  maxCellLength?: number
  Control: ComponentType<ControlProps<V, S>>
  /**
   * The cell is more than its text (a bar, a picture, a button): detail tables draw it too, and lists never put it
   * into the link to the record.
   */
  isDrawn?: boolean
  /** Shown in an empty cell of a detail table that may be edited: what opening it adds. */
  emptyCell?: string
  /** The control takes several lines or the full width: in a form on a phone it is below its label. */
  isMultiline?: boolean
  /** For types whose control must be there at the first key or drawing: fetches its code ahead of time. */
  preload?(field: FieldOf<S>): Promise<void>
  /** Default: the Control, its value written by the query rule of the field. */
  QueryControl?: ComponentType<QueryControlProps<S>>
  /** Default: Control with `size="small"`. */
  CellEditor?: ComponentType<ControlProps<V, S>>
  /** For types that pick records: an open picker. */
  RowPicker?: ComponentType<RowPickerProps<S>>
  /**
   * For types whose texts identify records: finds records by text, like the picker. Returns for each text the values of
   * its record (destinations and lookups included), or why none was found. Used by pasting.
   */
  findByText?(
    texts: readonly string[],
    field: FieldOf<S>,
    source: RecordSource,
    readHead: (key: string) => unknown,
  ): Promise<TextLookup>
  /** For types that pick records: what the records of these rows set now; null for a row without a record. */
  takeAgain?(
    rows: readonly Readonly<Record<string, unknown>>[],
    field: FieldOf<S>,
    source: RecordSource,
  ): Promise<(Record<string, unknown> | null)[]>
  designer: {
    label: string
    group: 'basic' | 'choice' | 'tree' | 'picker' | 'file' | 'rich' | 'detail' | 'other'
    icon: string
    /** The field that a palette inserts; the contract suite draws it. */
    sample: FieldOf<S>
    /** A wire value that demonstrates the type. Default: its first option, or what the text `1` means. */
    sampleValue?: unknown
    /** The text that a server sends with that value. */
    sampleText?: string
    /** The settings of the type, as fields. Default: derived from its settings, loaded on demand. */
    settings?(): Promise<SettingsPanel>
  }
}

/** The whole type: the value half plus its views. */
export interface FieldType<V = unknown, S = object> extends FieldValue<V, S>, FieldViews<V, S> {
  Cell: ComponentType<CellProps<V, S>>
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of every V and S; the contract suite checks each.
export type AnyFieldType = FieldType<any, any>
export type FieldTypes = ReadonlyMap<string, AnyFieldType>
