import { Link, useSearchParams } from 'react-router-dom'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { Drawn } from './Drawn.tsx'
import { samples } from './samples.ts'
import { Written } from './Written.tsx'

/** A sample of every kind, one at a time: a list has its own address, as on its own page. */
export default function Kinds() {
  const [params] = useSearchParams()
  const narrow = useNarrow()
  const shown = samples.find(({ name }) => name === params.get('sample')) ?? samples[0]
  if (!shown) return null
  const index = (
    <ul>
      {samples.map(({ name, title, shows }) => (
        <li key={name}>
          <Link
            to={`?part=kinds&sample=${name}`}
            aria-current={name === shown.name ? 'true' : undefined}
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
    <div className="cat-columns">
      <nav className="cat-index" aria-label="界面种类">
        {narrow ? (
          <details key={shown.name}>
            <summary>{shown.title}</summary>
            {index}
          </details>
        ) : (
          index
        )}
      </nav>
      <div className="cat-stage">
        <section className="cat-frame" aria-label={shown.title} data-sample={shown.name}>
          <Drawn key={shown.name} sample={shown} />
        </section>
        <details className="cat-source">
          <summary>这份文档怎么写</summary>
          <Written label={`${shown.title}的文档`} value={shown.document} />
        </details>
      </div>
    </div>
  )
}
