import { useState } from 'react'
import { Unreadable } from './Unreadable.tsx'

interface Props {
  kind: 'sound' | 'film'
  src: string
  name: string
}

/** A sound or a film, of which the browser reads the parts that it plays. */
export function MediaView({ kind, src, name }: Props) {
  const [isBroken, setBroken] = useState(false)
  const kindText = kind === 'film' ? '视频' : '录音'
  if (isBroken) return <Unreadable text={`这段${kindText}已损坏，或者浏览器放不了它的格式，请下载后查看`} />
  const props = {
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onError: () => setBroken(true),
  }
  return (
    <div className="pro-view-media">
      {kind === 'film' ? <video {...props} playsInline /> : <audio {...props} />}
    </div>
  )
}
