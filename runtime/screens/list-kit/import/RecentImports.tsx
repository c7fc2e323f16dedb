import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Progress, Space, Table, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { downloadFile } from '#runtime/fields/kit/files/download-file.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { recentColumns } from '../recent-columns.tsx'
import { countsText, type RecentImport, readRecent, undoAction } from './undo-import.ts'

/** Milliseconds between two reads while an import runs. */
const POLL_INTERVAL_MS = 1000

interface Props {
  /** The id of the screen. */
  screen: string
  /** Whether an upload is under way: the list is read again after it. */
  isUploading: boolean
  /** The id of the import that was just begun. */
  running: string | null
  onUndone(): void
  /** Called when a running import has ended while the list was open. */
  onEnd(entry: RecentImport): void
}

const isRunning = ({ state }: RecentImport): boolean => state === 'running'

/** Checking is the first half of the work, writing the second. */
const computePercent = ({ rows, checked, written }: RecentImport): number =>
  Math.min(99, Math.round((50 * (checked + written)) / Math.max(1, rows)))

/** The result of an import in words, the progress of a running one. */
function Result({ entry }: { entry: RecentImport }) {
  if (isRunning(entry))
    return (
      <Progress
        size="small"
        percent={computePercent(entry)}
        aria-label={`已检查 ${entry.checked} 行，已写入 ${entry.written} 行`}
      />
    )
  if (entry.state === 'failed') return entry.answer?.msg ?? entry.answer?.message ?? '导入失败'
  return entry.state === 'done' ? countsText(entry) : '服务中断，没有导入任何数据'
}

/** The user's newest imports into the list: the progress of running ones, and the offer to undo finished ones. */
export function RecentImports({ screen, isUploading, running, onUndone, onEnd }: Props) {
  const { http, notify } = useServices()
  const narrow = useNarrow()
  const [modal, questions] = Modal.useModal()
  const { data, error, refetch } = useQuery({
    queryKey: ['recent-imports', screen],
    queryFn: () => readRecent(http, screen),
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data: entries } }) =>
      entries?.some(isRunning) || (running !== null && !entries?.some(({ id }) => id === running))
        ? POLL_INTERVAL_MS
        : false,
  })
  useEffect(() => {
    if (!isUploading) void refetch()
  }, [isUploading, refetch])

  const seenRunning = useRef<ReadonlySet<string>>(new Set())
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    const wasRunning = ({ id }: RecentImport) => id === running || seenRunning.current.has(id)
    const ended = data?.filter((entry) => !isRunning(entry) && wasRunning(entry)) ?? []
    seenRunning.current = new Set(data?.filter(isRunning).map(({ id }) => id))
    for (const entry of ended) end.current(entry)
  }, [data, running])

  if (!data && error)
    return <LoadFailureLine text={`最近导入没有加载出来：${errorMessage(error)}`} onRetry={refetch} />
  if (!data || data.length === 0) return null
  const undo = (entry: RecentImport) => {
    const undone = () => {
      void refetch()
      onUndone()
    }
    const { title, question, run } = undoAction({ http, notify, screen, onUndone: undone }, entry)
    void modal.confirm({
      title,
      content: question,
      okText: title,
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: run,
    })
  }
  const download = ({ fileUrl = '', fileName = '' }: NonNullable<RecentImport['answer']>) =>
    void downloadFile(http, { url: fileUrl, params: {}, name: fileName }, (text) => notify('warning', text))

  const action = (entry: RecentImport) => {
    const { state, answer, undoTime } = entry
    if (undoTime !== null) return <Tag bordered={false}>已撤销</Tag>
    if (state === 'running')
      return (
        <Tag bordered={false} color="processing">
          导入中
        </Tag>
      )
    if (state === 'interrupted')
      return (
        <Tag bordered={false} color="error">
          已中断
        </Tag>
      )
    if (state === 'done')
      return (
        <Button type="link" size="small" onClick={() => undo(entry)}>
          撤销
        </Button>
      )
    return answer?.fileUrl === undefined ? (
      <Tag bordered={false} color="error">
        失败
      </Tag>
    ) : (
      <Button type="link" size="small" onClick={() => download(answer)}>
        下载错误明细
      </Button>
    )
  }
  return (
    <Space direction="vertical" style={{ width: '100%' }}>
      {questions}
      <b>最近导入</b>
      <Table<RecentImport>
        size="small"
        rowKey="id"
        dataSource={data}
        pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
        {...recentColumns(narrow, { result: (entry) => <Result entry={entry} />, action })}
      />
    </Space>
  )
}
