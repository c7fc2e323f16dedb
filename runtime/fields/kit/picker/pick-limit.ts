import type { Values } from '#runtime/record/scope.ts'
import type { PickWhere } from '#runtime/schema/language/settings.ts'
import { readBoundName } from '#runtime/schema/names/bound-value.ts'

export type Conditions = Readonly<Record<string, string>>

/** What a record limits its picker to. */
export interface PickLimit {
  /** Conditions of the list. */
  conditions: Conditions
  /** The place and key of the first value that is still to be filled in; without it nothing may be picked. */
  missing?: ['form' | 'row', string]
}

/** The limit of a field: fixed values, `$form.key` of the head, and `$row.key`, which is left out without a row. */
export function readPickLimit(
  where: PickWhere = {},
  readHead: (key: string) => unknown,
  row: Values | null,
): PickLimit {
  const conditions: Record<string, string> = {}
  for (const [key, condition] of Object.entries(where)) {
    const named = readBoundName(condition)
    if (named?.place === 'row' && row === null) continue
    const value = named ? (named.place === 'form' ? readHead(named.name) : row?.[named.name]) : condition
    if (value === null || value === undefined || value === '')
      return { conditions, missing: [named?.place ?? 'row', named?.name ?? ''] }
    conditions[`${key}_MultiString`] = String(value)
  }
  return { conditions }
}

/** The conditions of a limit; throws the refusal while a value is missing. */
export function needConditions(
  { conditions, missing }: PickLimit,
  getTitle: (place: 'form' | 'row', key: string) => string,
): Conditions {
  if (missing) throw new Error(`请先填写「${getTitle(...missing)}」，再选择`)
  return conditions
}
