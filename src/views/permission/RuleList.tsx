import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { type DocumentRule, DocumentRules } from './DocumentRules.tsx'
import { type RuleParts, ruleSentence } from './rule-sentence.ts'
import { useRuleFields } from './useRuleFields.ts'
import './permission.css'

/** A data rule of a menu entry, as the server answers it. */
export interface DataRule extends RuleParts {
  id: string
  permissionId: string
  ruleName: string
  /** '1' valid, '0' not applied. */
  status: string
}

interface Props {
  /** The id of the menu entry. */
  permissionId: string
  rules: readonly DataRule[]
  /** A text above the rules. */
  note?: string
  /** Puts the text of a rule into a control. */
  wrap?(rule: DataRule, text: ReactNode): ReactNode
  tools?(rule: DataRule): ReactNode
}

const noRules: readonly DocumentRule[] = []

/** The data rules of a menu entry: the name and the sentence of each, below those that its document has. */
export function RuleList({ permissionId, rules, note, wrap, tools }: Props) {
  const { http, can } = useServices()
  const { titleOfField } = useRuleFields(permissionId)
  const { data: builtIn = noRules } = useQuery({
    queryKey: ['permission', 'document-rules', permissionId],
    queryFn: ({ signal }) =>
      http.get<DocumentRule[]>('/sys/permission/documentRules', { permissionId }, signal),
    enabled: can('permission:rules') || can('role:grant'),
  })
  const visible = builtIn.length > 0 ? '符合内置规则的记录' : '它的全部记录'
  if (rules.length === 0)
    return (
      <>
        <DocumentRules rules={builtIn} />
        <StateNote
          title="没有数据规则"
          text={`能打开这个界面的人看得到${visible}。加了规则以后，没有勾选规则的角色一条也看不到。`}
        />
      </>
    )
  return (
    <>
      <DocumentRules rules={builtIn} />
      {note && <p className="view-menu-rules-note">{note}</p>}
      <ul className="view-menu-rules">
        {rules.map((rule) => {
          const text = (
            <>
              <b>{rule.status === '1' ? rule.ruleName : `${rule.ruleName}（无效）`}</b>
              <small>{ruleSentence(rule, titleOfField)}</small>
            </>
          )
          return (
            <li key={rule.id}>
              {wrap ? wrap(rule, text) : <span>{text}</span>}
              {tools?.(rule)}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Removes a data rule after a confirmation; `onDone` follows a refusal, too. */
export function useRuleRemoval(onDone: () => void): (rule: DataRule) => void {
  const { http, notify } = useServices()
  const { modal } = App.useApp()
  return ({ id, ruleName }) =>
    void modal.confirm({
      title: '删除数据规则',
      content: `「${ruleName}」对所有角色都不再起作用。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const path = '/sys/permission/deletePermissionRule'
          notify('success', (await http.send('DELETE', path, undefined, { params: { id } })).message)
        } catch (error) {
          notify('error', errorMessage(error))
        }
        onDone()
      },
    })
}
