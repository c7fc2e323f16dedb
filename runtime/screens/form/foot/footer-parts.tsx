import { ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { observer } from '@formily/react'
import { Button } from 'antd'
import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react'
import { isDetail } from '#runtime/schema/types.ts'
import { formProblems, getFieldKey } from '../save/problems.ts'
import type { FormState } from '../session/useForm.ts'
import type { Session } from '../session.ts'

export interface FooterProps {
  state: FormState
  onCancel(): void
  /** Further actions for a record in view mode. */
  actions?: ReactNode
  /** The moves of the flow that the record offers. */
  moves?: ReactNode
  /** The way to the records beside a viewed one. */
  steps?: ReactNode
  /** A decision of the user is the primary action. */
  isDeciding?: boolean
}

/** Saves and closes the form. */
export const SaveButton = ({ state: { session, isSaving, save } }: Pick<FooterProps, 'state'>) => (
  <Button
    type="primary"
    disabled={!session}
    loading={isSaving && { icon: <LoadingOutlined aria-hidden spin /> }}
    onClick={() => void save()}
  >
    保存
  </Button>
)

/** What another user did to the record while the form was open. */
export const OthersNote = ({ state: { others } }: Pick<FooterProps, 'state'>) => (
  <span className="pro-draft-note" aria-live="polite">
    {others.note}
  </span>
)

interface ProblemsProps {
  session: Session
  focus(path: string): void
}

/** The number of problems, and buttons to move through them. */
export const Problems = observer(function Problems({ session, focus }: ProblemsProps) {
  // With the mouse the caret stays where it is; from the keyboard the button has the focus, so the position is
  // remembered.
  const last = useRef('')
  useCellErrors(session)
  const places = formProblems(session)
  if (places.length === 0) return null
  const next = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key
    // The caret may have moved since: then the walk continues from its field.
    const isElsewhere = focused !== undefined && focused !== getFieldKey({ path: last.current })
    const at = places.findIndex((place) =>
      isElsewhere ? getFieldKey(place) === focused : place.path === last.current,
    )
    const place = places[(at + 1) % places.length]
    if (!place) return
    last.current = place.path
    focus(place.path)
  }
  return (
    <span className="pro-problems" role="status">
      <ExclamationCircleFilled aria-hidden />
      {places.length} 处需要修改
      <Button type="link" size="small" onMouseDown={(event) => event.preventDefault()} onClick={next}>
        下一处
      </Button>
    </span>
  )
})

function useCellErrors({ model, screen }: Session): number {
  const stores = screen.fields.filter(isDetail).flatMap(({ key }) => model.rows(key) ?? [])
  const count = () => stores.reduce((sum, store) => sum + store.errorCount, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a model keeps its stores for life
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = stores.map((store) => store.subscribeErrors(changed))
      return () => {
        for (const end of ends) end()
      }
    },
    [model],
  )
  return useSyncExternalStore(subscribe, count)
}
