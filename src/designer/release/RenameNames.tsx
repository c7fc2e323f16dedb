import { Modal, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { DesignedSource, RenamedName } from '../api.ts'
import { nameTitles, RenameDialog } from './RenameDialog.tsx'

interface Props {
  source: DesignedSource
  /** The draft. */
  document: JsonObject
  onClose(): void
  /** Receives the draft with the name. */
  onRename(document: JsonObject): void
}

type Named = Omit<RenamedName, 'to'>

/** The names that a draft gives: its id, where no file has it, its code as a dictionary, and its tables. */
function listNames({ origin }: Pick<DesignedSource, 'origin'>, document: JsonObject): Named[] {
  const { id, code } = document
  const tables = [document, ...listObjects(document.fields)].flatMap(({ table }): Named[] =>
    isJsonObject(table) && typeof table.name === 'string' && !table.name.startsWith('sys_')
      ? [{ kind: 'table', from: table.name }]
      : [],
  )
  return [
    ...(origin === 'designed' ? [{ kind: 'document' as const, from: String(id) }] : []),
    ...(hasCapability(document, 'hasChoices') && typeof code === 'string'
      ? [{ kind: 'dict' as const, from: code }]
      : []),
    ...tables,
  ]
}

/** Asks for another name, then shows what follows it. */
export function RenameNames({ source, document, onClose, onRename }: Props) {
  const names = listNames(source, document)
  const id = useId()
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<RenamedName | null>(null)
  const { kind, from } = names[at] ?? { kind: 'document', from: source.id }
  const to = (typed ?? from).trim()
  if (renaming)
    return (
      <RenameDialog
        id={source.id}
        document={document}
        renaming={renaming}
        onClose={() => setRenaming(null)}
        onRename={(next) => {
          onRename(next)
          onClose()
        }}
      />
    )
  const look = () => to !== '' && to !== from && setRenaming({ kind, from, to })
  return (
    <Modal
      open
      title="改名"
      okText="看要改什么"
      cancelText="取消"
      okButtonProps={{ disabled: to === '' || to === from }}
      onOk={look}
      onCancel={onClose}
    >
      <div className="view-design-new">
        <label htmlFor={`${id}name`}>改哪个名字</label>
        <Select
          id={`${id}name`}
          value={at}
          options={names.map((name, value) => ({ value, label: `${nameTitles[name.kind]} ${name.from}` }))}
          onChange={(next) => {
            setAt(next)
            setTyped(null)
          }}
        />
        <label htmlFor={`${id}to`}>新名字</label>
        <Input
          id={`${id}to`}
          maxLength={150}
          value={typed ?? from}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={look}
        />
        <p className="view-design-hint">
          发布草稿时，用到它的文档和别人的草稿都跟着改，数据不动。下一步先看要改什么。
        </p>
      </div>
    </Modal>
  )
}
