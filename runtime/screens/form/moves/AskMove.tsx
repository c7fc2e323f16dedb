import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { AskText } from '#runtime/ui/overlay/AskText.tsx'

/** Characters of an answer whose field declares no `length`, as on the server. */
const DEFAULT_ANSWER_LENGTH = 200

interface Props {
  action: ActionPlan
  screen: ScreenDocument | undefined
  /** What happens besides, below the text; nothing by default. */
  note?: string
  /** Makes the move; false: refused, and the user has been notified. `settle` is called once the server has made it. */
  send(answer: string, settle: () => void): Promise<boolean>
  onClose(): void
}

/** Requests the text that a move asks for, and makes the move. */
export function AskMove({ action: { title, move }, screen, note = '', send, onClose }: Props) {
  const field = screen?.fields.find(({ key }) => key === move?.ask?.key)
  return (
    <AskText
      title={title}
      label={move?.ask?.title ?? title}
      required={move?.ask?.required === true}
      note={note}
      okText={title}
      maxLength={(field && 'length' in field && field.length) || DEFAULT_ANSWER_LENGTH}
      send={send}
      onClose={onClose}
    />
  )
}
