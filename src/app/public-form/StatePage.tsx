import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { loadState } from './calls.ts'
import { Failure } from './Failure.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { useLoaded } from './useLoaded.ts'

/** The state of a submission, for those who have its link: `/public/state#secret`. */
export default function StatePage() {
  const { hash } = useLocation()
  // Another link in the same window changes the hash only.
  return <SubmissionState key={hash} secret={hash.slice(1) || '-'} />
}

function SubmissionState({ secret }: { secret: string }) {
  const read = useCallback(() => loadState(secret), [secret])
  const { value: state, failure, load } = useLoaded(read)
  if (failure)
    return (
      <PublicLayout title="看不到进度">
        <Failure failure={failure} onRetry={load} />
      </PublicLayout>
    )
  if (!state)
    return (
      <PublicLayout title="进度">
        <p className="app-said" role="status">
          正在打开…
        </p>
      </PublicLayout>
    )
  const { title, number, submitted, expires, fields } = state
  return (
    <PublicLayout title={title}>
      <section className="app-receipt">
        <dl>
          <dt>受理编号</dt>
          <dd className="app-number">{number}</dd>
          <dt>提交时间</dt>
          <dd>{submitted}</dd>
          {fields.map((field) => (
            <div key={field.title} className="app-pair">
              <dt>{field.title}</dt>
              <dd>{field.text || '—'}</dd>
            </div>
          ))}
        </dl>
        <p className="app-hint">链接在 {expires} 之前有效。</p>
        <div className="app-beside">
          <button type="button" className="app-link" onClick={load}>
            刷新
          </button>
          <button type="button" className="app-link" onClick={() => window.print()}>
            打印
          </button>
        </div>
      </section>
    </PublicLayout>
  )
}
