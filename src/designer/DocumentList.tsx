import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Table, Tag } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { type DocumentRow, designApi, type Origin } from './api.ts'
import { ImportTable } from './ImportTable.tsx'
import { NewDocument } from './NewDocument.tsx'

const kindTitles: Readonly<Record<string, string>> = {
  screen: '界面',
  report: '报表',
  picker: '选择器',
  form: '表单',
  panel: '面板',
  dict: '字典',
  print: '打印模板',
}

/** The sources of a document, in words. */
export const origins: Readonly<Record<Origin, { title: string; color?: string }>> = {
  file: { title: '随系统安装' },
  local: { title: '已本地修改', color: 'blue' },
  designed: { title: '在线设计', color: 'green' },
}

interface Props {
  /** Lists the views of other screens only. */
  isViewList: boolean
  onOpen(id: string): void
}

/** All documents: found by title and id, opened in the designer, and new ones begun. */
export function DocumentList({ isViewList, onOpen }: Props) {
  const { http, user } = useRuntime()
  const [searchText, setSearchText] = useState('')
  const [dialog, setDialog] = useState<'new' | 'table' | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['design documents'],
    queryFn: ({ signal }) => designApi(http).documents(signal),
    staleTime: 0,
  })
  const letters = searchText.trim().toLowerCase()
  const fresh = (data?.newDrafts ?? []).map((draft) => ({
    id: draft.documentId,
    title: draft.title ?? draft.documentId,
    kind: '',
    base: null,
    origin: null,
    conflicts: 0,
    problems: 0,
    drafts: [draft],
  }))
  const listed = isViewList
    ? (data?.documents.filter(({ base }) => base !== null) ?? [])
    : [...fresh, ...(data?.documents ?? [])]
  const rows = listed.filter(({ id, title }) => id.includes(letters) || title.toLowerCase().includes(letters))
  const taken = new Set([...(data?.documents ?? []), ...fresh].map(({ id }) => id))
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
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={isPending}
          dataSource={rows}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 15, showSizeChanger: false, showTotal: (total) => `共 ${total} 条` }}
          columns={[
            {
              title: '名称',
              dataIndex: 'title',
              render: (title: string, { id }) => (
                <Button type="link" className="view-design-open" onClick={() => onOpen(id)}>
                  {title}
                </Button>
              ),
            },
            { title: '编号', dataIndex: 'id', render: (id: string) => <code>{id}</code> },
            ...(isViewList
              ? [{ title: '原界面', dataIndex: 'base', render: (base: string) => <code>{base}</code> }]
              : []),
            {
              title: '类型',
              dataIndex: 'kind',
              width: 100,
              render: (kind: string) => kindTitles[kind] ?? '',
            },
            {
              title: '来源',
              dataIndex: 'origin',
              width: 120,
              render: (origin: Origin | null) =>
                origin ? (
                  <Tag color={origins[origin].color}>{origins[origin].title}</Tag>
                ) : (
                  <Tag color="orange">还没有发布</Tag>
                ),
            },
            {
              title: '草稿',
              dataIndex: 'drafts',
              render: (drafts: DocumentRow['drafts']) =>
                drafts
                  .map(({ userId, realname, updateTime }) =>
                    userId === user.id ? `我的，${updateTime.slice(5, 16)}` : realname,
                  )
                  .join('、'),
            },
            {
              title: '状态',
              width: 180,
              render: (_, { problems, conflicts }) => (
                <>
                  {problems > 0 && <Tag color="red">{problems} 处错误</Tag>}
                  {conflicts > 0 && <Tag color="orange">{conflicts} 处与升级冲突</Tag>}
                </>
              ),
            },
          ]}
        />
      )}
      {dialog === 'new' && <NewDocument taken={taken} onClose={() => setDialog(null)} onCreated={onOpen} />}
      {dialog === 'table' && <ImportTable taken={taken} onClose={() => setDialog(null)} onCreated={onOpen} />}
    </div>
  )
}
