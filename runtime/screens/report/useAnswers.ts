import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reportCache, reportUrl } from '#runtime/compile/report/report.ts'
import { compileAnswers, type ReportAnswers } from '#runtime/compile/report/report-answers.ts'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useReportEnv } from './useReportEnv.ts'

async function loadAnswers(http: Http, code: string, signal: AbortSignal): Promise<ReportAnswers> {
  const columns = await http.get<ReportAnswers['columns']>(reportUrl('getRpColumns', code), undefined, signal)
  if (!Array.isArray(columns?.columns)) throw appError('UNKNOWN_SHAPE')
  const id = columns.cgRpConfigId
  const [query, params] = await Promise.all([
    http.get<ReportAnswers['query']>(reportUrl('getQueryInfo', id), undefined, signal),
    http.get<ReportAnswers['params']>(reportUrl('getParamsInfo', id), undefined, signal),
  ])
  if (!Array.isArray(query) || !Array.isArray(params)) throw appError('UNKNOWN_SHAPE')
  return { columns, query, params }
}

/** Columns, query items and parameters from the server; cached for 30 seconds. */
export const answersQuery = (http: Http, code: string) => ({
  queryKey: ['report', code],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadAnswers(http, code, signal),
  staleTime: reportCache,
})

/** The plan of a report by its code alone. */
export function useAnswers(code: string) {
  const { http } = useServices()
  const env = useReportEnv()
  const answer = useQuery(answersQuery(http, code))
  const plan = useMemo(() => answer.data && compileAnswers(code, answer.data, env), [answer.data, code, env])
  return { plan, error: answer.error, again: () => void answer.refetch() }
}
