import { Segmented } from 'antd'
import type { ReactNode, Ref } from 'react'
import { type ProblemPlace, Problems } from '../Problems.tsx'
import type { Design } from '../useDesign.ts'

interface Props<View extends string> {
  design: Design
  /** The views of the document, and the one that is drawn. */
  views: readonly { readonly value: View; readonly label: string }[]
  view: View
  onView(view: View): void
  /** Controls at the right of the choice of the view. */
  tools?: ReactNode
  placeOf(pointer: string): ProblemPlace | undefined
  stage?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The middle pane of every editor: the choice of the view, the view itself, and the problems of the draft below it. */
export function EditorStage<View extends string>(props: Props<View>) {
  const { design, views, view, onView, tools, placeOf, stage, children } = props
  return (
    <main className="view-design-middle">
      <div className="view-design-pane-head">
        <Segmented
          aria-label="看哪一面"
          value={view}
          options={views.map(({ value, label }) => ({ value, label }))}
          onChange={onView}
        />
        <span className="pro-gap" />
        {tools}
      </div>
      <div ref={stage} className="view-design-stage">
        {children}
      </div>
      <Problems
        document={design.document}
        inspection={design.inspection}
        placeOf={placeOf}
        onChange={design.change}
      />
    </main>
  )
}
