import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type UploadControlProps, UploadFrame } from './UploadFrame.tsx'

export const FilesControl = (props: UploadControlProps) => (
  <UploadFrame control={props}>
    <Button
      icon={<UploadOutlined aria-hidden />}
      size={props.size}
      autoFocus={props.autoFocus}
      danger={props.invalid}
    >
      点击上传
    </Button>
  </UploadFrame>
)
