import { useQuery } from '@tanstack/react-query'
import { App, Button, Flex, Skeleton } from 'antd'
import Search from 'antd/es/input/Search'
import { Suspense, useState } from 'react'
import { type ActionViewProps, useRuntime } from '#runtime/fields/context.tsx'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { type RuleParts, ruleSentence } from './rule-sentence.ts'
import { useRuleFields } from './useRuleFields.ts'
import './permission.css'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'

const OpenedForm = lazyPart(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

interface Rule extends RuleParts {
  id: string
  permissionId: string
  ruleName: string
  /** '1' valid, '0' not applied. */
  status: string
}

/** The form that is open: its document and its parameters. */
interface OpenForm {
  id: 'system/data-rule' | 'system/data-rule-edit'
  params: Record<string, string>
}

/** The data rules of a menu entry: they are written here, and granted to roles in the drawer of the role. */
export function MenuRules({ row, onClose, onChange }: ActionViewProps) {
  const { http, notify } = useRuntime()
  const { modal } = App.useApp()
  const [form, setForm] = useState<OpenForm | null>(null)
  const [ruleName, setRuleName] = useState('')
  const permissionId = row?.id ?? ''
  const { titleOfField } = useRuleFields(permissionId)
  const rules = useQuery({
    queryKey: ['permission', 'rules', permissionId, ruleName],
    queryFn: ({ signal }) =>
      http.get<Rule[]>('/sys/permission/queryPermissionRule', { permissionId, ruleName }, signal),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  })
  const reload = () => {
    void rules.refetch()
    onChange()
  }
  const remove = ({ id, ruleName: name }: Rule) =>
    modal.confirm({
      title: '删除数据规则',
      content: `「${name}」对所有角色都不再起作用。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const params = { id }
          const path = '/sys/permission/deletePermissionRule'
          notify('success', (await http.send('DELETE', path, undefined, { params })).message)
        } catch (error) {
          notify('error', errorMessage(error))
        }
        reload()
      },
    })
  const edit = ({ id, permissionId: _, ...parts }: Rule) =>
    setForm({ id: 'system/data-rule-edit', params: { id, permissionId, ...parts } })
  const list = rules.data ?? []

  return (
    <FormChrome
      open="drawer"
      width={560}
      title={`数据规则：${String(row?.name ?? '')}`}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            onClick={() => setForm({ id: 'system/data-rule', params: { permissionId } })}
          >
            添加规则
          </Button>
        </div>
      }
    >
      <Search
        allowClear
        placeholder="按规则名称查找"
        aria-label="按规则名称查找"
        onSearch={(word) => setRuleName(word.trim())}
      />
      {rules.isPending ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : rules.error && !rules.data ? (
        <LoadFailure title="没有读到数据规则" error={rules.error} onRetry={rules.refetch} />
      ) : list.length === 0 ? (
        <StateNote
          title="没有数据规则"
          text="能打开这个界面的人看得到它的全部记录。加了规则以后，没有勾选规则的角色一条也看不到。"
        />
      ) : (
        <ul className="view-menu-rules">
          {list.map((rule) => (
            <li key={rule.id}>
              <span>
                <b>{rule.status === '1' ? rule.ruleName : `${rule.ruleName}（无效）`}</b>
                <small>{ruleSentence(rule, titleOfField)}</small>
              </span>
              <Flex flex="none">
                <Button type="link" aria-label={`编辑 ${rule.ruleName}`} onClick={() => edit(rule)}>
                  编辑
                </Button>
                <Button type="link" aria-label={`删除 ${rule.ruleName}`} onClick={() => remove(rule)}>
                  删除
                </Button>
              </Flex>
            </li>
          ))}
        </ul>
      )}
      {form && (
        <Suspense>
          <OpenedForm id={form.id} params={form.params} onDone={reload} onClose={() => setForm(null)} />
        </Suspense>
      )}
    </FormChrome>
  )
}
