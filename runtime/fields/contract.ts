import type { ComponentType } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { TextLookup } from '#runtime/record/paste.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { SettingsPanel } from '#runtime/schema/settings-panel.ts'
import type { Field, FieldOf, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** Draws one stored value as text or a small element. Never fetches; `text` is the server's translation (`<key>_dictText`). */
export interface CellProps<V = unknown, S = object> {
  value: V | null
  field: FieldOf<S>
  row: Readonly<Record<string, unknown>>
  text?: string
}

/** What a control is given, in forms, query bars and detail cells alike. */
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
  /** The record (or detail row) around the value. */
  values: Readonly<Record<string, unknown>>
  /** Sets other keys of the same record: pickers map into their destination fields by this. */
  patch(values: Record<string, unknown>): void
  /** Detail tables only: further rows, when several records were picked. */
  addRows?(rows: Record<string, unknown>[]): void
  /**
   * Detail tables only: what a typed key made of the value. It is stored at once and told when the letter is on the
   * screen; so only an editor that shows by itself what is typed may use it, others use `onChange`.
   */
  onType?(value: V | null): void
  onBlur?(): void
}

/** Picking several records, each the beginning of a row of a detail. */
export interface RowPickerProps<S = object> {
  field: FieldOf<S>
  /** The columns that each record sets. */
  onRows(rows: Record<string, unknown>[]): void
  onClose(): void
}

/** A query item's value is a list-query parameter set, e.g. `{fdate_begin: '2025-01-01'}`. */
export interface QueryControlProps {
  field: Field
  params: Readonly<Record<string, string>>
  onChange(params: Record<string, string>): void
  id?: string
}

/** What looking records up needs of the house. */
export interface RecordSource {
  http: Http
  types: FieldTypes
  can(code: string): boolean
  loadScreen(id: string): Promise<ScreenDocument | ReportDocument>
  loadPicker(code: string): Promise<PickerDocument>
}

/** The whole type: the value half plus what the browser draws. Every part may be `React.lazy`. */
export interface FieldType<V = unknown, S = object> extends FieldValue<V, S> {
  Cell: ComponentType<CellProps<V, S>>
  Control: ComponentType<ControlProps<V, S>>
  /**
   * The cell is more than its text (a bar, a picture, something to press): detail tables draw it too, and lists never
   * put it into the link to its record.
   */
  isDrawn?: boolean
  /** Of types that every record with such a field draws: fetches the control's code ahead. */
  preload?(field: FieldOf<S>): Promise<void>
  /** Default: the Control, its value written by the field's rule. */
  QueryControl?: ComponentType<QueryControlProps>
  /** Default: Control with `size="small"`. */
  CellEditor?: ComponentType<ControlProps<V, S>>
  /** Of types that pick records: an open picker. */
  RowPicker?: ComponentType<RowPickerProps<S>>
  /**
   * Of types whose texts name records: looks texts up as picking them would. For each text the values its record gives
   * (destinations and look-ups too), or why none was found. Pasting asks this.
   */
  findByText?(texts: readonly string[], field: FieldOf<S>, source: RecordSource): Promise<TextLookup>
  designer: {
    label: string
    group: 'basic' | 'choice' | 'tree' | 'picker' | 'file' | 'rich' | 'detail' | 'other'
    icon: string
    /** A field of this type as a palette drops it; the contract suite draws it. */
    sample: Field
    /** What the type may say, as fields. Default: derived from its settings, loaded when asked for. */
    settings?(): Promise<SettingsPanel>
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of every V and S; the contract suite checks each.
export type AnyFieldType = FieldType<any, any>
export type FieldTypes = ReadonlyMap<string, AnyFieldType>
