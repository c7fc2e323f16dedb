import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { assignForm } from '#runtime/screens/form/workflow/decisions.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'

/** Gives an open task of the case of the row to another person. */
export function AssignCase({ row, onClose, onChange }: ActionViewProps) {
  const { http, notify } = useServices()
  const { data, error } = useQuery({
    queryKey: ['assignable', row?.id],
    queryFn: ({ signal }) =>
      http.get<RecordWorkflow>('/workflow/record', { screen: row?.screen, id: row?.recordId }, signal),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const assignable = data?.assignable
  const decision = useMemo(() => assignable && assignForm(assignable), [assignable])
  const fault = error
    ? textToShow(error)
    : assignable?.length === 0
      ? '没有可以改派的：现在没有人等着办理'
      : undefined
  const leave = useRef(onClose)
  leave.current = onClose
  useEffect(() => {
    if (fault === undefined) return
    if (fault) notify('warning', fault)
    leave.current()
  }, [fault, notify])
  if (!decision || assignable?.length === 0) return null
  return (
    <DocumentForm
      document={decision.document}
      params={decision.params}
      buildBody={decision.buildBody}
      onDone={onChange}
      onClose={onClose}
    />
  )
}
