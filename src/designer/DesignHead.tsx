import { DownOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Modal, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { errorMessage, findRefusalCode } from '#runtime/ui/errors/error-message.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { DesignedSource } from './api.ts'
import { draftCommands } from './commands/draft-commands.ts'
import { declaresFields } from './document-edit.ts'
import { countChanges } from './draft/count-changes.ts'
import type { DraftState } from './draft/DraftSession.ts'
import type { Design } from './draft/useDesign.ts'
import { RemoveDialog } from './release/RemoveDialog.tsx'
import { getAddress, hasPage, ScreenAddress } from './release/ScreenAddress.tsx'
import { SyncDialog } from './release/SyncDialog.tsx'
import { useReturnedFocus } from './useReturnedFocus.ts'

const PickerOfScreen = lazyDialog(async () => (await import('./picker/PickerOfScreen.tsx')).PickerOfScreen)
const ApprovalDialog = lazyDialog(async () => (await import('./approval/ApprovalDialog.tsx')).ApprovalDialog)
const BpmnDialog = lazyDialog(async () => (await import('./workflow/bpmn/BpmnDialog.tsx')).BpmnDialog)
const CopyDialog = lazyDialog(async () => (await import('./create/CopyDialog.tsx')).CopyDialog)
const EnhancementDrawer = lazyPart(
  async () => (await import('./enhancement/EnhancementDrawer.tsx')).EnhancementDrawer,
)
const RequestReview = lazyDialog(async () => (await import('./review/RequestReview.tsx')).RequestReview)
const RenameNames = lazyDialog(async () => (await import('./release/RenameNames.tsx')).RenameNames)
const Release = lazyDialog(async () => (await import('./release/Release.tsx')).Release)
const RemoveSamples = lazyDialog(async () => (await import('./template/RemoveSamples.tsx')).RemoveSamples)
const Revisions = lazyDialog(async () => (await import('./release/Revisions.tsx')).Revisions)
const ScreenGrants = lazyPart(async () => (await import('./release/ScreenGrants.tsx')).ScreenGrants)

const stateTexts: Readonly<Record<DraftState['kind'], string>> = {
  saved: '草稿已保存',
  saving: '正在保存草稿…',
  conflict: '选定以后保存草稿',
  failed: '草稿没有存上，正在重试',
  refused: '草稿没有存上：',
  unchecked: '检查没有完成，会自动再试',
  gone: '草稿已放弃',
}

const keyTitle = (command: { title: string; keys: readonly string[] }): string =>
  `${command.title}（${keyLabel(command)}）`

type Dialog =
  | 'release'
  | 'revisions'
  | 'address'
  | 'grants'
  | 'sync'
  | 'table'
  | 'view'
  | 'picker'
  | 'remove'
  | 'enhance'
  | 'approval'
  | 'bpmn'
  | 'rename'
  | 'review'
  | 'samples'

interface HeadProps {
  design: Design
  source: DesignedSource
  onClose(): void
  /** Receives the faults of the pasted rows, which were then not imported. */
  onReleased(faults: readonly string[]): void
  /** Opens another document. */
  onOpen(id: string): void
  onRemoved(): void
}

/** The document, the state of its draft, and what can be done with it. */
export function DesignHead({ design, source, onClose, onReleased, onOpen, onRemoved }: HeadProps) {
  const { base, document, inspection, isChanged, state, unread, session } = design
  const [open, setOpen] = useState<Dialog | null>(null)
  const focus = useReturnedFocus(open !== null)
  const [modal, holder] = Modal.useModal()
  const navigate = useNavigate()
  const { can, notify } = useServices()
  const changes = isChanged && base ? countChanges(base, document, inspection) : 0
  const discard = async () => {
    const failure = await session.saveNow().catch((error: unknown) => error)
    // What another page wrote is shown before it is discarded.
    if (state.kind !== 'conflict' && findRefusalCode(failure)?.startsWith('DRAFT_'))
      return notify('info', errorMessage(failure))
    const companions = await session.api.draftCompanions(source.id).catch(() => [])
    const isSure = await modal.confirm({
      title: '放弃草稿？',
      content: (
        <>
          <p>没有发布的更改会丢失，现在用的界面不变。</p>
          {companions.length > 0 && (
            <>
              <p>只有这份草稿用到的也一起去掉：</p>
              <ul>
                {companions.map(({ id, title }) => (
                  <li key={id}>{title}</li>
                ))}
              </ul>
            </>
          )}
        </>
      ),
      okText: '放弃草稿',
      okButtonProps: { danger: true },
      cancelText: '继续设计',
      autoFocusButton: 'cancel',
    })
    if (!isSure) return
    try {
      await session.discard(companions.length > 0)
      if (session.getSnapshot().state.kind === 'gone') onClose()
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const leave = async () => {
    const isSure =
      !unread ||
      (await modal.confirm({
        title: '源文件没有写完',
        content: '现在离开，这段读不懂的文字会丢失。',
        okText: '离开',
        okButtonProps: { danger: true },
        cancelText: '继续写',
        autoFocusButton: 'cancel',
      }))
    if (!isSure) return
    session.keepUnread(null)
    onClose()
  }
  const { current } = source
  const isScreen = hasCapability(current, 'hasTable')
  const more: NonNullable<MenuProps['items']> =
    current !== null && hasPage(current)
      ? [
          { key: 'open', label: '功能测试', onClick: () => navigate(getAddress(current)) },
          { key: 'address', label: '配置地址', onClick: () => setOpen('address') },
          ...(can('role:grant')
            ? [{ key: 'grants', label: '权限控制', onClick: () => setOpen('grants') }]
            : []),
          ...(isScreen && can('design:release')
            ? [{ key: 'sync', label: '同步数据库', onClick: () => setOpen('sync') }]
            : []),
          ...(isScreen
            ? [
                { key: 'table', label: '复制表', onClick: () => setOpen('table') },
                { key: 'view', label: '复制视图', onClick: () => setOpen('view') },
                { key: 'picker', label: '作为选择窗口', onClick: () => setOpen('picker') },
              ]
            : []),
        ]
      : []
  // An overlay has the hooks and the moves of its base.
  if (declaresFields(document) && hasCapability(document, 'hasTable'))
    more.push(
      { key: 'approval', label: '审批', onClick: () => setOpen('approval') },
      { key: 'enhance', label: '增强', onClick: () => setOpen('enhance') },
    )
  if (hasCapability(document, 'leadsRecords'))
    more.push({ key: 'bpmn', label: '导入、导出 BPMN', onClick: () => setOpen('bpmn') })
  const hasNames =
    source.origin === 'designed' || isJsonObject(current?.table) || hasCapability(current, 'hasChoices')
  more.push({ key: 'review', label: '请人审核', onClick: () => setOpen('review') })
  if (current !== null && hasNames)
    more.push({ key: 'rename', label: '改名', onClick: () => setOpen('rename') })
  if (source.hasSamples)
    more.push({ key: 'samples', label: '删除示例数据', danger: true, onClick: () => setOpen('samples') })
  if (source.origin !== null && source.origin !== 'file' && can('design:release'))
    more.push({
      key: 'remove',
      label: source.origin === 'local' ? '恢复为随系统安装的' : '删除',
      danger: true,
      onClick: () => setOpen('remove'),
    })
  return (
    <header className="view-design-head" {...focus}>
      <Button type="link" onClick={() => void leave()}>
        全部文档
      </Button>
      <b>{String(document.title ?? source.id)}</b>
      <code>{source.id}</code>
      {isChanged && <Tag color="orange">{base ? `${changes} 处更改未发布` : '还没有发布'}</Tag>}
      {source.origin === 'local' && (
        <Tooltip title={source.changes.join('；')}>
          <Tag color="blue">已本地修改</Tag>
        </Tooltip>
      )}
      <span className="pro-gap" />
      <span className="view-design-saved" data-state={state.kind} role="status">
        {unread
          ? '源文件没有写完，这段文字没有保存'
          : (isChanged || state.kind === 'unchecked') && stateTexts[state.kind]}
        {!unread && state.kind === 'refused' && state.text}
      </span>
      <Button
        type="text"
        aria-label={draftCommands.undo.title}
        title={keyTitle(draftCommands.undo)}
        icon={<UndoOutlined aria-hidden />}
        disabled={!design.canUndo}
        onClick={session.undo}
      />
      <Button
        type="text"
        aria-label={draftCommands.redo.title}
        title={keyTitle(draftCommands.redo)}
        icon={<RedoOutlined aria-hidden />}
        disabled={!design.canRedo}
        onClick={session.redo}
      />
      {isChanged && <Button onClick={() => void discard()}>放弃草稿</Button>}
      <Dropdown menu={{ items: more }} trigger={['click']}>
        <Button>
          更多
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <Button onClick={() => setOpen('revisions')}>版本</Button>
      <Button
        type="primary"
        disabled={!isChanged || unread !== null || state.kind === 'conflict'}
        onClick={() => setOpen('release')}
      >
        检查并发布
      </Button>
      {open === 'release' && (
        <Release
          design={design}
          onClose={() => setOpen(null)}
          pastedRows={source.pastedRows}
          onReleased={(faults) =>
            document.id === source.id ? onReleased(faults) : onOpen(String(document.id))
          }
        />
      )}
      {open === 'revisions' && <Revisions design={design} onClose={() => setOpen(null)} />}
      {open === 'sync' && <SyncDialog id={source.id} onClose={() => setOpen(null)} />}
      {(open === 'table' || open === 'view') && current && (
        <CopyDialog document={current} kind={open} onClose={() => setOpen(null)} onCreated={onOpen} />
      )}
      {open === 'picker' && current && (
        <PickerOfScreen document={current} onClose={() => setOpen(null)} onOpen={onOpen} />
      )}
      {open === 'remove' && (
        <RemoveDialog source={source} onClose={() => setOpen(null)} onRemoved={onRemoved} />
      )}
      {open === 'address' && current && <ScreenAddress document={current} onClose={() => setOpen(null)} />}
      {open === 'approval' && (
        <ApprovalDialog
          document={document}
          base={base}
          onChange={(next) => session.change(next)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'bpmn' && (
        <BpmnDialog
          document={document}
          onChange={(next) => session.change(next)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'enhance' && <EnhancementDrawer design={design} onClose={() => setOpen(null)} />}
      {open === 'review' && <RequestReview design={design} onClose={() => setOpen(null)} />}
      {open === 'samples' && <RemoveSamples id={source.id} onClose={() => setOpen(null)} />}
      {open === 'rename' && (
        <RenameNames
          source={source}
          document={document}
          onClose={() => setOpen(null)}
          onRename={(next) => session.change(next)}
        />
      )}
      {open === 'grants' && current && (
        <ScreenGrants title={String(current.title)} onClose={() => setOpen(null)} />
      )}
      {holder}
    </header>
  )
}
