import type { ReactNode } from 'react'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import type { Selection } from '../../useSelection.ts'

/** The properties of a chart that is drawn without the charting library. */
export interface OwnChartProps {
  title: string
  data: ChartData
  /** What a click on a value changes. */
  selection?: Selection
  /** Draws the name of a point by its position, as the field of the names does. */
  drawName?(at: number): ReactNode
  /** The file of the map. */
  map?: string
}
