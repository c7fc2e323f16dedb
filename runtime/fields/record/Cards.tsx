import { useQuery } from '@tanstack/react-query'
import { Card, Descriptions } from 'antd'
import { useRecordSource } from '#runtime/contract/field-types.ts'
import { useLookup } from '#runtime/data/hooks.ts'
import { LookupProvider, useServices } from '#runtime/services/services.tsx'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { splitValues } from '../kit/joined-values.ts'
import { planQuery, selectedQuery } from '../kit/picker/load.ts'
import { RowCell } from '../kit/RowCell.tsx'

interface Props {
  code: string
  value: string
}

const grid = { display: 'grid', gap: 8, marginBlockStart: 8 } as const

/** The linked records, each with the columns of its picker; a user who may not list them sees none. */
export function Cards({ code, value }: Props) {
  const { http } = useServices()
  const source = useRecordSource()
  const planned = useQuery(planQuery(source, code))
  const plan = planned.data
  const linked = useQuery(selectedQuery(source, code, plan, splitValues(value)))
  const { lookup } = useLookup(http, plan?.needs ?? [])
  const error = planned.error ?? linked.error
  if (error)
    return <LoadFailureLine text={noticeText(error)} onRetry={plan ? linked.refetch : planned.refetch} />
  return (
    // The records come from another screen, so they use other dictionaries.
    <LookupProvider lookup={lookup}>
      <div style={grid} aria-busy={!linked.data || undefined}>
        {linked.data?.map((row) => (
          <Card key={row.id} size="small" title={String(row[plan?.returns.text ?? 'id'] ?? row.id)}>
            <Descriptions
              size="small"
              column={2}
              items={plan?.columns
                .filter(({ key }) => key !== plan.returns.text)
                .map((column) => ({
                  key: column.key,
                  label: column.title,
                  children: <RowCell column={column} row={row} />,
                }))}
            />
          </Card>
        ))}
      </div>
    </LookupProvider>
  )
}
