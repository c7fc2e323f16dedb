import { Image } from 'antd'
import { useState } from 'react'

interface Props {
  urls: string[]
  /** Which is shown first. */
  at?: number
  onClose(): void
}

/** The pictures, large, one after another; Esc closes. */
export function ImagePreview({ urls, at = 0, onClose }: Props) {
  const [current, setCurrent] = useState(at)
  return (
    <Image.PreviewGroup
      items={urls}
      preview={{
        visible: true,
        current,
        onChange: setCurrent,
        onVisibleChange: (isVisible) => !isVisible && onClose(),
      }}
    />
  )
}
