import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { UploadFrame } from '../parts/upload/UploadFrame.tsx'

export const FileControl = (props: ControlProps<string, FileSettings>) => (
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
