import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { ChartData } from './chart-data.ts'

/** The options of the charting library. */
export type ChartOption = Readonly<Record<string, unknown>>

/** The colors, the font and the motion of a chart: the tokens of the theme on a page. */
export interface Token
  extends Readonly<
    Record<
      | 'colorPrimary'
      | 'colorText'
      | 'colorTextSecondary'
      | 'colorTextTertiary'
      | 'colorBorderSecondary'
      | 'colorPrimaryHover'
      | 'colorPrimaryBorder'
      | 'colorPrimaryBorderHover'
      | 'colorTextQuaternary'
      | 'colorFillSecondary'
      | 'colorBgElevated'
      | 'colorBgContainer'
      | 'fontFamily',
      string
    >
  > {
  /** Hues by which more groups than the accent has shades are distinguished. */
  readonly cyan?: string
  readonly gold?: string
  readonly purple?: string
  readonly green?: string
  readonly orange?: string
  readonly magenta?: string
  readonly geekblue?: string
  readonly lime?: string
  readonly volcano?: string
  readonly fontSizeSM: number
  readonly motion: boolean
}

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

/** The points of the first series with their names, for charts without axes. */
export const listNamedPoints = ({ names, series: [first] }: ChartData, chosen?: number) =>
  listPoints(first?.values ?? [], chosen).map((point, at) => ({ ...point, name: names[at] ?? '' }))

/** The scale of colors of values, from pale to the accent; a single value has the accent. */
export const heatScale = (values: readonly (number | null)[], token: Token) => {
  const present = values.filter((value) => value !== null)
  const [min, max] = present.length > 0 ? [Math.min(0, ...present), Math.max(...present)] : [0, 1]
  return {
    ...{ type: 'continuous', min, max: max > min ? max : min + 1, calculable: false, orient: 'horizontal' },
    ...{ left: 'center', bottom: 0, itemWidth: 12, itemHeight: 120, textStyle: textStyle(token) },
    text: [formatNumber(max), formatNumber(min)],
    inRange: { color: [token.colorPrimary, token.colorPrimary], colorAlpha: [0.12, 1] },
  }
}

export const textStyle = (token: Token) => ({
  color: token.colorTextSecondary,
  fontFamily: token.fontFamily,
  fontSize: token.fontSizeSM,
})

/** Series up to which shades of the accent tell them apart. */
const MAX_SHADES = 4

/** The colors of many series; undefined for a few. */
export function listHues(token: Token, count: number): { color: (string | undefined)[] } | undefined {
  if (count <= MAX_SHADES) return undefined
  const { colorPrimary, cyan, gold, purple, green, orange, magenta, geekblue, lime, volcano } = token
  return { color: [colorPrimary, cyan, gold, purple, green, orange, magenta, geekblue, lime, volcano] }
}

/** The colors of the values, the tooltip and the texts of every chart. */
export function sharedOption(
  token: Token,
  { second, isStacked, trigger }: { second: string; isStacked: boolean; trigger: 'axis' | 'item' },
): ChartOption {
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
