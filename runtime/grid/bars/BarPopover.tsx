import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ButtonPopover } from '#runtime/ui/overlay/ButtonPopover.tsx'

interface Props {
  label: string
  icon: ReactNode
  title?: string
  children: ReactNode
}

/** A toolbar button with a popover below it. */
export const BarPopover = ({ label, icon, title, children }: Props) => (
  <ButtonPopover
    placement="bottomRight"
    title={title}
    content={() => (
      <div role="dialog" aria-label={label} tabIndex={-1} className="detail-panel">
        {children}
      </div>
    )}
  >
    {(trigger) => <Button {...trigger} size="small" type="text" icon={icon} aria-label={label} />}
  </ButtonPopover>
)
