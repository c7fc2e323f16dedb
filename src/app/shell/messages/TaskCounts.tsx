import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { menuAtom } from '#client/menu/menu-state.ts'
import { http } from '#client/session/http.ts'
import { onLive } from '#runtime/data/live.ts'
import { taskCountsKey } from '#runtime/data/task-counts.ts'
import './task-counts.css'

/** What `GET /workflow/counts` answers. */
interface Counts {
  /** Open tasks. */
  todo: number
  /** Copies that are not read yet. */
  unread: number
}

const MAX_COUNT = 99

/** Shows the numbers of open tasks and unread copies at their entries of the menu, which is drawn without this code. */
export function TaskCounts() {
  const { pages } = useAtomValue(menuAtom)
  const findPath = (component: string) => pages.find(({ node }) => node.component === component)?.path
  const entries = [
    { path: findPath('bpm/todo'), key: 'todo' },
    { path: findPath('bpm/cc'), key: 'unread' },
  ] as const
  const isShown = entries.some(({ path }) => path !== undefined)
  const { data, refetch } = useQuery({
    queryKey: taskCountsKey,
    queryFn: ({ signal }) => http.get<Counts>('/workflow/counts', undefined, signal),
    enabled: isShown,
    retry: false,
  })
  useEffect(() => {
    if (!isShown) return
    return onLive(({ cmd }) => {
      // A task comes with a message.
      if (cmd === 'topic' || cmd === 'user' || cmd === 'reopened') void refetch()
    })
  }, [isShown, refetch])
  const rules = entries.flatMap(({ path, key }) => {
    const count = data?.[key] ?? 0
    if (path === undefined || count === 0) return []
    const text = count > MAX_COUNT ? `${MAX_COUNT}+` : String(count)
    return `.ant-menu a[href=${JSON.stringify(path)}]::after { content: '${text}' / '，${text} 件' }`
  })
  return <style>{rules.join('\n')}</style>
}
