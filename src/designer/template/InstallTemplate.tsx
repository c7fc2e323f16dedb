import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { usePaused } from '#runtime/ui/usePaused.ts'
import { StartChoice } from '../create/StartChoice.tsx'
import { TemplateCards } from './TemplateCards.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { type Template, type TemplateChoice, type TemplatePlan, templateApi } from './template-api.ts'
import '../designer.css'
import './template.css'

interface Props {
  /** Goes to the dialog of a blank document. */
  onBlank(): void
  onClose(): void
  onChange(): void
}

const groupPattern = /^[a-z][a-z0-9]{1,19}$/

const findFault = ({ group, title }: TemplateChoice): string =>
  title.trim() === ''
    ? '请填写名称'
    : groupPattern.test(group)
      ? ''
      : '前缀用 2 到 20 个小写字母和数字，以字母开头，如 repair2'

/** Chooses a template, shows what it makes under the chosen names, and installs it. */
export function InstallTemplate({ onBlank, onClose, onChange }: Props) {
  const { http, can, notify } = useServices()
  const api = templateApi(http)
  const navigate = useNavigate()
  const [template, setTemplate] = useState<Template | null>(null)
  const [choice, setChoice] = useState<TemplateChoice | null>(null)
  const [hasSamples, setSamples] = useState(true)
  const [busy, setBusy] = useState<'draft' | 'release' | null>(null)
  const [failure, setFailure] = useState('')
  const [installed, setInstalled] = useState<{ message: string; plan: TemplatePlan } | null>(null)
  const { data: templates, error } = useQuery({
    queryKey: ['design templates'],
    queryFn: ({ signal }) => api.list(signal),
  })
  const fault = choice ? findFault(choice) : ''
  // The server compares all documents for a plan: not at each key.
  const planned = usePaused(choice)
  const plan = useQuery({
    queryKey: ['design template plan', planned],
    queryFn: () => (planned ? api.inspect(planned) : null),
    enabled: planned !== null && planned === choice && fault === '' && installed === null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const choose = (chosen: Template) => {
    setTemplate(chosen)
    setChoice({ name: chosen.name, group: chosen.name, title: chosen.title, parent: null })
  }
  const back = () => {
    setChoice(null)
    setFailure('')
  }
  const install = async (isReleased: boolean) => {
    if (!choice || !plan.data) return
    setBusy(isReleased ? 'release' : 'draft')
    setFailure('')
    try {
      const { message } = await api.install(choice, { isReleased, hasSamples: isReleased && hasSamples })
      onChange()
      if (isReleased) return setInstalled({ message, plan: plan.data })
      notify('success', message)
      onClose()
    } catch (reason) {
      setFailure(errorMessage(reason))
    } finally {
      setBusy(null)
    }
  }
  const isReady = planned === choice && plan.data != null && !plan.isFetching && fault === ''
  const buttons = [
    <Button key="back" onClick={back}>
      上一步
    </Button>,
    <Button
      key="draft"
      disabled={!isReady || busy !== null}
      loading={busy === 'draft'}
      onClick={() => void install(false)}
    >
      存成草稿
    </Button>,
    can('design:release') && (
      <Button
        key="release"
        type="primary"
        disabled={!isReady || busy !== null || (plan.data?.problems.length ?? 0) > 0}
        loading={busy === 'release'}
        onClick={() => void install(true)}
      >
        新增并发布
      </Button>
    ),
  ]
  const open = (id: string) => {
    onClose()
    void navigate(`/${id}`)
  }
  const body = () => {
    if (installed)
      return (
        <>
          <Alert type="success" showIcon message={installed.message} />
          <p>各页已在菜单「{choice?.title}」里。现在打开：</p>
          <p className="view-template-pages">
            {installed.plan.documents
              .filter((document) => hasCapability(document, 'isPage'))
              .map(({ id, title }) => (
                <Button key={id} type="link" onClick={() => open(id)}>
                  {title}
                </Button>
              ))}
          </p>
          <p className="view-design-hint">别人要用，请到「角色管理」给角色授权。</p>
        </>
      )
    if (error) return <Alert type="error" showIcon message={errorMessage(error)} />
    if (!templates) return <TextSkeleton rows={4} />
    if (!choice || !template) return <TemplateCards templates={templates} onChoose={choose} />
    return (
      <TemplateForm
        template={template}
        choice={choice}
        onChange={setChoice}
        hasSamples={hasSamples}
        onSamples={setSamples}
        fault={fault || failure || (plan.error ? errorMessage(plan.error) : '')}
        plan={fault === '' && planned === choice ? plan.data : undefined}
      />
    )
  }
  return (
    <Modal
      open
      title={choice ? `从模板新增：${template?.title}` : '从模板新增'}
      width={860}
      onCancel={busy === null ? onClose : undefined}
      footer={
        installed || !choice ? <Button onClick={onClose}>{installed ? '关闭' : '取消'}</Button> : buttons
      }
    >
      <div className="view-design-release view-template">
        {!choice && <StartChoice isTemplate onChange={(isTemplate) => isTemplate || onBlank()} />}
        {body()}
      </div>
    </Modal>
  )
}
