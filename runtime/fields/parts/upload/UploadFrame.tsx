import type { UploadProps } from 'antd'
import { Upload } from 'antd'
import type { ReactNode } from 'react'
import { titleOf } from '../../../schema/derive.ts'
import type { ControlProps } from '../../contract.ts'
import type { FileSettings } from '../paths.ts'
import { useUpload } from './useUpload.ts'

interface Props {
  control: ControlProps<string, FileSettings>
  imagesOnly?: boolean
  look?: Pick<UploadProps, 'listType' | 'accept'>
  /** What begins an upload; not drawn where nothing may be added. */
  children: ReactNode
}

/** The files of a field as one named group, with what adds to them. */
export function UploadFrame({ control, imagesOnly, look, children }: Props) {
  const { id, value, onChange, field, disabled, readOnly, invalid } = control
  const { files, change, send, accept } = useUpload({
    value,
    onChange,
    field,
    imagesOnly,
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
        {...look}
        fileList={files}
        onChange={change}
        customRequest={send}
        beforeUpload={accept}
        multiple={field.number !== 1}
        disabled={isFixed}
        showUploadList={{ showRemoveIcon: !isFixed }}
      >
        {isFixed ? null : children}
      </Upload>
    </fieldset>
  )
}
