import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import { compileMoves } from '#runtime/compile/actions.ts'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import type { Flow } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { focusIfLost } from '#runtime/ui/focus/focus-return.ts'
import { usePlainKeys } from '#runtime/ui/focus/usePlainKeys.ts'
import { type MoveContext, moveCommands } from '../commands/form-commands.ts'
import type { FormState } from '../session/useForm.ts'
import type { Session } from '../session.ts'

const AskMove = lazyDialog(async () => (await import('../moves/AskMove.tsx')).AskMove)

interface Props {
  session: Session
  state: Pick<FormState, 'mayMove' | 'move' | 'isSaving'>
  /** A runs the first move that asks for nothing, R the first one that asks for an opinion. */
  hasKeys?: boolean
  /** The codes of moves that a workflow makes itself. */
  heldMoves?: readonly string[]
}

const noMoves: readonly string[] = []

/** Whether a move is no step of a new record: it gives an opinion on one, or nothing follows it. */
const isFinal = ({ move }: ActionPlan, flow: Flow | undefined): boolean =>
  move?.ask !== undefined || !flow?.moves.some(({ from }) => from.includes(move?.to ?? ''))

/** The moves of the flow that the opened record offers in its state; a new one is stored before it moves. */
export function MoveButtons({ session, state, hasKeys = false, heldMoves = noMoves }: Props) {
  const { can, user } = useServices()
  const types = useFieldTypes()
  const page = usePage()
  const { screen, model } = session
  const [modal, questions] = Modal.useModal()
  const [running, setRunning] = useState<string | null>(null)
  /** The move whose text is asked for. */
  const [question, setQuestion] = useState<ActionPlan | null>(null)
  const moves = useMemo(() => compileMoves(screen, { types, can }), [screen, types, can])
  const isNew = model.env.mode === 'add'
  const saveNote = () => {
    if (isNew) return '单据会先保存。'
    return model.env.mode === 'edit' && model.isChanged ? '未保存的修改会先保存。' : ''
  }
  const move = async (action: ActionPlan, answer?: string, onMoved?: () => void): Promise<boolean> => {
    setRunning(action.code)
    const isMoved = await state.move(action, answer, onMoved)
    setRunning(null)
    // The record in its new state offers other moves.
    focusIfLost(() => page.findAll('.pro-form-foot button:not(:disabled)').at(-1))
    return isMoved
  }
  const run = async (action: ActionPlan) => {
    if (!(await state.mayMove())) return
    if (action.move?.ask) return setQuestion(action)
    const isSure = await modal.confirm({
      title: action.title,
      content: [action.confirm ?? `确定要${action.title}此单据吗？`, saveNote()].join(''),
      okText: '确定',
      cancelText: '取消',
    })
    if (isSure) await move(action)
  }
  const { flow } = screen
  const row = flow && isNew ? { ...model.initial, [flow.field]: flow.initial } : model.initial
  const offered = moves.filter(
    (action) =>
      !heldMoves.includes(action.code) &&
      !(isNew && isFinal(action, flow)) &&
      isActionAvailable(action, row as never, { flow, user }),
  )
  // A key never takes a decision back.
  const onward = offered.filter(({ move }) => move?.to !== flow?.initial)
  const keyed: MoveContext = {
    plain: onward.find(({ move }) => move?.ask === undefined),
    asking: onward.find(({ move }) => move?.ask !== undefined),
    isBusy: state.isSaving || running !== null,
    run: (action) => void run(action),
  }
  usePlainKeys(moveCommands, keyed, hasKeys)
  const findKey = (action: ActionPlan): string | undefined => {
    const id = (['plain', 'asking'] as const).find((name) => hasKeys && keyed[name] === action)
    return id && keyLabel(moveCommands[id])
  }
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action.code}
          title={findKey(action)}
          aria-keyshortcuts={findKey(action)}
          danger={action.danger}
          disabled={state.isSaving}
          loading={running === action.code}
          onClick={() => void run(action)}
        >
          {action.title}
        </Button>
      ))}
      {question && (
        <AskMove
          action={question}
          screen={screen}
          note={saveNote()}
          send={(answer, settle) => move(question, answer, settle)}
          onClose={() => setQuestion(null)}
        />
      )}
      {questions}
    </>
  )
}
