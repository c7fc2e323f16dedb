import { Button, Select } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { adminRole } from '#runtime/access/admin-role.ts'
import { useLookup } from '#runtime/data/hooks.ts'
import { asChoiceField, choiceItems } from '#runtime/fields/kit/choice/choice.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { listStates } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useRoles } from '../useRoles.ts'
import { listNamedRoles, type Trial, type TrialRights } from './trial-rights.ts'
import { useMerged } from './useMerged.tsx'
import { useTrialRights } from './useTrialRights.ts'

interface Props {
  document: JsonObject
  trial: Trial
  /** Receives null when the trial ends. */
  onTrial(trial: Trial | null): void
}

const noDictionaries: readonly string[] = []

/** The choice of a role and of a state with which the draft is drawn, and what the role meets there. */
export function TrialTools({ document, trial, onTrial }: Props) {
  const { http } = useServices()
  const { screen: merged } = useMerged(useDeferredValue(document))
  const screen = useMemo(() => {
    const whole = merged && drawableDocument(merged)
    return whole && asDocumentWith(whole, 'hasTable')
  }, [merged])
  const roles = useRoles().data?.filter(({ id }) => id !== adminRole) ?? []
  const stateField = screen?.fields.find(({ key }) => key === screen.flow?.field)
  const dictCode = stateField?.dictCode
  const codes = useMemo(() => (typeof dictCode === 'string' ? [dictCode] : noDictionaries), [dictCode])
  const { lookup } = useLookup(http, codes)
  const { rights, hasGrants } = useTrialRights(screen, trial)
  if (!screen) return null
  const { flow } = screen
  const states = stateField ? choiceItems(asChoiceField(stateField), lookup) : []
  const stateText = (value: string) => states.find((item) => item.value === value)?.text ?? value
  const titles = new Map([
    ...listNamedRoles(screen).map((code) => [code, code] as const),
    ...roles.map(({ roleCode, roleName }) => [roleCode, roleName] as const),
  ])
  const { role, state } = trial
  return (
    <section className="view-design-trial-role" aria-label="以角色试用">
      <Select
        size="small"
        allowClear
        showSearch
        optionFilterProp="label"
        aria-label="试用的角色"
        placeholder="选一个角色"
        value={role ?? null}
        options={[...titles].map(([value, label]) => ({ value, label }))}
        onChange={(code: string | null | undefined) => onTrial({ ...trial, role: code ?? undefined })}
      />
      {flow && (
        <Select
          size="small"
          allowClear
          aria-label="记录的状态"
          placeholder="各条记录自己的状态"
          value={state ?? null}
          options={listStates(screen)
            .filter(Boolean)
            .map((value) => ({ value, label: stateText(value) }))}
          onChange={(value: string | null | undefined) => onTrial({ ...trial, state: value ?? undefined })}
        />
      )}
      <Button type="link" size="small" onClick={() => onTrial(null)}>
        退出试用
      </Button>
      {role !== undefined && rights && (
        <span role="status">
          {flow && `「${stateText(state ?? flow.initial)}」的记录：`}
          {summarize(rights)}
        </span>
      )}
      <p>
        这里试的是草稿的权限，数据是您自己看得到的记录，改动不会保存。
        {role !== undefined &&
          (hasGrants
            ? '角色的权限按已授的和草稿建议的一起算。'
            : '只按草稿建议的权限算，没有算角色已有的授权。')}
        {rights && rights.rowRules.length > 0 && '数据规则只列出名称，这里不按它们筛选记录。'}
      </p>
    </section>
  )
}

const join = (titles: readonly string[]): string =>
  titles.length > 6 ? `${titles.slice(0, 6).join('、')} 等 ${titles.length} 个` : titles.join('、')

/** What a role meets, in one sentence. */
function summarize({ isOpen, canEdit, row, hidden, readOnly, rowRules }: TrialRights): string {
  if (!isOpen) return '打不开'
  return [
    canEdit(row) ? '能修改' : '只能查看',
    ...(hidden.length > 0 ? [`看不到：${join(hidden)}`] : []),
    ...(readOnly.length > 0 ? [`只读：${join(readOnly)}`] : []),
    ...(rowRules.length > 0 ? [`受数据规则约束：${join(rowRules)}`] : []),
  ].join('；')
}
