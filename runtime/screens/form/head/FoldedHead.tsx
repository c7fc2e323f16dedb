import { DownOutlined } from '@ant-design/icons'
import { type FocusEvent, useSyncExternalStore } from 'react'
import { isEmpty } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'

interface Props {
  session: Session
  /** Unfolds the head and focuses its first or last field. */
  unfold(end: 'first' | 'last'): void
}

/** The values of a folded head in one line, which unfolds it: by a click, and when the focus goes back to it. */
export function FoldedHead({ session, unfold }: Props) {
  const { lookup } = useServices()
  const { model, plan } = session
  const head = useSyncExternalStore(model.subscribeHead, () => model.head)
  const texts = [...plan.fields.values()].flatMap((item) => {
    const { key, title, field, type } = item
    if (isDetail(field) || type.isMultiline || type.isDrawn || isEmpty(head[key])) return []
    const text = printValue(item, head, lookup)
    return text === '' ? [] : [{ key, title, text }]
  })
  const enter = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // A click focuses the button first, and must still find it.
    if (!currentTarget.matches(':focus-visible')) return
    const isBack =
      relatedTarget instanceof Node &&
      (currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    unfold(isBack ? 'last' : 'first')
  }
  return (
    <button
      type="button"
      className="pro-folded"
      aria-expanded={false}
      aria-label="展开表头"
      onFocus={enter}
      onClick={() => unfold('first')}
    >
      <span className="pro-folded-values">
        {texts.map(({ key, title, text }) => (
          <span key={key}>
            <span>{title}</span> {text}
          </span>
        ))}
      </span>
      <DownOutlined aria-hidden />
    </button>
  )
}
