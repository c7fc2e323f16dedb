import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ChainRecord } from '#runtime/record/record-chain.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import type { Session } from '../session.ts'
import './follow-up.css'

/** The records that a record follows from, and those that follow from it, from first to last; nothing for one that stands alone. */
export function RecordChain({ session: { screen, model } }: { session: Session }) {
  const record = model.initial
  const { http } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['chain', screen.id, record.id, record.rev],
    queryFn: ({ signal }) =>
      http.get<ChainRecord[]>(`/resource/${screen.id}/chain`, { id: record.id }, signal),
    staleTime: 0,
  })
  if (error) return <LoadFailureLine text="关联单据没有加载出来" onRetry={refetch} />
  if (!data || data.length < 2) return null
  const steps = [...new Set(data.map(({ step }) => step))]
  return (
    <section className="pro-chain" aria-label="关联单据">
      <h2>关联单据</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            {data
              .filter((entry) => entry.step === step)
              .map((entry) => (
                <ChainCard key={`${entry.screen} ${entry.id}`} entry={entry} />
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function ChainCard({ entry }: { entry: ChainRecord }) {
  const { title, name, state, color, amount, path, isSelf } = entry
  return (
    <div className="pro-chain-card" aria-current={isSelf || undefined}>
      <span className="pro-chain-title">{title}</span>
      {path === null || isSelf ? <span>{name}</span> : <Link to={path}>{name}</Link>}
      {state !== '' && (
        <StateTag value={state} text={state} tags={color === undefined ? {} : { [state]: color }} />
      )}
      {amount !== '' && <span className="pro-chain-amount">{amount}</span>}
    </div>
  )
}
