import { TableOutlined } from '@ant-design/icons'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { Button, Dropdown } from 'antd'

interface Props {
  editor: Editor
  disabled: boolean
}

interface Tool {
  label: string
  run(chain: ChainedCommands): ChainedCommands
  isDanger?: boolean
}

const inside: readonly Tool[] = [
  { label: '上方插入行', run: (chain) => chain.addRowBefore() },
  { label: '下方插入行', run: (chain) => chain.addRowAfter() },
  { label: '左侧插入列', run: (chain) => chain.addColumnBefore() },
  { label: '右侧插入列', run: (chain) => chain.addColumnAfter() },
  { label: '合并或拆分单元格', run: (chain) => chain.mergeOrSplit() },
  { label: '切换表头行', run: (chain) => chain.toggleHeaderRow() },
  { label: '删除行', run: (chain) => chain.deleteRow(), isDanger: true },
  { label: '删除列', run: (chain) => chain.deleteColumn(), isDanger: true },
  { label: '删除表格', run: (chain) => chain.deleteTable(), isDanger: true },
]
const outside: readonly Tool[] = [
  { label: '插入表格', run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }) },
]

/** Inserts a table at the caret, and edits rows and columns of the table around the caret. */
export function TableMenu({ editor, disabled }: Props) {
  const isInside = useEditorState({ editor, selector: ({ editor }) => editor.isActive('table') })
  const tools = isInside ? inside : outside
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{
        items: tools.map(({ label, isDanger }) => ({ key: label, label, danger: isDanger })),
        onClick: ({ key }) =>
          tools
            .find(({ label }) => label === key)
            ?.run(editor.chain().focus())
            .run(),
      }}
    >
      <Button
        type="text"
        size="small"
        title="表格"
        aria-label="表格"
        aria-haspopup="menu"
        aria-pressed={isInside}
        disabled={disabled}
      >
        <TableOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}
