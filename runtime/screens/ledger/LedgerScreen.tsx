import { useQueryClient } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useChangesOnReturn } from '#runtime/data/changes.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Balances } from './Balances.tsx'
import { Months } from './Months.tsx'
import './ledger.css'

/** A ledger: its balance as of a day with the entries behind it, and the closing of its months. */
export function LedgerScreen({ document: ledger }: { document: LedgerDocument }) {
  const { can } = useServices()
  const client = useQueryClient()
  useChangesOnReturn(() => void client.invalidateQueries({ queryKey: ['ledger', ledger.id] }))
  const [address, setAddress] = useSearchParams()
  const canClose = can(ledger.needs)
  const tabs = [
    { key: 'balance', label: '余额', children: <Balances ledger={ledger} /> },
    ...(canClose ? [{ key: 'months', label: '结账', children: <Months ledger={ledger} /> }] : []),
  ]
  const chosen = address.get('tab') === 'months' && canClose ? 'months' : 'balance'
  return (
    <div className="pro-sheet pro-ledger">
      <h1>{ledger.title}</h1>
      <Tabs
        items={tabs}
        activeKey={chosen}
        destroyOnHidden
        onChange={(tab) => setAddress(tab === 'balance' ? {} : { tab }, { replace: true })}
      />
    </div>
  )
}
