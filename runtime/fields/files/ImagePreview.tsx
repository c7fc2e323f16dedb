import { Image } from 'antd'
import { useState } from 'react'

interface Props {
  urls: string[]
  /** Index of the first picture shown. */
  at?: number
  onClose(): void
}

/** The pictures in full size, one after another; Esc closes. */
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
