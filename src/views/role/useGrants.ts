import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { differenceSentences, type Effects } from './difference.ts'
import { indexTree, type PermissionNode } from './grant-tree.ts'

interface Loaded {
  tree: PermissionNode[]
  granted: string[]
}

const noKeys: ReadonlySet<string> = new Set()
const noNodes: PermissionNode[] = []

/** Whose permissions are read and changed: the addresses, and the key of the owner in their queries and bodies. */
export interface GrantSource {
  owner: Readonly<Record<string, string>>
  tree: { url: string; params?: Readonly<Record<string, string>> }
  grantedUrl: string
  saveUrl: string
  /** Answers how many people a change affects; absent where the numbers of permissions must do. */
  previewUrl?: string
}

export const roleGrants = (roleId: string): GrantSource => ({
  owner: { roleId },
  tree: { url: '/sys/role/queryTreeList' },
  grantedUrl: '/sys/permission/queryRolePermission',
  saveUrl: '/sys/permission/saveRolePermission',
  previewUrl: '/sys/permission/previewRolePermission',
})

/** The permissions of a role or a department: the tree, what is granted, and the unsaved change. */
export function useGrants({ owner, tree: treeSource, grantedUrl, saveUrl, previewUrl }: GrantSource) {
  const { http, notify } = useServices()
  const client = useQueryClient()
  const queryKey = ['grants', grantedUrl, owner]
  const readTree = async (signal?: AbortSignal) =>
    (await http.get<{ treeList: PermissionNode[] }>(treeSource.url, treeSource.params, signal)).treeList
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [tree, granted] = await Promise.all([
        readTree(signal),
        http.get<string[]>(grantedUrl, owner, signal),
      ])
      return { tree, granted }
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
    ...owner,
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
    /** Reads the tree again; ticks that are not saved stay, and the grants with which they are compared. */
    async reloadTree() {
      try {
        const tree = await readTree()
        client.setQueryData<Loaded>(queryKey, (loaded) => loaded && { ...loaded, tree })
      } catch (error) {
        notify('error', errorMessage(error))
      }
    },
    /** The unsaved change in sentences. */
    async preview(): Promise<string[]> {
      if (previewUrl === undefined) {
        const added = [...granted].filter((key) => !saved.has(key)).length
        const removed = [...saved].filter((key) => !granted.has(key)).length
        return [`增加 ${added} 项权限`, `减少 ${removed} 项权限`]
      }
      const { result } = await http.send<Effects>('POST', previewUrl, body())
      return differenceSentences(result, index)
    },
    /** Saves the change; returns whether it was saved. */
    async save(): Promise<boolean> {
      setSaving(true)
      try {
        const { message } = await http.send<null>('POST', saveUrl, body())
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
