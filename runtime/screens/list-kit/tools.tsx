import { PlusOutlined } from '@ant-design/icons'
import type { DropdownProps } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { configuredUrl } from '#runtime/compile/list/url.ts'
import type { ActionKind, ActionPlan } from '#runtime/compile/plan.ts'
import type { Answer } from '#runtime/data/http.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ActionContext } from './action-context.ts'

const ListAdvancedQuery = lazyPart(
  async () => (await import('./advanced/ListAdvancedQuery.tsx')).ListAdvancedQuery,
)
const BatchEditDialog = lazyPart(async () => (await import('./batch/BatchEditDialog.tsx')).BatchEditDialog)
const ImportDialog = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDialog)
const ListPrint = lazyPart(async () => (await import('./print/ListPrint.tsx')).ListPrint)
const RecordPrint = lazyPart(async () => (await import('../form/print/RecordPrint.tsx')).RecordPrint)
const RecordDrawer = lazyPart(
  async () => (await import('../form/record-drawer/RecordDrawer.tsx')).RecordDrawer,
)

interface ToolAppearance {
  icon?: ComponentType<{ 'aria-hidden'?: boolean }>
  /** The default confirmation question; none without it. */
  question?(action: ActionPlan, count: number): string
}

/** An action opens something, or it writes: then its message is shown and the rows are reloaded. */
export type ListTool = ToolAppearance &
  (
    | { open(action: ActionPlan, rows: readonly ListRow[], scene: ActionContext): void | Promise<void> }
    | {
        /** `answer` is the text that a move asked for. */
        write(
          action: ActionPlan,
          rows: readonly ListRow[],
          scene: ActionContext,
          answer?: string,
        ): Promise<Answer<unknown>>
      }
  )

const joinIds = (rows: readonly ListRow[]): string => rows.map(({ id }) => id).join(',')
const countText = (count: number): string => errorText('CONFIRM_DELETE', { count })

const openForm = (mode: 'edit' | 'detail' | 'copy'): ListTool => ({
  open: (_, [row], { list }) => row && list.change({ form: { mode, id: row.id } }),
})

/** The icon of the document, else the icon of the action; what adds something has the same icon everywhere. */
export function iconOfAction({ icon, kind, code }: ActionPlan): ReactNode {
  const Own = listTools[code === 'add' ? code : kind].icon
  return icon === undefined ? Own && <Own aria-hidden /> : <NamedIcon name={icon} />
}

/** The menu 更多 with the remaining actions. */
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

/** Behaviour of a button by the kind of its action. A new kind needs an entry here and one in `actionKinds`. */
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
        params: { ids: joinIds(rows) },
      }),
  },
  editBatch: {
    open(_, rows, { screen, list, show }) {
      const props = { rows, onChanged: () => void list.refresh(), onClose: () => show(null) }
      if (screen) show(<BatchEditDialog screen={screen} {...props} />)
    },
  },
  move: {
    question: ({ title }, count) => `确定要${title}这 ${count} 项吗?`,
    write: ({ code, batch }, rows, { http, list }, answer) =>
      http.send('POST', configuredUrl('auditorBatch', list.plan.url.move(code, batch)), {
        ids: joinIds(rows),
        ...(answer === undefined ? {} : { answer }),
      }),
  },
  /** Opens the print view of the record, or of the current list. */
  print: {
    open: (_, [row], { screen, list, show }) => {
      const close = () => show(null)
      show(
        row && screen ? (
          <RecordPrint screen={screen} ids={[row.id]} onClose={close} />
        ) : (
          <ListPrint list={list} onClose={close} />
        ),
      )
    },
  },
  history: {
    open: (_, [row], { screen, show }) => {
      if (row && screen)
        show(<RecordDrawer screen={screen} id={row.id} first="history" onClose={() => show(null)} />)
    },
  },
  import: {
    open(_, __, { list, defaults, show, renew }) {
      const { id, title, url } = list.plan
      const props = { screen: id, title, url: url.importExcel, foreignKeys: defaults, onChanged: renew }
      show(<ImportDialog {...props} onClose={() => show(null)} />)
    },
  },
  export: {
    open: async (_, __, scene) => (await import('./export/export-records.tsx')).exportRecords(scene),
  },
  superQuery: {
    open: (_, __, { screen, list, show }) =>
      screen && show(<ListAdvancedQuery source={screen} list={list} onClose={() => show(null)} />),
  },
  pick: {
    icon: PlusOutlined,
    open: async (action, _, scene) => (await import('./records/pick-records.tsx')).pickRecords(action, scene),
  },
  open: {
    open: async (action, rows, scene) =>
      (await import('./open-document.tsx')).openDocument(action, rows, scene),
  },
  view: {
    open({ view = '' }, rows, { ActionView, show, renew }) {
      const [row] = rows
      const props = { name: view, rows, onClose: () => show(null), onChange: renew }
      if (ActionView) show(<ActionView {...(row && { row })} {...props} />)
    },
  },
  call: {
    write: async (action, rows, scene) => (await import('./action-body.ts')).callAction(action, rows, scene),
  },
}
