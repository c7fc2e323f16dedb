import { useQuery } from '@tanstack/react-query'
import type { Http } from '#runtime/data/http.ts'
import { useRuntime } from '../../context.tsx'
import type { ControlProps } from '../../contract.ts'
import { useServerText } from '../choice/dict-text.ts'
import { splitValues } from '../choice/multi.ts'

/** Texts as they were sent for the values, each unknown one as its value. */
export function mergeTexts(value: string, texts: string | undefined): string {
  const values = splitValues(value)
  const parts = texts?.split(',') ?? []
  return parts.length === values.length ? values.map((one, at) => parts[at] || one).join(',') : texts || value
}

/** Asks the texts of values, joined by commas; null where nothing is known of them. */
export const referenceTextsQuery = (http: Http, dictCode: string, value: string | null) => ({
  queryKey: ['dict', 'texts', dictCode, value],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const url = `/sys/dict/loadDictItem/${encodeURIComponent(dictCode)}`
    const answer = await http.get<unknown>(url, { key: value, delNotExist: false }, signal)
    return Array.isArray(answer) && answer.length > 0 ? answer.join(',') : null
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false as const,
})

/** The texts of the values that neither the record nor a picker has brought; the values until they are known. */
export function useReferenceTexts(
  props: Pick<ControlProps<string>, 'value' | 'field' | 'values'>,
  dictCode: string,
): string {
  const { http } = useRuntime()
  const { value } = props
  const known = useServerText(props)
  const response = useQuery({
    ...referenceTextsQuery(http, dictCode, value),
    enabled: value !== null && known === undefined,
  })
  return value === null ? '' : mergeTexts(value, known ?? response.data ?? undefined)
}
