import { getCommands, getExtraCommands } from '@uiw/react-md-editor/commands-cn'
import MDEditor, { type ICommand } from '@uiw/react-md-editor/nohighlight'
import { type ClipboardEvent, useMemo, useRef } from 'react'
import { titleOf } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../kit/files/paths.ts'
import { isImage } from '../kit/files/store-file.ts'
import { type Picture, usePictures } from '../kit/files/usePictures.ts'
import { previewOptions } from './preview-options.tsx'
import '#runtime/ui/rich-text.css'
import './markdown.css'

const limit = 100_000
/** Their pages and comments are not of this house: one leads elsewhere, the other is HTML, which stays text. */
const unwanted = new Set(['help', 'comment', 'fullscreen'])
const narrow = '(max-width: 767px)'

const asMarkdown = ({ src, alt }: Picture): string => `![${alt.replace(/[[\]]/g, '')}](${src})`

/** Opens the choice of files; the library's own command would write an address by hand. */
const pictureCommand = (own: ICommand, open: () => void): ICommand =>
  own.name === 'image' ? { ...own, buttonProps: { 'aria-label': '图片', title: '图片' }, execute: open } : own

/** The button has a name; its picture says nothing more. */
const withName = (command: ICommand): ICommand =>
  command.icon ? { ...command, icon: <span aria-hidden>{command.icon}</span> } : command

const extraCommands = getExtraCommands()
  .filter(({ name = '', keyCommand }) => !unwanted.has(name) && keyCommand !== 'divider')
  .map(withName)

/** Markdown with its layout beside it; on narrow screens behind it. */
export function MarkdownEditor(props: ControlProps<string, FileSettings>) {
  const { value, onChange, field, id, invalid, placeholder, autoFocus, size, onBlur } = props
  const isSmall = size === 'small'
  const frame = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const store = usePictures(field)
  const latest = useRef(value)
  latest.current = value
  const commands = useMemo(
    () =>
      getCommands()
        .filter(({ name = '' }) => !unwanted.has(name))
        .map((command) => withName(pictureCommand(command, () => files.current?.click()))),
    [],
  )
  const isWide = useMemo(() => !isSmall && !matchMedia(narrow).matches, [isSmall])
  const write = (text?: string) => onChange(text || null)

  /** At the caret; behind the text while only its layout is in sight. */
  const put = async (chosen: Iterable<File>) => {
    const pictures = (await store(chosen)).map(asMarkdown).join('\n')
    if (pictures === '') return
    const now = latest.current ?? ''
    const at = frame.current?.querySelector('textarea')?.selectionEnd ?? now.length
    write(now.slice(0, at) + pictures + now.slice(at))
  }
  const paste = (event: ClipboardEvent) => {
    const images = [...event.clipboardData.files].filter(isImage)
    if (images.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    void put(images)
  }
  return (
    <div ref={frame} className="markdown-editor" data-invalid={invalid || undefined}>
      <MDEditor
        value={value ?? ''}
        onChange={write}
        height={isSmall ? 98 : 300}
        preview={isWide ? 'live' : 'edit'}
        hideToolbar={isSmall}
        visibleDragbar={false}
        commands={commands}
        extraCommands={extraCommands}
        previewOptions={previewOptions}
        // Tab leaves the field, as everywhere in a form.
        defaultTabEnable
        onBlur={onBlur}
        onPaste={paste}
        textareaProps={{
          id,
          'aria-label': titleOf(field),
          'aria-invalid': invalid || undefined,
          placeholder: placeholder ?? field.placeholder,
          maxLength: field.length ?? limit,
          autoFocus,
        }}
      />
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          void put([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
