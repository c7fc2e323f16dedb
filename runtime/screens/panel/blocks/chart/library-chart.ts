import type { GlobalToken } from 'antd'
import type { EChartsCoreOption, use } from 'echarts/core'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { ChartData } from './chart-data.ts'

export type Token = Pick<
  GlobalToken,
  'colorPrimary' | 'colorText' | 'colorTextSecondary' | 'colorTextTertiary' | 'colorBorderSecondary'
> &
  Pick<GlobalToken, 'colorPrimaryHover' | 'colorPrimaryBorder' | 'colorPrimaryBorderHover'> &
  Pick<GlobalToken, 'colorTextQuaternary' | 'colorFillSecondary' | 'colorBgElevated' | 'colorBgContainer'> &
  Pick<GlobalToken, 'fontFamily' | 'fontSizeSM' | 'motion'>

/** How a chart is drawn besides its values. */
export interface ChartLook {
  isStacked?: boolean
  /** A line at this value of the left axis. */
  target?: number
  /** The position of the point that stands out; -1 for none. */
  chosen?: number
}

/** The opacity of a point beside the chosen one. */
const PALE = 0.3

/** The values of a series as points, pale beside the chosen one. */
export const listPoints = (
  values: readonly (number | null)[],
  chosen = -1,
): { value: number | null; itemStyle?: { opacity: number } }[] =>
  values.map((value, at) =>
    chosen < 0 || at === chosen ? { value } : { value, itemStyle: { opacity: PALE } },
  )

/** A chart that the charting library draws. */
export interface LibraryChart {
  /** The parts of the library that it needs. */
  parts: Parameters<typeof use>[0]
  option(data: ChartData, token: Token, look: ChartLook): EChartsCoreOption
}

export const textStyle = (token: Token) => ({
  color: token.colorTextSecondary,
  fontFamily: token.fontFamily,
  fontSize: token.fontSizeSM,
})

/** The colors of the values, the tooltip and the texts of every chart. */
export function sharedOption(
  token: Token,
  { second, isStacked, trigger }: { second: string; isStacked: boolean; trigger: 'axis' | 'item' },
): EChartsCoreOption {
  const text = textStyle(token)
  return {
    animation: token.motion,
    aria: { enabled: true },
    textStyle: text,
    color: [
      token.colorPrimary,
      second,
      // Parts of one bar lie next to each other and need the contrast.
      isStacked ? token.colorTextQuaternary : token.colorPrimaryHover,
      isStacked ? token.colorPrimaryHover : token.colorTextQuaternary,
      token.colorPrimaryBorderHover,
      token.colorFillSecondary,
    ],
    tooltip: {
      trigger,
      confine: true,
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { ...text, color: token.colorText },
      valueFormatter: (value: unknown) => formatNumber(value),
    },
  }
}
