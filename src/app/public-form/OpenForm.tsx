import { Suspense } from 'react'
import type { PublicFormView, PublicReceipt } from '#runtime/schema/kinds/screen/public/view.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { FieldError } from '../sign-in/fields/FieldError.tsx'
import { SubmitButton } from '../sign-in/fields/SubmitButton.tsx'
import { FormFields } from './FormFields.tsx'
import { useSubmission } from './useSubmission.ts'

const SlideCheck = lazyPart(async () => (await import('../sign-in/bot-check/SlideCheck.tsx')).SlideCheck)

interface Props {
  id: string
  view: PublicFormView
  onDone(receipt: PublicReceipt): void
}

/** A form that can be filled in now. */
export function OpenForm({ id, view, onDone }: Props) {
  const submission = useSubmission(id, view, onDone)
  const { texts, decide, faults, fault, slider, isBusy, form, trap, submit, change, send } = submission
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormFields fields={view.fields} texts={texts} decide={decide} faults={faults} onChange={change} />
      {/* People neither see nor reach this field; programs fill it. */}
      <div className="app-trap" aria-hidden>
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {slider > 0 && (
        <Suspense>
          <SlideCheck key={slider} onTicket={(ticket) => void send(ticket)} />
        </Suspense>
      )}
      {fault && <FieldError mark={fault} />}
      <SubmitButton isBusy={isBusy} busyText="提交中…">
        提交
      </SubmitButton>
    </form>
  )
}
