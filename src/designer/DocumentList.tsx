import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { codeColumn, DocumentTable, nameColumn, originColumn, stateColumn } from './DocumentTable.tsx'
import { ImportTable } from './draft/ImportTable.tsx'
import { NewDocument } from './draft/NewDocument.tsx'
import { type ListedDocument, useDocuments } from './useDocuments.ts'

const kindTitles: Readonly<Record<string, string>> = {
  screen: '界面',
  report: '报表',
  picker: '选择器',
  form: '表单',
  panel: '面板',
  dict: '字典',
  print: '打印模板',
}

interface Props {
  /** Lists the views of other screens only. */
  isViewList: boolean
  onOpen(id: string): void
}

/** All documents: found by title and id, opened in the designer, and new ones begun. */
export function DocumentList({ isViewList, onOpen }: Props) {
  const { user } = useRuntime()
  const [searchText, setSearchText] = useState('')
  const [dialog, setDialog] = useState<'new' | 'table' | null>(null)
  const { rows, error, isPending, refetch } = useDocuments()
  const letters = searchText.trim().toLowerCase()
  const found = rows.filter(
    ({ id, title, base }) =>
      (!isViewList || base !== null) && (id.includes(letters) || title.toLowerCase().includes(letters)),
  )
  const close = () => setDialog(null)
  return (
    <div className="pro-sheet view-design-list">
      <div className="view-design-bar">
        {!isViewList && (
          <>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('new')}>
              新增
            </Button>
            <Button onClick={() => setDialog('table')}>从数据库导入表单</Button>
          </>
        )}
        <span className="pro-gap" />
        <Search
          allowClear
          aria-label="查找文档"
          placeholder="名称或编号"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </div>
      <DocumentTable<ListedDocument>
        rows={found}
        isPending={isPending}
        error={error}
        onRetry={refetch}
        columns={[
          nameColumn(
            '名称',
            ({ title }) => title,
            ({ id }) => onOpen(id),
          ),
          codeColumn('编号', ({ id }) => id),
          ...(isViewList ? [codeColumn<ListedDocument>('原界面', ({ base }) => base ?? '')] : []),
          { title: '类型', width: 100, render: (_, { kind }) => kindTitles[kind] ?? '' },
          originColumn(),
          {
            title: '草稿',
            render: (_, { drafts }) =>
              drafts
                .map(({ userId, realname, updateTime }) =>
                  userId === user.id ? `我的，${updateTime.slice(5, 16)}` : realname,
                )
                .join('、'),
          },
          stateColumn(({ conflicts }) => conflicts > 0 && <Tag color="orange">{conflicts} 处与升级冲突</Tag>),
        ]}
      />
      {dialog === 'new' && <NewDocument onClose={close} onCreated={onOpen} />}
      {dialog === 'table' && <ImportTable onClose={close} onCreated={onOpen} />}
    </div>
  )
}
