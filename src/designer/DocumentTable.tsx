import { Button, Table, type TableColumnType, Tag } from 'antd'
import type { ReactNode } from 'react'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import type { Origin } from './api.ts'

/** The sources of a document, in words. */
const origins: Readonly<Record<Origin, { title: string; color?: string }>> = {
  file: { title: '随系统安装' },
  local: { title: '已本地修改', color: 'blue' },
  designed: { title: '在线设计', color: 'green' },
}

interface Row {
  id: string
  origin: Origin | null
  problems: number
}

/** The name, which opens the document. */
export const nameColumn = <R extends Row>(
  title: string,
  nameOf: (row: R) => string,
  onOpen: (row: R) => void,
): TableColumnType<R> => ({
  title,
  render: (_, row) => (
    <Button type="link" className="view-design-open" onClick={() => onOpen(row)}>
      {nameOf(row)}
    </Button>
  ),
})

export const codeColumn = <R extends Row>(title: string, codeOf: (row: R) => string): TableColumnType<R> => ({
  title,
  render: (_, row) => <code>{codeOf(row)}</code>,
})

/** Where the document comes from; a draft that was never released comes from nowhere yet. */
export const originColumn = <R extends Row>(): TableColumnType<R> => ({
  title: '来源',
  width: 120,
  render: (_, { origin }) =>
    origin ? (
      <Tag color={origins[origin].color}>{origins[origin].title}</Tag>
    ) : (
      <Tag color="orange">还没有发布</Tag>
    ),
})

/** The faults of the document, and further tags. */
export const stateColumn = <R extends Row>(more: (row: R) => ReactNode): TableColumnType<R> => ({
  title: '状态',
  width: 180,
  render: (_, row) => (
    <>
      {row.problems > 0 && <Tag color="red">{row.problems} 处错误</Tag>}
      {more(row)}
    </>
  ),
})

interface Props<R> {
  rows: readonly R[]
  columns: TableColumnType<R>[]
  isPending: boolean
  error: unknown
  onRetry(): void
}

/** A list of documents in pages, or why it was not loaded. */
export function DocumentTable<R extends Row>({ rows, columns, isPending, error, onRetry }: Props<R>) {
  if (error) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <Table
      size="small"
      rowKey="id"
      loading={isPending}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 15, showSizeChanger: false, showTotal: (total) => `共 ${total} 条` }}
      columns={columns}
    />
  )
}
