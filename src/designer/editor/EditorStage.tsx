import { Segmented } from 'antd'
import { type ReactNode, type Ref, Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { Design } from '../draft/useDesign.ts'
import { type ProblemPlace, Problems } from '../problems/Problems.tsx'
import { findFix, listFindings } from '../problems/problem-fix.ts'

const Source = lazyPart(async () => (await import('../source/Source.tsx')).Source)

interface Props<View extends string> {
  design: Design
  /** The views of the document, and the one that is drawn. */
  views: readonly { readonly value: View; readonly label: string }[]
  view: View
  onView(view: View): void
  /** Controls at the right of the choice of the view. */
  tools?: ReactNode
  findPlace(pointer: string): ProblemPlace | undefined
  stage?: Ref<HTMLDivElement>
  /** The view; that of the source is the same for every document. */
  children: ReactNode
}

/** The middle pane of every editor: the choice of the view, the view itself, and the problems of the draft below it. */
export function EditorStage<View extends string>(props: Props<View>) {
  const { design, views, view, onView, tools, findPlace, stage, children } = props
  const { document, inspection, isInspected, unread, session } = design
  const findings = useMemo(
    () => (inspection ? listFindings(document.id, inspection) : []),
    [document.id, inspection],
  )
  const isSource = view === 'source'
  const [goal, setGoal] = useState<{ pointer: string } | null>(null)
  const getSourcePlace = (pointer: string): ProblemPlace => {
    const place = findPlace(pointer)
    return {
      label: place?.label ?? '跳转',
      open: () => {
        place?.open()
        setGoal({ pointer })
      },
    }
  }
  return (
    <main className="view-design-middle">
      <div className="view-design-pane-head">
        <Segmented
          aria-label="看哪一面"
          value={view}
          options={views.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => {
            setGoal(null)
            onView(next)
          }}
        />
        <span className="pro-gap" />
        {tools}
      </div>
      <div ref={stage} className="view-design-stage">
        {isSource ? (
          <Suspense fallback={<div aria-busy="true" />}>
            <Source
              document={document}
              findings={findings}
              {...{ goal, unread }}
              onUnread={session.keepUnread}
              onFix={(problem) => {
                const fix = isInspected ? findFix(document, problem) : undefined
                if (fix) session.change(fix.fixed)
              }}
              onChange={session.change}
            />
          </Suspense>
        ) : (
          children
        )}
      </div>
      <Problems
        document={document}
        inspection={inspection}
        isInspected={isInspected}
        findPlace={isSource ? getSourcePlace : findPlace}
        onChange={session.change}
      />
    </main>
  )
}
