import { sql } from 'kysely'
import type { Problem } from '#runtime/kernel/problem.ts'
import { findMask, isMaskedText, maskText } from '#runtime/kernel/text/mask.ts'
import { unmaskCode } from '#runtime/schema/action-codes.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { canInSome, codeInState } from '#runtime/schema/field-rights.ts'
import { listStates } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import type { CommonField, Field, ScreenDocument } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Can } from '../../documents/readable-scope.ts'
import type { Sql } from '../query/condition.ts'
import { isReadable, type Resource } from '../resource.ts'

type Owner = Pick<ScreenDocument, 'id' | 'perm'>

/** Whether this user sees the values of the column masked. */
const hidesFrom = (column: Column | undefined, owner: Owner, can: Can): boolean =>
  findMask(column?.field) !== undefined && !can(unmaskCode(owner))

const masked = (field: Field | null, value: unknown): unknown => {
  const mask = findMask(field)
  return mask && typeof value === 'string' ? maskText(mask, value) : value
}

/** The columns as this user reads them: masked ones answer masked texts, and are filtered by whole values only. */
export function maskColumns(
  columns: Iterable<readonly [string, Column]>,
  owner: Owner,
  can: Can,
): Map<string, Column> {
  return new Map(
    [...columns].map(([key, column]) => [
      key,
      hidesFrom(column, owner, can)
        ? {
            ...column,
            isMasked: true,
            hasTriples: false,
            pinyin: undefined,
            fromDb: (raw: unknown) => masked(column.field, column.fromDb(raw)),
          }
        : column,
    ]),
  )
}

/** The states of records in which this user may read a field that is hidden in others; null where none hides it, or all do. */
export function findShownStates(
  screen: Pick<ScreenDocument, 'flow'>,
  field: CommonField | null,
  can: Can,
): string[] | null {
  if (isReadable(field, can) || !isReadable(field, canInSome(can))) return null
  const code = field?.access?.read ?? ''
  return listStates(screen).filter((word) => can(codeInState(code, word)))
}

/** Whether the state of a record is one of these. */
export const isInStates = (state: Sql, states: readonly string[]): Sql =>
  sql`coalesce(${state}::text, '') in (${sql.join(states)})`

/**
 * The columns that this user may read in some states only: in the others they have no value. They fit a list of what is
 * selected; `state` is the state of the record.
 */
export function veilColumns(
  screen: Resource['screen'],
  columns: ReadonlyMap<string, Column>,
  state: Sql | undefined,
  can: Can,
): Map<string, Column> {
  if (!state) return new Map()
  const veiled = [...columns].flatMap(([key, column]): [string, Column][] => {
    const states = findShownStates(screen, column.field, can)
    if (!states) return []
    const ref = sql`case when ${isInStates(state, states)} then ${column.ref} end as ${sql.id(column.name)}`
    return [[key, { ...column, ref, shownIn: states }]]
  })
  return maskColumns(veiled, screen, can)
}

/** Whether rows may be ordered by the column: the order of masked values would reveal them. */
export const isSortable = (column: Column): boolean => column.isMasked !== true

/** The values of a record or a row as this user reads them. */
export const maskValues = (
  values: Readonly<Record<string, unknown>>,
  columns: ReadonlyMap<string, Column>,
  owner: Owner,
  can: Can,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const column = columns.get(key)
      return [key, column && hidesFrom(column, owner, can) ? masked(column.field, value) : value]
    }),
  )

/** The columns whose unsaved cells are not sent to this user. */
export const isHiddenCell = (column: Column, owner: Owner, can: Can): boolean => hidesFrom(column, owner, can)

/**
 * Removes a masked text that was sent back unchanged. Any other text with a mask is a problem: it would replace the value
 * that it hides.
 */
export function withoutMasked(
  field: Field,
  sent: Record<string, unknown>,
  stored: Readonly<Record<string, unknown>>,
  path: string,
): Problem[] {
  const { key } = field
  if (findMask(field) === undefined || !isMaskedText(sent[key])) return []
  const isUnchanged = masked(field, stored[key]) === sent[key]
  delete sent[key]
  return isUnchanged ? [] : [{ path, code: 'masked', text: `请填写完整的${getTitle(field)}` }]
}
