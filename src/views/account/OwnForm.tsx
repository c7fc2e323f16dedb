import { Button } from 'antd'
import { useDocument } from '#runtime/data/hooks.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { DocumentForm } from '#runtime/screens/form-page/DocumentForm.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'

interface Props {
  id: string
  onDone?(result: unknown): void
}

const nothing = {}
const stay = () => undefined

/** A form document as a page of settings: it stays open after it was saved. */
export function OwnForm({ id, onDone }: Props) {
  const { http } = useRuntime()
  const { data, error, refetch } = useDocument(http, id)
  const form = ofKind(data?.document, 'form')
  if (form)
    return (
      <DocumentForm document={form} params={nothing} whole closable={false} onDone={onDone} onClose={stay} />
    )
  if (!data && !error) return <div className="pro-form-page" aria-busy="true" />
  return (
    <div className="pro-form-page">
      <StateNote
        tone="error"
        title="设置没有加载出来"
        text={error ? errorMessage(error) : `没有表单「${id}」`}
      >
        <Button onClick={() => void refetch()}>再试一次</Button>
      </StateNote>
    </div>
  )
}
