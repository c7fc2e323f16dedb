import { PrinterOutlined, RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { PrintedPages } from './PrintedPages.tsx'
import { drawTurned } from './turned-picture.ts'
import { Unreadable } from './Unreadable.tsx'
import { useZoom } from './useZoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface Props {
  src: string
  name: string
}

/** A picture in the size of the window or larger, turned as wanted. */
export function PictureView({ src, name }: Props) {
  const zoom = useZoom()
  const [turn, setTurn] = useState(0)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [printed, setPrinted] = useState<string | null>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [measure, place] = useSize<HTMLElement>()
  if (isBroken) return <Unreadable text="这张图片已损坏，或者浏览器不认识它的格式，请下载后查看" />
  const isAcross = turn % 180 !== 0
  const [width, height] = size ? [size.width, size.height] : [0, 0]
  const [wide, high] = isAcross ? [height, width] : [width, height]
  const fit = size ? Math.min(1, place.width / wide, place.height / high) : 1
  const scale = fit * zoom.zoom
  const print = async () => {
    const drawn = turn % 360 === 0 ? null : picture.current
    setPrinted(drawn ? await drawTurned(drawn, turn).catch(() => src) : src)
  }
  const endPrint = () => {
    if (printed !== null && printed !== src) URL.revokeObjectURL(printed)
    setPrinted(null)
  }
  return (
    <div className="pro-view-part">
      <div className="pro-view-bar">
        <ZoomButtons {...zoom} />
        <Button
          type="text"
          icon={<RotateLeftOutlined aria-hidden />}
          aria-label="向左转"
          title="向左转"
          onClick={() => setTurn(turn - 90)}
        />
        <Button
          type="text"
          icon={<RotateRightOutlined aria-hidden />}
          aria-label="向右转"
          title="向右转"
          onClick={() => setTurn(turn + 90)}
        />
        <Button type="text" icon={<PrinterOutlined aria-hidden />} onClick={() => void print()}>
          打印
        </Button>
      </div>
      <section
        ref={measure}
        className="pro-view-stage"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        aria-label={name}
      >
        <div className="pro-view-picture" style={{ width: wide * scale, height: high * scale }}>
          <img
            ref={picture}
            src={src}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setBroken(true)}
            style={{
              width: width * scale,
              height: height * scale,
              transform: `translate(-50%, -50%) rotate(${turn}deg)`,
            }}
          />
        </div>
      </section>
      {printed !== null && <PrintedPages urls={[printed]} onDone={endPrint} />}
    </div>
  )
}
