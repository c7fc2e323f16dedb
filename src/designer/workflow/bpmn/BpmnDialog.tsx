import { Alert, Button, Checkbox, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { type ChangeEvent, useRef, useState } from 'react'
import { asText, isSameJson, type JsonObject, readText } from '#runtime/kernel/json.ts'
import { stepTitles } from '#runtime/schema/kinds/workflow/shape.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { saveFile } from '#runtime/ui/save-file.ts'
import { exportBpmn } from './export-bpmn.ts'
import { type ImportedWorkflow, importBpmn } from './import-bpmn.ts'
import { BpmnRefused } from './moddle.ts'
import './bpmn.css'

interface Props {
  document: JsonObject
  onChange(next: JsonObject): void
  onClose(): void
}

const typeTitles: Readonly<Record<string, string>> = stepTitles

/** A workflow with what was imported instead; it stays the same document. */
function replaceSteps(document: JsonObject, imported: JsonObject, isWhole: boolean): JsonObject {
  if (!isWhole) return { ...document, steps: imported.steps }
  const { $schema, version, kind, id } = document
  return { ...document, ...imported, ...($schema !== undefined && { $schema }), version, kind, id }
}

/** Saves a workflow as a BPMN 2.0 file, and takes the steps of such a file in place of those that are there. */
export function BpmnDialog({ document, onChange, onClose }: Props) {
  const { notify } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [read, setRead] = useState<ImportedWorkflow | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { closing } = useDiscardGuard(text.trim() !== '', onClose)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof BpmnRefused)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    attempt(async () => {
      const xml = await exportBpmn(document)
      saveFile(new Blob([xml], { type: 'application/xml' }), `${asText(document.title) || '流程'}.bpmn`)
      notify('success', '已导出')
    })
  const inspect = (xml: string) => {
    setText(xml)
    setRead(null)
    if (xml.trim() === '') return setFailure('')
    return attempt(async () => {
      const imported = await importBpmn(xml)
      setRead(imported)
      setWhole('screen' in imported.document && imported.document.screen === document.screen)
    })
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const xml = await file.text()
    target.value = ''
    await inspect(xml)
  }
  const next = read && replaceSteps(document, read.document, isWhole)
  const isSame = next !== null && isSameJson(next, document)
  return (
    <Modal
      open
      width={720}
      title="BPMN 2.0"
      okText="换成这些步骤"
      cancelText="关闭"
      okButtonProps={{ disabled: next === null || isSame || isBusy }}
      onOk={() => {
        if (next) onChange(next)
        onClose()
      }}
      {...closing}
    >
      <div className="view-design-release view-bpmn">
        <h3>导出</h3>
        <p className="view-design-choices">
          <Button loading={isBusy && !text} onClick={() => void save()}>
            导出 .bpmn 文件
          </Button>
          <span className="view-design-hint">别的流程工具能打开，再导入回来什么都不少。</span>
        </p>
        <h3>导入</h3>
        <p className="view-design-choices">
          <Button onClick={() => input.current?.click()}>{text ? '换一个文件' : '选择文件'}</Button>
          <span className="view-design-hint">
            Flowable、Camunda、Activiti 等导出的文件，最大 1 MB；带脚本和监听器的不能导入。
          </span>
        </p>
        <input
          ref={input}
          type="file"
          aria-label="BPMN 文件"
          accept=".bpmn,.xml,application/xml,text/xml"
          hidden
          onChange={(event) => void choose(event)}
        />
        <TextArea
          aria-label="BPMN 文件的内容"
          placeholder="也可以把文件的内容粘贴到这里"
          rows={4}
          value={text}
          onChange={({ target }) => void inspect(target.value)}
        />
        {failure && <Alert type="error" showIcon message={failure} />}
        {read && (
          <>
            <h3>带过来的 {listSteps(read.document).length} 步</h3>
            <ol className="view-bpmn-steps">
              {listSteps(read.document).map(({ step, depth, path }) => (
                <li key={path.join('/')} style={{ paddingInlineStart: depth * 24 }}>
                  {readText(step.title)}
                  <small>{typeTitles[readText(step.type)] ?? readText(step.type)}</small>
                </li>
              ))}
            </ol>
            {'screen' in read.document && (
              <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
                连同名称、界面、条件和审批动作一起换
              </Checkbox>
            )}
            {read.left.length > 0 && (
              <Alert
                type="warning"
                showIcon
                message={`${read.left.length} 处带不过来，换好以后请在步骤里补上`}
                description={
                  <ul className="view-bpmn-left">
                    {read.left.map((entry, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file does not change.
                      <li key={at}>{entry}</li>
                    ))}
                  </ul>
                }
              />
            )}
            {isSame ? (
              <Alert type="info" showIcon message="与现在的流程一样" />
            ) : (
              <p className="view-design-hint">现在的步骤都会换掉，可以撤销。</p>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
