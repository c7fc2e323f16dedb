import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { OpenedForm } from '#runtime/screens/form-page/OpenedForm.tsx'

interface Props {
  id: string
  closable?: boolean
  notice?: string
  onDone?(result: unknown): void
  onClose(): void
}

const nothing = {}

/** A form of the user's own account; its code loads at first use. */
export function AccountForm(props: Props) {
  return (
    <AppRuntime>
      <OpenedForm {...props} params={nothing} />
    </AppRuntime>
  )
}
