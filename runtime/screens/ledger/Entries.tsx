import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Table, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { EntryPage } from '#runtime/record/ledger/answers.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { LedgerPager } from './LedgerPager.tsx'
import { textColumns } from './text-columns.ts'

type Row = EntryPage['rows'][number]

interface Props {
  ledger: LedgerDocument
  /** The id of a balance; null: closed. */
  balance: string | null
  /** What it is the balance of. */
  name: string
  onClose(): void
}

const kindTitles: Readonly<Record<Row['kind'], string>> = {
  posted: '',
  reversal: '冲销',
  adjustment: '调整成本',
  opening: '期初',
}

/** The entries of a balance, the latest first, each with the balance after it and its record. */
export function Entries({ balance, name, onClose, ...props }: Props) {
  return (
    <Drawer
      open={balance !== null}
      title={name === '' ? '明细' : `明细：${name}`}
      size="large"
      destroyOnHidden
      onClose={onClose}
    >
      {balance !== null && <EntryTable key={balance} {...props} balance={balance} />}
    </Drawer>
  )
}

function EntryTable({ ledger, balance }: Pick<Props, 'ledger'> & { balance: string }) {
  const { http } = useServices()
  const [{ pageNo, pageSize }, setPage] = useState({ pageNo: 1, pageSize: 20 })
  const query = useQuery({
    queryKey: ['ledger', ledger.id, 'entries', balance, pageNo, pageSize],
    queryFn: ({ signal }) =>
      http.get<EntryPage>(`/ledger/${ledger.id}/entries`, { balance, pageNo, pageSize }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Answered query={query} failure="没有读到明细">
      {({ columns, rows, hasMore }) => (
        <>
          <Table<Row>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={rows}
            columns={[
              { key: 'day', title: '日期', dataIndex: 'day', width: 110 },
              { key: 'source', title: '单据', render: (_, row) => <Source row={row} /> },
              ...textColumns<Row>(columns),
              ...columns
                .filter(({ isMeasure }) => isMeasure)
                .map(({ key, title }) => ({
                  key: `${key} running`,
                  title: `${title}结存`,
                  align: 'right' as const,
                  className: 'pro-num',
                  render: (_: unknown, { running }: Row) => running[key] ?? '',
                })),
            ]}
          />
          <LedgerPager
            pageNo={pageNo}
            pageSize={pageSize}
            rows={rows.length}
            hasMore={hasMore}
            onChange={(page, size) => setPage({ pageNo: page, pageSize: size })}
          />
        </>
      )}
    </Answered>
  )
}

/** The record of an entry, and what the entry is where it is no posting. */
function Source({ row: { source, kind } }: { row: Row }) {
  return (
    <>
      {source?.path ? <Link to={source.path}>{source.name}</Link> : source?.name}
      {kind !== 'posted' && <Tag className="pro-ledger-kind">{kindTitles[kind]}</Tag>}
    </>
  )
}
