import { LoadingOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { Values } from '#runtime/record/scope.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import type { FormDocument } from '#runtime/schema/types.ts'
import { DocumentTools } from '#runtime/services/DocumentTools.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { askToDiscard } from '#runtime/ui/overlay/confirm-discard.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { FormBody } from '../body/FormBody.tsx'
import { useSaveKey } from '../commands/useSaveKey.ts'
import { FormChrome } from '../FormChrome.tsx'
import { Problems } from '../foot/footer-parts.tsx'
import { asScreen } from './as-screen.ts'
import { useFormDocument } from './useFormDocument.ts'
import { useSteps } from './useSteps.ts'
import '../form.css'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'

// Few forms have steps or a page at their end.
const FormProgress = lazyPart(async () => (await import('./FormProgress.tsx')).FormProgress)
const FormNotice = lazyPart(async () => (await import('../head/FormNotice.tsx')).FormNotice)

export interface DocumentFormProps {
  document: FormDocument
  /** Parameter values by the names of its `params`. */
  params: Values
  /** A page stays after submission and starts again. */
  whole?: boolean
  /** False: it can be closed only by submitting it. */
  closable?: boolean
  /** Text above the fields. */
  notice?: string
  /** Makes the sent body of the values of the fields; by default of what the document sends. */
  buildBody?(values: Values): Record<string, unknown>
  onDone?(result: unknown): void
  onClose(): void
}

/** A form without a list, with the dictionaries of its fields loaded. */
export function DocumentForm(props: DocumentFormProps) {
  const types = useFieldTypes()
  const needs = useMemo(() => screenDictionaries(props.document, types), [props.document, types])
  return (
    <Dictionaries codes={needs} waiting={props.whole ? undefined : null}>
      <OpenForm {...props} />
    </Dictionaries>
  )
}

function OpenForm({ document, params, whole, closable = true, notice, ...more }: DocumentFormProps) {
  const { buildBody, onDone, onClose } = more
  const [modal, holder] = Modal.useModal()
  const [isDone, setDone] = useState(false)
  const state = useFormDocument({
    document,
    params,
    buildBody,
    isWhole: whole === true,
    onDone: (result) => {
      onDone?.(result)
      if (document.submit.into !== undefined) return
      if (whole) {
        setDone(document.submit.done !== undefined)
        state.setTab(undefined)
        return void state.startAgain()
      }
      state.discard()
      onClose()
    },
    onClose,
  })
  const { session, error, isEmpty, save, isSaving, isUnsaved, discard } = state
  const steps = useSteps(document, state)
  const close = async () => {
    if (isUnsaved() && !(await askToDiscard(modal))) return
    discard()
    onClose()
  }
  useSaveKey(() => void save())
  const { open, width } = formLayout(asScreen(document, undefined), 'add')
  // A list of choices that may be empty is checked before the form opens.
  const mayBeEmpty = Object.values(document.load?.options ?? {}).some(({ empty }) => empty !== undefined)
  if (isEmpty || (mayBeEmpty && !session && !error)) return null
  return (
    <FormChrome
      open={whole ? 'page' : open === 'drawer' ? 'drawer' : 'modal'}
      whole={whole}
      closable={closable}
      width={width}
      title={document.title}
      tools={whole && <DocumentTools id={document.id} title={document.title} />}
      footer={
        !isDone && (
          <div className="pro-form-foot">
            {session && <Problems session={session} focus={state.focus} />}
            <span className="pro-gap" />
            {closable && <Button onClick={() => void close()}>取消</Button>}
            {steps?.back && <Button onClick={steps.back}>上一步</Button>}
            {steps?.next ? (
              <Button type="primary" disabled={!session} onClick={() => void steps.next?.()}>
                下一步
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={!session}
                loading={isSaving && { icon: <LoadingOutlined aria-hidden spin /> }}
                onClick={() => void save()}
              >
                {document.submit.title ?? '确定'}
              </Button>
            )}
          </div>
        )
      }
      ready={session}
      onClose={() => void close()}
    >
      {notice && (
        <Suspense>
          <FormNotice text={notice} />
        </Suspense>
      )}
      {(steps || isDone) && (
        <Suspense>
          <FormProgress
            steps={steps}
            done={isDone ? document.submit.done : undefined}
            onAgain={() => setDone(false)}
            onClose={onClose}
          />
        </Suspense>
      )}
      {isDone ? null : session ? (
        <FormBody state={state} session={session} isStepped={steps !== undefined} />
      ) : error ? (
        <LoadFailure error={error} onRetry={state.retry} />
      ) : (
        <TextSkeleton rows={4} />
      )}
      {holder}
    </FormChrome>
  )
}
