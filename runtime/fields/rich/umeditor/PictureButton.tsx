import { PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'

interface Props {
  disabled: boolean
  onFiles(files: File[]): void
}

/** Inserts pictures at the caret; they are uploaded first. */
export function PictureButton({ disabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        type="text"
        size="small"
        title="图片"
        aria-label="图片"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <PictureOutlined aria-hidden />
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be selected again.
          event.target.value = ''
        }}
      />
    </>
  )
}
