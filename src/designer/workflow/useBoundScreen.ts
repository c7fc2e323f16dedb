import { useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { type QueriedFields, queriedFields } from '#runtime/fields/kit/advanced-query/fields.ts'
import { auditField, getTitle } from '#runtime/schema/derive.ts'
import { auditKeys, isDetail } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type LedScreen, useLedScreen } from '../approval/useLedScreen.ts'
import { sayableRules } from './condition/condition-expression.ts'

/** The screen whose records a workflow leads, and what its steps may name of it. */
export interface BoundScreen extends LedScreen {
  /** The titles of its fields and system columns by their keys, columns of details as `items.fnum`. */
  titles: ReadonlyMap<string, string>
  /** The fields that a condition may compare, with the rules that an expression can say. */
  queried: QueriedFields
  /** Its dictionaries, whose texts conditions show. */
  codes: readonly string[]
}

const noCodes: readonly string[] = []

export function useBoundScreen(id: unknown): BoundScreen {
  const { can } = useServices()
  const types = useFieldTypes()
  const led = useLedScreen(id)
  return useMemo(() => {
    const { screen } = led
    const audits = auditKeys.flatMap((key) => auditField(key, types) ?? [])
    const titles = [...(screen?.fields ?? []), ...(screen ? audits : [])].flatMap(
      (field): [string, string][] => [
        [field.key, getTitle(field)],
        ...(isDetail(field)
          ? field.fields.map((inner): [string, string] => [`${field.key}.${inner.key}`, getTitle(inner)])
          : []),
      ],
    )
    const queried = screen ? [...queriedFields(screen, { types, can })] : []
    const heads = queried.filter(([, { detail }]) => detail === undefined)
    return {
      ...led,
      titles: new Map(titles),
      queried: new Map(
        heads.map(([key, entry]) => [
          key,
          { ...entry, rules: entry.rules.filter((rule) => sayableRules.includes(rule)) },
        ]),
      ),
      codes: screen ? screenDictionaries(screen, types) : noCodes,
    }
  }, [led, types, can])
}
