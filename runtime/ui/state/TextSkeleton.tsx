import './skeleton.css'

/** Grey lines in place of a text or form that is loading; the last line is shorter. */
export function TextSkeleton({ rows }: { rows: number }) {
  return (
    <div className="pro-skeleton" role="status" aria-label="正在加载">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <i key={at} className="pro-bar" />
      ))}
    </div>
  )
}
