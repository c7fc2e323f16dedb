import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'

interface Props {
  title: string
  /** Its name in the document. */
  name: string
  /** The buttons below the settings. */
  actions: ReactNode
  children: ReactNode
}

/** The pane with the settings of a step or of a branch. */
export const PartPane = ({ title, name, actions, children }: Props) => (
  <aside className="view-design-settings" aria-label={`${title}的设置`}>
    <div className="view-design-pane-head">
      <b>{title}</b>
      <code>{name}</code>
    </div>
    {children}
    <div className="view-flow-actions">{actions}</div>
  </aside>
)

interface TitleProps {
  value: JsonObject
  onChange(value: JsonObject): void
}

/** The name of a step or of a branch. */
export function TitleSetting({ value, onChange }: TitleProps) {
  const id = useId()
  const title = String(value.title ?? '')
  return (
    <div className="view-design-row">
      <label htmlFor={id}>名称</label>
      <Input
        id={id}
        maxLength={200}
        value={title}
        status={title === '' ? 'error' : ''}
        onChange={({ target }) => onChange({ ...value, title: target.value })}
      />
    </div>
  )
}
