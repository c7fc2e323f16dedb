import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Table, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { LedgerMonths } from '#runtime/record/ledger/answers.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'

/** The months of a ledger: what is still open before the next closing, 月结 and 反月结. */
export function Months({ ledger }: { ledger: LedgerDocument }) {
  const { http } = useServices()
  const client = useQueryClient()
  const [modal, questions] = Modal.useModal()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['ledger', ledger.id, 'months'],
    queryFn: ({ signal }) => http.get<LedgerMonths>(`/ledger/${ledger.id}/months`, {}, signal),
    staleTime: 0,
  })
  const run = async (verb: 'close' | 'reopen', month: string, title: string, content: string) => {
    const isSure = await modal.confirm({ title, content, okText: '确定', cancelText: '取消' })
    if (!isSure) return
    setBusy(true)
    setFailure(null)
    try {
      await http.send('POST', `/ledger/${ledger.id}/${verb}`, { month })
    } catch (error) {
      setFailure(errorMessage(error))
    }
    await client.invalidateQueries({ queryKey: ['ledger', ledger.id] })
    setBusy(false)
  }
  return (
    <Answered query={query} failure="没有读到结账的情况">
      {({ closed, closedBy, closedTime, months, next, open }) => {
        const count = open.reduce((sum, entry) => sum + entry.count, 0)
        return (
          <>
            {questions}
            {failure !== null && <Alert type="error" showIcon message={failure} />}
            <div className="pro-ledger-tools">
              <span>
                {closed === null ? '还没有结过账' : `已结账到 ${closed}`}
                {closed !== null && closedBy !== '' && `（${closedBy}，${closedTime}）`}
              </span>
              <span className="pro-gap" />
              {closed !== null && (
                <Button
                  disabled={isBusy}
                  onClick={() =>
                    void run('reopen', closed, `反结账 ${closed}`, `${closed} 重新打开，可以再记账、冲销。`)
                  }
                >
                  反月结
                </Button>
              )}
              {next !== null && (
                <Button
                  type="primary"
                  loading={isBusy}
                  onClick={() =>
                    void run(
                      'close',
                      next,
                      `结账 ${next}`,
                      `${count > 0 ? `还有 ${count} 张单据没有审核。` : ''}结账后 ${next} 和以前的日期不能再记账、冲销。`,
                    )
                  }
                >
                  月结 {next}
                </Button>
              )}
            </div>
            {next !== null && (
              <section className="pro-ledger-open" aria-label={`结账 ${next} 前要看的`}>
                {open.length === 0 ? (
                  <p>到 {next} 为止的单据都已审核，余额在结账时再核对一遍。</p>
                ) : (
                  <>
                    <p>到 {next} 为止，还有没有审核的单据；结账后它们要改日期才能审核：</p>
                    <ul>
                      {open.map(({ title, count, path }) => (
                        <li key={title}>
                          {path === null ? title : <Link to={path}>{title}</Link>}
                          <span className="pro-num">{count} 张</span>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </section>
            )}
            <Table
              size="small"
              rowKey="month"
              pagination={false}
              dataSource={months}
              locale={{
                emptyText: <StateNote title="还没有记过账" text="审核第一张单据之后，这里列出各个月份。" />,
              }}
              columns={[
                { key: 'month', title: '月份', dataIndex: 'month' },
                { key: 'entries', title: '笔数', dataIndex: 'entries', align: 'right', className: 'pro-num' },
                {
                  key: 'state',
                  title: '状态',
                  render: (_, { isClosed }) =>
                    isClosed ? <Tag color="green">已结账</Tag> : <Tag>未结账</Tag>,
                },
              ]}
            />
          </>
        )
      }}
    </Answered>
  )
}
