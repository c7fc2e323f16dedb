import { Link } from 'react-router-dom'
import { fillHref } from '#runtime/compile/list/url.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import { computeProgress } from '#runtime/record/panel/figure.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { BlockFailure } from '../../BlockFrame.tsx'
import { type BlockData, useBlock } from '../../useBlock.ts'
import { formatShown } from './shown-figure.ts'
import { Target } from './Target.tsx'

/** One number with its unit; the whole block is a link to its source. */
export function StatisticBlock({ block }: { block: Block<'statistic'> }) {
  const { data, document, error, isGone, again } = useBlock(block)
  const isLate = useDelayed(!data && !error)
  if (isGone) return null
  const { title, unit, note, facts } = block
  const href = wayTo(block.href, data)
  const figure = data ? formatShown(block, data, document) : ''
  const progress = data ? computeProgress(block, data) : null
  const body = (
    <>
      <span className="pro-figure-title">{title}</span>
      <span className="pro-figure-value pro-num" aria-busy={!data && !error}>
        {data
          ? figure || <span className="pro-none">—</span>
          : isLate && !error && <i className="pro-figure-wait" />}
        {figure && unit && <small>{unit}</small>}
      </span>
      {progress && <Target title={title} unit={unit} progress={progress} isGauge={block.look === 'gauge'} />}
      {note && <span className="pro-figure-note">{note}</span>}
      {facts && <StatisticLines facts={facts} data={data} document={document} />}
    </>
  )
  return (
    <section className="pro-figure" aria-label={title}>
      {href ? (
        <Link className="pro-figure-body" to={href}>
          {body}
        </Link>
      ) : (
        <div className="pro-figure-body">{body}</div>
      )}
      {error !== null && <BlockFailure error={error} retry={again} />}
    </section>
  )
}

/** An address with placeholders is no link before its values are loaded. */
function wayTo(href: string | undefined, data: Records | undefined): string | undefined {
  if (!href?.includes('{')) return href
  const [record] = data?.records ?? []
  return record && fillHref(href, record)
}

type Fact = NonNullable<Block<'statistic'>['facts']>[number]

/** Components of the number, or parts that need attention; their line is drawn before their values. */
const StatisticLines = ({
  facts,
  data,
  document,
}: { facts: readonly Fact[] } & Pick<BlockData, 'data' | 'document'>) => (
  <span className="pro-figure-note pro-figure-facts">
    {data &&
      facts.map((fact) => {
        const text = formatShown(fact, data, document)
        const isMuch = toBig(text.replaceAll(',', ''))?.gt(0)
        return (
          text && (
            <span key={fact.title}>
              {fact.title}{' '}
              <b className="pro-num" data-tone={isMuch ? fact.color : undefined}>
                {text}
                {fact.unit && ` ${fact.unit}`}
              </b>
            </span>
          )
        )
      })}
  </span>
)
