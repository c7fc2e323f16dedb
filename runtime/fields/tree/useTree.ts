import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Http } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { isCondition } from './condition.ts'
import type { TreeFamily } from './settings.ts'

export interface TreeNode {
  value: string
  title: string
  isLeaf: boolean
  children?: TreeNode[]
}

interface WireNode {
  key?: unknown
  value?: unknown
  title?: unknown
  label?: unknown
  leaf?: unknown
}

/** The request parameters of the contract: a tree of this system by its code, another by table and columns. */
export function treeParams(settings: TreeFamily['sel_tree'], pid: string): Record<string, string> {
  const { dictCode, pidField = 'pid', hasChildField = '', condition = '' } = settings
  if (dictCode.startsWith('tree:')) return { dictCode, pid, condition }
  const [tableName = '', text = '', code = ''] = dictCode.split(',')
  return { pid, pidField, tableName, text, code, hasChildField, condition }
}

async function loadLevel(
  http: Http,
  settings: TreeFamily['sel_tree'],
  pid: string,
  signal?: AbortSignal,
): Promise<TreeNode[]> {
  const raw = await http.get<unknown>('/sys/dict/loadTreeData', treeParams(settings, pid), signal)
  return (Array.isArray(raw) ? (raw as WireNode[]) : []).map((node) => ({
    value: String(node.value ?? node.key ?? ''),
    title: String(node.title ?? node.label ?? node.value ?? node.key ?? ''),
    isLeaf: node.leaf === true || Number(node.leaf) === 1,
  }))
}

const withChildren = (
  nodes: readonly TreeNode[],
  opened: ReadonlyMap<string, TreeNode[]>,
  hidden: string | null,
): TreeNode[] =>
  nodes.flatMap((node) => {
    if (node.value === hidden) return []
    const children = opened.get(node.value)
    return children
      ? { ...node, isLeaf: children.length === 0, children: withChildren(children, opened, hidden) }
      : node
  })

/** The nodes loaded so far; opening nodes loads more. `hidden` and its descendants are left out. */
export function useTree(settings: TreeFamily['sel_tree'], isOpened: boolean, hidden: string | null) {
  const { http, notify } = useServices()
  const { dictCode, pidField, pidValue = '', condition } = settings
  const isSound = isCondition(condition)
  const [opened, setOpened] = useState<ReadonlyMap<string, TreeNode[]>>(new Map())
  const roots = useQuery({
    queryKey: ['tree', dictCode, pidField, pidValue, condition],
    queryFn: ({ signal }) => loadLevel(http, settings, pidValue, signal),
    enabled: isOpened && isSound,
    retry: false,
  })
  const failure = roots.error
  const text = isSound ? failure && noticeText(failure) : errorText('TREE_CONDITION')
  useEffect(() => {
    if (text) notify('error', text)
  }, [text, notify])
  return {
    nodes: withChildren(roots.data ?? [], opened, hidden),
    isLoading: roots.isFetching,
    async open(value: string) {
      try {
        const children = await loadLevel(http, settings, value)
        setOpened((current) => new Map(current).set(value, children))
      } catch (error) {
        const notice = noticeText(error)
        if (notice) notify('error', notice)
      }
    },
  }
}
