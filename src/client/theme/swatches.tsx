import { CheckOutlined } from '@ant-design/icons'
import type { CSSProperties } from 'react'
import { colours } from './theme.ts'

/** The theme colours as options with a preview. */
export const swatches = colours.map(({ name, color, ink }) => ({
  value: color,
  label: name,
  face: (
    <span className="app-swatch" style={{ '--swatch': color, '--swatch-ink': ink } as CSSProperties}>
      <CheckOutlined aria-hidden />
    </span>
  ),
}))
