import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Zoom } from './useZoom.ts'

/** The size of what is shown; the number in the middle returns to the fitting size. */
export const ZoomButtons = ({ zoom, larger, smaller, reset }: Zoom) => (
  <span className="pro-view-moves">
    <Button
      type="text"
      icon={<ZoomOutOutlined aria-hidden />}
      aria-label="缩小"
      title="缩小（-）"
      onClick={smaller}
    />
    <Button
      type="text"
      title="适合窗口（0）"
      aria-label={`现在 ${Math.round(zoom * 100)}%，恢复适合窗口`}
      onClick={reset}
    >
      {Math.round(zoom * 100)}%
    </Button>
    <Button
      type="text"
      icon={<ZoomInOutlined aria-hidden />}
      aria-label="放大"
      title="放大（+）"
      onClick={larger}
    />
  </span>
)
