import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { type DataRule, RuleList, useRuleRemoval } from '../permission/RuleList.tsx'
import { UntickedRoles } from '../permission/UntickedRoles.tsx'
import type { RuleSource } from './rule-source.ts'

const OpenedForm = lazyDialog(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

interface Loaded {
  rules: DataRule[]
  checked: string[]
}

interface Props {
  source: RuleSource
  /** The menu entry: its id, its title, and 1 if it has data rules. */
  menu: { key: string; title: string; ruleFlag: number }
  onClose(): void
  /** The entry has received its first rule, or has lost its last one. */
  onChange(): void
}

/** The right to write the rules of menu entries, and the form that adds one. */
const rulesCode = 'permission:rules'
const ruleForm = 'system/data-rule'

/** The data rules of a menu entry, with ticks for those that the owner has. */
export function RoleDataRules({ source, menu, onClose, onChange }: Props) {
  const { http, notify, can } = useServices()
  const [ticked, setTicked] = useState<string[] | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const canWrite = can(rulesCode)
  const rules = useQuery({
    queryKey: ['role', 'rules', source.url, source.path, menu.key],
    queryFn: async ({ signal }): Promise<Loaded> => {
      const params = { permissionId: menu.key }
      const found = canWrite
        ? await http.get<DataRule[]>('/sys/permission/getPermRuleListByPermId', params, signal)
        : null
      // The server refuses to answer the rules of an entry that has none.
      if (found ? found.length === 0 : menu.ruleFlag !== 1) return { rules: [], checked: [] }
      const url = `${source.url}/${encodeURIComponent(menu.key)}/${source.path}`
      const { datarule, drChecked } = await http.get<{ datarule: DataRule[]; drChecked: string }>(
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
  const saved = rules.data?.checked ?? []
  const checked = ticked ?? saved
  const isChanged = list.some(({ id }) => checked.includes(id) !== saved.includes(id))
  const { close } = useDiscardGuard(isChanged, onClose, isBusy)

  const reload = () => {
    void rules.refetch()
    onChange()
  }
  const remove = useRuleRemoval(reload)
  const save = async () => {
    const body = { permissionId: menu.key, ...source.owner, dataRuleIds: checked.join(',') }
    setBusy(true)
    try {
      notify('success', (await http.send('POST', source.url, body)).message)
      onClose()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormChrome
      open="drawer"
      width={480}
      title={`数据规则：${menu.title}`}
      ready={null}
      onClose={close}
      footer={
        <div className="pro-form-foot">
          {canWrite && <Button onClick={() => setAdding(true)}>添加规则</Button>}
          <span className="pro-gap" />
          <Button disabled={isBusy} onClick={close}>
            取消
          </Button>
          <Button type="primary" disabled={list.length === 0} loading={isBusy} onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      <Answered query={rules} failure="没有读到数据规则">
        {({ rules: found }) => (
          <>
            {canWrite && <UntickedRoles permissionId={menu.key} rules={found} onTick={reload} />}
            <RuleList
              permissionId={menu.key}
              rules={found}
              note={source.note}
              wrap={(rule, text) => (
                <Checkbox
                  checked={checked.includes(rule.id)}
                  onChange={({ target }) =>
                    setTicked(target.checked ? [...checked, rule.id] : checked.filter((id) => id !== rule.id))
                  }
                >
                  {text}
                </Checkbox>
              )}
              tools={(rule) =>
                canWrite && (
                  <Button type="link" aria-label={`删除 ${rule.ruleName}`} onClick={() => remove(rule)}>
                    删除
                  </Button>
                )
              }
            />
          </>
        )}
      </Answered>
      {isAdding && (
        <OpenedForm
          id={ruleForm}
          params={{ permissionId: menu.key }}
          onDone={reload}
          onClose={() => setAdding(false)}
        />
      )}
    </FormChrome>
  )
}
