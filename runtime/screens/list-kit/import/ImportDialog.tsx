import { Alert, Button, Modal, Space, Upload } from 'antd'
import { downloadFile } from '#runtime/fields/kit/files/download-file.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { FaultTable } from './FaultTable.tsx'
import { HeadingTable } from './HeadingTable.tsx'
import { RecentImports } from './RecentImports.tsx'
import { useImport } from './useImport.ts'

const WIDTH = 600

interface Props {
  title: string
  /** The id of the screen. */
  screen: string
  /** The address of the import. */
  url: string
  /** The values of the record that imported ones belong to, by field. */
  foreignKeys?: Values
  /** Called when the records of the list changed. */
  onChanged(): void
  onClose(): void
}

/**
 * Uploads workbooks; the faults of an attempt are corrected here, and the import is repeated with them. Earlier imports
 * are undone here.
 */
export function ImportDialog({ title, screen, url, foreignKeys, onChanged, onClose }: Props) {
  const { http, notify } = useServices()
  const importing = useImport({ screen, url, foreignKeys, onChanged, onClose })
  const { files, answer, notes, step, effect, running, mended, headings } = importing
  const { check, upload, settle, add, remove, mend } = importing
  // Nobody sees texts that are shown once if the dialog closes before them.
  const isLocked = step === 'upload' || notes.length > 0
  const { close, closing } = useDiscardGuard(mended.size > 0 || headings.isChosen, onClose, isLocked)
  const downloadTemplate = () => {
    const template = url.replace(/importExcel$/, 'importTemplate')
    const file = { url: template, params: {}, name: `${title}导入模板.xlsx` }
    return downloadFile(http, file, (text) => notify('warning', text))
  }
  if (notes.length > 0)
    return (
      <Modal
        open
        title="导入EXCEL"
        width={WIDTH}
        {...closing}
        footer={
          <Button type="primary" onClick={onClose}>
            我已保存
          </Button>
        }
      >
        <Space direction="vertical" style={{ width: '100%' }}>
          <Alert type="warning" message="以下内容只显示这一次，请复制保存后再关闭。" />
          <pre style={{ whiteSpace: 'pre-wrap', userSelect: 'all', margin: 0 }}>{notes.join('\n')}</pre>
        </Space>
      </Modal>
    )
  const hasHeadings = headings.unknown.length > 0
  const uploadText = answer || hasHeadings ? '导入' : '开始上传'
  const isBusy = step !== null || running !== null
  return (
    <Modal
      open
      title="导入EXCEL"
      width={WIDTH}
      {...closing}
      footer={
        <>
          <Button disabled={isLocked} onClick={close}>
            关闭
          </Button>
          {check && (
            <Button
              disabled={files.length === 0 || running !== null || step === 'upload'}
              loading={step === 'check'}
              onClick={() => void check()}
            >
              {step === 'check' ? '检查中...' : '先检查'}
            </Button>
          )}
          <Button
            type="primary"
            disabled={files.length === 0 || running !== null || step === 'check'}
            loading={step === 'upload'}
            onClick={() => void upload()}
          >
            {step === 'upload' ? '上传中...' : uploadText}
          </Button>
        </>
      }
    >
      <Space direction="vertical" style={{ width: '100%' }}>
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>
          只支持 .xls 和 .xlsx 文件，可以一次选择几个。{' '}
          <Button
            type="link"
            size="small"
            style={{ paddingInline: 0 }}
            onClick={() => void downloadTemplate()}
          >
            下载模板
          </Button>
        </span>
        <Upload
          accept=".xls,.xlsx"
          multiple
          disabled={isBusy}
          fileList={files.map(({ name }) => ({ uid: name, name }))}
          beforeUpload={(file) => {
            add(file)
            return false
          }}
          onRemove={({ name }) => remove(name)}
        >
          <Button disabled={isBusy}>选择文件</Button>
        </Upload>
        {hasHeadings && (
          <HeadingTable
            headings={headings.unknown}
            more={headings.more}
            targets={headings.targets}
            choices={headings.choices}
            onChoose={headings.choose}
          />
        )}
        {step === 'check' && (
          <Alert type="info" message="正在检查，不会保存。文件大时要等几分钟，请不要关闭窗口。" />
        )}
        {effect && (
          <Alert
            type="success"
            message={`检查完了，没有错误，还没有保存：${effect}。确定就点「${uploadText}」。`}
          />
        )}
        {answer && (
          <Alert
            type="warning"
            message={
              <>
                <b>{answer.msg}</b>
                <br />
                改正下表中的内容后再点「导入」；没有错误时才会保存。
                {answer.fileUrl && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      const file = { url: answer.fileUrl ?? '', params: {}, name: answer.fileName ?? '' }
                      void downloadFile(http, file, (text) => notify('warning', text))
                    }}
                  >
                    下载错误明细
                  </Button>
                )}
              </>
            }
          />
        )}
        {answer?.faults && (
          <FaultTable screen={screen} faults={answer.faults} mended={mended} onMend={mend} />
        )}
        {!answer && (
          <RecentImports
            screen={screen}
            isUploading={step === 'upload'}
            running={running}
            onUndone={onChanged}
            onEnd={settle}
          />
        )}
      </Space>
    </Modal>
  )
}
