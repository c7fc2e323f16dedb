import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { PublicFormView, PublicReceipt } from '#runtime/schema/kinds/screen/public/view.ts'
import { loadForm, readMemory, remember } from './calls.ts'
import { Failure } from './Failure.tsx'
import { OpenForm } from './OpenForm.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { Receipt } from './Receipt.tsx'
import { useLoaded } from './useLoaded.ts'

/** Why a form cannot be filled in now, in words. */
function closedText({ state, opens, closes }: PublicFormView): string {
  if (state === 'waiting') return `还没有开始，${opens} 起可以填写。`
  if (state === 'closed') return `已于 ${closes} 截止，不再收了。`
  return '今天收到的已经满了，请明天再来。'
}

/** The page of a public form: `/public/:group/:name`. */
export default function PublicForm() {
  const { group = '', name = '' } = useParams()
  const id = `${group}/${name}`
  const read = useCallback(() => loadForm(id), [id])
  const { value: view, failure, load } = useLoaded(read)
  const [receipt, setReceipt] = useState<PublicReceipt | null>(() => readMemory(id).receipt ?? null)

  const done = (next: PublicReceipt) => {
    remember(id, { receipt: next })
    setReceipt(next)
    window.scrollTo(0, 0)
  }
  const startAnother = () => {
    remember(id, {})
    setReceipt(null)
    load()
  }
  const title = view?.title ?? '填写'
  if (receipt)
    return (
      <PublicLayout title={title}>
        <Receipt receipt={receipt} onAnother={startAnother} />
      </PublicLayout>
    )
  if (failure)
    return (
      <PublicLayout title="打不开">
        <Failure failure={failure} onRetry={load} />
      </PublicLayout>
    )
  return (
    <PublicLayout title={title}>
      {!view && (
        <p className="app-said" role="status">
          正在打开…
        </p>
      )}
      {view?.intro && <p className="app-intro">{view.intro}</p>}
      {view?.state === 'open' && view.closes && <p className="app-said">{view.closes} 截止。</p>}
      {view?.state === 'open' && <OpenForm key={view.visit} id={id} view={view} onDone={done} />}
      {view && view.state !== 'open' && (
        <p className="app-closed" role="status">
          {closedText(view)}
        </p>
      )}
    </PublicLayout>
  )
}
