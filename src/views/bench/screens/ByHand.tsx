import { DownOutlined, PlusOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Button,
  DatePicker,
  Dropdown,
  Form,
  Pagination,
  Popover,
  Select,
  Table,
  type TableColumnType,
  Tag,
  Tooltip,
} from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { ListPage, ListRow } from '#runtime/data/list-source.ts'
import '#runtime/screens/list-kit/list.css'
import { benchHttp, kinds, stateColours } from './documents.ts'

const figure = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const kindOptions = kinds.map(({ value, text }) => ({ value, label: text }))
const computeSum = (rows: readonly ListRow[], key: string) =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0)

const columns: TableColumnType<ListRow>[] = [
  { title: '索书号', dataIndex: 'fcallno', width: 130, ellipsis: true, sorter: true, sortOrder: 'ascend' },
  {
    title: '书名',
    dataIndex: 'ftitle',
    width: 260,
    ellipsis: true,
    render: (title: string, { id }) => (
      <Link className="pro-record" to={`?form=detail&id=${id}`} replace>
        {title}
      </Link>
    ),
  },
  { title: '类别', dataIndex: 'fkind', width: 100, ellipsis: true },
  { title: '入藏日期', dataIndex: 'fdate', width: 120, ellipsis: true, sorter: true },
  { title: '卷数', dataIndex: 'fvolumes', width: 90, align: 'right', ellipsis: true, sorter: true },
  {
    title: '估价',
    dataIndex: 'fprice',
    width: 120,
    align: 'right',
    ellipsis: true,
    render: (price: number) => figure.format(price),
  },
  { title: '馆藏地', dataIndex: 'fholder', width: 130, ellipsis: true },
  {
    title: '状态',
    dataIndex: 'fstate',
    width: 100,
    render: (state: keyof typeof stateColours) => <Tag color={stateColours[state]}>{state}</Tag>,
  },
  {
    title: '操作',
    key: 'actions',
    className: 'pro-actions',
    width: 112,
    fixed: 'right',
    render: () => (
      <span className="pro-row-actions">
        <button type="button">编辑</button>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'detail', label: '详情' },
              { key: 'copy', label: '复制' },
              { key: 'delete', label: '删除', danger: true },
            ],
          }}
        >
          <button type="button" aria-haspopup="menu">
            更多
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      </span>
    ),
  },
]

/**
 * The same list as an engineer writes it in antd: the same query bar, toolbar, columns, selection, totals and pager over
 * the same rows, its page and sort in the address, its answer in the same cache. The baseline of the measured list.
 */
export function ByHand() {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const [selected, setSelected] = useState<React.Key[]>([])
  const pageNo = Number(params.get('page') ?? 1)
  const pageSize = Number(params.get('size') ?? 10)
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['list', 'by-hand', pageNo, pageSize],
    queryFn: () => benchHttp.get<ListPage>('/by-hand', { pageNo, pageSize }),
  })
  const rows = data?.records ?? []
  const total = data?.total ?? 0
  return (
    <div className="pro-page">
      <div className="pro-list">
        <div className="pro-main">
          <Form className="pro-query" layout="inline">
            <div className="pro-query-items">
              <Form.Item name="fcallno" label="索书号">
                <Input allowClear placeholder="以…开头" />
              </Form.Item>
              <Form.Item name="ftitle" label="书名">
                <Input allowClear placeholder="可用 * 匹配" />
              </Form.Item>
              <Form.Item name="fkind" label="类别">
                <Select
                  mode="multiple"
                  maxTagCount="responsive"
                  allowClear
                  placeholder="全部"
                  options={kindOptions}
                  style={{ width: 150 }}
                />
              </Form.Item>
              {isOpen && (
                <Form.Item name="fdate" label="入藏日期">
                  <DatePicker.RangePicker />
                </Form.Item>
              )}
            </div>
            <div className="pro-query-buttons">
              <Button htmlType="submit">查询</Button>
              <Button type="text">重置</Button>
              <Button type="link" onClick={() => setOpen(!isOpen)}>
                展开
                <DownOutlined aria-hidden />
              </Button>
            </div>
          </Form>
          <div className="pro-toolbar">
            <Button type="primary" icon={<PlusOutlined aria-hidden />}>
              新增
            </Button>
            <span className="pro-gap" />
            <Tooltip title="刷新">
              <Button
                type="text"
                aria-label="刷新"
                icon={<ReloadOutlined aria-hidden spin={isFetching && !isPending} />}
                onClick={() => void client.invalidateQueries({ queryKey: ['list', 'by-hand'] })}
              />
            </Tooltip>
            <Popover trigger="click" content={null}>
              <Button type="text" aria-label="列设置" icon={<SettingOutlined aria-hidden />} />
            </Popover>
          </div>
          <div className="pro-body">
            <Table<ListRow>
              className="pro-table"
              size="middle"
              rowKey="id"
              tableLayout="fixed"
              showSorterTooltip={false}
              loading={isPending}
              dataSource={rows}
              columns={columns}
              pagination={false}
              scroll={{ x: 1202, y: 520 }}
              rowSelection={{ columnWidth: 40, selectedRowKeys: selected, onChange: setSelected }}
              onRow={(row) => ({ 'data-row-id': row.id }) as object}
              summary={() => (
                <Table.Summary fixed="bottom">
                  <Table.Summary.Row>
                    <Table.Summary.Cell index={0} />
                    <Table.Summary.Cell index={1} colSpan={4}>
                      本页合计
                    </Table.Summary.Cell>
                    <Table.Summary.Cell index={5} align="right">
                      {computeSum(rows, 'fvolumes')}
                    </Table.Summary.Cell>
                    <Table.Summary.Cell index={6} align="right">
                      {figure.format(computeSum(rows, 'fprice'))}
                    </Table.Summary.Cell>
                    <Table.Summary.Cell index={7} colSpan={3} />
                  </Table.Summary.Row>
                </Table.Summary>
              )}
            />
          </div>
          <div className="pro-pager">
            <span>共 {total} 条</span>
            <Pagination
              current={pageNo}
              pageSize={pageSize}
              total={total}
              pageSizeOptions={[10, 20, 30]}
              showSizeChanger
              showQuickJumper
              onChange={(page, size) =>
                setParams({ page: String(page), size: String(size) }, { replace: true })
              }
            />
          </div>
        </div>
      </div>
    </div>
  )
}
