import type { UploadFile, UploadProps } from 'antd'
import { Modal, Upload } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { ControlProps } from '../../contract/contract.ts'
import { type FilesV, filesIn } from '../kit/files/paths.ts'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
import { useFileViewer } from '../kit/viewer/useFileViewer.tsx'
import { viewedFiles } from '../kit/viewer/viewed-file.ts'
import { FailedFile } from './FailedFile.tsx'
import { useUpload } from './useUpload.ts'

export interface UploadControlProps extends ControlProps<FilesV, FileSettings> {
  inCell?: boolean
}

interface Props {
  control: UploadControlProps
  imagesOnly?: boolean
  prepare?(file: File): Promise<File | null>
  look?: Pick<UploadProps<string>, 'listType' | 'accept'>
  /** Draws around one stored file; `move` shifts it one position to the left (-1) or right (1). */
  around?(drawn: ReactElement, file: UploadFile<string>, move: (path: string, by: -1 | 1) => void): ReactNode
  /** The button that starts an upload; not drawn when nothing may be added. */
  children: ReactNode
}

/** The files of a field as one named group, with the button that adds files. */
export function UploadFrame({ control, imagesOnly, prepare, look, around, children }: Props) {
  const { id, field, disabled, readOnly, invalid } = control
  const { files, fault, forget, accept, retry, remove, move } = useUpload({
    ...control,
    imagesOnly,
    prepare,
    ignore: Upload.LIST_IGNORE,
  })
  const stored = filesIn(control.value)
  const getUrl = useFileUrl(field)
  const { open, viewer } = useFileViewer(() => viewedFiles(stored, { ...field, getUrl }))
  const isFixed = disabled === true || readOnly === true
  const drawFile = (drawn: ReactElement, file: UploadFile<string>) => {
    if (isFixed) return drawn
    if (file.status === 'error')
      return (
        <FailedFile isCard={look?.listType === 'picture-card'} retry={() => retry(file.uid)}>
          {drawn}
        </FailedFile>
      )
    return move && around ? around(drawn, file, move) : drawn
  }
  return (
    <fieldset
      id={id}
      // Revealing a problem of the files focuses this group.
      tabIndex={-1}
      aria-label={getTitle(field)}
      aria-invalid={invalid || undefined}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Upload<string>
        {...look}
        onPreview={({ response }) => open(stored.findIndex(({ filePath }) => filePath === response))}
        fileList={files}
        beforeUpload={accept}
        onRemove={remove}
        multiple={field.number !== 1 && !prepare}
        disabled={isFixed}
        showUploadList={{
          showRemoveIcon: ({ status }) => !isFixed && (field.allowRemove !== false || status !== 'done'),
        }}
        itemRender={drawFile}
      >
        {isFixed ? null : children}
      </Upload>
      {viewer}
      <StopPropagation>
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
      </StopPropagation>
    </fieldset>
  )
}
