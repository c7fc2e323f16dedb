import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { type ChangeEvent, useRef, useState } from 'react'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { designApi, type PackageChoice, type PackagePlan, type PartsChoice } from '../api.ts'
import { stepText } from '../release/SyncDialog.tsx'
import { PackedItem } from './PackedItem.tsx'
import { PackedParts } from './PackedParts.tsx'
import '../designer.css'
import './package.css'

interface File {
  name: string
  text: string
}

const bothParts: PartsChoice = { roles: true, menu: true, replace: [] }

/** Reads a package, shows what it would change, and stores it as drafts or releases it. */
export function ImportPackage({ onClose, onChange }: ActionViewProps) {
  const { http, notify, can } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, PackageChoice>>>({})
  const [parts, setParts] = useState(bothParts)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isChanged = note.trim() !== '' || parts !== bothParts || Object.keys(choices).length > 0
  const { close, closing } = useDiscardGuard(isChanged, onClose, isBusy)
  const chosen = { choices: Object.values(choices), parts }
  const { data, error, isFetching } = useQuery({
    queryKey: ['design package plan', file, chosen],
    queryFn: () => designApi(http).inspectPackage(file?.text ?? '', chosen),
    enabled: file !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // The plan of the former choices stays until the next one is there.
    placeholderData: (former: PackagePlan | undefined) => former,
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [opened] = target.files ?? []
    if (!opened) return
    setFailure('')
    setChoices({})
    setParts(bothParts)
    setFile({ name: opened.name, text: await opened.text() })
    target.value = ''
  }
  const store = async (release: { note: string } | null) => {
    setBusy(true)
    setFailure('')
    try {
      const { message } = await designApi(http).importPackage(file?.text ?? '', chosen, release)
      notify('success', message)
      onChange()
      onClose()
    } catch (reason) {
      setFailure(errorMessage(reason))
      setBusy(false)
    }
  }
  const undecided = data?.documents.filter(({ action }) => action === null) ?? []
  const wanted = data?.documents.filter(({ action }) => action !== null && action !== 'skip') ?? []
  const isSound = data !== undefined && !error && !isFetching && undecided.length + data.faults.length === 0
  const isReady = isSound && wanted.length > 0
  const hasParts = (data?.parts?.count ?? 0) > 0
  return (
    <Modal
      open
      title="导入文档包"
      width={720}
      {...closing}
      footer={[
        <Button key="cancel" disabled={isBusy} onClick={close}>
          取消
        </Button>,
        <Button key="draft" disabled={!isReady} loading={isBusy} onClick={() => void store(null)}>
          存成草稿
        </Button>,
        can('design:release') && (
          <Button
            key="release"
            type="primary"
            disabled={!isSound || data.problems.length > 0 || (!isReady && !hasParts)}
            loading={isBusy}
            onClick={() => void store({ note: note.trim() })}
          >
            {isReady || !hasParts ? '一起发布' : '导入角色和菜单'}
          </Button>
        ),
      ]}
    >
      <div className="view-design-release">
        <p className="view-design-choices">
          <Button onClick={() => input.current?.click()}>{file ? '换一个文件' : '选择文件'}</Button>
          <span>{file?.name}</span>
        </p>
        <input
          ref={input}
          type="file"
          aria-label="文档包"
          accept=".json,application/json"
          hidden
          onChange={(event) => void choose(event)}
        />
        {!file && (
          <p className="view-design-hint">在别处「导出文档包」得到的文件。先看要改什么，再决定导不导入。</p>
        )}
        {(failure || error) && <Alert type="error" showIcon message={failure || errorMessage(error)} />}
        {file && !data && !error && <TextSkeleton rows={4} />}
        {data && !error && (
          <>
            <ul className="view-package">
              {data.documents.map((document) => (
                <PackedItem
                  key={document.id}
                  document={document}
                  choice={choices[document.id]}
                  onChoose={(choice) => setChoices({ ...choices, [document.id]: choice })}
                />
              ))}
            </ul>
            {undecided.length > 0 && (
              <Alert
                type="warning"
                showIcon
                message={`还有 ${undecided.length} 份的编号已被别的文档使用，请选怎么处理`}
              />
            )}
            {data.missing.length > 0 && (
              <Alert
                type="warning"
                showIcon
                message="这里和包里都没有"
                description={data.missing.map(({ kind, name, text }) => (
                  <p key={`${kind} ${name}`}>{text}</p>
                ))}
              />
            )}
            {data.faults.map((text) => (
              <Alert key={text} type="warning" showIcon message={text} />
            ))}
            {data.problems.length > 0 && (
              <Alert
                type="error"
                showIcon
                message={`${data.problems.length} 处错误，可以存成草稿再改，改好才能发布`}
                description={data.problems.map(({ file: id, path, text }) => (
                  <p key={`${id} ${path} ${text}`}>
                    {id}：{text}
                  </p>
                ))}
              />
            )}
            {data.parts && <PackedParts parts={data.parts} choice={parts} onChoose={setParts} />}
            {data.steps.length > 0 && (
              <>
                <h3>数据库</h3>
                <ul className="view-design-changes">
                  {data.steps.map((step) => (
                    <li key={step.text}>{stepText(step)}</li>
                  ))}
                </ul>
              </>
            )}
            {can('design:release') && wanted.length > 0 && (
              <TextArea
                aria-label="说明"
                placeholder="从哪里来，做什么用（可不填）"
                maxLength={500}
                autoSize={{ minRows: 2, maxRows: 4 }}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
