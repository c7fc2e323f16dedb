import { Input, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/pinyin.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { designApi } from './api.ts'
import { keyOf } from './document-edit.ts'
import { guessFields, readHeader } from './guess-fields.ts'

export const idPattern = /^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9-]{0,59}$/

interface Props {
  taken: ReadonlySet<string>
  onClose(): void
  onCreated(id: string): void
}

/** Rows that are imported while the designer waits. */
const MAX_ROWS = 2000

const firstField = {
  key: 'fname',
  title: '名称',
  type: 'input',
  query: 'like',
  validateRules: [{ required: true }],
}

/** A screen with a list, a form and a table of its own. */
export const newScreen = (id: string, title: string, fields: readonly JsonObject[]): JsonObject => ({
  version: 1,
  kind: 'screen',
  id,
  title,
  perm: id.replace('/', ':'),
  menu: { parent: 'base', icon: 'form' },
  table: { name: id.replaceAll(/\W/g, '_') },
  fields,
  actions: { toolbar: ['add', 'import', 'export', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
})

/** A free id from the first letters of the title, in the group of the base data: 展柜 is `base/zg`. */
export function suggestId(title: string, taken: ReadonlySet<string>): string {
  const letters = initials(title)
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 30)
  if (letters === '') return ''
  for (let number = 1; ; number++) {
    const id = `base/${letters}${number === 1 ? '' : number}`
    if (!taken.has(id)) return id
  }
}

/** Begins a new screen as a draft, from a pasted sheet where there is one. */
export function NewDocument({ taken, onClose, onCreated }: Props) {
  const { http, types } = useRuntime()
  const [typedId, setTypedId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [sheet, setSheet] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const prefix = useId()
  const id = typedId ?? suggestId(title, taken)
  const header = readHeader(sheet)
  const fault = !idPattern.test(id)
    ? '编号写作 分组/名称，只用小写字母、数字和连字符，如 base/cabinet'
    : taken.has(id)
      ? '已有这个编号的文档，请换一个'
      : title.trim() === ''
        ? '请填写名称'
        : sheet.trim() !== '' && !header
          ? '粘贴的内容里没有表头：第一行应是各列的名称，至少两列，不留空'
          : header && header.rows.length > MAX_ROWS
            ? `一次最多粘贴 ${MAX_ROWS} 行，更多的请在发布后用导入`
            : ''
  const create = async () => {
    setBusy(true)
    try {
      const fields = header ? guessFields(header.titles, header.rows, types) : [firstField]
      const api = designApi(http)
      await api.saveDraft(id, null, newScreen(id, title.trim(), fields))
      if (header && header.rows.length > 0)
        await api.saveRows(id, { keys: fields.map(keyOf), rows: header.rows })
      onCreated(id)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  const isTouched = title !== ''
  return (
    <Modal
      open
      title="新增界面"
      okText="开始设计"
      cancelText="取消"
      okButtonProps={{ disabled: fault !== '', loading: isBusy }}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="view-design-new">
        <label htmlFor={`${prefix}title`}>名称</label>
        <Input
          id={`${prefix}title`}
          autoFocus
          maxLength={50}
          placeholder="如 展柜"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <label htmlFor={`${prefix}id`}>编号</label>
        <Input
          id={`${prefix}id`}
          maxLength={100}
          placeholder="如 base/cabinet"
          value={id}
          onChange={(event) => setTypedId(event.target.value)}
          onPressEnter={() => fault === '' && void create()}
        />
        <label htmlFor={`${prefix}sheet`}>表头</label>
        <TextArea
          id={`${prefix}sheet`}
          placeholder="可不填。从 Excel 复制表头和几行数据，粘贴到这里，字段、类型和校验就有了"
          autoSize={{ minRows: 4, maxRows: 10 }}
          wrap="off"
          value={sheet}
          onChange={(event) => setSheet(event.target.value)}
        />
        <p className="view-design-hint">
          {header && `${header.titles.length} 列，${header.rows.length} 行：${header.titles.join('、')}`}
        </p>
        <p className="view-design-fault" role="alert">
          {failure || (isTouched ? fault : '')}
        </p>
      </div>
    </Modal>
  )
}
