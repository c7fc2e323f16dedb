import { PlusOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { useUpload } from '../parts/upload/useUpload.ts'

const plain = { height: '100%', width: '100%', flexDirection: 'column', padding: 0 } as const

export function ImageControl(props: ControlProps<string, FileSettings>) {
  const { id, value, onChange, field, disabled, readOnly, invalid, autoFocus } = props
  const { files, change, send, accept } = useUpload({
    value,
    onChange,
    field,
    imagesOnly: true,
    ignore: Upload.LIST_IGNORE,
  })
  const isFixed = disabled || readOnly
  return (
    <fieldset
      id={id}
      aria-label={titleOf(field)}
      aria-invalid={invalid || undefined}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Upload<string>
        listType="picture-card"
        accept="image/*"
        fileList={files}
        onChange={change}
        customRequest={send}
        beforeUpload={accept}
        multiple={field.number !== 1}
        disabled={isFixed}
        showUploadList={{ showRemoveIcon: !isFixed }}
      >
        {isFixed ? null : (
          <Button type="text" icon={<PlusOutlined aria-hidden />} autoFocus={autoFocus} style={plain}>
            点击上传
          </Button>
        )}
      </Upload>
    </fieldset>
  )
}
