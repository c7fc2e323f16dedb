import { errorText } from '#runtime/kernel/errors.ts'
import './suggestions.css'
import type { Suggestions } from './useSuggestions.ts'

interface Props {
  id: string
  suggestions: Suggestions
  /** A click takes the suggestion at this position. */
  onTake(index: number): void
}

export const optionId = (id: string, index: number): string => `${id}-${index}`

/** The suggestions below an input, or why there are none. The focus stays in the input, which names the marked one. */
export function SuggestionList({ id, ...props }: Props) {
  return (
    <div id={id}>
      <Content id={id} {...props} />
    </div>
  )
}

function Content({ id, suggestions, onTake }: Props) {
  const { state } = suggestions
  if (state.status === 'closed') return null
  if (state.status === 'waiting') return <p className="pro-suggestions-note">正在查询…</p>
  const problem =
    state.status === 'failed' ? state.message : state.hits.length === 0 ? errorText('NO_RESULTS') : null
  if (state.status === 'failed' || problem !== null)
    return (
      <p role="alert" className="pro-suggestions-note">
        {problem}
      </p>
    )
  return (
    <>
      <div role="listbox" aria-label="匹配的记录" className="pro-suggestions">
        {state.hits.map(({ key, texts }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of its list
          // biome-ignore lint/a11y/useFocusableInteractive: the input names the marked option
          <div
            key={key}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === state.marked}
            className="pro-suggestion"
            // The focus must stay in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(index)}
          >
            {texts.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a record never change places
              <span key={at}>{text}</span>
            ))}
          </div>
        ))}
      </div>
      <p className="pro-suggestions-note">↓ ↑ 选择，回车取用，F4 打开选择窗口</p>
    </>
  )
}
