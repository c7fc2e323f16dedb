import { PlusOutlined } from '@ant-design/icons'
import { completionStatus, startCompletion } from '@codemirror/autocomplete'
import CodeMirror, { Decoration, EditorState, EditorView, type Extension, Prec } from '@uiw/react-codemirror'
import { Button } from 'antd'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import { ground, useIsDark } from './code-look.ts'
import { type NameFault, namesFor, type OfferedName } from './offered-names.ts'
import './name-editor.css'

interface Props {
  label: string
  value: string
  names: readonly OfferedName[]
  faults: readonly NameFault[]
  /** Whether it is an expression, or a text that has values in place of its `${name}`. */
  form?: keyof typeof forms
  /** The height that it has at least. */
  rows?: number
  id?: string
  isInvalid?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  onBlur?: (() => void) | undefined
  onChange(text: string): void
}

/** The height of a line in pixels. */
const ROW = 20

/** Escape closes the list of completions, and not the dialog around the editor too. */
const keepsEscape = Prec.highest(
  EditorView.domEventHandlers({
    keydown(event, { state }) {
      if (event.key === 'Escape' && completionStatus(state) !== null) event.stopPropagation()
      return false
    },
  }),
)

const setup = { lineNumbers: false, foldGutter: false, highlightActiveLine: false }
const textSetup = { ...setup, closeBrackets: false, bracketMatching: false }

/** The part of a completion request that this module reads. */
interface Request {
  pos: number
  explicit: boolean
  matchBefore(word: RegExp): { from: number; text: string } | null
}

const forms = {
  expression: {
    /** What is completed. */
    word: /[\w.\u4e00-\u9fff]+/,
    placeholder: '输入字段的名称或首字母来选，如 数量；Ctrl+空格列出字段和函数',
    build: ({ text, title, signature }: OfferedName) => ({
      label: text,
      displayLabel: signature === undefined ? text : text.slice(0, -1),
      detail: signature === undefined ? title : `${signature} ${title}`,
      type: signature === undefined ? 'property' : 'function',
    }),
  },
  text: {
    word: /\$\{?[\w\u4e00-\u9fff]*/,
    placeholder: '输入文字；输入 $ 或按「插入字段」来选字段',
    build: ({ text, title }: OfferedName) => ({
      label: `\${${text}}`,
      displayLabel: title,
      detail: text,
      type: 'property',
    }),
  },
} as const

/**
 * Fields by key, title or first letters of the title, and functions with their signatures. The source of completions stays
 * the same while names change: another one would close the list at each key.
 */
function completion(names: RefObject<readonly OfferedName[]>, form: keyof typeof forms): Extension {
  const { word: typed, build } = forms[form]
  const autocomplete = (request: Request) => {
    const word = request.matchBefore(typed)
    if (!word && !request.explicit) return null
    return {
      from: word ? word.from : request.pos,
      filter: false,
      options: namesFor(word?.text.replace(/^\$\{?/, '') ?? '', names.current).map(build),
    }
  }
  const data = [{ autocomplete }]
  return EditorState.languageData.of(() => data)
}

/** Underlines faults; the text of a fault is its tooltip. */
const underlines = (faults: readonly NameFault[]): Extension =>
  EditorView.decorations.of(({ state }) =>
    Decoration.set(
      faults
        .filter(({ from, to }) => from >= 0 && to <= state.doc.length)
        .map(({ from, to, text }) =>
          Decoration.mark({ class: 'pro-names-fault', attributes: { title: text } }).range(from, to),
        ),
      true,
    ),
  )

/** An expression or a text with completion of names, and its faults underlined. */
export function NameEditor(props: Props) {
  const { label, value, names, faults, form = 'expression', id, autoFocus = false, onBlur, onChange } = props
  const { rows = 1, isInvalid = false, isDisabled = false } = props
  const isDark = useIsDark()
  const editor = useRef<EditorView>(null)
  // Another function would set up the editor again at each key in any setting.
  const listener = useRef(onChange)
  listener.current = onChange
  const report = useCallback((text: string) => listener.current(text), [])
  const latest = useRef(names)
  latest.current = names
  const source = useMemo(() => completion(latest, form), [form])
  const extensions = useMemo(
    () => [
      ground,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(id !== undefined && { id }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      }),
      source,
      keepsEscape,
      underlines(faults),
    ],
    [label, id, isInvalid, source, faults],
  )
  const insert = () => {
    const view = editor.current
    if (!view) return
    // A text in which nobody has placed the cursor goes on at its end.
    if (!view.hasFocus && view.state.selection.main.head === 0)
      view.dispatch({ selection: { anchor: view.state.doc.length } })
    view.focus()
    startCompletion(view)
  }
  return (
    <>
      <CodeMirror
        className={form === 'text' ? 'pro-names pro-names-text' : 'pro-names'}
        data-invalid={isInvalid || undefined}
        value={value}
        minHeight={`${rows * ROW + 8}px`}
        autoFocus={autoFocus}
        editable={!isDisabled}
        readOnly={isDisabled}
        theme={isDark ? 'dark' : 'light'}
        basicSetup={form === 'text' ? textSetup : setup}
        indentWithTab={false}
        extensions={extensions}
        placeholder={isDisabled ? '' : forms[form].placeholder}
        onCreateEditor={(view) => {
          editor.current = view
        }}
        onBlur={onBlur}
        onChange={report}
      />
      {form === 'text' && names.length > 0 && !isDisabled && (
        <Button type="link" size="small" icon={<PlusOutlined aria-hidden />} onClick={insert}>
          插入字段
        </Button>
      )}
    </>
  )
}
