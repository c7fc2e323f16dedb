import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { TextSkeleton } from '#runtime/ui/TextSkeleton.tsx'
import { FormBody } from '../form/FormBody.tsx'
import { RecordActions } from '../form/RecordActions.tsx'
import { RecordFailure } from '../form/RecordFailure.tsx'
import { useForm } from '../form/useForm.ts'
import type { ListActions } from '../list-kit/toolbar/useListActions.tsx'
import type { TreeList } from './useTreeList.ts'

interface Props {
  screen: ScreenDocument
  list: TreeList
  actions: ListActions
  id: string
  /** The name of the record; absent while its row is not listed. */
  name: string | undefined
}

const never = () => Promise.resolve(false)

/** A record of a tree beside it: its values in view mode, and the actions of its row. */
export function RecordCard({ screen, list, actions, id, name }: Props) {
  const { user } = useRuntime()
  const close = () => list.change({ form: undefined })
  const state = useForm({
    screen,
    mode: 'detail',
    id,
    onSaved: () => void list.refresh(),
    onClose: close,
    askToRestore: never,
    askToSave: never,
  })
  const title = useId()
  const row = list.tree.placeOf(id)?.row
  // The card is the detail, and has a button of its own for the history.
  const offered = row
    ? list.plan.row.filter(
        (action) =>
          !['detail', 'history'].includes(action.kind) &&
          isActionAvailable(action, row, { flow: list.plan.flow, user }),
      )
    : []
  return (
    <section className="pro-card" aria-labelledby={title}>
      <header>
        <h2 id={title}>{name ?? screen.title}</h2>
        <Button type="text" aria-label="关闭" icon={<CloseOutlined aria-hidden />} onClick={close} />
      </header>
      <div className="pro-card-body">
        {state.session ? (
          <FormBody state={state} session={state.session} />
        ) : state.error ? (
          <RecordFailure error={state.error} onRetry={state.retry} onClose={close} />
        ) : (
          <TextSkeleton rows={7} />
        )}
      </div>
      <footer>
        {row &&
          offered.map((action) => (
            <Button
              key={action.code}
              type={action.kind === 'edit' ? 'primary' : 'default'}
              danger={action.danger || action.kind === 'delete'}
              onClick={() => actions.runRow(action, row)}
            >
              {action.title}
            </Button>
          ))}
        <RecordActions screen={screen} id={id} />
      </footer>
    </section>
  )
}
