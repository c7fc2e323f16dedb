import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { AnswerFrame } from '#runtime/screens/form/body/AnswerFrame.tsx'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { type DataRule, RuleList, useRuleRemoval } from './RuleList.tsx'
import { UntickedRoles } from './UntickedRoles.tsx'

const OpenedForm = lazyDialog(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

/** The form that is open: its document and its parameters. */
interface OpenForm {
  id: 'system/data-rule' | 'system/data-rule-edit'
  params: Record<string, string>
}

const searches = [
  ['ruleName', '按规则名称查找'],
  ['ruleValue', '按规则值查找'],
] as const

/** The data rules of a menu entry: they are written here, and granted to roles in the drawer of the role. */
export function MenuRules({ row, onClose, onChange }: ActionViewProps) {
  const { http } = useServices()
  const [form, setForm] = useState<OpenForm | null>(null)
  const [sought, setSought] = useState({ ruleName: '', ruleValue: '' })
  const permissionId = row?.id ?? ''
  const rules = useQuery({
    queryKey: ['permission', 'rules', permissionId, sought],
    queryFn: ({ signal }) =>
      http.get<DataRule[]>('/sys/permission/queryPermissionRule', { permissionId, ...sought }, signal),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  })
  const reload = () => {
    void rules.refetch()
    onChange()
  }
  const remove = useRuleRemoval(reload)
  const edit = ({ id, permissionId: _, ...parts }: DataRule) =>
    setForm({ id: 'system/data-rule-edit', params: { id, permissionId, ...parts } })

  return (
    <AnswerFrame
      width={560}
      title={`数据规则：${String(row?.name ?? '')}`}
      query={rules}
      failure="没有读到数据规则"
      onClose={onClose}
      buttons={
        <Button type="primary" onClick={() => setForm({ id: 'system/data-rule', params: { permissionId } })}>
          添加规则
        </Button>
      }
    >
      {(found) => (
        <>
          <Flex gap="small">
            {searches.map(([key, label]) => (
              <Search
                key={key}
                allowClear
                placeholder={label}
                aria-label={label}
                onSearch={(word) => setSought((before) => ({ ...before, [key]: word.trim() }))}
              />
            ))}
          </Flex>
          <UntickedRoles permissionId={permissionId} rules={found} onTick={reload} />
          <RuleList
            permissionId={permissionId}
            rules={found}
            tools={(rule) => (
              <Flex flex="none">
                <Button type="link" aria-label={`编辑 ${rule.ruleName}`} onClick={() => edit(rule)}>
                  编辑
                </Button>
                <Button type="link" aria-label={`删除 ${rule.ruleName}`} onClick={() => remove(rule)}>
                  删除
                </Button>
              </Flex>
            )}
          />
          {form && (
            <OpenedForm id={form.id} params={form.params} onDone={reload} onClose={() => setForm(null)} />
          )}
        </>
      )}
    </AnswerFrame>
  )
}
