import CodeMirror, { Decoration, EditorState, EditorView, type Extension } from '@uiw/react-codemirror'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import { ground, useIsDark } from '#runtime/fields/rich/code/code-look.ts'
import type { ExpressionFault } from './dependencies.ts'
import { namesFor, type OfferedName } from './formula.ts'

interface Props {
  label: string
  value: string
  names: readonly OfferedName[]
  faults: readonly ExpressionFault[]
  autoFocus?: boolean
  onChange(text: string): void
}

const setup = { lineNumbers: false, foldGutter: false, highlightActiveLine: false }

/** The part of a completion request that this module reads. */
interface Request {
  pos: number
  explicit: boolean
  matchBefore(word: RegExp): { from: number; text: string } | null
}

/**
 * Fields by key, title or first letters of the title, and functions with their signatures. The source of completions stays
 * the same while names change: another one would close the list at each key.
 */
function completion(names: RefObject<readonly OfferedName[]>): Extension {
  const autocomplete = (request: Request) => {
    const word = request.matchBefore(/[\w.\u4e00-\u9fff]+/)
    if (!word && !request.explicit) return null
    return {
      from: word ? word.from : request.pos,
      filter: false,
      options: namesFor(word?.text ?? '', names.current).map(({ text, title, signature }) => ({
        label: text,
        displayLabel: signature === undefined ? text : text.slice(0, -1),
        detail: signature === undefined ? title : `${signature} ${title}`,
        type: signature === undefined ? 'property' : 'function',
      })),
    }
  }
  const data = [{ autocomplete }]
  return EditorState.languageData.of(() => data)
}

/** Underlines faults; the text of a fault is its tooltip. */
const underlines = (faults: readonly ExpressionFault[]): Extension =>
  EditorView.decorations.of(({ state }) =>
    Decoration.set(
      faults
        .filter(({ from, to }) => from >= 0 && to <= state.doc.length)
        .map(({ from, to, text }) =>
          Decoration.mark({ class: 'view-sql-fault', attributes: { title: text } }).range(from, to),
        ),
      true,
    ),
  )

/** An expression with completion of names and functions, and its faults underlined. */
export function FormulaEditor({ label, value, names, faults, autoFocus = false, onChange }: Props) {
  const isDark = useIsDark()
  // Another function would set up the editor again at each key in any setting.
  const listener = useRef(onChange)
  listener.current = onChange
  const report = useCallback((text: string) => listener.current(text), [])
  const latest = useRef(names)
  latest.current = names
  const source = useMemo(() => completion(latest), [])
  const extensions = useMemo(
    () => [
      ground,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      source,
      underlines(faults),
    ],
    [label, source, faults],
  )
  return (
    <CodeMirror
      className="view-formula"
      value={value}
      autoFocus={autoFocus}
      theme={isDark ? 'dark' : 'light'}
      basicSetup={setup}
      indentWithTab={false}
      extensions={extensions}
      placeholder="输入字段的名称或首字母来选，如 数量；Ctrl+空格列出字段和函数"
      onChange={report}
    />
  )
}
