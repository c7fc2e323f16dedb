import { Link } from 'react-router-dom'
import { type Block, figureOf } from '../../compile/panel.ts'
import { useLater } from '../parts/useLater.ts'
import { BlockFailure } from './BlockFrame.tsx'
import { useBlock } from './useBlock.ts'

/** One figure with its unit; the whole of it leads to where it comes from. */
export function StatisticBlock({ block }: { block: Block<'statistic'> }) {
  const { data, error, isGone, again } = useBlock(block)
  const late = useLater(!data && !error)
  if (isGone) return null
  const { title, unit, note, href } = block
  const figure = data ? figureOf(block, data) : ''
  const body = (
    <>
      <span className="pro-figure-title">{title}</span>
      <span className="pro-figure-value pro-num" aria-busy={!data && !error}>
        {data
          ? figure || <span className="pro-none">—</span>
          : late && !error && <i className="pro-figure-wait" />}
        {figure && unit && <small>{unit}</small>}
      </span>
      {note && <span className="pro-figure-note">{note}</span>}
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
      {error !== null && <BlockFailure error={error} again={again} />}
    </section>
  )
}
