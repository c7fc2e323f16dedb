import { Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** Why it cannot be changed as things are. */
  reason?: string
  children(labelId: string): ReactNode
}

/** A setting: its name, its control, and why it is out of reach. */
export function Row({ label, reason, children }: Props) {
  const id = useId()
  return (
    <Tooltip title={reason} placement="left">
      {/* A disabled control receives no focus: the row does instead, to show the reason. */}
      <div className="settings-row" data-off={reason !== undefined} {...(reason && { tabIndex: 0 })}>
        <span id={id}>{label}</span>
        {children(id)}
      </div>
    </Tooltip>
  )
}
