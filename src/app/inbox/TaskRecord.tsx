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
  const { data } = row
  const fault = row.error ?? index.error
  const to = useRef<string>(undefined)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!fault && (!data || !index.data)) return
    const path = index.data?.find((entry) => entry.id === data?.screen)?.path
    const text = fault
      ? textToShow(fault)
      : path === undefined && `没有打开「${data?.bizTitle}」的权限，请管理员在角色里授权`
    if (text) notify('warning', text)
    else if (path !== undefined)
      to.current = `${path}?${new URLSearchParams({ form: 'detail', id: String(data?.recordId) })}`
    close.current()
  }, [data, index.data, fault, notify])
  // The list closes its dialog by a step back in the history: only then the way is free.
  const go = useRef(navigate)
  go.current = navigate
  useEffect(
    () => () => {
      if (to.current !== undefined) void go.current(to.current)
    },
    [],
  )
  return null
}
