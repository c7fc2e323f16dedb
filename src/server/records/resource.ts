import { sql } from 'kysely'
import { listCalendars } from '#runtime/kernel/expression/calendars.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { compileFormulas, type Formulas } from '#runtime/record/formulas/formulas.ts'
import { details, getPerm, positionKey } from '#runtime/schema/derive.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import {
  type CommonField,
  type DetailField,
  type Field,
  isDetail,
  type StoredScreen,
} from '#runtime/schema/types.ts'
import { type Column, indexColumns } from '../documents/plan/column.ts'
import { hasPinyin, isSearched, pinyinColumn } from '../documents/plan/tables.ts'
import { compileRowRules, type RowRuleSql } from './access/row-rules.ts'
import { compileTree, type ResourceTree } from './tree/tree-shape.ts'

/** A detail table in the database. */
export interface DetailResource {
  field: DetailField
  key: string
  table: string
  /** The column that contains the head's `ref`. */
  fk: string
  ref: string
  /** Key and column of the 1-based position. */
  order: { key: string; name: string } | null
  columns: ReadonlyMap<string, Column>
}

/** A screen prepared for requests: every name of a request is looked up here. */
export interface Resource {
  documentHash: string
  screen: StoredScreen
  perm: string
  table: string
  softDelete: boolean
  /** Each record belongs to a tenant. */
  isTenantBound: boolean
  columns: ReadonlyMap<string, Column>
  details: readonly DetailResource[]
  formulas: Formulas
  /** The dictionaries of holidays, and those of choices whose default brings values. */
  readDicts: readonly string[]
  rowRules: readonly RowRuleSql[]
  /** Null when the records are a plain list. */
  tree: ResourceTree | null
  types: FieldValues
}

function compileDetail(field: DetailField, types: FieldValues): DetailResource[] {
  if (!field.table) return []
  const { name, fk, ref = 'id' } = field.table
  const order = positionKey(field)
  return [
    {
      field,
      key: field.key,
      table: name,
      fk: toSnake(fk),
      ref,
      order: order === undefined ? null : { key: order, name: toSnake(order) },
      columns: indexColumns(field.fields, types),
    },
  ]
}

/** Only the screen's own table has search indexes; detail rows are few in each record. */
const withSearch = (columns: ReadonlyMap<string, Column>, types: FieldValues): Map<string, Column> =>
  new Map(
    [...columns].map(([key, column]) => {
      const { field, name } = column
      if (!field) return [key, column]
      const pinyin = hasPinyin(field, types) ? { pinyin: sql.ref(`t.${pinyinColumn(name)}`) } : {}
      return [key, { ...column, hasTriples: isSearched(field, types), ...pinyin }]
    }),
  )

/** The dictionaries whose items the defaults of the fields bring values of. */
const dictsOfDefaults = (fields: readonly Field[], types: FieldValues): string[] =>
  fields.flatMap((field) => {
    if (isDetail(field)) return dictsOfDefaults(field.fields, types)
    const type = field.defaultValue === undefined ? undefined : types.get(field.type)
    return type?.fill ? (type.needs?.(field) ?? []) : []
  })

function compile(screen: StoredScreen, documentHash: string, types: FieldValues): Resource {
  const columns = withSearch(indexColumns(screen.fields, types), types)
  return {
    documentHash,
    screen,
    perm: getPerm(screen),
    table: screen.table.name,
    softDelete: screen.table.softDelete === true,
    isTenantBound: screen.table.tenant === true,
    columns,
    details: details(screen).flatMap((field) => compileDetail(field, types)),
    formulas: compileFormulas(screen, types).formulas,
    readDicts: [...new Set([...listCalendars(screen.fields), ...dictsOfDefaults(screen.fields, types)])],
    rowRules: compileRowRules(screen, columns),
    tree: compileTree(screen, columns),
    types,
  }
}

const compiled = new WeakMap<StoredScreen, Resource>()

/** Compiled once per document hash: changed content is a new object. */
export function getResource(screen: StoredScreen, documentHash: string, types: FieldValues): Resource {
  const cached = compiled.get(screen)
  if (cached) return cached
  const resource = compile(screen, documentHash, types)
  compiled.set(screen, resource)
  return resource
}

/** The column of a key that the check of documents has found. */
export function needColumn(columns: ReadonlyMap<string, Column>, key: string): Column {
  const column = columns.get(key)
  if (!column) throw new Error(`no column ${key}`)
  return column
}

/** The columns of a table under another name of it, by their keys after a prefix. */
export const listAliased = (
  columns: ReadonlyMap<string, Column>,
  alias: string,
  prefix = '',
): [string, Column][] =>
  [...columns].map(([key, column]) => [prefix + key, { ...column, ref: sql.ref(`${alias}.${column.name}`) }])

/** Whether this user may read the field's value in all states: in answers, filters, sorting and messages alike. */
export const isReadable = (field: CommonField | null, can: (code: string) => boolean): boolean =>
  !field || (!field.writeOnly && (!field.access?.read || can(field.access.read)))
