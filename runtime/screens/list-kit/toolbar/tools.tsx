import { PlusOutlined } from '@ant-design/icons'
import type { DropdownProps } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import type { ActionKind, ActionPlan } from '#runtime/compile/plan.ts'
import { requestValues } from '#runtime/compile/request-values.ts'
import { configuredUrl } from '#runtime/compile/url.ts'
import type { Answer, Http } from '#runtime/data/http.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { User } from '#runtime/fields/context.tsx'
import { errorText } from '#runtime/kernel/errors.ts'
import { headScope } from '#runtime/record/scope.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { IndexEntry, ScreenDocument } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { NamedIcon } from '#runtime/ui/NamedIcon.tsx'
import type { List } from '../useList.ts'

const FormHost = lazyPart(async () => (await import('../../form/FormHost.tsx')).FormHost)
const OpenedForm = lazyPart(async () => (await import('../../form-page/OpenedForm.tsx')).OpenedForm)

/** What a tool may use of the list it stands at. */
export interface ActionContext {
  /** Absent where the rows are no records (reports). */
  screen?: ScreenDocument
  list: List
  http: Http
  user: User
  navigate(to: string): void
  warn(text: string): void
  /** The entry of a document that the user may open. */
  find(id: string): Promise<IndexEntry | undefined>
  /** Draws something over the list; null takes it away. */
  show(node: ReactNode | null): void
  /** The rows have changed. */
  renew(): void
}

interface ToolAppearance {
  icon?: ComponentType<{ 'aria-hidden'?: boolean }>
  /** What is asked first where the document says nothing; without it nothing is. */
  question?(action: ActionPlan, count: number): string
}

/** A tool opens something, or it writes: then its message is said and the rows are loaded again. */
export type ListTool = ToolAppearance &
  (
    | { open(action: ActionPlan, rows: readonly ListRow[], scene: ActionContext): void | Promise<void> }
    | { write(action: ActionPlan, rows: readonly ListRow[], scene: ActionContext): Promise<Answer<unknown>> }
  )

const idsOf = (rows: readonly ListRow[]): string => rows.map(({ id }) => id).join(',')
const countText = (count: number): string => errorText('CONFIRM_DELETE', { count })

/** Names as a button's expression reads them: the row and its keys, `ids`, `user`, `today`. */
const actionBody = (
  send: ActionPlan['send'],
  rows: readonly ListRow[],
  { user }: ActionContext,
): Record<string, unknown> => {
  const scope = headScope(rows[0] ?? {}, { user: { ...user }, now: new Date(), mode: 'detail' })
  return requestValues(send, (path) => {
    if (path[0] === 'ids') return rows.map(({ id }) => id)
    return scope(path[0] === 'row' ? ['form', ...path.slice(1)] : path)
  })
}

const openForm = (mode: 'edit' | 'detail' | 'copy'): ListTool => ({
  open: (_, [row], { list }) => row && list.change({ form: { mode, id: row.id } }),
})

async function openDocument(
  action: ActionPlan,
  rows: readonly ListRow[],
  scene: ActionContext,
): Promise<void> {
  const { open: id = '', send } = action
  const entry = await scene.find(id)
  if (!entry) return scene.warn(`没有打开“${action.title}”的权限`)
  const params = actionBody(send, rows, scene)
  if (ofKind(entry, 'form'))
    return scene.show(
      <OpenedForm id={id} params={params} onDone={scene.renew} onClose={() => scene.show(null)} />,
    )
  const isPanel = ofKind(entry, 'panel') !== undefined
  // A list reads its conditions from the address.
  const said = Object.entries(params).flatMap(([key, value]): [string, string][] =>
    value === null || value === '' ? [] : [[isPanel ? key : `q.${key}`, String(value)]],
  )
  const conditions = isPanel || said.length === 0 ? [] : [['q', String(said.length)]]
  scene.navigate(`${entry.path ?? `/${id}`}?${new URLSearchParams([...conditions, ...said])}`)
}

/** The icon that the document says, else the tool's own. */
export function iconOfAction({ icon, kind }: ActionPlan): ReactNode {
  const Own = listTools[kind].icon
  return icon === undefined ? Own && <Own aria-hidden /> : <NamedIcon name={icon} />
}

/** What does not stand in sight, behind 更多. */
export const actionMenu = (
  actions: readonly ActionPlan[],
  run: (action: ActionPlan) => void,
): NonNullable<DropdownProps['menu']> => ({
  items: actions.map((action) => ({
    key: action.code,
    label: action.title,
    danger: action.danger,
    icon: iconOfAction(action),
  })),
  onClick: ({ key }) => {
    const action = actions.find(({ code }) => code === key)
    if (action) run(action)
  },
})

/** By an action's kind, what its button does. A word gets its behaviour by an entry here and one in `actionWords`. */
export const listTools: Readonly<Record<ActionKind, ListTool>> = {
  add: { icon: PlusOutlined, open: (_, __, { list }) => list.change({ form: { mode: 'add' } }) },
  edit: openForm('edit'),
  detail: openForm('detail'),
  copy: openForm('copy'),
  addChild: {
    open: (_, [row], { list }) => row && list.change({ form: { mode: 'add', under: row.id } }),
  },
  delete: {
    question: (_, count) => countText(count),
    write: (_, [row], { http, list }) =>
      http.send('DELETE', configuredUrl('delete', list.plan.url.delete), undefined, {
        params: { id: row?.id },
      }),
  },
  deleteBatch: {
    question: (_, count) => countText(count),
    write: (_, rows, { http, list }) =>
      http.send('DELETE', configuredUrl('deleteBatch', list.plan.url.deleteBatch), undefined, {
        params: { ids: idsOf(rows) },
      }),
  },
  move: {
    question: ({ title }, count) => `确定要${title}这 ${count} 项吗?`,
    write: ({ code, batch }, rows, { http, list }) =>
      http.send('POST', configuredUrl('auditorBatch', list.plan.url.move(code, batch)), { ids: idsOf(rows) }),
  },
  /** The list as it stands, or the record. */
  print: {
    open: (_, [row], { screen, show }) => {
      if (!row || !screen) return window.print()
      const close = () => show(null)
      show(<FormHost screen={screen} mode="detail" id={row.id} prints onSaved={close} onClose={close} />)
    },
  },
  open: { open: openDocument },
  call: {
    async write({ call }, rows, scene) {
      const { method = 'POST', url = '', send } = call ?? {}
      const sent = actionBody(send, rows, scene)
      if (method === 'GET') return { result: await scene.http.get<unknown>(url, sent), message: '' }
      if (method === 'DELETE') return scene.http.send(method, url, undefined, { params: sent })
      return scene.http.send(method, url, sent)
    },
  },
}
