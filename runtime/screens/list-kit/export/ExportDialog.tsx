import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Progress, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { downloadFile, type File } from '#runtime/fields/kit/files/download-file.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, textToShow } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { recentColumns } from '../recent-columns.tsx'
import { type RecentExport, readRecentExports, requestExport } from './recent-exports.ts'

const WIDTH = 600
/** Milliseconds between two reads while an export runs. */
const POLL_INTERVAL_MS = 1000

interface Props {
  /** The id of the screen. */
  screen: string
  /** The export of the current list. */
  file: File
  onClose(): void
}

const isRunning = ({ state }: RecentExport): boolean => state === 'running'
const countText = (count: number): string => `${count.toLocaleString('zh-CN')} 条`

/** The result of an export in words, the progress of a running one. */
function Result({ entry }: { entry: RecentExport }) {
  const { state, rows, written, message } = entry
  if (state === 'running') {
    const percent = Math.min(99, Math.round((100 * written) / Math.max(1, rows)))
    return <Progress size="small" percent={percent} aria-label={`已导出 ${countText(written)}`} />
  }
  if (state === 'failed') return message ?? '导出失败'
  return state === 'done' ? countText(rows) : '服务中断，没有导出文件'
}

/** The user's long exports of a list, with the progress of running ones, and a new export of the list. */
export function ExportDialog({ screen, file, onClose }: Props) {
  const { http, notify } = useServices()
  const narrow = useNarrow()
  const [isRequesting, setRequesting] = useState(false)
  const warn = (text: string) => notify('warning', text)
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['recent-exports', screen],
    queryFn: () => readRecentExports(http, screen),
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_INTERVAL_MS : false),
  })

  const exportAgain = async () => {
    setRequesting(true)
    const isLong = await requestExport(http, file, warn)
    setRequesting(false)
    if (isLong) void refetch()
  }
  const download = ({ id, fileName }: RecentExport) =>
    void downloadFile(http, { url: '/sys/export/file', params: { id }, name: fileName }, warn)
  const remove = async ({ id }: RecentExport) => {
    try {
      notify('success', (await http.send('POST', '/sys/export/remove', { id })).message)
    } catch (error) {
      const text = textToShow(error)
      if (text) warn(text)
    }
    void refetch()
  }

  const actions = (entry: RecentExport) => (
    <Space size={0}>
      {entry.state === 'done' && (
        <Button type="link" size="small" onClick={() => download(entry)}>
          下载
        </Button>
      )}
      {entry.state === 'interrupted' && (
        <Tag bordered={false} color="error">
          已中断
        </Tag>
      )}
      <Button type="link" size="small" onClick={() => void remove(entry)}>
        {isRunning(entry) ? '取消' : '删除'}
      </Button>
    </Space>
  )
  return (
    <Modal
      open
      title="导出EXCEL"
      width={WIDTH}
      maskClosable={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            loading={isRequesting}
            disabled={data.some(isRunning)}
            onClick={() => void exportAgain()}
          >
            导出当前列表
          </Button>
        </>
      }
    >
      <Space direction="vertical" style={{ width: '100%' }}>
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>
          记录很多时在后台导出，可以关闭窗口，完成后会有消息提醒。文件保留 3 天，只有您能下载。
        </span>
        {error && <LoadFailureLine text={`最近导出没有加载出来：${errorMessage(error)}`} onRetry={refetch} />}
        {data.length > 0 && (
          <>
            <b>最近导出</b>
            <Table<RecentExport>
              size="small"
              rowKey="id"
              dataSource={data}
              pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
              {...recentColumns(narrow, { result: (entry) => <Result entry={entry} />, action: actions })}
            />
          </>
        )}
      </Space>
    </Modal>
  )
}
