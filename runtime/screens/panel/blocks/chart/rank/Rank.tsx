import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import { BlockNone } from '../../../BlockFrame.tsx'
import type { OwnChartProps } from '../own-chart.ts'

const MAX_LINES = 10

/** The largest first values with their names, in their order, each as a bar and a number; a click on a name chooses it. */
export function Rank({ title, data: { names, keys, series }, selection }: OwnChartProps) {
  const lines = names
    .flatMap((name, at) => {
      const value = series[0]?.values[at] ?? null
      return value === null ? [] : [{ name, value, key: String(keys?.[at] ?? '') }]
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, MAX_LINES)
  const most = Math.max(...lines.map(({ value }) => value), 0)
  if (lines.length === 0) return <BlockNone />
  return (
    <ol className="pro-rank" aria-label={title}>
      {lines.map(({ name, value, key }) => (
        <li key={name} data-pale={(selection?.value && selection.value !== key) || undefined}>
          <span title={name}>
            {selection ? (
              <Button
                type="link"
                size="small"
                aria-pressed={selection.value !== '' && selection.value === key}
                onClick={() => selection.toggle(key)}
              >
                {name || '（空）'}
              </Button>
            ) : (
              name || '（空）'
            )}
          </span>
          <i aria-hidden="true">
            <b style={{ '--share': most > 0 ? Math.max(value, 0) / most : 0 } as CSSProperties} />
          </i>
          <em className="pro-num">{formatNumber(value)}</em>
        </li>
      ))}
    </ol>
  )
}
