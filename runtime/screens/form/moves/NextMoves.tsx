import { CheckOutlined, ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { compileMoves } from '#runtime/compile/actions.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { hasMoves, type NextMove } from '#runtime/record/moves.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'
import './next-moves.css'

const anyRight = () => true

interface Props {
  session: Session
  /** The codes of moves that a workflow makes itself. */
  heldMoves?: readonly string[]
}

/** The moves that a stored record offers next, and what hinders each of them; nothing for a record without any. */
export function NextMoves({ session: { screen, model }, heldMoves }: Props) {
  const record = model.initial
  const { http, user } = useServices()
  const types = useFieldTypes()
  // Those that the user may not make are named too, with the right that is missing.
  const moves = compileMoves(screen, { types, can: anyRight }).filter(
    (action) =>
      !heldMoves?.includes(action.code) &&
      isActionAvailable(action, model.initial as never, { flow: screen.flow, user }),
  )
  const { data, isLoading } = useQuery({
    queryKey: ['next-moves', screen.id, record.id, record.rev],
    queryFn: ({ signal }) =>
      http.get<NextMove[]>(`/resource/${screen.id}/next-moves`, { id: record.id }, signal),
    enabled: hasMoves(screen) && moves.length > 0,
    staleTime: 0,
    retry: false,
  })
  if (moves.length === 0 || !hasMoves(screen)) return null
  return (
    <section className="pro-next-moves" aria-label="下一步" aria-busy={isLoading}>
      <h2>下一步</h2>
      <ul>
        {moves.map(({ code, title }) => (
          <Move
            key={code}
            title={title}
            move={data?.find((entry) => entry.code === code)}
            isLoading={isLoading}
          />
        ))}
      </ul>
    </section>
  )
}

function Move({ title, move, isLoading }: { title: string; move?: NextMove; isLoading: boolean }) {
  if (move?.hindrance)
    return (
      <li className="is-hindered">
        <ExclamationCircleOutlined aria-hidden />
        <span>
          现在不能{title}：{move.hindrance}
        </span>
      </li>
    )
  return (
    <li>
      {isLoading ? <LoadingOutlined aria-hidden /> : move && <CheckOutlined aria-hidden />}
      {title}
    </li>
  )
}
