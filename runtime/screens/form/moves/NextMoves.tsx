import { CheckOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { compileMoves } from '#runtime/compile/actions.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { hasMoves, type NextMove } from '#runtime/record/moves.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'
import './next-moves.css'

/** The moves that a stored record offers next, and what hinders each of them; nothing for a record without any. */
export function NextMoves({ session: { screen, model, record } }: { session: Session }) {
  const { http, can, user } = useServices()
  const types = useFieldTypes()
  const { data = [] } = useQuery({
    queryKey: ['next-moves', screen.id, record.id, record.rev],
    queryFn: ({ signal }) =>
      http.get<NextMove[]>(`/resource/${screen.id}/next-moves`, { id: record.id }, signal),
    enabled: hasMoves(screen),
    staleTime: 0,
    retry: false,
  })
  const actions = useMemo(() => compileMoves(screen, { types, can }), [screen, types, can])
  const isShown = ({ code }: NextMove) => {
    const action = actions.find((entry) => entry.code === code)
    return !action || isActionAvailable(action, model.initial as never, { flow: screen.flow, user })
  }
  const moves = data.filter(isShown)
  if (moves.length === 0) return null
  return (
    <section className="pro-next-moves" aria-label="下一步">
      <h4>下一步</h4>
      <ul>
        {moves.map(({ code, title, hindrance }) =>
          hindrance === null ? (
            <li key={code}>
              <CheckOutlined aria-hidden />
              {title}
            </li>
          ) : (
            <li key={code} className="is-hindered">
              <ExclamationCircleOutlined aria-hidden />
              <span>
                现在不能{title}：{hindrance}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
