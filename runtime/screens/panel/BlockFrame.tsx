import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import type { BlockData } from './useBlock.ts'

interface FrameProps {
  title?: string
  href?: string
  /** Total number of listed records, shown beside the title. */
  count?: number
  /** Further buttons of the block, before the link to its page. */
  tools?: ReactNode
  children: ReactNode
}

/** The card of a block. */
export const BlockFrame = ({ title, href, count, tools, children }: FrameProps) => (
  <section className="pro-block" aria-label={title}>
    {(title || href || tools) && (
      <header className="pro-block-head">
        <h2>
          {title}
          {count !== undefined && count > 0 && <span className="pro-count pro-num">{count}</span>}
        </h2>
        {tools}
        {href && (
          <Link to={href} aria-label={`查看${title ?? ''}`}>
            查看
          </Link>
        )}
      </header>
    )}
    <div className="pro-block-body">{children}</div>
  </section>
)

/** The records of a block, or why they are missing; a failure stays in its own block. */
export function BlockBody({ block, children }: { block: BlockData; children: ReactNode }) {
  const { data, error, again } = block
  const isLate = useDelayed(!data && !error)
  if (data && error === null)
    return data.records.length > 0 ? (
      <>
        {children}
        {data.isCut && (
          <p className="pro-block-cut">分组太多，只显示前 {data.records.length.toLocaleString('en-US')} 个</p>
        )}
      </>
    ) : (
      <BlockNone />
    )
  if (!data && !error) return <BlockWait isLate={isLate} />
  return (
    <>
      {data && data.records.length > 0 && children}
      <BlockFailure error={error} retry={again} />
    </>
  )
}

export const BlockNone = () => <div className="pro-block-none">暂无数据</div>

/** Placeholder of a loading block; after a moment, with a message. */
export const BlockWait = ({ isLate }: { isLate: boolean }) => (
  <div className="pro-block-wait" role="status" aria-label="正在加载">
    {isLate && [100, 72, 88].map((share) => <i key={share} style={{ width: `${share}%` }} />)}
  </div>
)

export const BlockFailure = ({ error, retry }: { error: unknown; retry(): void }) => (
  <LoadFailureLine className="pro-block-failure" text={errorMessage(error)} onRetry={retry} />
)
