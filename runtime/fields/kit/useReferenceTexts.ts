import { useQuery } from '@tanstack/react-query'
import type { Http } from '#runtime/data/http.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../contract/contract.ts'
import { useServerText } from './choice/useServerText.ts'
import { splitValues } from './joined-values.ts'

/** The texts sent for the values; an unknown value is its own text. */
export function mergeTexts(value: string, texts: string | undefined): string {
  const values = splitValues(value)
  const parts = texts?.split(',') ?? []
  return parts.length === values.length
    ? values.map((member, at) => parts[at] || member).join(',')
    : texts || value
}

/** Requests the texts of comma-joined values; null if none is known. */
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

/** The texts of values that neither the record nor a picker has provided; the values until they are loaded. */
export function useReferenceTexts(
  props: Pick<ControlProps<string>, 'value' | 'field' | 'values'>,
  dictCode: string,
): string {
  const { http } = useServices()
  const { value } = props
  const sentText = useServerText(props)
  const response = useQuery({
    ...referenceTextsQuery(http, dictCode, value),
    enabled: value !== null && sentText === undefined,
  })
  return value === null ? '' : mergeTexts(value, sentText ?? response.data ?? undefined)
}
