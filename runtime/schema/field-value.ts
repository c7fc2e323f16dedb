import type { ResultType } from '#runtime/kernel/expression/result.ts'
import type { NameKind } from '#runtime/kernel/expression.ts'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import type { Parsed, Problem } from '#runtime/kernel/problem.ts'
import type { QueryRule } from './query/query-rules.ts'
import type { FieldOf } from './types.ts'

/** How a value is stored. `numeric` without precision stores any decimal. */
export type SqlColumn =
  | { type: 'varchar'; length: number }
  | { type: 'numeric'; precision?: number; scale?: number }
  | { type: 'text' | 'integer' | 'bigint' | 'date' | 'timestamp' | 'time' | 'jsonb' | 'bytea' }
  // Of tables that existed before their document. `native` is any type: read as text, never written.
  | { type: 'boolean' | 'timestamptz' | 'double precision' | 'native' }

/** The types of numbers. */
export const numericTypes: ReadonlySet<SqlColumn['type']> = new Set([
  'numeric',
  'integer',
  'bigint',
  'double precision',
])

export type { QueryRule } from './query/query-rules.ts'

/** Where a text is shown: `cell` may be shortened, `full` (details, export, clipboard) may not. */
export type Look = 'cell' | 'full'

/**
 * The data for printing and parsing besides the field: dictionary texts, loaded before (`needs`).
 * `text` is undefined for an unknown value; `value` finds the value of a text.
 */
export interface Lookup {
  text(dictCode: string, value: string): string | undefined
  value(dictCode: string, text: string): string | undefined
  /** All entries in order; empty when the dictionary is not loaded (search dictionaries never are). */
  items(dictCode: string): readonly DictItem[]
}

/** A lookup without dictionaries: for typed letters, which match no entry, and for records that have their texts already. */
export const noLookup: Lookup = { text: () => undefined, value: () => undefined, items: () => [] }

export interface DictItem {
  value: string
  text: string
  disabled?: boolean
  /** Parent's value, in trees. */
  parent?: string
  /** Further values of the item, by the names that `orgFields` of a field may list. */
  values?: Readonly<Record<string, unknown>>
}

/**
 * What the values of a type are, for everything that does not know the type by name: formulas, charts, workbooks,
 * reports, the designer. `text` is typed language; `code` is text with a notation or meaning of its own (an address, a
 * password, a program); `any` is whatever the document puts there; `choice` are values of a list or keys of records.
 */
export type DataType =
  | 'text'
  | 'code'
  | 'any'
  | 'number'
  | 'date'
  | 'datetime'
  | 'month'
  | 'year'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'image'
  | 'file'
  | 'rows'

export interface SpreadsheetCells<V> {
  /** The format that shows their numbers, in the notation of spreadsheets (`0.00`). Default: the general one. */
  readonly format?: string
  /** The number of a value, or a text where a spreadsheet has no exact number for it. */
  toCell(value: V): number | string
}

/** What an import, a guess, a new field or another server's answer needs a type for. */
export type Usage =
  | 'text'
  | 'longText'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'flag'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'program'
  | 'markdown'
  | 'image'
  | 'user'

/**
 * The half of a field type that runs anywhere: browser, server, script. No function throws.
 * `V` is the value in memory; `S` the settings a field of this type may carry besides the common ones.
 * Its properties in a document are described in the type's `settings.ts` (TypeBox), which the browser does not load.
 */
