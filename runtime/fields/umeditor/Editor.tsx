import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { isSafeLink } from '../../kernel/html.ts'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { safeHtml } from '../parts/safe-html.ts'
import { Toolbar } from './Toolbar.tsx'
import './umeditor.css'

const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    // It would write an empty paragraph behind a last heading or list.
    trailingNode: false,
    link: { openOnClick: false, isAllowedUri: (href) => isSafeLink(href) },
  }),
]

/** Rich text. What is opened is cleaned first, and stays as it is stored until somebody writes. */
export function Editor(props: ControlProps<string>) {
  const { value, onChange, disabled, field, id, invalid, autoFocus, size, onBlur } = props
  const isSmall = size === 'small'
  const written = useRef(value)
  const editorProps = useMemo(
    () => ({
      attributes: {
        ...(id === undefined ? {} : { id }),
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': titleOf(field),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(disabled ? { 'aria-disabled': 'true' } : {}),
      },
    }),
    [id, field, invalid, disabled],
  )
  const editor = useEditor({
    extensions,
    editorProps,
    content: safeHtml(value ?? ''),
    editable: !disabled,
    autofocus: autoFocus ? 'end' : false,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? null : editor.getHTML()
      onChange(written.current)
    },
    onBlur: () => onBlur?.(),
  })
  // A value from elsewhere (another user's save, a picker) replaces the text; an echo of the own one does not.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(safeHtml(value ?? ''), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich-editor" data-invalid={invalid || undefined} data-small={isSmall || undefined}>
      {editor && !isSmall && <Toolbar editor={editor} disabled={disabled === true} />}
      <EditorContent editor={editor} className="rich-page" />
    </div>
  )
}
