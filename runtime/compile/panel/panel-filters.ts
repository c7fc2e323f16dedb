import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { readFilterValues } from '#runtime/schema/query/filter-value.ts'
import type { QueryItem } from '../plan.ts'
import { compileQuery } from '../query.ts'
import { paramField, type ReportEnv } from '../report/report.ts'
import { screenDictionaries } from '../screen-dictionaries.ts'

/** The query bar of a panel. */
export interface PanelFilters {
  items: readonly QueryItem[]
  /** Dictionaries of its controls. */
  needs: readonly string[]
}

export function compileFilters({ filters = [] }: PanelDocument, env: ReportEnv): PanelFilters {
  const fields = filters.map((filter) => paramField(filter, env, ''))
  return {
    items: compileQuery({ fields }, env),
    needs: screenDictionaries({ fields }, env.types),
  }
}

type Conditions = Readonly<Record<string, string>>

/** The conditions in an address; an item that the address does not name has its default. */
export function readConditions(items: readonly QueryItem[], address: URLSearchParams): Conditions {
  const entries = items.flatMap(({ names, defaults }) =>
    names.map((name): [string, string] => [name, address.get(name) ?? defaults[name] ?? '']),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Writes the conditions into an address; an item without its default is written empty. Other parameters stay. */
export function writeConditions(
  items: readonly QueryItem[],
  conditions: Conditions,
  address: URLSearchParams,
): URLSearchParams {
  const changed = new URLSearchParams(address)
  for (const { names, defaults } of items)
    for (const name of names) {
      const value = conditions[name] ?? ''
      if (value === (defaults[name] ?? '')) changed.delete(name)
      else changed.set(name, value)
    }
  return changed
}

/** The values that queries of blocks read as `params.<key>`; several values are separated by commas. */
export const filterParams = (items: readonly QueryItem[], conditions: Conditions): Conditions =>
  Object.fromEntries(items.map(({ key, rule }) => [key, readFilterValues(key, rule, conditions).join(',')]))
