import { axisOption } from '#runtime/record/panel/axis-option.ts'
import type { Token } from '#runtime/record/panel/chart-look.ts'
import { pieOption } from '#runtime/record/panel/pie-option.ts'
import type { Part } from '../content/part.ts'

/** The light theme on paper, whose tokens the server does not load; the font is the one of PDF files. */
const paper: Token = {
  colorPrimary: '#1f5f8b',
  colorPrimaryHover: '#4f8ab3',
  colorPrimaryBorder: '#a9c6db',
  colorPrimaryBorderHover: '#7fa9c6',
  colorText: '#1f1f1f',
  colorTextSecondary: '#595959',
  colorTextTertiary: '#8c8c8c',
  colorTextQuaternary: '#bfbfbf',
  colorBorderSecondary: '#e5e5e5',
  colorFillSecondary: '#d9d9d9',
  colorBgElevated: '#ffffff',
  colorBgContainer: '#ffffff',
  fontFamily: 'Sans',
  fontSizeSM: 12,
  motion: false,
}

export const CHART_WIDTH = 700
export const CHART_HEIGHT = 260

/** A chart as SVG. The charting library is loaded with the first one. */
export async function drawChart({
  kind,
  data,
  isStacked,
  target,
}: Extract<Part, { type: 'chart' }>): Promise<string> {
  const { init } = await import('./charting.ts')
  const look = { isStacked, ...(target !== undefined && { target }) }
  const option = kind === 'pie' ? pieOption(data, paper, look) : axisOption(kind, data, paper, look)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: CHART_WIDTH, height: CHART_HEIGHT })
  try {
    // Nobody points at paper.
    const { tooltip: _, aria: __, ...drawn } = option
    chart.setOption(drawn)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
