import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PanelCard } from '#runtime/compile/panel/panel.ts'
import { useFullScreen } from '#runtime/host/useFullScreen.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { PanelGrid } from '../PanelGrid.tsx'
import './wall.css'

/** The size in which a wall is laid out; it is scaled to any other. */
const stage = { width: 1920, height: 1080 }

interface Props {
  panel: PanelDocument
  places: readonly PanelCard[]
}

/** A panel on a big screen: dark, over the frame of the application, as large as the window permits. */
export function Wall({ panel, places }: Props) {
  const { DarkLook = Fragment } = useExtensions()
  return (
    <DarkLook>
      <Stage panel={panel} places={places} />
    </DarkLook>
  )
}

function Stage({ panel, places }: Props) {
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const wall = useRef<HTMLElement>(null)
  const { isFull, toggle } = useFullScreen()
  const navigate = useNavigate()
  const scale = Math.min(width / stage.width, height / stage.height)
  // The first entry of the history has nothing before it.
  const leave = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <section ref={wall} className="pro-wall" aria-label={panel.title}>
      <div ref={measure} className="pro-wall-room">
        {width > 0 && (
          <div
            className="pro-wall-stage"
            style={
              {
                ...stage,
                '--scale': scale,
                left: (width - stage.width * scale) / 2,
                top: (height - stage.height * scale) / 2,
              } as CSSProperties
            }
          >
            <header className="pro-wall-head">
              <Clock />
              <h1>{panel.title}</h1>
              <div>
                {toggle && (
                  <Button
                    type="text"
                    aria-label={isFull ? '退出全屏' : '全屏'}
                    icon={
                      isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />
                    }
                    onClick={() => toggle(wall.current ?? undefined)}
                  />
                )}
                {!isFull && (
                  <Button
                    type="text"
                    aria-label="关闭大屏"
                    icon={<CloseOutlined aria-hidden />}
                    onClick={leave}
                  />
                )}
              </div>
            </header>
            <div className="pro-wall-body">
              <PanelGrid title={panel.title} columnCount={panel.columnCount} places={places} />
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

const MINUTE_MS = 60_000

/** The day and the minute. */
function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    // Begins with the next minute, and again after each.
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return (
    <time className="pro-num">
      {formatDate(now)} {String(now.getHours()).padStart(2, '0')}:{String(now.getMinutes()).padStart(2, '0')}
    </time>
  )
}
