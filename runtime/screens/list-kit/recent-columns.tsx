import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'

/** Longer names of files are cut. */
const FILE_WIDTH = 130
const NARROW_FILE_WIDTH = 108
const TIME_WIDTH = 140
const ACTION_WIDTH = 120
/** On a narrower screen the table scrolls beside its actions. */
const MIN_TABLE_WIDTH = 500

interface Entry {
  fileName: string
  /** `YYYY-MM-DD HH:MM:SS`. */
  createTime: string
}

interface Cells<T> {
  result(entry: T): ReactNode
  action(entry: T): ReactNode
}

const formatMinute = ({ createTime }: Entry): string => createTime.slice(0, 16)

/**
 * The columns of the recent exports or imports of a list, and the width from which the table scrolls. On a phone the time
 * is below the file, so that result and progress are in sight.
 */
export function recentColumns<T extends Entry>(
  isNarrow: boolean,
  { result, action }: Cells<T>,
): { columns: TableColumnsType<T>; scroll?: { x: number } } {
  const results = { title: '结果', key: 'result', render: (_: unknown, entry: T) => result(entry) }
  const actions = {
    title: '操作',
    key: 'action',
    width: ACTION_WIDTH,
    render: (_: unknown, entry: T) => action(entry),
  }
  if (isNarrow) {
    const file = (_: unknown, entry: T) => (
      <>
        {entry.fileName}
        <br />
        <small>{formatMinute(entry)}</small>
      </>
    )
    return {
      columns: [
        { title: '文件', key: 'file', width: NARROW_FILE_WIDTH, ellipsis: true, render: file },
        results,
        actions,
      ],
    }
  }
  return {
    columns: [
      { title: '文件', dataIndex: 'fileName', width: FILE_WIDTH, ellipsis: true },
      { title: '时间', key: 'time', width: TIME_WIDTH, render: (_, entry) => formatMinute(entry) },
      results,
      { ...actions, fixed: 'right' },
    ],
    scroll: { x: MIN_TABLE_WIDTH },
  }
}
