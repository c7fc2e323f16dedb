import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** Drawn as a card of a fixed size, not as a line. */
  isCard: boolean
  retry(): void
  children: ReactNode
}

const line = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'end' } as const
const card = { position: 'relative', height: '100%' } as const
const onCard = { position: 'absolute', insetInline: 0, bottom: 0, marginInline: 'auto' } as const

/** A failed upload with a retry button. */
export const FailedFile = ({ isCard, retry, children }: Props) => (
  <div style={isCard ? card : line}>
    {children}
    <Button
      type="text"
      size="small"
      icon={<ReloadOutlined aria-hidden />}
      aria-label="重试"
      title="重试"
      style={isCard ? onCard : undefined}
      onClick={retry}
    />
  </div>
)
