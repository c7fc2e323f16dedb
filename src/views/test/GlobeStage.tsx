import { useEffect, useRef, useState } from 'react'
import { type DrawnGlobe, drawGlobe } from './globe.ts'
import { places } from './places.ts'

/** The globe, the buttons that move it without a mouse, and the locations to visit. */
export function GlobeStage() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [globe, setGlobe] = useState<DrawnGlobe | null>(null)
  const [at, setAt] = useState('全球')

  useEffect(() => {
    if (!canvas.current) return
    const newGlobe = drawGlobe(canvas.current)
    setGlobe(newGlobe)
    return newGlobe.end
  }, [])

  const home = () => {
    setAt('全球')
    globe?.home()
  }
  return (
    <div className="view-globe">
      <div className="view-globe-stage">
        {/* An ended context cannot be used again, so each drawing has its own canvas. */}
        <canvas ref={canvas} role="img" aria-label={`三维地球，当前位置：${at}`} />
        <div className="view-globe-zoom">
          <button type="button" aria-label="放大" onClick={() => globe?.zoom('in')}>
            +
          </button>
          <button type="button" aria-label="缩小" onClick={() => globe?.zoom('out')}>
            −
          </button>
        </div>
        <small>底图：Natural Earth II（公有领域，随系统提供）</small>
      </div>
      <nav aria-label="地点">
        <ul>
          <li>
            <button type="button" aria-pressed={at === '全球'} onClick={home}>
              全球
            </button>
          </li>
          {places.map((place) => (
            <li key={place.name}>
              <button
                type="button"
                aria-pressed={at === place.name}
                onClick={() => {
                  setAt(place.name)
                  globe?.flyTo(place)
                }}
              >
                {place.name}
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
