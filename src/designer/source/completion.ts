import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension } from '@uiw/react-codemirror'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { completionsAt, type KnownNames, type Offer } from './completions.ts'
import { loadSchema } from './load-schema.ts'

let schema: Promise<JsonObject> | undefined

const buildCompletion = ({ label, title, help, insert, cursor, isKey }: Offer): Completion => ({
  label,
  detail: title,
  ...(help && { info: help }),
  type: isKey ? 'property' : 'constant',
  apply(view, _, from, to) {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + cursor },
      userEvent: 'input.complete',
      scrollIntoView: true,
    })
    if (isKey) startCompletion(view)
  },
})

/** Offers what the language allows at the cursor: by Ctrl+Space, and while a key or a value is typed. */
export function completion(namesNow: () => KnownNames): Extension {
  async function autocomplete({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
    schema ??= loadSchema()
    const shape = await schema.catch(() => {
      schema = undefined
      return undefined
    })
    const found = shape && completionsAt(state.doc.toString(), pos, shape, namesNow())
    // Between two members nothing is being typed.
    if (!found || (!explicit && found.from === pos)) return null
    return { from: found.from, to: found.to, filter: false, options: found.offers.map(buildCompletion) }
  }
  const data = [{ autocomplete }]
  return EditorState.languageData.of(() => data)
}
