import { getCommands, getExtraCommands } from '@uiw/react-md-editor/commands-cn'
import MDEditor, { type ICommand } from '@uiw/react-md-editor/nohighlight'
import { type ClipboardEvent, useMemo, useRef } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { ControlProps } from '../../../contract/contract.ts'
import { isImage } from '../../kit/files/store-file.ts'
import { type Picture, usePictures } from '../../kit/files/usePictures.ts'
import { previewOptions } from './preview-options.tsx'
import '#runtime/ui/rich-text/rich-text.css'
import './markdown.css'

const limit = 100_000
/** Unused commands of the library: help leads to a foreign page, a comment is HTML, which is shown as text. */
const unwanted = new Set(['help', 'comment', 'fullscreen'])
const narrow = '(max-width: 767px)'

const asMarkdown = ({ src, alt }: Picture): string => `![${alt.replace(/[[\]]/g, '')}](${src})`

/** Opens the file dialog; the command of the library would insert an address to edit by hand. */
const pictureCommand = (command: ICommand, open: () => void): ICommand =>
  command.name === 'image'
    ? { ...command, buttonProps: { 'aria-label': '图片', title: '图片' }, execute: open }
    : command

/** The button has a name; its icon is decorative. */
const withName = (command: ICommand): ICommand =>
  command.icon ? { ...command, icon: <span aria-hidden>{command.icon}</span> } : command

const extraCommands = getExtraCommands()
  .filter(({ name = '', keyCommand }) => !unwanted.has(name) && keyCommand !== 'divider')
  .map(withName)

/** Markdown with its preview beside it; on narrow screens behind it. */
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

  /** Inserts at the caret; at the end of the text while only the preview is visible. */
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
    <div ref={frame} className="pro-markdown-editor" data-invalid={invalid || undefined}>
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
        // Tab moves the focus to the next field, as everywhere in a form.
        defaultTabEnable
        onBlur={onBlur}
        onPaste={paste}
        textareaProps={{
          id,
          'aria-label': getTitle(field),
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
          // The same file may be selected again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
