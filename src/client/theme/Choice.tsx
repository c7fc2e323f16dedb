import { Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'
import './choice.css'

interface Option<V> {
  value: V
  label: string
  face: ReactNode
}

interface Props<V> {
  label: string
  value: V
  options: readonly Option<V>[]
  onChange(value: V): void
}

/** One of a few options, each with a preview; native radio buttons provide the keyboard operation. */
export function Choice<V extends string>({ label, value, options, onChange }: Props<V>) {
  const name = useId()
  return (
    <div className="app-settings-choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Tooltip key={option.value} title={option.label}>
          <label>
            <input
              type="radio"
              name={name}
              aria-label={option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.face}
          </label>
        </Tooltip>
      ))}
    </div>
  )
}
