import type { HookAPI } from 'antd/es/modal/useModal'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** Characters of an answer whose field declares no `length`, as on the server. */
const DEFAULT_ANSWER_LENGTH = 200

/** Requests the text that a move asks for; null: cancelled. */
export async function askForMove(
  modal: HookAPI,
  { title, move }: ActionPlan,
  screen: ScreenDocument | undefined,
  /** What happens besides, below the text. */
  note = '',
): Promise<string | null> {
  const ask = move?.ask
  if (!ask) return ''
  const field = screen?.fields.find(({ key }) => key === ask.key)
  // Loaded on demand: most lists have no such move.
  const { askForText } = await import('#runtime/ui/overlay/ask-text.tsx')
  return askForText(modal, {
    title,
    label: ask.title,
    required: ask.required === true,
    note,
    okText: title,
    maxLength: (field && 'length' in field && field.length) || DEFAULT_ANSWER_LENGTH,
  })
}
