import { UploadOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { useUpload } from '../parts/upload/useUpload.ts'

export function FileControl(props: ControlProps<string, FileSettings>) {
  const { id, value, onChange, field, disabled, readOnly, invalid, size, autoFocus } = props
  const { files, change, send, accept } = useUpload({ value, onChange, field, ignore: Upload.LIST_IGNORE })
  const isFixed = disabled || readOnly
  return (
    <fieldset
      id={id}
      aria-label={titleOf(field)}
      aria-invalid={invalid || undefined}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Upload<string>
        fileList={files}
        onChange={change}
        customRequest={send}
        beforeUpload={accept}
        multiple={field.number !== 1}
        disabled={isFixed}
        showUploadList={{ showRemoveIcon: !isFixed }}
      >
        {isFixed ? null : (
          <Button icon={<UploadOutlined aria-hidden />} size={size} autoFocus={autoFocus} danger={invalid}>
            点击上传
          </Button>
        )}
      </Upload>
    </fieldset>
  )
}
