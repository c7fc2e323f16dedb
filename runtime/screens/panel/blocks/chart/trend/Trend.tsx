import { type CSSProperties, useMemo } from 'react'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { BlockNone } from '../../../BlockFrame.tsx'
import { describeTrend, planTrend, type TrendPlan } from './trend-plan.ts'
import { formatFigure } from './trend-scale.ts'
import { useMarker } from './useMarker.ts'

/**
 * A short series drawn without the charting library: one accent color, comparisons in dashed grey, names at the ends.
 */
export function Trend({ title, data }: { title: string; data: ChartData }) {
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const plan = useMemo(() => planTrend(data, width, height), [data, width, height])
  const { marked, handlers } = useMarker(plan.xs)
  if (!data.series.some(({ values }) => values.some((value) => value !== null))) return <BlockNone />
  return (
    <div className="pro-chart pro-trend">
      <div
        ref={measure}
        className="pro-trend-plot"
        role="img"
        aria-label={describeTrend(title, data)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its marker
        tabIndex={0}
        {...handlers}
      >
        {width > 0 && (
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <Drawing plan={plan} marked={marked} />
          </svg>
        )}
      </div>
      <ReadOut data={data} marked={marked} x={marked === null ? 0 : (plan.xs[marked] ?? 0)} width={width} />
      <ChartTable title={title} data={data} />
    </div>
  )
}

const Drawing = ({ plan, marked }: { plan: TrendPlan; marked: number | null }) => (
  <>
    {plan.ticks.map(({ y, text }) => (
      <g key={text}>
        <line className="pro-trend-rule" x1={plan.left} x2={plan.right} y1={y} y2={y} />
        <text x={plan.left - 8} y={y} dy="0.35em" textAnchor="end">
          {text}
        </text>
      </g>
    ))}
    {plan.labels.map(({ x, text }) => (
      <text key={x} x={x} y={plan.bottom + 20} textAnchor="middle">
        {text}
      </text>
    ))}
    {marked !== null && (
      <line className="pro-trend-at" x1={plan.xs[marked]} x2={plan.xs[marked]} y1={0} y2={plan.bottom} />
    )}
    {[...plan.lines.entries()].reverse().map(([index, { path, area, dots, points, end }]) => {
      const seen = marked !== null ? points[marked] : index === 0 ? points.at(-1) : null
      const visibleDots = new Set([...dots, ...(seen ? [seen] : [])])
      return (
        <g key={index} className={index === 0 ? 'pro-trend-own' : 'pro-trend-other'}>
          {area && <path className="pro-trend-area" d={area} />}
          {path && <path className="pro-trend-line" d={path} />}
          {[...visibleDots].map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r={index === 0 ? 4 : 3} />
          ))}
          {end && (
            <text x={end.x} y={end.y} dy="0.35em">
              {end.title}
              <tspan>{end.value}</tspan>
            </text>
          )}
        </g>
      )
    })}
  </>
)

interface ReadOutProps {
  data: ChartData
  marked: number | null
  x: number
  width: number
}

/** The values at the marker, on the side with enough space; announced to screen readers as the marker moves. */
function ReadOut({ data: { names, series }, marked, x, width }: ReadOutProps) {
  const side: CSSProperties = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }
  return (
    <div className="pro-trend-said" role="status" style={side}>
      {marked !== null && (
        <>
          <b>{names[marked]}</b>
          {series.map(({ title, values }) => (
            <span key={title}>
              {title} <em>{formatFigure(values[marked])}</em>
            </span>
          ))}
        </>
      )}
    </div>
  )
}

/** The same data as a table for screen readers. */
const ChartTable = ({ title, data: { names, series } }: { title: string; data: ChartData }) => (
  <div className="pro-trend-figures">
    <table>
      <caption>{title}</caption>
      <tbody>
        {series.map(({ title: name, values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {names.map((at, index) => (
              <td key={at}>{`${at} ${formatFigure(values[index])}`}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
