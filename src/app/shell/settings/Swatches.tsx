import { CheckOutlined } from '@ant-design/icons'
import { Radio, Tooltip } from 'antd'
import type { CSSProperties } from 'react'
import { colours } from '../theme/theme.ts'

interface Props {
  value: string
  onChange(color: string): void
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The eight theme colours. */
export function Swatches({ value, onChange }: Props) {
  const chosen = colours.find(({ color }) => isSame(color, value))?.color
  return (
    <Radio.Group
      className="swatches"
      aria-label="主题色"
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
    >
      {colours.map(({ name, color, ink }) => (
        <Tooltip key={color} title={name}>
          <Radio
            value={color}
            aria-label={name}
            style={{ '--swatch': color, '--swatch-ink': ink } as CSSProperties}
          >
            <CheckOutlined aria-hidden />
          </Radio>
        </Tooltip>
      ))}
    </Radio.Group>
  )
}
