import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeSentence, compareVersions, type RecordHistory } from '#runtime/record/changes/history.ts'
import { AnswerFrame } from '#runtime/screens/form/body/AnswerFrame.tsx'
import { Differences } from '#runtime/screens/form/history/Differences.tsx'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'

type Rows = NonNullable<ActionViewProps['rows']>

/** Why these rows cannot be compared; null when they are two versions of one record. */
export function compareRefusal(rows: Rows): string | null {
  const [first, second] = rows
  if (rows.length !== 2 || !first || !second) return '请选择两条数据'
  return first.dataTable === second.dataTable && first.dataId === second.dataId
    ? null
    : '请选择相同的数据库表和数据ID进行比较'
}

/** Two versions of a record side by side, over the list of versions. */
export function DataCompare({ rows = [], onClose }: ActionViewProps) {
  const { notify } = useServices()
  const refusal = compareRefusal(rows)
  useEffect(() => {
    if (refusal === null) return
    notify('warning', refusal)
    onClose()
  }, [refusal, notify, onClose])
  const [first, second] = rows
  if (refusal !== null || !first || !second) return null
  return <Comparison ids={[first.id, second.id]} onClose={onClose} />
}

function Comparison({ ids: [dataId1, dataId2], onClose }: { ids: [string, string]; onClose(): void }) {
  const { http } = useServices()
  const history = useQuery({
    queryKey: ['data-log', 'comparison', dataId1, dataId2],
    queryFn: ({ signal }) => http.get<RecordHistory>('/sys/dataLog/comparison', { dataId1, dataId2 }, signal),
  })
  return (
    <AnswerFrame
      open="modal"
      width={800}
      title={history.data ? `数据比较：${history.data.title}` : '数据比较'}
      query={history}
      failure="没有读到版本"
      onClose={onClose}
    >
      {(found) => <Compared history={found} />}
    </AnswerFrame>
  )
}

function Compared({ history }: { history: RecordHistory }) {
  const [newer, older] = history.versions
  if (!newer || !older) return null
  const values = compareVersions(history, older, newer)
  return (
    <>
      <p className="pro-history-note">{changeSentence(values)}</p>
      <Differences values={values} titles={[`第 ${older.dataVersion} 版`, `第 ${newer.dataVersion} 版`]} />
    </>
  )
}
