import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { RestoredNotice } from '../draft/RestoredNotice.tsx'
import type { OpenedSource } from '../draft/unsent-draft.ts'
import { type Design, useDesign } from '../draft/useDesign.ts'
import { RemoveDialog } from '../release/RemoveDialog.tsx'
import { ScreenAddress } from '../release/ScreenAddress.tsx'
import { SyncDialog } from '../release/SyncDialog.tsx'
import { useDesigned } from '../useDesigned.ts'
import { type DocumentRow, documentRow, isDraft } from './document-row.ts'
import { Removal } from './Removal.tsx'
import { SourceDialog } from './SourceDialog.tsx'
import '../designer.css'

const CopyDialog = lazyPart(async () => (await import('../create/CopyDialog.tsx')).CopyDialog)
const EnhancementDrawer = lazyPart(
  async () => (await import('../enhancement/EnhancementDrawer.tsx')).EnhancementDrawer,
)
const ImportTable = lazyPart(async () => (await import('../create/ImportTable.tsx')).ImportTable)
const InstallTemplate = lazyDialog(
  async () => (await import('../template/InstallTemplate.tsx')).InstallTemplate,
)
const NewDocument = lazyPart(async () => (await import('../create/NewDocument.tsx')).NewDocument)
const NewReport = lazyPart(async () => (await import('../create/NewReport.tsx')).NewReport)
const Revisions = lazyPart(async () => (await import('../release/Revisions.tsx')).Revisions)
const ScreenGrants = lazyPart(async () => (await import('../release/ScreenGrants.tsx')).ScreenGrants)

export const PackageExportView = lazyPart<ActionViewProps>(
  async () => (await import('../package/ExportPackage.tsx')).ExportPackage,
)
export const PackageImportView = lazyPart<ActionViewProps>(
  async () => (await import('../package/ImportPackage.tsx')).ImportPackage,
)

/** A view of one document: nothing without a row, and a notice with several. */
const ofRow = (View: (props: RowProps) => ReactNode) =>
  function RowView({ row, rows = [], onClose, onChange }: ActionViewProps) {
    if (rows.length > 1) return <OneOnly count={rows.length} onClose={onClose} />
    return row ? <View row={documentRow(row)} onClose={onClose} onChange={onChange} /> : null
  }

function OneOnly({ count, onClose }: { count: number; onClose(): void }) {
  const { notify } = useServices()
  useLeave(onClose, () => notify('warning', `选中了 ${count} 项，这个操作一次只改一项，请只选一项`))
  return null
}

interface RowProps extends Pick<ActionViewProps, 'onClose' | 'onChange'> {
  row: DocumentRow
}

/** Ends the view and goes somewhere else, once. */
function useLeave(onClose: () => void, go: () => void): void {
  const latest = useRef(go)
  useEffect(() => {
    onClose()
    latest.current()
  }, [onClose])
}

/** 编辑: opens the document in the designer, in the place of the list. */
export const DesignerView = ofRow(function Opened({ row, onClose }) {
  const { open } = useDesigned()
  useLeave(onClose, () => open(row.documentId))
  return null
})

/** 自定义按钮: opens the settings of the buttons of the screen. */
export const ButtonsView = ofRow(function Opened({ row, onClose }) {
  const { open } = useDesigned()
  useLeave(onClose, () => open(row.documentId, 'actions'))
  return null
})

/** 功能测试: opens the page of the document. */
export const TestView = ofRow(function Tested({ row, onClose }) {
  const navigate = useNavigate()
  useLeave(onClose, () => navigate(row.path))
  return null
})

export const SyncView = ofRow(({ row, onClose, onChange }) => (
  <SyncDialog
    id={row.documentId}
    onClose={() => {
      onChange()
      onClose()
    }}
  />
))

export const AddressView = ofRow(({ row, onClose }) => (
  <SourceDialog id={row.documentId} onClose={onClose}>
    {({ current }) => current && <ScreenAddress document={current} onClose={onClose} />}
  </SourceDialog>
))

export const GrantsView = ofRow(({ row, onClose }) => <ScreenGrants title={row.title} onClose={onClose} />)

function Copied({ row, kind, onClose }: RowProps & { kind: 'table' | 'view' }) {
  const { open } = useDesigned()
  return (
    <SourceDialog id={row.documentId} onClose={onClose}>
      {({ current }) =>
        current && <CopyDialog document={current} kind={kind} onClose={onClose} onCreated={open} />
      }
    </SourceDialog>
  )
}

export const CopyTableView = ofRow((props) => <Copied {...props} kind="table" />)
export const CopyViewView = ofRow((props) => <Copied {...props} kind="view" />)

export const EnhancementView = ofRow(({ row, onClose, onChange }) => (
  <SourceDialog id={row.documentId} onClose={onClose}>
    {(source) => <Drafted source={source} View={EnhancementDrawer} onClose={onClose} onChange={onChange} />}
  </SourceDialog>
))

interface DraftedProps extends Pick<ActionViewProps, 'onClose' | 'onChange'> {
  source: OpenedSource
  /** What changes the draft outside of its designer. */
  View: ComponentType<{ design: Design; notice: ReactNode; onClose(): void }>
}

export const RevisionsView = ofRow(({ row, onClose, onChange }) => (
  <SourceDialog id={row.documentId} onClose={onClose}>
    {(source) => <Drafted source={source} View={Revisions} onClose={onClose} onChange={onChange} />}
  </SourceDialog>
))

/** What is chosen is stored in the user's draft, which is released in the designer. */
function Drafted({ source, View, onClose, onChange }: DraftedProps) {
  const { notify } = useServices()
  const design = useDesign(source)
  const close = async () => {
    await design.session.saveNow().catch(() => undefined)
    if (design.isChanged) notify('info', '改动在草稿里，请打开编辑检查并发布')
    onChange()
    onClose()
  }
  return <View design={design} notice={<RestoredNotice design={design} />} onClose={() => void close()} />
}

/** 删除、移除、恢复: a single released document may be removed with its table. */
export function RemovalView({ rows = [], onClose, onChange }: ActionViewProps) {
  const documents = rows.map(documentRow)
  const [first] = documents
  if (!first) return null
  if (documents.length > 1 || isDraft(first))
    return <Removal rows={documents} onClose={onClose} onChange={onChange} />
  return (
    <SourceDialog id={first.documentId} onClose={onClose}>
      {(source) => (
        <RemoveDialog
          source={source}
          onClose={onClose}
          onRemoved={() => {
            onChange()
            onClose()
          }}
        />
      )}
    </SourceDialog>
  )
}

export function NewDocumentView({ onClose, onChange }: ActionViewProps) {
  const { open } = useDesigned()
  const [isTemplate, setTemplate] = useState(false)
  if (!isTemplate)
    return <NewDocument onClose={onClose} onCreated={open} onTemplate={() => setTemplate(true)} />
  return <InstallTemplate onBlank={() => setTemplate(false)} onClose={onClose} onChange={onChange} />
}

export function NewWorkflowView({ onClose }: ActionViewProps) {
  const { open } = useDesigned()
  return <NewDocument first="leadsRecords" onClose={onClose} onCreated={open} />
}

export function NewReportView({ onClose }: ActionViewProps) {
  const { open } = useDesigned()
  return <NewReport onClose={onClose} onCreated={open} />
}

export function ImportTableView({ onClose }: ActionViewProps) {
  const { open } = useDesigned()
  return <ImportTable onClose={onClose} onCreated={open} />
}
