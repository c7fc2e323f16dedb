import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readDictItems } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'

export interface DictOption {
  value: string
  label: string
  /** The item that the option shows; absent for a value that no search returned. */
  item?: DictItem | undefined
}

async function search(
  http: Http,
  code: string,
  keyword: string,
  signal?: AbortSignal,
): Promise<DictOption[]> {
  const items = await http.get<unknown>(`/sys/dict/loadDict/${encodeURIComponent(code)}`, { keyword }, signal)
  return readDictItems(items).map((item) => ({ value: item.value, label: item.text, item }))
}

/**
 * The matches of the last keyword; the request starts `wait` ms after the last key, and an older answer never
 * replaces a newer one.
 */
export function useDictSearch(code: string, isOpened: boolean, wait: number) {
  const { http, notify } = useServices()
  const [keyword, setKeyword] = useState('')
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const answer = useQuery({
    queryKey: ['dict', 'search', code, keyword],
    queryFn: ({ signal }) => search(http, code, keyword, signal),
    enabled: isOpened,
    retry: false,
  })
  // Enter must not choose a match of the keyword before.
  const isOutdated = typed !== keyword
  const failure = answer.error
  useEffect(() => {
    const text = failure && noticeText(failure, 'DICT_SEARCH_FAILED')
    if (text) notify('warning', text)
  }, [failure, notify])
  return {
    found: isOutdated ? [] : (answer.data ?? []),
    isLoading: isOutdated || answer.isFetching,
    /** Searches at once; the search outlives the control. */
    find: (word: string) => search(http, code, word),
    type(word: string) {
      clearTimeout(timer.current)
      setTyped(word.trim())
      timer.current = setTimeout(() => setKeyword(word.trim()), wait)
    },
  }
}

/** The text of a value that is neither in the record nor in a search result; the value itself until it is known. */
export function useDictText(code: string, value: string | null, sentText: string | undefined): string {
  const { http } = useServices()
  const text = useQuery({
    queryKey: ['dict', 'item', code, value],
    queryFn: async ({ signal }) => {
      const url = `/sys/dict/loadDictItem/${encodeURIComponent(code)}`
      const answer = await http.get<unknown>(url, { key: value }, signal)
      const first: unknown = Array.isArray(answer) ? answer[0] : answer
      return typeof first === 'string' && first !== '' ? first : value
    },
    enabled: value !== null && sentText === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return sentText ?? text.data ?? value ?? ''
}
