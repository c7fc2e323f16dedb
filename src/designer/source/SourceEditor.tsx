import { setDiagnostics } from '@codemirror/lint'
import CodeMirror, { EditorState, EditorView } from '@uiw/react-codemirror'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ground, useIsDark } from '#runtime/fields/rich/code/code-look.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { JsonFault } from '#runtime/schema/write/json-fault.ts'
import { completion } from './completion.ts'
import { editorWords } from './editor-words.ts'
import { json } from './json-language.ts'
import { type Finding, listMarks, marks } from './marks.ts'
import { problemRange } from './problem-range.ts'
import { textTree } from './text-tree.ts'
import { useKnownNames } from './useKnownNames.ts'

interface Props {
  /** The document. */
  id: string
  text: string
  /** The last text that was not typed here, after each such change another object. */
  outer: { text: string }
  fault: JsonFault | null
  findings: readonly Finding[]
  goal: { pointer: string } | null
  onFix(problem: Problem): void
  onChange(text: string): void
}

const setup = { tabSize: 2 }
const attributes = EditorView.contentAttributes.of({ 'aria-label': '源文件', tabindex: '0' })
/** What opens over the text, in the colors of the page. */
const colors = EditorView.theme({
  '.cm-tooltip.cm-tooltip': {
    backgroundColor: 'var(--ant-color-bg-elevated)',
    color: 'var(--ant-color-text)',
    border: '1px solid var(--ant-color-border)',
    borderRadius: 'var(--ant-border-radius)',
    boxShadow: 'var(--ant-box-shadow-secondary)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ant-control-item-bg-active)',
    color: 'var(--ant-color-text)',
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--ant-color-text-secondary)' },
  '.cm-tooltip .cm-completionInfo': { maxWidth: 'min(400px, 80vw)' },
})

/** The change between two texts without what both begin and end with, so that the cursor and the marks stay in place. */
function changeBetween(old: string, next: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(old.length, next.length)
  let from = 0
  while (from < shorter && old[from] === next[from]) from++
  let tail = 0
  while (tail < shorter - from && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  return { from, to: old.length - tail, insert: next.slice(from, next.length - tail) }
}

/** A document as text, with its problems underlined. Tab leaves the editor. */
export function SourceEditor({ id, text, outer, fault, findings, goal, onFix, onChange }: Props) {
  const isDark = useIsDark()
  const [view, setView] = useState<EditorView | null>(null)
  // Another function would set up the editor again at each key.
  const latest = useRef({ onFix, onChange })
  latest.current = { onFix, onChange }
  const report = useCallback((next: string) => latest.current.onChange(next), [])
  const names = useKnownNames(id)
  const latestNames = useRef(names)
  latestNames.current = names
  const extensions = useMemo(
    () => [
      ground,
      colors,
      attributes,
      EditorView.lineWrapping,
      EditorState.phrases.of(editorWords),
      json.extension,
      completion(() => latestNames.current),
      marks,
    ],
    [],
  )
  useLayoutEffect(() => {
    const old = view?.state.doc.toString()
    if (!view || old === undefined || old === outer.text) return
    const changes = view.state.changes(changeBetween(old, outer.text))
    view.dispatch({ changes, selection: { anchor: changes.mapPos(view.state.selection.main.head) } })
  }, [view, outer])
  // While the user types, the marks move with the text; the places of an older inspection would not fit it.
  const faultText = fault?.text
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are found when something was found, not at each key
  useEffect(() => {
    if (!view) return
    const onFixed = (problem: Problem) => latest.current.onFix(problem)
    const found = listMarks(view.state.doc.toString(), fault, findings, onFixed)
    view.dispatch(setDiagnostics(view.state, found))
  }, [view, faultText, fault?.at, findings])
  useEffect(() => {
    if (!view || !goal) return
    const text = view.state.doc.toString()
    const { from, to } = problemRange(textTree(text), text, goal.pointer)
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
    view.focus()
  }, [view, goal])
  return (
    <CodeMirror
      value={text}
      height="100%"
      theme={isDark ? 'dark' : 'light'}
      basicSetup={setup}
      indentWithTab={false}
      extensions={extensions}
      onCreateEditor={setView}
      onChange={report}
    />
  )
}
