import { Modal } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { chainMark } from '#runtime/record/record-chain.ts'
import { getPerm, recordTitle } from '#runtime/schema/derive.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { RightsProvider, useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { askToDiscard, askToRestore } from '#runtime/ui/overlay/confirm-discard.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { FormBody } from './body/FormBody.tsx'
import { useSaveKey } from './commands/useSaveKey.ts'
import { FormChrome } from './FormChrome.tsx'
import { FormFooter } from './foot/FormFooter.tsx'
import { MoveButtons } from './foot/MoveButtons.tsx'
import { RecordActions } from './foot/RecordActions.tsx'
import type { StepList } from './foot/RecordSteps.tsx'
import { FormTitle } from './head/FormTitle.tsx'
import { RecordFailure } from './RecordFailure.tsx'
import { type FormInput, useForm } from './session/useForm.ts'
import type { Session } from './session.ts'
import { useRecordWorkflow } from './workflow/useRecordWorkflow.ts'
import './form.css'
import '#runtime/ui/print.css'

const RecordMovesView = lazyPart(async () => (await import('./moves/RecordMovesView.tsx')).RecordMovesView)

const RecordSteps = lazyPart(async () => (await import('./foot/RecordSteps.tsx')).RecordSteps)

const NextMoves = lazyPart(async () => (await import('./moves/NextMoves.tsx')).NextMoves)

const RecordChain = lazyPart(async () => (await import('./follow-up/RecordChain.tsx')).RecordChain)
const WorkflowProgress = lazyPart(
  async () => (await import('./workflow/WorkflowProgress.tsx')).WorkflowProgress,
)
const WorkflowActions = lazyPart(async () => (await import('./workflow/WorkflowActions.tsx')).WorkflowActions)
const FollowUpButtons = lazyPart(
  async () => (await import('./follow-up/FollowUpButtons.tsx')).FollowUpButtons,
)

export interface Props extends Omit<FormInput, 'askToRestore' | 'askToSave'> {
  /** A record in view mode is drawn on a page, for any form setting of the document. */
  page?: boolean
  /** Opens it on a page with its own address; absent if there is none. */
  onPage?(): void
  /** Draws the record in another place than the document declares; `ready` changes when fields can be edited. */
  frame?(content: ReactNode, actions: ReactNode, ready: object | null, moves: ReactNode): ReactNode
  /** The list that a viewed record was opened from. */
  list?: StepList
  /** The keys A and R run the moves that the record offers. */
  hasMoveKeys?: boolean
}

/** One open form: a dialog, a drawer or a page, as the document declares. */
export function FormHost(props: Props) {
  const { can } = useServices()
  const isNew = props.mode === 'add' || props.mode === 'copy'
  return isNew && !can(`${getPerm(props.screen)}:add`) ? null : <OpenForm {...props} />
}

