import { useQuery } from '@tanstack/react-query'
import { App, Button, Checkbox, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/StateNote.tsx'

const OpenedForm = lazyPart(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

interface Rule {
  id: string
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: string
}

interface Loaded {
  rules: Rule[]
  checked: string[]
}

interface Props {
  roleId: string
  /** The menu entry: its id and its title. */
  menu: { key: string; title: string }
  onClose(): void
  /** The entry has received its first rule, or has lost its last one. */
  onChange(): void
}

/** The right to write the rules of menu entries, and the form that adds one. */
const rulesCode = 'permission:rules'
const ruleForm = 'system/data-rule'

/** The data rules of a menu entry, with ticks for those that the role has. */
export function RoleDataRules({ roleId, menu, onClose, onChange }: Props) {
  const { http, notify, can } = useRuntime()
  const { modal } = App.useApp()
  const [ticked, setTicked] = useState<string[] | null>(null)
  const [isAdding, setAdding] = useState(false)
  const canWrite = can(rulesCode)
  const rules = useQuery({
    queryKey: ['role', 'rules', roleId, menu.key],
    queryFn: async ({ signal }): Promise<Loaded> => {
      const params = { permissionId: menu.key }
      const found = canWrite
        ? await http.get<Rule[]>('/sys/permission/getPermRuleListByPermId', params, signal)
        : null
      // The server refuses to answer the rules of an entry that has none.
      if (found?.length === 0) return { rules: [], checked: [] }
      const url = `/sys/role/datarule/${encodeURIComponent(menu.key)}/${roleId}`
      const { datarule, drChecked } = await http.get<{ datarule: Rule[]; drChecked: string }>(
        url,
        undefined,
        signal,
      )
      return { rules: datarule, checked: drChecked.split(',').filter(Boolean) }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const list = rules.data?.rules ?? []
  const checked = ticked ?? rules.data?.checked ?? []

  const write = async (work: () => Promise<{ message: string }>): Promise<boolean> => {
    try {
      notify('success', (await work()).message)
      return true
    } catch (error) {
      notify('error', errorMessage(error))
      return false
    }
  }
  const reload = () => {
    void rules.refetch()
    onChange()
  }
  const save = async () => {
    const body = { permissionId: menu.key, roleId, dataRuleIds: checked.join(',') }
    if (await write(() => http.send('POST', '/sys/role/datarule', body))) onClose()
  }
  const remove = ({ id, ruleName }: Rule) =>
    modal.confirm({
      title: '删除数据规则',
      content: `「${ruleName}」对所有角色都不再起作用。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        const params = { id }
        await write(() => http.send('DELETE', '/sys/permission/deletePermissionRule', undefined, { params }))
        reload()
      },
    })

  return (
    <FormChrome
      open="drawer"
      width={480}
      title={`数据规则：${menu.title}`}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          {canWrite && <Button onClick={() => setAdding(true)}>添加规则</Button>}
          <span className="pro-gap" />
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={list.length === 0} onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
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
        <>
          <p className="view-role-note">
            勾选的规则要同时满足，才看得到一条记录；有规则而一条都没有勾选的，什么记录都看不到。
          </p>
          <ul className="view-role-rules">
            {list.map((rule) => (
              <li key={rule.id}>
                <Checkbox
                  checked={checked.includes(rule.id)}
                  onChange={({ target }) =>
                    setTicked(target.checked ? [...checked, rule.id] : checked.filter((id) => id !== rule.id))
                  }
                >
                  <b>{rule.status === '1' ? rule.ruleName : `${rule.ruleName}（无效）`}</b>
                  <small>{`${rule.ruleColumn} ${rule.ruleConditions} ${rule.ruleValue}`}</small>
                </Checkbox>
                {canWrite && (
                  <Button type="link" aria-label={`删除 ${rule.ruleName}`} onClick={() => remove(rule)}>
                    删除
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {isAdding && (
        <Suspense>
          <OpenedForm
            id={ruleForm}
            params={{ permissionId: menu.key }}
            onDone={reload}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </FormChrome>
  )
}
