import { PostgreSQL, type SQLNamespace, sql } from '@codemirror/lang-sql'
import CodeMirror, { Decoration, EditorView, type Extension } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { ground, useIsDark } from '#runtime/fields/rich/code/code-look.ts'
import type { ReportTable, SqlFault } from '../report-api.ts'

interface Props {
  value: string
  tables: readonly ReportTable[]
  faults: readonly SqlFault[]
  /** The text whose faults they are: after a change the places do not fit any more. */
  checkedText: string
  onChange(text: string): void
}

const setup = { tabSize: 2, foldGutter: false }

/** Tables and columns with their titles, as the completion shows them. */
const buildNamespace = (tables: readonly ReportTable[]): SQLNamespace =>
  Object.fromEntries(
    tables.map(({ name, title, columns }) => [
      name,
      {
        self: { label: name, detail: title, type: 'type' },
        children: columns.map((column) => ({ label: column.name, detail: column.title, type: 'property' })),
      },
    ]),
  )

/** Underlines the places of faults; the text of a fault is its tooltip. */
const underlines = (faults: readonly SqlFault[], checkedText: string): Extension =>
  EditorView.decorations.of((view) => {
    if (view.state.doc.toString() !== checkedText) return Decoration.none
    const marks = faults.flatMap(({ text, place }) =>
      place && place.to > place.from && place.to <= view.state.doc.length
        ? [
            Decoration.mark({ class: 'view-sql-fault', attributes: { title: text } }).range(
              place.from,
              place.to,
            ),
          ]
        : [],
    )
    return Decoration.set(marks, true)
  })

const attributes = EditorView.contentAttributes.of({ 'aria-label': '查询SQL', tabindex: '0' })

/** The statement of a report, with completion over the tables that documents show and its faults underlined. */
export function SqlEditor({ value, tables, faults, checkedText, onChange }: Props) {
  const isDark = useIsDark()
  const language = useMemo(() => sql({ dialect: PostgreSQL, schema: buildNamespace(tables) }), [tables])
  const marks = useMemo(() => underlines(faults, checkedText), [faults, checkedText])
  const extensions = useMemo(
    () => [ground, attributes, EditorView.lineWrapping, language, marks],
    [language, marks],
  )
  return (
    <CodeMirror
      className="view-sql"
      value={value}
      height="100%"
      theme={isDark ? 'dark' : 'light'}
      basicSetup={setup}
      indentWithTab={false}
      extensions={extensions}
      placeholder="select b.fbillno, b.fdate from stk_in_bill b where b.fdate >= :since"
      onChange={onChange}
    />
  )
}
