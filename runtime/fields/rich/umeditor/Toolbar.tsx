import {
  BoldOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LinkButton } from './LinkButton.tsx'
import { PictureButton } from './PictureButton.tsx'
import { TableMenu } from './TableMenu.tsx'

interface Tool {
  label: string
  content: ReactNode
  run(chain: ChainedCommands): ChainedCommands
  isOn?(editor: Editor): boolean
  /** Without it the tool is always enabled. */
  can?(editor: Editor): boolean
}

const heading = (level: 1 | 2 | 3): Tool => ({
  label: `${'一二三'[level - 1]}级标题`,
  content: `H${level}`,
  run: (chain) => chain.toggleHeading({ level }),
  isOn: (editor) => editor.isActive('heading', { level }),
})

const writing: readonly Tool[] = [
  {
    label: '加粗',
    content: <BoldOutlined aria-hidden />,
    run: (chain) => chain.toggleBold(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: '斜体',
    content: <ItalicOutlined aria-hidden />,
    run: (chain) => chain.toggleItalic(),
    isOn: (editor) => editor.isActive('italic'),
  },
  heading(1),
  heading(2),
  heading(3),
  {
    label: '无序列表',
    content: <UnorderedListOutlined aria-hidden />,
    run: (chain) => chain.toggleBulletList(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: '有序列表',
    content: <OrderedListOutlined aria-hidden />,
    run: (chain) => chain.toggleOrderedList(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: '引用',
    content: '“”',
    run: (chain) => chain.toggleBlockquote(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
]

const history: readonly Tool[] = [
  {
    label: '撤销',
    content: <UndoOutlined aria-hidden />,
    run: (chain) => chain.undo(),
    can: (editor) => editor.can().undo(),
  },
  {
    label: '重做',
    content: <RedoOutlined aria-hidden />,
    run: (chain) => chain.redo(),
    can: (editor) => editor.can().redo(),
  },
]

interface Props {
  editor: Editor
  disabled: boolean
  onPictures(files: File[]): void
}

/** The tools of the editor; each is pressed while its format applies at the caret. */
export function Toolbar({ editor, disabled, onPictures }: Props) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      on: [...writing, ...history].filter((tool) => tool.isOn?.(editor)).map(({ label }) => label),
      off: history.filter((tool) => !tool.can?.(editor)).map(({ label }) => label),
    }),
  })
  const draw = ({ label, content, run, isOn }: Tool) => (
    <Button
      key={label}
      type="text"
      size="small"
      title={label}
      aria-label={label}
      aria-pressed={isOn && state.on.includes(label)}
      disabled={disabled || state.off.includes(label)}
      onClick={() => run(editor.chain().focus()).run()}
    >
      {content}
    </Button>
  )
  return (
    <div role="toolbar" aria-label="文字格式" className="pro-rich-tools">
      {writing.map(draw)}
      <LinkButton editor={editor} disabled={disabled} />
      <PictureButton disabled={disabled} onFiles={onPictures} />
      <TableMenu editor={editor} disabled={disabled} />
      {history.map(draw)}
    </div>
  )
}