export interface FieldValue<V = unknown, S = object> {
  /** The name of the type in documents; equals the folder's name. */
  readonly type: string
  readonly empty: V | null
  readonly dataType: DataType
  /** What expressions read the values as, where their letters do not tell. */
  readsAs?(field: FieldOf<S>): NameKind | undefined
  /** What it is the usual type for; one type for each usage (`usualType`). */
  readonly usualFor?: Usage
  /** The type of the values in formulas, of a field without its own list of choices. Default: what follows from `dataType`. */
  resultType?(field: FieldOf<S>): ResultType
  /** The value must not leave the server, be it stored or printed. */
  readonly isSecret?: true
  /** A list may group its rows by the value: it is short, and compared as a whole. */
  readonly canGroup?: true
  /**
   * Where the further values come from that a chosen value writes into other fields: the record of a picker, or further
   * levels. Default: the options or the dictionary of the field.
   */
  readonly fillsFrom?: 'picker' | 'levels'
  /** What its values are called where people would write a name instead: keys have no Chinese characters. */
  readonly keyTitle?: string
  /** Its setting `source` names a screen or a report. */
  readonly hasSource?: true
  /** For selecting or typing in a form, with settings that a report has not: a report shows the stored value as text. */
  readonly isOfForm?: true
  /** The field may have a `mask`. */
  readonly canMask?: true
  /** The values are items of the field's own `options` or `dictCode`, one or several of them. */
  readonly holdsChoices?: 'one' | 'several'
  /** The dictionary whose texts the server sends with the values, when the field has none itself. */
  dict?(field: FieldOf<S>): string
  /** Dictionary codes to load before drawing. */
  needs?(field: FieldOf<S>): string[]
  /** From JSON of the wire or the database row; unknown shapes become `empty`. */
  fromWire(raw: unknown, field: FieldOf<S>): V | null
  toWire(value: V | null, field: FieldOf<S>): unknown
  toText(value: V | null, field: FieldOf<S>, lookup: Lookup, look: Look): string
  /** The text on paper, where it is another one than that of `toText`. */
  toPaper?(value: V): string
  fromText(text: string, field: FieldOf<S>, lookup: Lookup): Parsed<V | null>
  /** Checks a raw wire value by its type (shape, size, loaded dictionary), before validateRules. Null: valid. */
  check(raw: unknown, field: FieldOf<S>, lookup: Lookup): Pick<Problem, 'code' | 'text'> | null
  /** The values that a chosen value writes into other fields of its record, as wire values by key. */
  fill?(value: V | null, field: FieldOf<S>, lookup: Lookup): Readonly<Record<string, unknown>>
  /** A value as people write it, for the example row of an import template. Default: none. */
  readonly example?: string | number
  /** How workbooks hold the values, so that a spreadsheet can calculate with them. Default: as the text of `toText`. */
  readonly spreadsheet?: SpreadsheetCells<V>
  /** For statistics and sorting. */
  toNumber?(value: V | null): number | null
  /** Null: not stored. */
  column(field: FieldOf<S>): SqlColumn | null
  /** Letters that a value takes in an index, where that is less than its column has room for. Default: undefined. */
  indexedLength?(field: FieldOf<S>): number | undefined
  /** The rules by which this type can be queried; `"query": true` selects `in` for a choice, else the first. Null: not queried. */
  readonly query: { rules: readonly QueryRule[] } | null
  /** The widths of a column whose document sets none, in pixels: in a list, and in a table that is edited. */
  readonly columnWidth?: { list: number; edited: number }
  /** Lists align numbers right. */
  readonly align?: 'left' | 'right' | 'center'
  /** A list column only when the field requests it (long text, files, details). */
  readonly offList?: boolean
  /** The values are uploaded files: their paths, in the order of the value. */
  filePaths?(value: V): readonly string[]
  /** The text is markup: the server stores only allowed elements (`kernel/html.ts`). */
  readonly markup?: 'html'
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of every V and S; the contract suite checks each.
export type AnyFieldValue = FieldValue<any, any>

/** Every value half by its type name. */
export type FieldValues = ReadonlyMap<string, AnyFieldValue>

/** The name of the type that is usually taken for a usage. Its absence is a programming error. */
export function usualType(types: FieldValues, usage: Usage): string {
  for (const { type, usualFor } of types.values()) if (usualFor === usage) return type
  throw new Error(`no field type is the usual one for ${usage}`)
}

/** The value half of a field whose document may be broken; undefined for an unknown type. */
export const valueHalf = (types: FieldValues, { type }: JsonObject): AnyFieldValue | undefined =>
  types.get(asText(type) ?? '')
