import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { indexQuery } from '#runtime/data/documents.ts'
import type { RecordDialogProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'

interface Row {
  bizTitle: string
  /** The screen with the record, and its id there. */
  screen: string
  recordId: string
}

/** Opens the record that a listed task or case is about, at the page of its screen. */
export function TaskRecord({ screen, id, onClose }: RecordDialogProps) {
  const { http, notify } = useServices()
  const navigate = useNavigate()
  const row = useQuery({
    queryKey: ['task-record', screen, id],
    queryFn: ({ signal }) => http.get<Row>(`/resource/${screen}/queryById`, { id }, signal),
  })
  const index = useQuery(indexQuery(http))
  const leave = useRef((_to: string | undefined, _fault: string) => {})
  leave.current = (to, fault) => {
    onClose()
    if (to !== undefined) void navigate(to)
    else if (fault !== '') notify('warning', fault)
  }
  const { data } = row
  const fault = row.error ?? index.error
  useEffect(() => {
    if (fault) return leave.current(undefined, textToShow(fault) ?? '')
    if (!data || !index.data) return
    const path = index.data.find((entry) => entry.id === data.screen)?.path
    const query = new URLSearchParams({ form: 'detail', id: data.recordId })
    leave.current(
      path === undefined ? undefined : `${path}?${query}`,
      `没有打开「${data.bizTitle}」的权限，请管理员在角色里授权`,
    )
  }, [data, index.data, fault])
  return null
}
