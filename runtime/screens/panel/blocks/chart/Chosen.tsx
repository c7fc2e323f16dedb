import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'

interface Props {
  text: string
  onClear(): void
}

/** Whether a pressed Escape belongs to something else: a dialog, a list of choices, or a control in which someone writes. */
const isTaken = ({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean =>
  defaultPrevented ||
  isComposing ||
  (target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null)

/** The value of the chart by which the other blocks are filtered; the cross or Escape gives it up. */
export function Chosen({ text, onClear }: Props) {
  const clear = useRef(onClear)
  clear.current = onClear
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTaken(event)) clear.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Button
      size="small"
      className="pro-chosen-value"
      aria-label={`不再只看${text}`}
      icon={<CloseOutlined aria-hidden />}
      iconPosition="end"
      onClick={onClear}
    >
      {text}
    </Button>
  )
}