function OpenForm({ page, onPage, frame, list, hasMoveKeys, ...props }: Props) {
  const { screen, onClose } = props
  const [modal, holder] = Modal.useModal()
  const state = useForm({
    ...props,
    askToRestore: (draft) => askToRestore(modal, draft.savedAt),
    askToSave: async (warnings) =>
      (await import('./save/ask-to-save.tsx')).askToSave(modal, screen, warnings),
  })
  const { session, error, save, isUnsaved, discard } = state
  const isLooked = state.mode === 'detail'
  const workflow = useRecordWorkflow(session, isLooked)
  const layout = formLayout(screen, state.mode)
  const open = page && isLooked ? 'page' : layout.open

  const close = async () => {
    if (isUnsaved() && !(await askToDiscard(modal))) return
    discard()
    onClose()
  }
  useSaveKey(() => void save())
  useRecent(session, screen, props.id)
  useRecordName(open === 'page' && page === true ? session : null, screen)

  const actions = session && (
    <>
      {screen.followUps && isLooked && (
        <Suspense>
          <FollowUpButtons session={session} />
        </Suspense>
      )}
      <RecordActions screen={screen} id={props.id} onPage={open === 'page' ? undefined : onPage} />
    </>
  )
  const isStored = screen.flow && session?.model.initial.id !== undefined && state.mode !== 'add'
  const content = (
    <>
      {session ? (
        <>
          {/* While it is edited, the rows need the height. */}
          {isStored && isLooked && !workflow.isLoading && (
            <Suspense>
              <NextMoves session={session} heldMoves={workflow.data?.heldMoves} />
            </Suspense>
          )}
          <RightsProvider can={session.can}>
            <FormBody state={state} session={session} />
          </RightsProvider>
          {workflow.data && (
            <Suspense>
              <WorkflowProgress workflow={workflow.data} onNews={() => void workflow.refetch()} />
            </Suspense>
          )}
          {isStored && (
            <Suspense>
              <RecordMovesView session={session} mode={state.mode} />
            </Suspense>
          )}
          {session.model.initial[chainMark] !== undefined && isLooked && (
            <Suspense>
              <RecordChain session={session} />
            </Suspense>
          )}
        </>
      ) : error ? (
        <RecordFailure error={error} onRetry={state.retry} onClose={onClose} />
      ) : (
        <TextSkeleton rows={7} />
      )}
      {holder}
    </>
  )
  const ready = isLooked ? null : session
  const isDeciding = (workflow.data?.tasks.length ?? 0) > 0
  const moves = session && (
    <>
      {workflow.data && (
        <Suspense>
          <WorkflowActions
            session={session}
            workflow={workflow.data}
            hasKeys={hasMoveKeys === true}
            goesOn={!frame}
            onChanged={() => Promise.all([workflow.refetch(), state.renew()])}
            onClose={onClose}
          />
        </Suspense>
      )}
      {/* The workflow may hold them: none can be pressed before it is known. */}
      {!workflow.isLoading && (
        <MoveButtons
          session={session}
          state={state}
          hasKeys={hasMoveKeys && !isDeciding}
          heldMoves={workflow.data?.heldMoves}
        />
      )}
    </>
  )
  const footer = (
    <FormFooter
      state={state}
      onCancel={() => void close()}
      actions={actions}
      moves={moves}
      steps={
        list &&
        props.id !== undefined &&
        isLooked && (
          <Suspense>
            <RecordSteps list={list} id={props.id} />
          </Suspense>
        )
      }
      isDeciding={isDeciding}
    />
  )
  if (frame) return frame(content, isLooked ? actions : footer, ready, isLooked ? moves : null)
  return (
    <FormChrome
      open={open}
      width={layout.width}
      title={
        <FormTitle
          screen={screen}
          session={session}
          mode={state.mode}
          isCopy={props.mode === 'copy'}
          others={state.others.names}
        />
      }
      footer={footer}
      ready={ready}
      onClose={() => void close()}
    >
      {content}
    </FormChrome>
  )
}

/** The tab title of a page with one record: its kind and number. */
function useRecordName(session: Session | null, { title, fields }: ScreenDocument): void {
  const page = usePage()
  const number = session?.model.head[fields.find((field) => field.auto)?.key ?? '']
  useEffect(() => {
    if (number) page.call(`${title} ${String(number)}`)
  }, [page, title, number])
}

/** Remembers the opened record for the user's home page: its kind, and its number or first text. */
function useRecent(
  session: Session | null,
  { id: screen, title, fields }: ScreenDocument,
  id?: string,
): void {
  const { user } = useServices()
  const types = useFieldTypes()
  const { head } = session?.model ?? {}
  const name = head?.[findNameKey({ fields }, types) ?? '']
  useEffect(() => {
    if (!id || !name) return
    const record = { screen, id, title: `${recordTitle(title)} ${String(name)}` }
    void import('#runtime/host/recent-records.ts').then(
      ({ noteRecent }) => noteRecent(user.id, record),
      () => undefined,
    )
  }, [user.id, screen, id, title, name])
}
