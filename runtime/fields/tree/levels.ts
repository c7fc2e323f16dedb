import { useQueries } from '@tanstack/react-query'
import { dictTextKey, serverText } from '#runtime/record/paste/dict-text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../contract/contract.ts'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { filteredDictQuery, useChoiceItems } from '../kit/choice/useChoiceItems.ts'
import { textFromWire } from '../kit/text/text-value.ts'
import type { TreeFamily } from './settings.ts'

export interface Level {
  key: string
  title: string
  value: string | null
  text: string
  items: readonly DictItem[]
  isLoading: boolean
  /** The level above has no value, so there is nothing to select. */
  isClosed: boolean
}

type Props = Pick<ControlProps<ChoiceV, TreeFamily['link_down']>, 'value' | 'field' | 'values'>

/** The current choices of the chain: each with the items that the previous selection allows. */
export function useLevels({ value, field, values }: Props): Level[] {
  const { http } = useServices()
  const keys = [field.key, ...field.destFields]
  const selected = keys.map((key, at) => textFromWire(at === 0 ? value : values[key]))
  const first = useChoiceItems(field, values)
  const further = useQueries({
    queries: field.next.map(({ dictCode, by }, at) => {
      const former = selected[at] ?? null
      return filteredDictQuery(http, dictCode, former === null ? null : { [by]: former })
    }),
  })
  return keys.map((key, at) => {
    const mine = selected[at] ?? null
    const answer = at === 0 ? undefined : further[at - 1]
    const items = at === 0 ? first : (answer?.data ?? [])
    const itemText = items.find((item) => item.value === mine)?.text
    return {
      key,
      title: at === 0 ? getTitle(field) : `${getTitle(field)}第 ${at + 1} 级`,
      value: mine,
      text: mine === null ? '' : (itemText ?? serverText(values, key) ?? mine),
      items,
      isLoading: answer?.isFetching === true,
      isClosed: at > 0 && (selected[at - 1] ?? null) === null,
    }
  })
}

/** The values written by a selection at a level: the value with its text there, and nothing below it. */
export function selectedAt(
  levels: readonly Level[],
  at: number,
  value: string | null,
): Record<string, unknown> {
  const written = levels.slice(at).flatMap(({ key, items }, below): [string, unknown][] => {
    const next = below === 0 ? value : null
    const text = items.find((item) => item.value === next)?.text ?? null
    return [
      [key, next],
      [dictTextKey(key), text],
    ]
  })
  return Object.fromEntries(written)
}
