import { useQueryClient } from '@tanstack/react-query'
import { matchesSearch } from '#runtime/kernel/text/pinyin.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { CellStep } from '../../contract/contract.ts'
import type { Suggest } from '../kit/picker/suggest/suggest.ts'
import { departsQuery, indexTitles, storesCode } from './departs.ts'

const MAX_SUGGESTIONS = 8

/** Suggests departments by name or its initials, from the tree that the dialog shows. */
export function useDepartSuggest(
  dictCode: string,
  take: (key: string, title: string, step: CellStep | undefined) => void,
): Suggest {
  const { http } = useServices()
  const client = useQueryClient()
  return async (text) => {
    const departs = await client.ensureQueryData(departsQuery(http, storesCode(dictCode)))
    return [...indexTitles(departs)]
      .filter(([, title]) => matchesSearch(title, text))
      .slice(0, MAX_SUGGESTIONS)
      .map(([key, title]) => ({
        key,
        texts: [title],
        isExact: title === text,
        take: (step) => take(key, title, step),
      }))
  }
}
