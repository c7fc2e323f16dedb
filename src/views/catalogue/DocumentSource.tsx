import { Typography } from 'antd'

/** A part of a document as JSON, to read and to copy. */
export function DocumentSource({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div className="view-cat-json">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keys */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <Typography.Text copyable={{ text, tooltips: ['复制', '已复制'] }} />
    </div>
  )
}
