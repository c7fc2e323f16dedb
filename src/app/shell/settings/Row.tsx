import { Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** Why it cannot be changed at present. */
  reason?: string
  children(labelId: string): ReactNode
}

/** A setting: its name, its control, and the reason when it is disabled. */
export function Row({ label, reason, children }: Props) {
  const id = useId()
  return (
    <Tooltip title={reason} placement="left">
      {/* A disabled control receives no focus: the row does instead, to show the reason. */}
      <div className="app-settings-row" data-off={reason !== undefined} {...(reason && { tabIndex: 0 })}>
        <span id={id}>{label}</span>
        {children(id)}
      </div>
    </Tooltip>
  )
}
