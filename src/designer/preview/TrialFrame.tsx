import { type ReactNode, useMemo } from 'react'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ServicesProvider, useServices } from '#runtime/services/services.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { Trial, TrialRights } from './trial-rights.ts'
import { useTrialRights } from './useTrialRights.ts'

interface Props {
  screen: ScreenDocument
  trial: Trial
  children(rights: TrialRights): ReactNode
}

/** Within it, a screen is drawn with the rights of the role that is tried. */
export function TrialFrame({ screen, trial, children }: Props) {
  const outer = useServices()
  const { rights } = useTrialRights(screen, trial)
  const services = useMemo(() => (rights ? { ...outer, can: rights.can } : outer), [outer, rights])
  if (!rights) return <TextSkeleton rows={4} />
  if (!rights.isOpen)
    return (
      <StateNote
        title="这个角色打不开这个界面"
        text="它没有查询权限：在界面设置的「建议授权」里加上，或在「权限控制」里给它。"
      />
    )
  return <ServicesProvider value={services}>{children(rights)}</ServicesProvider>
}
