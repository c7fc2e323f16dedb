import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDate } from '#runtime/kernel/time.ts'
import type { BalancePage, LedgerColumnTitle } from '#runtime/record/ledger/answers.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { Entries } from './Entries.tsx'
import { LedgerPager, pageSizes } from './LedgerPager.tsx'
import { textColumns } from './text-columns.ts'

/** Calendars are loaded with the first day that is chosen. */
const DayChoice = lazyPart(async () => (await import('./DayChoice.tsx')).DayChoice)

/** What fits on a phone: the first column and the numbers; the entries of a row name the rest. */
const briefColumns = (columns: readonly LedgerColumnTitle[]) =>
  columns.filter(({ isMeasure }, at) => at === 0 || isMeasure)

/** The balances at the end of a day; a row opens its entries. Day, page and row are in the address. */
export function Balances({ ledger }: { ledger: LedgerDocument }) {
  const { http } = useServices()
  const narrow = useNarrow()
  const [address, setAddress] = useSearchParams()
  const day = /^\d{4}-\d\d-\d\d$/.exec(address.get('day') ?? '')?.[0] ?? formatDate(new Date())
  const pageNo = Math.max(1, Number(address.get('page')) || 1)
  const pageSize = pageSizes.find((size) => String(size) === address.get('size')) ?? 20
  const set = (words: Record<string, string | null>) =>
    setAddress(
      (former) => {
        const next = new URLSearchParams(former)
        for (const [key, value] of Object.entries(words)) {
          if (value === null) next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  const query = useQuery({
    queryKey: ['ledger', ledger.id, 'balances', day, pageNo, pageSize],
    queryFn: ({ signal }) =>
      http.get<BalancePage>(`/ledger/${ledger.id}/balances`, { day, pageNo, pageSize }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const opened = address.get('balance')
  return (
    <>
      <div className="pro-ledger-tools">
        <span id="ledger-day">截至</span>
        <Suspense fallback={null}>
          <DayChoice
            labelledBy="ledger-day"
            day={day}
            onChange={(chosen) => set({ day: chosen, page: null })}
          />
        </Suspense>
        <Button onClick={() => set({ day: null, page: null })}>今天</Button>
      </div>
      <Answered query={query} failure="没有读到余额">
        {({ columns, rows, hasMore }) => (
          <>
            <Table<(typeof rows)[number]>
              size="small"
              rowKey="id"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={rows}
              loading={query.isPlaceholderData}
              locale={{
                emptyText: (
                  <StateNote title="没有余额" text={`到 ${day} 为止，各笔都已用完，或还没有记过。`} />
                ),
              }}
              columns={textColumns<(typeof rows)[number]>(narrow ? briefColumns(columns) : columns).map(
                (column, at) =>
                  at > 0
                    ? column
                    : {
                        ...column,
                        render: (value, row) => (
                          <Button type="link" size="small" onClick={() => set({ balance: row.id })}>
                            {column.render(value, row) || '明细'}
                          </Button>
                        ),
                      },
              )}
            />
            <LedgerPager
              pageNo={pageNo}
              pageSize={pageSize}
              rows={rows.length}
              hasMore={hasMore}
              onChange={(page, size) => set({ page: String(page), size: String(size) })}
            />
            <Entries
              ledger={ledger}
              balance={opened}
              name={columns
                .filter(({ isMeasure }) => !isMeasure)
                .map(({ key }) => rows.find(({ id }) => id === opened)?.texts[key])
                .filter(Boolean)
                .join(' ')}
              onClose={() => set({ balance: null })}
            />
          </>
        )}
      </Answered>
    </>
  )
}
