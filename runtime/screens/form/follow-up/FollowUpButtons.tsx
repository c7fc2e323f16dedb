import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { compileFollowUps } from '#runtime/compile/actions.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'
import { followUpAddress } from './follow-up-address.ts'

/** The buttons of an opened record that open a new one, filled in with what is left of it. */
export function FollowUpButtons({ session: { screen, model } }: { session: Session }) {
  const { can, user, http } = useServices()
  const types = useFieldTypes()
  const navigate = useNavigate()
  const index = useQuery(indexQuery(http))
  const actions = useMemo(() => compileFollowUps(screen, { types, can }), [screen, types, can])
  const { initial } = model
  return actions.map((action) => {
    const path = index.data?.find(({ id }) => id === action.open)?.path
    if (path === undefined || !isActionAvailable(action, initial as never, { flow: screen.flow, user }))
      return null
    const open = () => void navigate(followUpAddress(path, screen.id, action.code, [String(initial.id)]))
    return (
      <Button key={action.code} onClick={open}>
        {action.title}
      </Button>
    )
  })
}
