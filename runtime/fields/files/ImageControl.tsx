import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Movable } from './Movable.tsx'
import { type UploadControlProps, UploadFrame } from './UploadFrame.tsx'
import { useCrop } from './useCrop.tsx'

const plain = { height: '100%', width: '100%', flexDirection: 'column', padding: 0 } as const
const cards = { listType: 'picture-card', accept: 'image/*' } as const

export function ImageControl(props: UploadControlProps) {
  const { prepare, dialog } = useCrop(props.field)
  return (
    <>
      <UploadFrame
        control={props}
        imagesOnly
        prepare={prepare}
        look={cards}
        around={(drawn, file, move) => {
          const path = file.response
          return path ? (
            <Movable name={file.name} move={(by) => move(path, by)}>
              {drawn}
            </Movable>
          ) : (
            drawn
          )
        }}
      >
        <Button type="text" icon={<PlusOutlined aria-hidden />} autoFocus={props.autoFocus} style={plain}>
          点击上传
        </Button>
      </UploadFrame>
      {dialog}
    </>
  )
}
