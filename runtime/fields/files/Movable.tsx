import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  name: string
  move(by: -1 | 1): void
  children: ReactNode
}

const HIDE_DELAY_MS = 100
const frame = { position: 'relative', height: '100%' } as const
const bar = {
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  display: 'flex',
  justifyContent: 'space-between',
  background: 'var(--ant-color-bg-elevated)',
  opacity: 0.9,
} as const

/** A picture with arrows that move it, shown while the pointer or the focus is on it and briefly afterwards. */
export function Movable({ name, move, children }: Props) {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = () => {
    clearTimeout(timer.current)
    setShown(true)
  }
  const hide = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), HIDE_DELAY_MS)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the pointer and the focus of its content
    <div style={frame} onMouseEnter={show} onMouseLeave={hide} onFocus={show} onBlur={hide}>
      {children}
      {isShown && (
        <div style={bar}>
          <Button
            type="text"
            size="small"
            icon={<LeftOutlined aria-hidden />}
            aria-label={`${name} 左移`}
            onClick={() => move(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<RightOutlined aria-hidden />}
            aria-label={`${name} 右移`}
            onClick={() => move(1)}
          />
        </div>
      )}
    </div>
  )
}
