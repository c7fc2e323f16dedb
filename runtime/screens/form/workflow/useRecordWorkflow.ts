import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hasMoves } from '#runtime/record/moves.ts'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'

export const workflowKey = 'workflow'

/** The workflow of a stored record in view mode; no data for a record that never was in one. */
export function useRecordWorkflow(session: Session | null, isViewed: boolean) {
  const { http } = useServices()
  const record = session?.model.initial
  const id = record?.id
  const screen = session?.screen
  const answer = useQuery({
    queryKey: [workflowKey, screen?.id, id, record?.rev],
    queryFn: async ({ signal }) =>
      (await http.get<RecordWorkflow | undefined>('/workflow/record', { screen: screen?.id, id }, signal)) ??
      null,
    enabled: isViewed && id !== undefined && screen !== undefined && hasMoves(screen),
    // A saved record has a new revision: its workflow stays in sight until the next answer.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  return { ...answer, data: isViewed && answer.data?.case ? answer.data : undefined }
}
