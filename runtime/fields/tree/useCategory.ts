import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Http } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { isCondition } from './condition.ts'
import type { TreeFamily } from './settings.ts'

/** A node in the format of the antd tree; `id` requests its children, `value` is the stored code. */
export interface CategoryNode {
  id: string
  value: string
  title: string
  isLeaf: boolean
  children?: CategoryNode[]
}

interface WireNode {
  key?: unknown
  value?: unknown
  code?: unknown
  title?: unknown
  name?: unknown
  leaf?: unknown
}

const readNodes = (raw: unknown): CategoryNode[] =>
  (Array.isArray(raw) ? (raw as WireNode[]) : []).map((node) => ({
    id: String(node.key ?? node.value ?? ''),
    value: String(node.code ?? node.value ?? node.key ?? ''),
    title: String(node.title ?? node.name ?? node.code ?? ''),
    // The contract allows true or 1.
    isLeaf: node.leaf === true || Number(node.leaf) === 1,
  }))

const withChildren = (nodes: CategoryNode[], id: string, children: CategoryNode[]): CategoryNode[] =>
  nodes.map((node) =>
    node.id === id
      ? { ...node, children, isLeaf: children.length === 0 }
      : node.children
        ? { ...node, children: withChildren(node.children, id, children) }
        : node,
  )

const loadRoots = async (http: Http, pcode: string, condition: string, signal: AbortSignal) =>
  readNodes(
    condition === ''
      ? await http.get('/sys/category/loadTreeRoot', { async: true, pcode }, signal)
      : await http.get('/sys/category/loadTreeData', { pid: '', pcode, condition }, signal),
  )

const loadChildren = async (http: Http, pid: string, condition: string) =>
  readNodes(
    condition === ''
      ? await http.get('/sys/category/loadTreeChildren', { pid })
      : await http.get('/sys/category/loadTreeData', { pid, pcode: '', condition }),
  )

const loadName = async (http: Http, code: string, signal: AbortSignal) => {
  const found = await http.get<{ name?: unknown } | null>(
    '/sys/category/loadOne',
    { field: 'code', val: code },
    signal,
  )
  return typeof found?.name === 'string' ? found.name : code
}

/**
 * The nodes loaded so far under `category:CODE`; opening nodes loads more. A condition that is no JSON object is
 * reported, and nothing is loaded.
 */
export function useCategory({ dictCode, condition = '' }: TreeFamily['cat_tree'], isOpened: boolean) {
  const { http, notify } = useServices()
  const pcode = dictCode.replace(/^category:/, '')
  const isSound = isCondition(condition)
  const [opened, setOpened] = useState<ReadonlyMap<string, CategoryNode[]>>(new Map())
  const roots = useQuery({
    queryKey: ['category', pcode, condition],
    queryFn: ({ signal }) => loadRoots(http, pcode, condition, signal),
    enabled: isOpened && isSound,
  })
  useEffect(() => {
    if (!isSound) notify('error', errorText('TREE_CONDITION'))
  }, [isSound, notify])
  const failure = roots.error
  useEffect(() => {
    const text = failure && noticeText(failure, 'CATEGORY_LOAD_FAILED')
    if (text) notify('error', text)
  }, [failure, notify])

  let nodes = roots.data ?? []
  for (const [id, children] of opened) nodes = withChildren(nodes, id, children)
  return {
    nodes,
    isLoading: roots.isFetching,
    async open(id: string) {
      try {
        const children = await loadChildren(http, id, condition)
        setOpened((current) => new Map(current).set(id, children))
      } catch (error) {
        const text = noticeText(error, 'CATEGORY_LOAD_FAILED')
        if (text) notify('error', text)
      }
    },
  }
}

/** The name of a code outside the opened nodes; the code itself while it is unknown. */
export function useCategoryName(code: string | null, sentName: string | undefined): string {
  const { http } = useServices()
  const name = useQuery({
    queryKey: ['category', 'name', code],
    queryFn: ({ signal }) => loadName(http, code ?? '', signal),
    enabled: code !== null && sentName === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return sentName ?? name.data ?? code ?? ''
}
