import type { UploadFile, UploadProps } from 'antd'
import { Modal, Upload } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { errorText } from '../../../kernel/errors.ts'
import { titleOf } from '../../../schema/derive.ts'
import type { ControlProps } from '../../contract.ts'
import type { FileSettings, FilesV } from '../paths.ts'
import { Shield } from '../Shield.tsx'
import { useUpload } from './useUpload.ts'

export interface UploadControlProps extends ControlProps<FilesV, FileSettings> {
  inCell?: boolean
}

interface Props {
  control: UploadControlProps
  imagesOnly?: boolean
  prepare?(file: File): Promise<File | null>
  look?: Pick<UploadProps<string>, 'listType' | 'accept' | 'onPreview'>
  /** Draws around one file; `move` shifts it one place to the left (-1) or right (1). */
  around?(drawn: ReactElement, file: UploadFile<string>, move: (path: string, by: -1 | 1) => void): ReactNode
  /** What begins an upload; not drawn where nothing may be added. */
  children: ReactNode
}

/** The files of a field as one named group, with what adds to them. */
export function UploadFrame({ control, imagesOnly, prepare, look, around, children }: Props) {
  const { id, value, onChange, field, disabled, readOnly, invalid, inCell } = control
  const { files, fault, forget, change, send, accept, move } = useUpload({
    value,
    onChange,
    field,
    imagesOnly,
    inCell,
    prepare,
    ignore: Upload.LIST_IGNORE,
  })
  const isFixed = disabled === true || readOnly === true
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
        multiple={field.number !== 1 && !prepare}
        disabled={isFixed}
        showUploadList={{ showRemoveIcon: !isFixed && field.allowRemove !== false }}
        itemRender={around && !isFixed ? (drawn, file) => around(drawn, file, move) : undefined}
      >
        {isFixed ? null : children}
      </Upload>
      <Shield>
        <Modal
          open={fault !== null}
          title={errorText('UPLOAD_ERROR')}
          okText="确定"
          cancelButtonProps={{ style: { display: 'none' } }}
          onOk={forget}
          onCancel={forget}
        >
          错误信息：{fault}
        </Modal>
      </Shield>
    </fieldset>
  )
}
