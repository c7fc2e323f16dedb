import { useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { copyDocument, copyScreen, copyView } from '#runtime/schema/compose/copy-document.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { TextEntry } from './TextEntry.tsx'
import { namingFault, useNewDraft } from './useNewDraft.ts'

interface Props {
  document: JsonObject
  /** A screen with a table of its own, another view of the same records, or a document of any kind. */
  kind: 'table' | 'view' | 'document'
  onClose(): void
  onCreated(id: string): void
}

const words = {
  table: {
    title: '复制表',
    suffix: 'copy',
    name: '副本',
    hint: '字段相同、自己有表的新界面，不带记录。',
    make: copyScreen,
  },
  view: {
    title: '复制视图',
    suffix: 'view',
    name: '视图',
    hint: '同一批记录的另一个界面，可以有别的列、次序和权限。',
    make: copyView,
  },
  document: {
    title: '复制为草稿',
    suffix: 'copy',
    name: '副本',
    hint: '内容相同的新文档，是您的草稿：改好、检查并发布以后，别人才看得到。',
    make: copyDocument,
  },
} as const

/** Begins a draft from a released document. */
export function CopyDialog({ document, kind, onClose, onCreated }: Props) {
  const { title: heading, suffix, name, hint, make } = words[kind]
  const draft = useNewDraft(onCreated)
  const [id, setId] = useState(`${String(document.id)}-${suffix}`)
  const [title, setTitle] = useState(`${String(document.title)}${name}`)
  return (
    <NewDraftDialog
      title={heading}
      draft={draft}
      fault={namingFault(id, title, draft.taken)}
      isFaultVisible
      make={() => ({ body: make(document, id, title.trim()) })}
      onClose={onClose}
    >
      {(begin) => (
        <>
          <TextEntry label="名称" value={title} onChange={setTitle} />
          <TextEntry label="编号" maxLength={100} value={id} onChange={setId} onEnter={begin} />
          <p className="view-design-hint">{hint}</p>
        </>
      )}
    </NewDraftDialog>
  )
}
