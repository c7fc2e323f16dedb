import { formatNumber } from '#runtime/kernel/decimal.ts'

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

export const textStyle = (token: Token) => ({
  color: token.colorTextSecondary,
  fontFamily: token.fontFamily,
  fontSize: token.fontSizeSM,
})

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
