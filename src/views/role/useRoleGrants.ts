import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { differenceSentences, type Effects } from './difference.ts'
import { indexTree, type PermissionNode } from './grant-tree.ts'

interface Loaded {
  tree: PermissionNode[]
  granted: string[]
}

const noKeys: ReadonlySet<string> = new Set()
const noNodes: PermissionNode[] = []

/** The permissions of a role: the tree, what is granted, and the unsaved change. */
export function useRoleGrants(roleId: string) {
  const { http, notify } = useRuntime()
  const client = useQueryClient()
  const queryKey = ['role', 'grants', roleId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [{ treeList }, granted] = await Promise.all([
        http.get<{ treeList: PermissionNode[] }>('/sys/role/queryTreeList', undefined, signal),
        http.get<string[]>('/sys/permission/queryRolePermission', { roleId }, signal),
      ])
      return { tree: treeList, granted }
    },
    // A change of another administrator must not replace ticks that are not saved yet.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null)
  const [isSaving, setSaving] = useState(false)
  const tree = query.data?.tree ?? noNodes
  const saved = useMemo(() => (query.data ? new Set(query.data.granted) : noKeys), [query.data])
  const granted = changed ?? saved
  const index = useMemo(() => indexTree(tree), [tree])
  const isChanged =
    changed !== null && (changed.size !== saved.size || [...changed].some((key) => !saved.has(key)))

  const body = () => ({
    roleId,
    permissionIds: [...granted].join(','),
    lastpermissionIds: [...saved].join(','),
  })
  const reload = async () => {
    await client.refetchQueries({ queryKey })
    setChanged(null)
  }

  return {
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    isLoading: query.isPending,
    isSaving,
    isChanged,
    tree,
    index,
    saved,
    granted,
    setGranted: setChanged,
    reload,
    /** Reads the tree again; ticks that are not saved stay. */
    reloadTree: () => client.refetchQueries({ queryKey }),
    /** The unsaved change in sentences. */
    async preview(): Promise<string[]> {
      const { result } = await http.send<Effects>('POST', '/sys/permission/previewRolePermission', body())
      return differenceSentences(result, index)
    },
    /** Saves the change; returns whether it was saved. */
    async save(): Promise<boolean> {
      setSaving(true)
      try {
        const { message } = await http.send<null>('POST', '/sys/permission/saveRolePermission', body())
        notify('success', message)
        await reload()
        return true
      } catch (error) {
        notify('error', errorMessage(error))
        return false
      } finally {
        setSaving(false)
      }
    },
  }
}
