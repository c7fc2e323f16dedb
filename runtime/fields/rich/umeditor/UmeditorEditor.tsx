import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, type Editor as RichText, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef } from 'react'
import { toPlainText } from '#runtime/kernel/text/html.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { safeHtml } from '#runtime/ui/rich-text/safe-html.ts'
import type { ControlProps } from '../../../contract/contract.ts'
import { isImage } from '../../kit/files/store-file.ts'
import { usePictures } from '../../kit/files/usePictures.ts'
import { extensions } from './extensions.ts'
import { Toolbar } from './Toolbar.tsx'
import '#runtime/ui/rich-text/rich-text.css'
import './umeditor.css'

/** The pasted pictures; a text copied with pictures (spreadsheets add one) is pasted as text. */
const imagesIn = (data: DataTransfer | null): File[] =>
  toPlainText(data?.getData('text/html') ?? '') === '' ? [...(data?.files ?? [])].filter(isImage) : []

/** Rich text. The initial value is cleaned, and stays unchanged until the user types. */
export function UmeditorEditor(props: ControlProps<string, FileSettings>) {
  const { value, onChange, disabled, field, id, invalid, autoFocus, size, onBlur } = props
  const isSmall = size === 'small'
  const written = useRef(value)
  const store = usePictures(field)
  const text = useRef<RichText | null>(null)
  const put = useRef(async (_files: File[], _at?: number) => {})
  put.current = async (files, at) => {
    const pictures = (await store(files)).map((attrs) => ({ type: 'image', attrs }))
    if (pictures.length === 0 || !text.current || text.current.isDestroyed) return
    const chain = text.current.chain().focus()
    ;(at === undefined ? chain : chain.setTextSelection(at)).insertContent(pictures).run()
  }
  const editorProps = useMemo(
    () => ({
      attributes: {
        ...(id === undefined ? {} : { id }),
        class: 'pro-rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': getTitle(field),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(disabled ? { 'aria-disabled': 'true' } : {}),
      },
      handlePaste: (_view: unknown, { clipboardData }: ClipboardEvent) => {
        const files = imagesIn(clipboardData)
        if (files.length > 0) void put.current(files)
        return files.length > 0
      },
      handleDrop: (view: EditorView, { dataTransfer, clientX, clientY }: DragEvent) => {
        const files = imagesIn(dataTransfer)
        const at = view.posAtCoords({ left: clientX, top: clientY })?.pos
        if (files.length > 0) void put.current(files, at)
        return files.length > 0
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
  text.current = editor
  // A value from outside (the save of another user, a picker) replaces the text; an echo of the own value does not.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(safeHtml(value ?? ''), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="pro-rich-editor" data-invalid={invalid || undefined} data-small={isSmall || undefined}>
      {editor && !isSmall && (
        <Toolbar
          editor={editor}
          disabled={disabled === true}
          onPictures={(files) => void put.current(files)}
        />
      )}
      <EditorContent editor={editor} className="pro-rich-page" />
    </div>
  )
}
