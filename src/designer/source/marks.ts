import { type Diagnostic, forEachDiagnostic, linter, lintGutter } from '@codemirror/lint'
import { type Command, EditorView, type Extension, keymap } from '@uiw/react-codemirror'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { JsonFault } from '#runtime/schema/write/json-fault.ts'
import { problemRange, type TextRange } from './problem-range.ts'
import { textTree } from './text-tree.ts'

/** A problem of the document, or a warning. */
export interface Finding {
  problem: Problem
  isWarning: boolean
}

/** The word at a fault of the syntax; the last character where the text has ended. */
function faultRange(text: string, at: number): TextRange {
  const word = /^(?:"[^"\n]*"?|[\w.]+|\S)/.exec(text.slice(at))?.[0]
  return word ? { from: at, to: at + word.length } : { from: Math.max(0, at - 1), to: at }
}

/** What is underlined in a text: only its syntax fault while it has one, as its parts have no certain place until then. */
export function listMarks(
  text: string,
  fault: JsonFault | null,
  findings: readonly Finding[],
  onFix: (problem: Problem) => void,
): Diagnostic[] {
  if (fault) return [{ ...faultRange(text, fault.at), severity: 'error', message: fault.text }]
  const root = textTree(text)
  return findings.map(({ problem, isWarning }) => ({
    ...problemRange(root, text, problem.path, problem.code === 'UNKNOWN_KEY'),
    severity: isWarning ? 'warning' : 'error',
    message: problem.text,
    ...(problem.fix && { actions: [{ name: '改正（Ctrl+.）', apply: () => onFix(problem) }] }),
  }))
}

/** Applies the first fix on the line of the cursor; one at the cursor itself comes first. */
const fixHere: Command = (view) => {
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  const fixable: { diagnostic: Diagnostic; from: number; distance: number }[] = []
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (!diagnostic.actions?.length || from > line.to || to < line.from) return
    fixable.push({ diagnostic, from, distance: Math.max(from - head, head - to, 0) })
  })
  const [nearest] = fixable.sort((a, b) => a.distance - b.distance)
  nearest?.diagnostic.actions?.[0]?.apply(view, nearest.from, nearest.diagnostic.to)
  return nearest !== undefined
}

const line = (token: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(--ant-color-${token})`,
  textUnderlineOffset: '4px',
})
const marker = (token: string, shape: object) => ({
  content: '""',
  width: '0.6em',
  height: '0.6em',
  margin: '0.4em auto',
  backgroundColor: `var(--ant-color-${token})`,
  ...shape,
})

const colors = EditorView.theme({
  '.cm-lintRange-error': line('error'),
  '.cm-lintRange-warning': line('warning'),
  '.cm-lintRange-active': { backgroundColor: 'var(--ant-color-warning-bg)' },
  // Round and square: colour is not the only difference.
  '.cm-lint-marker-error': marker('error', { borderRadius: '50%' }),
  '.cm-lint-marker-warning': marker('warning', { transform: 'rotate(45deg)' }),
  '.cm-diagnostic': { maxWidth: 'min(480px, 80vw)', whiteSpace: 'pre-wrap', padding: '4px 12px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--ant-color-error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--ant-color-warning)' },
  '.cm-diagnosticAction': {
    padding: '0 4px',
    color: 'var(--ant-color-link)',
    backgroundColor: 'transparent',
    font: 'inherit',
  },
})

/** Underlines, marks at the side, and the keys that go to the next one (F8) and fix it (Ctrl+.). */
export const marks: Extension = [
  linter(null),
  lintGutter(),
  colors,
  keymap.of([{ key: 'Mod-.', run: fixHere }]),
]
