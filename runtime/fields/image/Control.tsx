import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { UploadFrame } from '../parts/upload/UploadFrame.tsx'

const plain = { height: '100%', width: '100%', flexDirection: 'column', padding: 0 } as const
const cards = { listType: 'picture-card', accept: 'image/*' } as const

export const ImageControl = (props: ControlProps<string, FileSettings>) => (
  <UploadFrame control={props} imagesOnly look={cards}>
    <Button type="text" icon={<PlusOutlined aria-hidden />} autoFocus={props.autoFocus} style={plain}>
      点击上传
    </Button>
  </UploadFrame>
)
