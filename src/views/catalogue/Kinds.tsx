import { Link, useSearchParams } from 'react-router-dom'
import { DocumentPreview } from '#runtime/preview/DocumentPreview.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { DocumentSource } from './DocumentSource.tsx'
import { samples } from './samples.ts'

/** A sample of every kind, one at a time: a list has its own address, as on its own page. */
export default function Kinds() {
  const [params] = useSearchParams()
  const narrow = useNarrow()
  const sample = samples.find(({ name }) => name === params.get('sample')) ?? samples[0]
  if (!sample) return null
  const index = (
    <ul>
      {samples.map(({ name, title, shows }) => (
        <li key={name}>
          <Link
            to={`?part=kinds&sample=${name}`}
            aria-current={name === sample.name ? 'true' : undefined}
            replace
          >
            {title}
            <code>{shows}</code>
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="view-cat-columns">
      <nav className="view-cat-index" aria-label="界面种类">
        {narrow ? (
          <details key={sample.name}>
            <summary>{sample.title}</summary>
            {index}
          </details>
        ) : (
          index
        )}
      </nav>
      <div className="view-cat-stage">
        <section className="view-cat-frame" aria-label={sample.title} data-sample={sample.name}>
          <DocumentPreview key={sample.name} sample={sample} />
        </section>
        <details className="view-cat-source">
          <summary>这份文档怎么写</summary>
          <DocumentSource label={`${sample.title}的文档`} value={sample.document} />
        </details>
      </div>
    </div>
  )
}
