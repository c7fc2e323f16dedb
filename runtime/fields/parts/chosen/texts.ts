import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '../../context.tsx'
import type { ControlProps } from '../../contract.ts'
import { useSentText } from '../dict-text.ts'
import { splitValues } from '../multi.ts'

/** Texts as they were sent for the values, each unknown one as its value. */
export function mergeTexts(value: string, texts: string | undefined): string {
  const values = splitValues(value)
  const parts = texts?.split(',') ?? []
  return parts.length === values.length ? values.map((one, at) => parts[at] || one).join(',') : texts || value
}

/** The texts of the values that neither the record nor a picker has brought; the values until they are known. */
export function useTexts(
  props: Pick<ControlProps<string>, 'value' | 'field' | 'values'>,
  dictCode: string,
): string {
  const { http } = useRuntime()
  const { value } = props
  const known = useSentText(props)
  const asked = useQuery({
    queryKey: ['dict', 'texts', dictCode, value],
    queryFn: async ({ signal }) => {
      const url = `/sys/dict/loadDictItem/${encodeURIComponent(dictCode)}`
      const answer = await http.get<unknown>(url, { key: value, delNotExist: false }, signal)
      return Array.isArray(answer) && answer.length > 0 ? answer.join(',') : null
    },
    enabled: value !== null && known === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return value === null ? '' : mergeTexts(value, known ?? asked.data ?? undefined)
}
