import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { indexQuery } from '#runtime/data/documents.ts'
import { useServices } from '#runtime/services/services.tsx'

const todo = 'bpm/todo'

interface Waiting {
  records: { screen: string; recordId: string }[]
}

/** Opens the record of the next open task of the user, or the list of them where no task is left. */
export function useNextTask(): () => Promise<void> {
  const { http, can, notify } = useServices()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!can('bpm:todo:list')) return
    const [index, { records }] = await Promise.all([
      client.ensureQueryData(indexQuery(http)),
      http.get<Waiting>(`/resource/${todo}/list`, { pageNo: 1, pageSize: 1 }),
    ])
    const findPath = (screen: string | undefined) => index.find(({ id }) => id === screen)?.path
    const next = records[0]
    const path = findPath(next?.screen)
    if (next && path !== undefined)
      return void navigate(`${path}?${new URLSearchParams({ form: 'detail', id: next.recordId })}`)
    if (!next) notify('info', '没有别的待办了')
    const list = findPath(todo)
    if (list !== undefined) void navigate(list)
  }
}
