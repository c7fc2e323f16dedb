import { PlusOutlined } from '@ant-design/icons'
import { Upload } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { useUpload } from '../parts/upload/useUpload.ts'

const plain = { border: 0, background: 'none', color: 'inherit', cursor: 'pointer' }

export function ImageControl(props: ControlProps<string, FileSettings>) {
  const { id, value, onChange, field, disabled, readOnly, invalid } = props
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
          <button type="button" style={plain}>
            <PlusOutlined aria-hidden />
            <div style={{ marginBlockStart: 4 }}>点击上传</div>
          </button>
        )}
      </Upload>
    </fieldset>
  )
}
