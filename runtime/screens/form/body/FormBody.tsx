import { FormProvider } from '@formily/react'
import { ConfigProvider } from 'antd'
import { type CSSProperties, type FocusEvent, Suspense, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import { ViewModeProvider } from '#runtime/contract/view-mode.ts'
import { labelWidth, MIN_WIDTH_BESIDE } from '#runtime/ui/layout/label-width.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { FormScreenProvider } from '../form-context.ts'
import { useFoldedHead } from '../head/useFoldedHead.ts'
import { useRelatedRecords } from '../related-context.ts'
import type { FormState } from '../session/useForm.ts'
import type { Session } from '../session.ts'
import { nextPlace } from './next-place.ts'
import { SchemaField } from './parts.tsx'
import '../phone-form.css'

/** Three columns from 960 px of width, two from 640, one below; four if requested and wide enough. */
export const columnsFor = (requested: number, width: number): number => {
  if (width === 0) return requested
  const fit = width >= 1280 ? 4 : width >= 960 ? 3 : width >= 640 ? 2 : 1
  return Math.min(requested, fit)
}

const gap = 32
const neverFolded = () => {}
/** From this width on the tool bar of a detail table has space beside its tab. */
const MIN_TOOLBAR_WIDTH = 720

interface Props {
  state: Pick<FormState, 'mode' | 'tab' | 'setTab'> &
    Partial<Pick<FormState, 'isFolded' | 'setFolded' | 'focus' | 'conflicts' | 'decide' | 'others'>>
  session: Session
  /** The tabs are steps, of which one is shown. */
  isStepped?: boolean
}

// Rarely needed, never at first.
const MergeConflicts = lazyPart(async () => (await import('../save/MergeConflicts.tsx')).MergeConflicts)
const FoldedHead = lazyPart(async () => (await import('../head/FoldedHead.tsx')).FoldedHead)
const FormNotice = lazyPart(async () => (await import('../head/FormNotice.tsx')).FormNotice)

export function FormBody({ state, session, isStepped = false }: Props) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  const narrow = useNarrow()
  const columns = columnsFor(session.plan.columns, width)
  const each = (width - gap * (columns - 1)) / columns
  const { mode, tab, setTab, setFolded = neverFolded } = state
  const box = useRef<HTMLDivElement>(null)
  const hasHead = Object.keys(session.plan.schema.properties ?? {}).some((name) => name !== 'tabs')
  const isFolded = state.isFolded === true && hasHead && !narrow
  const { unfold, followFocus } = useFoldedHead(box, isFolded, setFolded)
  const isRoomy = width >= MIN_TOOLBAR_WIDTH
  const { onFocusCapture, onBlurCapture } = useRestoredCaret(session.form.id)
  const prefix = useId()
  const focus = useRef(state.focus)
  useLayoutEffect(() => {
    focus.current = state.focus
  })
  const Related = useRelatedRecords()
  const screen = useMemo(
    () => ({
      session,
      mode,
      columns,
      isRoomy,
      tab,
      setTab,
      isStepped,
      goOn: (key: string) => {
        const place = nextPlace(session, key)
        if (place) focus.current?.(place)
      },
      getId: (key: string) => `${prefix}${key}`,
    }),
    [session, mode, columns, isRoomy, tab, setTab, isStepped, prefix],
  )
  return (
    <div
      className="pro-form"
      data-mode={mode}
      style={
        {
          '--pro-label': `${labelWidth([...session.plan.fields.values()].map(({ title, field }) => ({ title, help: field.help })))}px`,
        } as CSSProperties
      }
      data-labels={narrow ? 'rows' : width > 0 && each < MIN_WIDTH_BESIDE ? 'above' : 'beside'}
      data-folded={isFolded || undefined}
      ref={(element) => {
        box.current = element
        measure(element)
      }}
      onFocusCapture={(event) => {
        onFocusCapture(event)
        followFocus(event)
      }}
      onBlurCapture={onBlurCapture}
    >
      {isFolded && (
        <Suspense>
          <FoldedHead session={session} unfold={unfold} />
        </Suspense>
      )}
      {state.conflicts && state.conflicts.length > 0 && state.decide && (
        <Suspense>
          <MergeConflicts
            session={session}
            conflicts={state.conflicts}
            savers={state.others?.savers ?? []}
            decide={state.decide}
          />
        </Suspense>
      )}
      {session.leftOver.length > 0 && (
        <Suspense>
          <FormNotice text="界面已更新，下列已填内容没有了位置，请自行抄存">
            <dl className="pro-left-over">
              {session.leftOver.map(({ title, text }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </FormNotice>
        </Suspense>
      )}
      <RecordModelProvider value={session.model}>
        <FormScreenProvider value={screen}>
          <FormProvider form={session.form} key={session.form.id}>
            <ViewModeProvider value={mode === 'detail'}>
              <ConfigProvider variant={narrow ? 'borderless' : undefined}>
                <SchemaField schema={session.plan.schema} />
              </ConfigProvider>
            </ViewModeProvider>
          </FormProvider>
        </FormScreenProvider>
      </RecordModelProvider>
      {Related && mode !== 'add' && session.screen.related && (
        <Suspense>
          <Related screen={session.screen} record={session.model.initial} />
        </Suspense>
      )}
    </div>
  )
}

/** A newer document renders every control again; the caret is restored. */
function useRestoredCaret(stamp: string) {
  const last = useRef<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another form replaces this one
  useLayoutEffect(() => {
    const before = last.current
    if (!before?.id || before.isConnected) return
    const now = document.getElementById(before.id)
    now?.focus()
    // A checkbox has no caret.
    const hasCaret = before instanceof HTMLInputElement && before.selectionStart !== null
    if (now instanceof HTMLInputElement && hasCaret)
      now.setSelectionRange(before.selectionStart, before.selectionEnd)
  }, [stamp])
  return {
    onFocusCapture: (event: FocusEvent<HTMLElement>) => {
      last.current = event.target
    },
    onBlurCapture: () => {
      last.current = null
    },
  }
}
