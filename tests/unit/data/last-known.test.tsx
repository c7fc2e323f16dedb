// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { indexKey } from '#runtime/data/documents.ts'
import { useDocument, useLookup } from '#runtime/data/hooks.ts'
import type { Http } from '#runtime/data/http.ts'

afterEach(cleanup)

/** A server that answers on command, with the answers of an earlier visit. */
function server(known: Record<string, unknown>) {
  const waiting: ((result: unknown) => void)[] = []
  const get = vi.fn(
    (_url: string, _params?: unknown) => new Promise<never>((resolve) => waiting.push(resolve as never)),
  )
  const buildKey = (url: string, params?: Record<string, unknown>) =>
    url + (params ? `?rev=${params.rev}` : '')
  const http = {
    get,
    lastKnown: (url: string, params?: Record<string, unknown>) => known[buildKey(url, params)],
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return {
    http: http as unknown as Http,
    get,
    client,
    wrapper,
    answer: (result: unknown) => waiting.shift()?.(result),
  }
}

const buildDocument = (rev: string, title: string) => ({ id: 'a/b', rev, document: { title } })

it('a document is drawn from the last answer when the index contains its revision, and requested again', async () => {
  const { http, get, client, wrapper, answer } = server({
    '/schema/documents/a/b?rev=2': buildDocument('2', '新'),
  })
  client.setQueryData(indexKey, [{ id: 'a/b', rev: '2' }])
  const { result } = renderHook(() => useDocument(http, 'a/b'), { wrapper })
  expect(result.current.data?.document).toEqual({ title: '新' })
  await waitFor(() => expect(get).toHaveBeenCalledOnce())
  answer(buildDocument('2', '更新'))
  await waitFor(() => expect(result.current.data?.document).toEqual({ title: '更新' }))
})

it.each([
  ['of an older revision', [{ id: 'a/b', rev: '2' }]],
  ['that the index does not name any more', []],
])('a document %s is not drawn from the last answer', async (_, index) => {
  const { http, get, client, wrapper } = server({ '/schema/documents/a/b?rev=1': buildDocument('1', '旧') })
  client.setQueryData(indexKey, index)
  const { result } = renderHook(() => useDocument(http, 'a/b'), { wrapper })
  expect(result.current.isPending).toBe(true)
  await waitFor(() => expect(get).toHaveBeenCalledOnce())
})

it('a dictionary shows its last known texts until the server answers', async () => {
  const { http, get, wrapper, answer } = server({
    '/sys/dict/getDictItems/unit': [{ value: '1', text: '册' }],
  })
  const codes = ['unit']
  const { result } = renderHook(() => useLookup(http, codes), { wrapper })
  expect(result.current.isLoading).toBe(false)
  expect(result.current.lookup.text('unit', '1')).toBe('册')
  await waitFor(() => expect(get).toHaveBeenCalledOnce())
  const before = result.current.lookup
  answer([{ value: '1', text: '本' }])
  await waitFor(() => expect(result.current.lookup.text('unit', '1')).toBe('本'))
  expect(result.current.lookup).not.toBe(before)
})
