import type { CSSProperties } from 'react'
import type { AnyFieldType, FieldTypes } from '#runtime/contract/contract.ts'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { orderKey } from '#runtime/record/changes/delta.ts'
import { isDisabled, isShown } from '#runtime/record/checks/conditions.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { detailColumns, isReadOnly, isRequired } from '#runtime/schema/derive.ts'
import type { Look, Lookup } from '#runtime/schema/field-value.ts'
import type { DetailField, Field } from '#runtime/schema/types.ts'
import type { Services } from '#runtime/services/services.tsx'

/** A column as the grid draws it, with everything that does not depend on the row. */
export interface Column {
  key: string
  field: Field
  type: AnyFieldType
  title: string
  width: number
  align: 'left' | 'right' | 'center'
  /** Style of a cell without further state. */
  className: string
  isRequired: boolean
  isComputed: boolean
  /** Tinted: read-only in every row. */
  isReadOnly: boolean
  /** Values that are more than text (pictures, bars, links) are drawn by the type. */
  isDrawn: boolean
  statistics: readonly ('sum' | 'average')[]
  /** In a tree: the column with indentation and arrows. */
  isBranch?: boolean
  /** It shows the current position of the row. */
  isPosition?: boolean
  /** Rows can be sorted by it. */
  isSortable: boolean
  /** Title of the header group of the column. */
  group?: string
  fixed?: 'left' | 'right'
  /** Offset of a fixed column while the others scroll. */
  style?: CSSProperties
  /** Its width was set by dragging: it does not share the remaining width. */
  isDrawnWidth?: boolean
}

/** Name of a column outside its header group: two columns of different groups may have the same title. */
export const formatName = ({ title, group }: Column): string =>
  group === undefined ? title : `${group} ${title}`

interface ColumnSetup extends Pick<Services, 'can'> {
  types: FieldTypes
  mode: RecordEnv['mode']
  isFrozen: boolean
}

const DEFAULT_WIDTH = 120

/** The columns of a detail table that a user sees, in order. */
export const buildColumns = (detail: DetailField, { types, can, mode, isFrozen }: ColumnSetup): Column[] =>
  detailColumns(detail, types).flatMap(({ field, title, width, align, statistics, ...view }): Column[] => {
    const type = types.get(field.type)
    const isHidden = (field.modes && !field.modes.includes(mode)) || field.writeOnly === true
    if (!type || isHidden || (field.access?.read !== undefined && !can(field.access.read))) return []
    const isPosition = field.key === orderKey(detail)
    const cannotType =
      isFrozen ||
      isPosition ||
      isReadOnly(field) ||
      (field.access?.edit !== undefined && !can(field.access.edit))
    const isDrawn = type.isDrawn === true || type.query === null || field.widget !== undefined
    return [
      {
        key: field.key,
        field,
        type,
        title,
        width: width ?? type.columnWidth?.edited ?? DEFAULT_WIDTH,
        align,
        className: `detail-cell is-${align}${cannotType ? ' is-locked' : ''}${isDrawn ? ' is-drawn' : ''}${type.dataType === 'datetime' ? ' is-moment' : ''}`,
        isRequired: !isFrozen && isRequired(field),
        isComputed: field.compute !== undefined,
        isReadOnly: cannotType,
        isDrawn,
        statistics: statistics ?? [],
        isPosition,
        isSortable: view.sortable && !isPosition,
        ...(view.group === undefined ? {} : { group: view.group }),
        ...(view.fixed === undefined ? {} : { fixed: view.fixed }),
      },
    ]
  })

/** Whether this cell is editable now. */
export function isCellEditable(
  store: RowStore,
  row: Values | undefined,
  column: Column | undefined,
): boolean {
  if (!row || !column || column.isReadOnly) return false
  const scope = store.getScope(row)
  return isShown(column.field, scope) && !isDisabled(column.field, scope)
}

/**
 * The text of a cell: a typed text that is no value, else the translation from the server if the row has one, else the
 * text printed by the type.
 */
export function cellText(
  store: RowStore,
  row: Row,
  column: Column,
  lookup: Lookup,
  look: Look = 'cell',
): string {
  const { field, type, key } = column
  if (column.isPosition) return String(store.indexOf(row.id) + 1)
  if (field.showIf !== undefined && !isShown(field, store.getScope(row))) return ''
  const pending = look === 'cell' ? store.pending.get(row.id, key) : undefined
  if (pending?.endsWithChange) return pending.shortText
  const value = type.fromWire(row[key], field)
  if (value === null) return ''
  return serverText(row, key) ?? type.toText(value, field, lookup, look)
}
