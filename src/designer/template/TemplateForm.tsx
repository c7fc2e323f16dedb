import { Alert, Checkbox, Select } from 'antd'
import { useId } from 'react'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { TextEntry } from '../create/TextEntry.tsx'
import { stepText } from '../release/SyncDialog.tsx'
import { menuGroups, useMenuTree } from '../useMenuTree.ts'
import { listContents } from './TemplateCards.tsx'
import type { Template, TemplateChoice, TemplatePlan } from './template-api.ts'

interface Props {
  template: Template
  choice: TemplateChoice
  onChange(choice: TemplateChoice): void
  hasSamples: boolean
  onSamples(hasSamples: boolean): void
  /** Why it cannot be installed; empty where it can. */
  fault: string
  plan: TemplatePlan | null | undefined
}

const top = ''

/** The names under which a template is installed, and what that makes. */
export function TemplateForm(props: Props) {
  const { template, choice, onChange, hasSamples, onSamples, fault, plan } = props
  const { data: menu } = useMenuTree()
  const builtIn: ReadonlySet<string> = new Set(builtInMenuParents)
  const parentId = useId()
  return (
    <>
      <p>{template.description}</p>
      <div className="view-design-new">
        <TextEntry
          label="名称"
          maxLength={20}
          value={choice.title}
          onChange={(title) => onChange({ ...choice, title })}
        />
        <TextEntry
          label="前缀"
          maxLength={20}
          value={choice.group}
          onChange={(group) => onChange({ ...choice, group: group.trim() })}
        />
        <p className="view-design-hint">编号、表和字典的名字都以它开头；同一个模板再装一份要换一个。</p>
        {menu && (
          <>
            <label htmlFor={parentId}>菜单位置</label>
            <Select
              id={parentId}
              value={choice.parent ?? top}
              options={[
                { value: top, label: '最上面一级' },
                ...menuGroups(menu)
                  .filter(({ id }) => builtIn.has(id))
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(parent) => onChange({ ...choice, parent: parent === top ? null : parent })}
            />
          </>
        )}
        <span />
        <Checkbox checked={hasSamples} onChange={({ target }) => onSamples(target.checked)}>
          带 {template.samples} 条示例数据（发布才有；以后在设计页「更多 › 删除示例数据」去掉）
        </Checkbox>
      </div>
      {fault !== '' && <Alert type="error" showIcon message={fault} />}
      <h2>有什么</h2>
      <ul className="view-design-changes">
        {listContents(template).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {template.documents
          .filter((document) => hasCapability(document, 'hasTable') && document.fields.length > 0)
          .map(({ id, title, fields }) => (
            <li key={id}>
              「{title}」的字段：{fields.join('、')}
            </li>
          ))}
      </ul>
      {fault === '' && !plan && <TextSkeleton rows={3} />}
      {fault === '' && plan && (
        <>
          {plan.problems.length > 0 && (
            <Alert
              type="error"
              showIcon
              message={`${plan.problems.length} 处错误，可以存成草稿再改，改好才能发布`}
              description={plan.problems.map(({ file: id, path, text }) => (
                <p key={`${id} ${path} ${text}`}>
                  {id}：{text}
                </p>
              ))}
            />
          )}
          <h2>会新增</h2>
          <ul className="view-design-changes">
            {plan.documents.map(({ id, title }) => (
              <li key={id}>
                {title} <code>{id}</code>
              </li>
            ))}
            {plan.steps.map((step) => (
              <li key={step.text}>{stepText(step)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
