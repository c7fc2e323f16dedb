import { useQuery } from '@tanstack/react-query'
import { hasMoves, movesTable, moveWords, type RecordMoves, recordFacts } from '#runtime/record/moves.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Flow } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import type { Session } from '../session.ts'
import './moves.css'

interface Props {
  session: Session
  mode: RecordEnv['mode']
}

/** The author and the decisions of a stored record in view mode, and the moves of its flow; nothing for other records. */
export function RecordMovesView({ session: { screen, model, plan }, mode }: Props) {
  const record = model.initial
  const { http } = useServices()
  const { flow } = screen
  const { data, error, refetch } = useQuery({
    queryKey: ['moves', screen.id, record.id, record.rev],
    queryFn: ({ signal }) => http.get<RecordMoves>(`/resource/${screen.id}/moves`, { id: record.id }, signal),
    enabled: hasMoves(screen),
    staleTime: 0,
  })
  if (!flow) return null
  if (error) return <LoadFailureLine text={`${moveWords(flow).title}没有加载出来`} onRetry={refetch} />
  if (!data) return null
  const facts =
    mode === 'detail' ? recordFacts(screen, record, data).filter(({ key }) => !plan.fields.has(key)) : []
  return (
    <>
      {facts.length > 0 && (
        <dl className="pro-moves-facts">
          {facts.map(({ key, title, text }) => (
            <div key={key} data-key={key}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {data.moves.length > 0 && <Moves flow={flow} moves={data.moves} />}
    </>
  )
}

function Moves({ flow, moves }: { flow: Flow; moves: RecordMoves['moves'] }) {
  const { title, columns, rows } = movesTable(flow, moves)
  return (
    <div className="pro-moves">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, at) => (
                <td key={column.key}>{cells[at] || '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
