import { LinkOutlined } from '@ant-design/icons'
import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Popover, Space } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { isSafeLink } from '#runtime/kernel/text/html.ts'

interface Props {
  editor: Editor
  disabled: boolean
}

/** Sets the link of the selected text, or of the link at the caret; an empty address removes it. */
export function LinkButton({ editor, disabled }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isLink: editor.isActive('link'),
      href: String(editor.getAttributes('link').href ?? ''),
      isMarked: !editor.state.selection.empty,
    }),
  })
  const trimmed = address?.trim() ?? ''
  const isBad = trimmed !== '' && !isSafeLink(trimmed)
  const apply = () => {
    if (isBad) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (trimmed === '') chain.unsetLink().run()
    else chain.setLink({ href: trimmed }).run()
    setAddress(null)
  }
  const box = (
    <Space.Compact>
      <Input
        variant="outlined"
        autoFocus
        value={address ?? ''}
        status={isBad ? 'error' : undefined}
        aria-label="链接地址"
        aria-invalid={isBad || undefined}
        placeholder="http://、https://、mailto: 或 / 开头"
        style={{ width: 280 }}
        onChange={(event) => setAddress(event.target.value)}
        onPressEnter={(event) => {
          // Enter would save the surrounding form.
          event.preventDefault()
          event.stopPropagation()
          apply()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setAddress(null)
          editor.commands.focus()
        }}
      />
      <Button disabled={isBad} onClick={apply}>
        {trimmed === '' ? '取消链接' : '确定'}
      </Button>
    </Space.Compact>
  )
  return (
    <Popover
      open={address !== null}
      onOpenChange={(isOpen) => setAddress(isOpen ? state.href : null)}
      trigger="click"
      destroyOnHidden
      content={box}
    >
      <Button
        type="text"
        size="small"
        title="链接"
        aria-label="链接"
        aria-pressed={state.isLink}
        disabled={disabled || !(state.isLink || state.isMarked)}
      >
        <LinkOutlined aria-hidden />
      </Button>
    </Popover>
  )
}
