import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { listNew, listPermitted, placeBlocks } from '#runtime/compile/panel/arrangement.ts'
import { DEFAULT_COLUMNS } from '#runtime/compile/panel/panel.ts'
import type { Arrangement } from '#runtime/schema/kinds/panel/arrangement.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import type { PanelFrame } from '../../useBlock.ts'
import { useOrigins, useOtherPanels } from '../useOrigins.ts'
import { ArrangeStage } from './ArrangeStage.tsx'

interface Props {
  panel: PanelDocument
  frame: PanelFrame
  /** Null: the panel is as its document arranges it. */
  arrangement: Arrangement | null
  /** Something is stored for the user, perhaps what cannot be read. */
  isStored: boolean
  slot: HTMLElement | null
  onClose(): void
}

/** Loads all panels whose blocks the user may add, and then opens the mode in which the page is arranged. */
export function Arranger({ panel, frame, arrangement, isStored, slot, onClose }: Props) {
  const { origins, isLoading, error, again } = useOrigins(panel, frame, useOtherPanels(panel))
  const columns = panel.columnCount ?? DEFAULT_COLUMNS
  const start = useMemo(() => {
    const origin = origins.get(panel.id)
    if (isLoading || !origin) return undefined
    if (!arrangement) return { placed: listPermitted(origin, columns), missing: 0, added: [] }
    return {
      ...placeBlocks(arrangement.blocks, origins, columns),
      added: listNew(arrangement, origin, columns),
    }
  }, [origins, isLoading, arrangement, panel.id, columns])
  // Once open it stays as it opened: another panel that is released or cannot be read ends no arranging.
  const [opened, setOpened] = useState<{ start: NonNullable<typeof start>; origins: typeof origins }>()
  if (!opened && start) setOpened({ start, origins })
  if (error && !opened)
    return (
      <div className="pro-sheet">
        <LoadFailure title="能添加的内容没有加载出来" error={error} onRetry={again}>
          <Button onClick={onClose}>返回</Button>
        </LoadFailure>
      </div>
    )
  if (!opened) return <div className="pro-panel-grid" aria-busy="true" />
  return (
    <ArrangeStage
      panel={panel}
      origins={opened.origins}
      columns={columns}
      start={opened.start}
      isStored={isStored}
      slot={slot}
      onClose={onClose}
    />
  )
}
