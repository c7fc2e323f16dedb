import type { CSSProperties, ReactNode } from 'react'
import { gridSize, type LabelGrid } from '#runtime/schema/kinds/print/page.ts'
import './sheet.css'

interface Props {
  grid: LabelGrid
  /** The labels in the order of the rows; null is an empty place. */
  labels: readonly ReactNode[]
}

/** A sheet of labels. */
export function LabelSheet({ grid, labels }: Props) {
  const { columnCount, width, height, gapX = 0, gapY = 0 } = grid
  const style = {
    gridTemplateColumns: `repeat(${columnCount}, ${width}mm)`,
    gridAutoRows: `${height}mm`,
    gap: `${gapY}mm ${gapX}mm`,
    width: `${gridSize(grid).width}mm`,
  } satisfies CSSProperties
  return (
    <div className="pro-print-labels" style={style}>
      {labels.map((label, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of a sheet have a fixed order
        <div key={at}>{label}</div>
      ))}
    </div>
  )
}
